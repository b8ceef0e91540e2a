//! The course of a turn: roll, select, roll again or hand over; timeouts, resigning, rounds and refreshes
//! (RULES.md, sections 3 and 5).

use super::action::{Action, Illegal};
use super::board::Cells;
use super::chance::Chance;
use super::dice::Roll;
use super::event::{Event, Rolled, Sink};
use super::item::{DiceItem, Items};
use super::place::Place;
use super::position::{Outcome, Phase, Plane, Position, Reason};
use super::ruleset::Start;
use super::seat::{PLANES, PlaneId, PlaneSet, Seat};
use super::travel::Travel;
use super::weather::Marks;

/// An action under way: the position that it changes, the chance that it asks, the listener that it tells.
pub(super) struct Play<'a, C, S> {
    pub(super) position: &'a mut Position,
    pub(super) chance: &'a mut C,
    pub(super) sink: &'a mut S,
}

/// How a turn ends, which decides about a duty to continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    /// There was none, it was met, or it has just begun.
    Nothing,
    /// It could have been met in this turn and was not: it is settled (R8).
    Unmet,
}

impl<C: Chance, S: Sink> Play<'_, C, S> {
    /// Carries out an action that [`Position::check`] has accepted.
    pub(super) fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Roll => self.roll(),
            Action::Select { plane } => self.select(plane),
            Action::Use(item) => self.use_item(item),
            Action::Timeout => self.time_out(),
            Action::Resign => {
                self.lose(seat, Reason::Resign);
                Ok(())
            }
        }
    }

    fn roll(&mut self) -> Result<(), Illegal> {
        let roll = self.throw()?;
        let seat = self.position.turn;
        self.sink.tell(Event::Rolled {
            seat,
            roll: Rolled(roll),
        });
        let me = &mut self.position.players[seat];
        if let Some(plane) = me.perched {
            if me.planes[usize::from(plane)].is_held() {
                self.sink.tell(Event::NoMove { seat });
                return self.close_action(roll, Duty::Unmet);
            }
            me.perched = None;
            self.travel(plane, roll)?;
            return self.close_action(roll, Duty::Nothing);
        }
        if self.position.selectable_for(roll).is_empty() {
            self.sink.tell(Event::NoMove { seat });
            return self.close_action(roll, Duty::Nothing);
        }
        self.position.phase = Phase::Select(roll);
        Ok(())
    }

    /// The dice that the armed item, or none, calls for.
    fn throw(&mut self) -> Result<Roll, Illegal> {
        let roll = match self.position.armed.take() {
            None => self.chance.die().map(Roll::Natural),
            Some(DiceItem::SixDie) => Some(Roll::SixDie),
            Some(DiceItem::PowerUnit) => self
                .chance
                .two_dice()
                .map(|(one, other)| Roll::PowerUnit(one, other)),
        };
        roll.ok_or(Illegal::BadChance)
    }

    fn select(&mut self, plane: u8) -> Result<(), Illegal> {
        let Phase::Select(roll) = self.position.phase else {
            return Err(Illegal::WrongPhase);
        };
        self.position.phase = Phase::Roll;
        self.move_plane(plane, roll)?;
        self.close_action(roll, Duty::Nothing)
    }

    /// What a selected plane does with a roll: takes off and nothing more, or travels.
    pub(super) fn move_plane(&mut self, plane: u8, roll: Roll) -> Result<(), Illegal> {
        let me = &self.position.players[self.position.turn];
        match me.planes[usize::from(plane)].place {
            Place::Hangar => self.take_off(plane, roll),
            _ => self.travel(plane, roll),
        }
    }

    fn take_off(&mut self, plane: u8, roll: Roll) -> Result<(), Illegal> {
        let id = PlaneId {
            seat: self.position.turn,
            plane,
        };
        self.sink.tell(Event::TookOff { plane: id });
        match self.position.rules.spec().track.start {
            Start::Pad => {
                self.position.players[id.seat].planes[usize::from(plane)].place = Place::Pad;
                Ok(())
            }
            Start::FirstCell => Travel::begin(self, id, roll.single()).enter(),
        }
    }

    fn travel(&mut self, plane: u8, roll: Roll) -> Result<(), Illegal> {
        let id = PlaneId {
            seat: self.position.turn,
            plane,
        };
        let steps = self.position.players[id.seat].planes[usize::from(plane)].steps(roll);
        Travel::begin(self, id, roll.single()).go(steps)
    }

    /// Points 5 and 6 of section 3: win, roll again, or hand over.
    fn close_action(&mut self, roll: Roll, duty: Duty) -> Result<(), Illegal> {
        let seat = self.position.turn;
        if self.position.side_is_home(seat) {
            self.end(Outcome {
                winner: seat,
                reason: Reason::Home,
            });
            return Ok(());
        }
        match roll {
            Roll::Natural(die) if self.position.rules.spec().roll_again.contains(die.face()) => Ok(()),
            _ => self.end_turn(duty),
        }
    }

    fn time_out(&mut self) -> Result<(), Illegal> {
        let seat = self.position.turn;
        let me = &mut self.position.players[seat];
        me.timeouts += 1;
        let count = me.timeouts;
        self.sink.tell(Event::TimedOut { seat, count });
        if count >= self.position.rules.spec().clock.timeouts {
            self.lose(seat, Reason::Timeouts);
            return Ok(());
        }
        self.position.phase = Phase::Roll;
        self.end_turn(Duty::Unmet)
    }

    /// The match ends with the loss of one seat. In a duel the other wins; at a larger table the side that stands
    /// best does: most planes home, then fewest steps left, then first in the turn order.
    fn lose(&mut self, loser: Seat, reason: Reason) {
        let position = &*self.position;
        let standing = |seat: Seat| {
            let to_go = |place| u16::from(position.steps_home(seat, place).unwrap_or(u8::MAX));
            let planes = &position.players[seat].planes;
            let home = planes.iter().filter(|plane| plane.place == Place::Home).count();
            let left: u16 = planes.iter().map(|plane| to_go(plane.place)).sum();
            (PLANES - home, left)
        };
        let best = position
            .rules
            .enemies(loser)
            .iter()
            .map(|enemy| enemy.seat)
            .min_by_key(|&seat| standing(seat));
        self.end(Outcome {
            winner: best.unwrap_or(loser),
            reason,
        });
    }

    /// Over at once: nothing of a turn's end is done (R20).
    fn end(&mut self, outcome: Outcome) {
        self.position.phase = Phase::Over(outcome);
        self.sink.tell(Event::GameOver(outcome));
    }

    fn end_turn(&mut self, duty: Duty) -> Result<(), Illegal> {
        if duty == Duty::Unmet {
            self.settle();
        }
        self.count_down();
        let seat = self.position.turn;
        self.position.armed = None;
        self.position.used = Items::NONE;
        self.sink.tell(Event::TurnEnded { seat });
        let (next, round_is_over) = self.position.rules.after(seat);
        self.position.turn = next;
        if round_is_over {
            self.position.round = self.position.round.saturating_add(1);
            self.begin_round()?;
        }
        Ok(())
    }

    /// A duty to continue that was not met ends: by the enemies on the plane's cell now (section 5, R8).
    fn settle(&mut self) {
        let seat = self.position.turn;
        let Some(plane) = self.position.players[seat].perched.take() else {
            return;
        };
        let id = PlaneId { seat, plane };
        let at = self.position.players[seat].planes[usize::from(plane)].place;
        self.sink.tell(Event::Settled { plane: id, at });
        let Place::Ring(cell) = at else { return };
        let enemies = self.position.enemies_on(seat, at);
        if enemies.is_empty() {
            return;
        }
        let mut victims = enemies;
        if self.position.fortresses_against(seat).contains(cell) {
            victims.insert(id);
        }
        self.sink.tell(Event::Hit {
            by: None,
            victims,
            at,
        });
        self.position.send_to_hangar(victims);
    }

    /// Every lasting effect and the radar of the side on turn lose one turn.
    fn count_down(&mut self) {
        let seat = self.position.turn;
        let me = &mut self.position.players[seat];
        for (plane, index) in me.planes.iter_mut().zip(0..) {
            let Some(effect) = &mut plane.effect else { continue };
            effect.turns -= 1;
            if effect.turns == 0 {
                let kind = effect.kind;
                plane.effect = None;
                self.sink.tell(Event::EffectEnded {
                    plane: PlaneId { seat, plane: index },
                    kind,
                });
            }
        }
        if me.radar > 0 {
            me.radar -= 1;
            if me.radar == 0 {
                self.sink.tell(Event::RadarEnded { seat });
            }
        }
    }

    /// A round begins: where both refreshes are due, both old sets go first, then weather, then items are placed.
    pub(super) fn begin_round(&mut self) -> Result<(), Illegal> {
        let round = self.position.round;
        self.sink.tell(Event::RoundBegan { round });
        let spec = self.position.rules.spec();
        let weather = spec.weather.as_ref().filter(|rules| rules.schedule.is_due(round));
        let items = spec.items.as_ref().filter(|rules| rules.schedule.is_due(round));
        if weather.is_none() && items.is_none() {
            return Ok(());
        }
        if weather.is_some() {
            self.position.weather = Marks::default();
        }
        if items.is_some() {
            self.position.items = Marks::default();
        }
        let free = Cells::ALL.minus(self.position.occupied());
        if let Some(rules) = weather {
            let free = free.minus(self.position.items.cells());
            let weather = self.chance.weather(rules, free).ok_or(Illegal::BadChance)?;
            self.position.weather = weather;
            self.sink.tell(Event::WeatherRefreshed { weather });
        }
        if let Some(rules) = items {
            let free = free.minus(self.position.weather.cells());
            let items = self.chance.items(rules, free).ok_or(Illegal::BadChance)?;
            self.position.items = items;
            self.sink.tell(Event::ItemsRefreshed { items });
        }
        Ok(())
    }
}

impl Position {
    /// Whether all planes of the seat's whole side are home.
    #[inline]
    pub(super) fn side_is_home(&self, seat: Seat) -> bool {
        let team = self.rules.team(seat);
        let is_mate = |&mate: &Seat| self.rules.team(mate) == team;
        self.players[seat].is_home()
            && self
                .rules
                .seats()
                .filter(is_mate)
                .all(|mate| self.players[mate].is_home())
    }

    /// The enemy planes at a place of the ring.
    #[inline]
    pub(super) fn enemies_on(&self, seat: Seat, at: Place) -> PlaneSet {
        let mut set = PlaneSet::NONE;
        for enemy in self.rules.enemies(seat) {
            for plane in self.players[enemy.seat].at(at).iter() {
                set.insert(PlaneId {
                    seat: enemy.seat,
                    plane,
                });
            }
        }
        set
    }

    /// Planes go to their hangars, which takes their effects and their duties.
    pub(super) fn send_to_hangar(&mut self, planes: PlaneSet) {
        for id in planes.iter() {
            let owner = &mut self.players[id.seat];
            owner.planes[usize::from(id.plane)] = Plane::default();
            if owner.perched == Some(id.plane) {
                owner.perched = None;
            }
        }
    }
}
