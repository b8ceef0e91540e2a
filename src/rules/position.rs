//! A position: always playable, because [`Setup`](super::Setup) is the only door to it.

use serde::{Deserialize, Serialize};

use super::action::{Action, Illegal};
use super::board::{Cell, Cells};
use super::chance::Chance;
use super::dice::Roll;
use super::event::Sink;
use super::item::{DiceItem, Item, Items, Stock};
use super::place::Place;
use super::ruleset::{Ruleset, Stacks};
use super::seat::{BySeat, PLANES, PlaneId, Planes, Seat};
use super::strict::words;
use super::turn;
use super::weather::{Effect, Lasting, Marks, WeatherKind};

/// A plane: where it is and which weather effect it carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plane {
    /// Where it is.
    pub place: Place,
    /// Its lasting effect. Never one in the hangar or at home.
    pub effect: Option<Effect>,
}

impl Plane {
    /// Whether thunder holds it.
    #[inline]
    pub const fn is_held(&self) -> bool {
        matches!(
            self.effect,
            Some(Effect {
                kind: Lasting::Thunder,
                ..
            })
        )
    }

    /// Steps that a roll gives this plane: dice are added before weather works on them (RULES.md, section 4).
    #[inline]
    pub const fn steps(&self, roll: Roll) -> u8 {
        match self.effect {
            Some(Effect {
                kind: Lasting::Airstream,
                ..
            }) => roll.total().div_ceil(2),
            Some(Effect {
                kind: Lasting::Storm, ..
            }) => 1,
            _ => roll.total(),
        }
    }
}

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// Its planes, by index.
    pub planes: [Plane; PLANES],
    /// Its stock.
    pub stock: Stock,
    /// Own turns that its radar still works, 0-4 in the duel.
    pub radar: u8,
    /// Times that its clock ran out.
    pub timeouts: u8,
    /// The plane with the duty to continue; it is on the ring or on its pad.
    pub perched: Option<u8>,
}

impl Player {
    /// Whether all planes are home.
    #[inline]
    pub fn is_home(&self) -> bool {
        self.planes.iter().all(|plane| plane.place == Place::Home)
    }

    /// Its planes on this ring cell.
    #[inline]
    pub fn on(&self, cell: Cell) -> Planes {
        self.at(Place::Ring(cell))
    }

    /// Its planes at this place.
    #[inline]
    pub fn at(&self, place: Place) -> Planes {
        let mut planes = Planes::NONE;
        for (index, plane) in (0..).zip(&self.planes) {
            if plane.place == place {
                planes.insert(index);
            }
        }
        planes
    }
}

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// All planes of a side are home.
    Home,
    /// A side gave up.
    Resign,
    /// A side's clock ran out once too often.
    Timeouts,
}

words!(Reason { Home = "home", Resign = "resign", Timeouts = "timeouts" });

impl Reason {
    /// The word for it in every public format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Resign => "resign",
            Self::Timeouts => "timeouts",
        }
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// Why.
    pub reason: Reason,
    /// Who won; its whole team did.
    pub winner: Seat,
}

/// What is to be done next. The dice exist only while a plane is to be selected for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The side on turn may use items and is to roll.
    #[default]
    Roll,
    /// The side on turn is to select a plane for this roll.
    Select(Roll),
    /// Nothing: the match is over.
    Over(Outcome),
}

/// A playable position of a game. Small and `Copy`: looking ahead is playing on a copy.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) rules: &'static Ruleset,
    pub(super) players: BySeat<Player>,
    pub(super) weather: Marks<WeatherKind>,
    pub(super) items: Marks<Item>,
    pub(super) round: u32,
    pub(super) turn: Seat,
    pub(super) phase: Phase,
    pub(super) armed: Option<DiceItem>,
    pub(super) used: Items,
}

/// Two positions are equal when everything in them is; the rule sets are compared by name.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.rules.name() == other.rules.name()
            && self.players == other.players
            && self.weather == other.weather
            && self.items == other.items
            && self.round == other.round
            && self.turn == other.turn
            && self.phase == other.phase
            && self.armed == other.armed
            && self.used == other.used
    }
}

impl Eq for Position {}

impl Position {
    /// The start value: everybody in the hangar, an empty board, round 1, the first seat to roll. A match begins
    /// with [`Position::begin`], which also draws.
    pub fn new(rules: &'static Ruleset) -> Self {
        Self {
            rules,
            players: BySeat::default(),
            weather: Marks::default(),
            items: Marks::default(),
            round: 1,
            turn: rules.first(),
            phase: Phase::Roll,
            armed: None,
            used: Items::NONE,
        }
    }

    /// A match's beginning: the draw of the seats, then the refresh of round 1. Also returns the place in the
    /// turn order that the first of the queue was given.
    ///
    /// # Errors
    ///
    /// [`Illegal::BadChance`] when chance has no fitting outcome.
    pub fn begin(
        rules: &'static Ruleset,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Result<(Self, u32), Illegal> {
        let mark = sink.mark();
        let mut position = Self::new(rules);
        let begun = chance
            .seat(rules.seats().len() as u32)
            .ok_or(Illegal::BadChance)
            .and_then(|first| {
                turn::Play {
                    position: &mut position,
                    chance,
                    sink,
                }
                .begin_round()?;
                Ok(first)
            });
        match begun {
            Ok(first) => Ok((position, first)),
            Err(illegal) => {
                sink.forget_from(mark);
                Err(illegal)
            }
        }
    }

    /// Applies one action, telling `sink` what happened.
    ///
    /// # Errors
    ///
    /// The [`Illegal`] that [`Position::check`] finds, or [`Illegal::BadChance`] from a draw; the position and the
    /// sink are then as before.
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        sink: &mut impl Sink,
    ) -> Result<(), Illegal> {
        self.check(seat, action)?;
        self.carry_out(seat, action, chance, sink)
    }

    /// An action that was checked. Only a draw can still be refused, so only then is there a way back to keep:
    /// copying the position for nothing would cost a fifth of the time of an action.
    #[inline]
    fn carry_out<C: Chance, S: Sink>(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut C,
        sink: &mut S,
    ) -> Result<(), Illegal> {
        if !C::CAN_REFUSE {
            return turn::Play {
                position: self,
                chance,
                sink,
            }
            .act(seat, action);
        }
        let (before, mark) = (*self, sink.mark());
        turn::Play {
            position: self,
            chance,
            sink,
        }
        .act(seat, action)
        .inspect_err(|_| {
            *self = before;
            sink.forget_from(mark);
        })
    }

    /// The rule set of this game.
    pub const fn rules(&self) -> &'static Ruleset {
        self.rules
    }

    /// What belongs to a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// One plane.
    pub fn plane(&self, id: PlaneId) -> &Plane {
        &self.players[id.seat].planes[usize::from(id.plane & 3)]
    }

    /// The weather on the board.
    pub const fn weather(&self) -> &Marks<WeatherKind> {
        &self.weather
    }

    /// The items on the board.
    pub const fn items(&self) -> &Marks<Item> {
        &self.items
    }

    /// The round, from 1.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The side on turn; in a match that is over, the one that was.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// What is to be done next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The dice item used and not yet rolled.
    pub const fn armed(&self) -> Option<DiceItem> {
        self.armed
    }

    /// Items used in this turn.
    pub const fn used(&self) -> Items {
        self.used
    }

    /// How the match ended, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::Roll | Phase::Select(_) => None,
        }
    }

    /// Ring cells on which a plane stands.
    pub fn occupied(&self) -> Cells {
        let mut occupied = Cells::NONE;
        for seat in self.rules.seats() {
            for plane in &self.players[seat].planes {
                occupied = occupied.union(plane.place.cells());
            }
        }
        occupied
    }

    /// Ring cells on which any enemy stands, as `seat` sees it.
    #[inline]
    pub(super) fn held_against(&self, seat: Seat) -> Cells {
        let mut held = Cells::NONE;
        for enemy in self.rules.enemies(seat) {
            for plane in &self.players[enemy.seat].planes {
                held = held.union(plane.place.cells());
            }
        }
        held
    }

    /// Ring cells with an enemy fortress, as `seat` sees it: two or more planes of one other side.
    #[inline]
    pub fn fortresses_against(&self, seat: Seat) -> Cells {
        if self.rules.spec().stacks == Stacks::Loose {
            return Cells::NONE;
        }
        let (mut once, mut twice) = ([Cells::NONE; 4], Cells::NONE);
        for enemy in self.rules.enemies(seat) {
            let mut mine = once[usize::from(enemy.team.0 & 3)];
            for plane in &self.players[enemy.seat].planes {
                twice = twice.union(mine.intersection(plane.place.cells()));
                mine = mine.union(plane.place.cells());
            }
            once[usize::from(enemy.team.0 & 3)] = mine;
        }
        twice
    }
}
