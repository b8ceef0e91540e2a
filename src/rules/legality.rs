//! From a [`Setup`] to a [`Position`]: refuses exactly what FORMATS.md, section 1 lists, naming the field.

use std::fmt;

use super::board::Cells;
use super::chance::RawMark;
use super::dice::{Roll, Source};
use super::item::{FULL_STOCK, Item, Items, Stock};
use super::place::{At, Place};
use super::position::{Outcome, Phase, Plane, Player, Position, Reason};
use super::ruleset::{Ruleset, Start};
use super::seat::{PLANES, Seat};
use super::setup::{LAST_ROUND, Setup, SetupEffect, SetupPhase, SetupPlane, SetupPlayer};
use super::weather::{Effect, Kind, Lasting, Marks};

/// Weather cells, or item cells, that a document may name (FORMATS.md, section 1, point 4).
const MOST_MARKS: usize = 3;

/// Why a setup is no position: the field, and what was expected there (FORMATS.md, section 1, legal positions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotLegal {
    /// Path of the field, as `players.red.planes[2].cell`.
    pub field: String,
    /// What is allowed there.
    pub expected: &'static str,
}

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not a legal position: {}: expected {}",
            self.field, self.expected
        )
    }
}

impl std::error::Error for NotLegal {}

fn refuse<T>(field: impl Into<String>, expected: &'static str) -> Result<T, NotLegal> {
    Err(NotLegal {
        field: field.into(),
        expected,
    })
}

fn number<T: TryFrom<i64>>(
    raw: i64,
    range: std::ops::RangeInclusive<i64>,
    field: impl FnOnce() -> String,
    expected: &'static str,
) -> Result<T, NotLegal> {
    match T::try_from(raw) {
        Ok(number) if range.contains(&raw) => Ok(number),
        _ => refuse(field(), expected),
    }
}

impl Setup {
    /// The position, if every rule can be applied to it, whether or not a game could reach it.
    ///
    /// # Errors
    ///
    /// The first field that is not legal, with what was expected there.
    pub fn position(&self, rules: &'static Ruleset) -> Result<Position, NotLegal> {
        let mut position = Position::new(rules);
        position.round = number(
            self.round,
            1..=i64::from(LAST_ROUND),
            || "round".into(),
            "a round from 1 to 1000000",
        )?;
        position.turn = self.turn.unwrap_or(rules.first());
        if !rules.has(position.turn) {
            return refuse("turn", "a seat of the rule set");
        }
        for (seat, player) in self.players.iter() {
            let Some(player) = player else { continue };
            if !rules.has(seat) {
                return refuse(format!("players.{seat}"), "only seats of the rule set");
            }
            position.players[seat] = player.player(seat, rules)?;
        }
        let mut taken = Cells::NONE;
        position.weather = marks("weather", &self.weather, &mut taken)?;
        position.items = marks("items", &self.items, &mut taken)?;
        self.items_in_hand(&mut position)?;
        self.phase(&mut position)?;
        check_end(&position)?;
        Ok(position)
    }

    /// `used` and `armed`.
    fn items_in_hand(&self, position: &mut Position) -> Result<(), NotLegal> {
        let mut used = Items::NONE;
        for &item in &self.used {
            if !used.insert(item) {
                return refuse("used", "each item at most once");
            }
        }
        position.used = used;
        position.armed = match self.armed {
            None => None,
            Some(item) if !used.contains(item) => return refuse("armed", "an item that is listed in used"),
            Some(item) => match item.dice() {
                Some(dice) => Some(dice),
                None => return refuse("armed", "a dice item: six_die or power_unit"),
            },
        };
        Ok(())
    }

    fn phase(&self, position: &mut Position) -> Result<(), NotLegal> {
        position.phase = match &self.phase {
            SetupPhase::Roll {} => Phase::Roll,
            &SetupPhase::Over { winner, reason } if position.rules.has(winner) => {
                Phase::Over(Outcome { reason, winner })
            }
            SetupPhase::Over { .. } => return refuse("phase.winner", "a seat of the rule set"),
            SetupPhase::Select { dice, source } => Phase::Select(select(position, dice, *source)?),
        };
        Ok(())
    }
}

fn select(position: &Position, dice: &[i64], source: Source) -> Result<Roll, NotLegal> {
    let Some(roll) = Roll::from_dice(dice, source) else {
        return refuse(
            "phase.dice",
            "faces 1 to 6: one (natural), one 6 (six_die), or two (power_unit)",
        );
    };
    let item = match source {
        Source::Natural => None,
        Source::SixDie => Some(Item::SixDie),
        Source::PowerUnit => Some(Item::PowerUnit),
    };
    if item.is_some_and(|item| !position.used.contains(item)) {
        return refuse("phase.source", "natural, or a dice item that is listed in used");
    }
    if position.armed.is_some() {
        return refuse("armed", "no armed dice item in the select phase");
    }
    if position.players[position.turn].perched.is_some() {
        let field = format!("players.{}.perched", position.turn);
        return refuse(
            field,
            "no duty to continue of the side on turn in the select phase",
        );
    }
    if position.selectable_for(roll).is_empty() {
        return refuse("phase.dice", "dice for which some plane may be selected");
    }
    Ok(roll)
}

fn marks<K: Kind>(field: &str, raw: &[RawMark<K>], taken: &mut Cells) -> Result<Marks<K>, NotLegal> {
    if raw.len() > MOST_MARKS {
        return refuse(field, "at most three cells");
    }
    let mut marks = Marks::default();
    for (i, raw) in raw.iter().enumerate() {
        let Some(mark) = raw.mark() else {
            return refuse(format!("{field}[{i}].cell"), "a ring cell from 0 to 51");
        };
        if marks.cell(mark.kind).is_some() {
            return refuse(format!("{field}[{i}].kind"), "each kind at most once");
        }
        if taken.contains(mark.cell) {
            return refuse(
                format!("{field}[{i}].cell"),
                "at most one weather or item on a cell",
            );
        }
        taken.insert(mark.cell);
        marks.put(mark.kind, mark.cell);
    }
    Ok(marks)
}

impl SetupPlayer {
    fn player(&self, seat: Seat, rules: &Ruleset) -> Result<Player, NotLegal> {
        let spec = rules.spec();
        let field = |name: &str| format!("players.{seat}.{name}");
        let radar_turns = spec.items.map_or(0, |items| i64::from(items.radar_turns));
        let timeouts = 0..=i64::from(spec.clock.timeouts);
        let mut player = Player {
            stock: self.stock(seat)?,
            radar: number(
                self.radar,
                0..=radar_turns,
                || field("radar"),
                "a radar from 0 to 4 turns",
            )?,
            timeouts: number(self.timeouts, timeouts, || field("timeouts"), "0 to 4 timeouts")?,
            ..Player::default()
        };
        if let Some(planes) = &self.planes {
            let Ok(planes) = <&[SetupPlane; PLANES]>::try_from(planes.as_slice()) else {
                return refuse(field("planes"), "exactly four planes");
            };
            for (i, plane) in planes.iter().enumerate() {
                player.planes[i] =
                    plane
                        .plane(rules)
                        .map_err(|NotLegal { field: at, expected }| NotLegal {
                            field: field(&format!("planes[{i}].{at}")),
                            expected,
                        })?;
            }
        }
        let Some(perched) = self.perched else {
            return Ok(player);
        };
        let plane = number::<u8>(
            perched,
            0..=3,
            || field("perched"),
            "a plane index from 0 to 3, or null",
        )?;
        match player.planes[usize::from(plane)].place {
            Place::Ring(_) | Place::Pad => player.perched = Some(plane),
            _ => return refuse(field("perched"), "a plane on the ring or on its pad"),
        }
        Ok(player)
    }

    fn stock(&self, seat: Seat) -> Result<Stock, NotLegal> {
        let (mut stock, mut raw) = (Stock::default(), self.items);
        for item in Item::ALL {
            let field = || format!("players.{seat}.items.{}", item.name());
            let count = number(
                *raw.count(item),
                0..=i64::from(FULL_STOCK),
                field,
                "a stock from 0 to 999",
            )?;
            stock.set(item, count);
        }
        Ok(stock)
    }
}

impl SetupPlane {
    fn plane(&self, rules: &Ruleset) -> Result<Plane, NotLegal> {
        let Some(place) = Place::from_parts(self.at, self.cell) else {
            let expected = match self.at {
                At::Ring => "a ring cell from 0 to 51",
                At::Lane => "a lane cell from 1 to 5",
                At::Hangar | At::Pad | At::Home => "no cell: only planes on ring or lane have one",
            };
            return refuse("cell", expected);
        };
        if matches!(place, Place::Lane(cell) if cell >= rules.spec().track.lane) {
            return refuse("cell", "a lane cell before home");
        }
        if place == Place::Pad && rules.spec().track.start != Start::Pad {
            return refuse("at", "no pad: in this game planes take off onto the ring");
        }
        let Some(effect) = self.effect else {
            return Ok(Plane { place, effect: None });
        };
        if matches!(place, Place::Hangar | Place::Home) {
            return refuse("effect", "no effect on a plane in the hangar or at home");
        }
        Ok(Plane {
            place,
            effect: Some(effect.effect(rules)?),
        })
    }
}

impl SetupEffect {
    fn effect(self, rules: &Ruleset) -> Result<Effect, NotLegal> {
        let (Some(kind), Some(weather)) = (self.kind.lasting(), rules.spec().weather) else {
            return refuse("effect.kind", "airstream, storm or thunder");
        };
        let expected = match kind {
            Lasting::Airstream | Lasting::Storm => "1 to 4 turns",
            Lasting::Thunder => "1 or 2 turns",
        };
        let longest = 1..=i64::from(weather.turns(kind));
        let turns = number(self.turns, longest, || "effect.turns".into(), expected)?;
        Ok(Effect { kind, turns })
    }
}

/// Point 8: a match is over exactly when somebody has won it, and for the reason that holds.
fn check_end(position: &Position) -> Result<(), NotLegal> {
    let rules = position.rules;
    let is_out = |seat: Seat| position.players[seat].timeouts >= rules.spec().clock.timeouts;
    let is_home = |seat: Seat| position.side_is_home(seat);
    let Phase::Over(Outcome { winner, reason }) = position.phase else {
        return match rules.seats().find(|&seat| is_home(seat) || is_out(seat)) {
            Some(seat) if is_home(seat) => refuse(
                format!("players.{seat}.planes"),
                "a plane that is not home, or the phase over",
            ),
            Some(seat) => refuse(
                format!("players.{seat}.timeouts"),
                "fewer than 4, or the phase over",
            ),
            None => Ok(()),
        };
    };
    let losers = || rules.enemies(winner).iter().map(|enemy| enemy.seat);
    if is_out(winner) {
        return refuse(
            format!("players.{winner}.timeouts"),
            "a winner with fewer than 4 timeouts",
        );
    }
    if let Some(loser) = losers().find(|&loser| is_home(loser)) {
        return refuse(
            format!("players.{loser}.planes"),
            "a loser with a plane that is not home",
        );
    }
    let (must_be, expected) = if is_home(winner) {
        (Reason::Home, "home: all planes of the winner are")
    } else if losers().any(is_out) {
        (Reason::Timeouts, "timeouts: the loser has four")
    } else {
        (Reason::Resign, "resign: nobody is home or out of time")
    };
    if reason != must_be {
        return refuse("phase.reason", expected);
    }
    match reason {
        Reason::Home if position.turn != winner => {
            refuse("turn", "the winner, who came home in its own turn")
        }
        Reason::Timeouts if !is_out(position.turn) => {
            refuse("turn", "the loser, whose clock ran out in its own turn")
        }
        _ => Ok(()),
    }
}
