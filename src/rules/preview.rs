//! Where a plane would go, as far as it is certain: the trip is played on a copy up to the first thing that chance
//! decides, so a preview can never differ from what the engine then does.

use super::action::{Illegal, Use};
use super::board::{Cell, Cells};
use super::chance::{Chance, Unknown};
use super::dice::Roll;
use super::event::{Event, Silent};
use super::place::Place;
use super::position::{Phase, Position};
use super::seat::{PlaneId, PlaneSet};
use super::turn::Play;
use super::weather::Lasting;

/// What is known beforehand of a selection or a missile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// What would happen, in order, up to the first thing that chance decides.
    pub events: Vec<Event>,
    /// Where it ends.
    pub end: End,
    /// Enemy planes that would be sent to their hangars.
    pub hits: PlaneSet,
    /// Own planes that would be sent to their hangar.
    pub losses: PlaneSet,
    /// What the player is to be warned of.
    pub dangers: Vec<Danger>,
}

/// How far a preview can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All of it is certain; the plane (the launcher, for a missile) is then here.
    Certain(Place),
    /// A tornado on `from` throws a plane onto one of `candidates`, each as likely; what follows depends on that.
    Thrown {
        /// Which plane.
        plane: PlaneId,
        /// The tornado's cell.
        from: Cell,
        /// Where it may come down.
        candidates: Cells,
    },
}

/// A thing that a player may regret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// The plane crashes into a fortress.
    Crash,
    /// A tornado may throw the plane past its home entry, and it would have to go round once more (R15).
    MissesHomeEntry,
    /// A plane that the missile knocks back lands on an own plane.
    HitsOwn,
    /// The plane perches on a thunder cell: it will be held while it has the duty to continue.
    HeldPerch,
}

impl Position {
    /// What selecting this plane would do; `None` if it may not be selected now.
    pub fn preview_select(&self, plane: u8) -> Option<Preview> {
        let Phase::Select(roll) = self.phase else {
            return None;
        };
        if !self.selectable().contains(plane) {
            return None;
        }
        Some(self.preview(plane, |play| play.move_plane(plane, roll)))
    }

    /// What a missile launched from this plane would do; `None` if it cannot be launched now.
    pub fn preview_missile(&self, plane: u8) -> Option<Preview> {
        if !self.launchers().contains(plane) {
            return None;
        }
        Some(self.preview(plane, |play| play.use_item(Use::Missile { plane })))
    }

    /// The position after one plane of the side on turn has moved by a roll, before anything of the turn's end:
    /// for weighing a move in any phase. The plane must be one that the roll allows.
    ///
    /// # Errors
    ///
    /// [`Illegal::NotSelectable`] for another plane, [`Illegal::BadChance`] from a draw.
    pub fn moved(&self, plane: u8, roll: Roll, chance: &mut impl Chance) -> Result<Self, Illegal> {
        let is_bound = self.players[self.turn].perched == Some(plane);
        if !is_bound && !self.selectable_for(roll).contains(plane) {
            return Err(Illegal::NotSelectable);
        }
        let mut after = *self;
        after.players[self.turn].perched = None;
        Play {
            position: &mut after,
            chance,
            sink: &mut Silent,
        }
        .move_plane(plane, roll)?;
        Ok(after)
    }

    fn preview(
        &self,
        plane: u8,
        look: impl FnOnce(&mut Play<'_, Unknown, Vec<Event>>) -> Result<(), Illegal>,
    ) -> Preview {
        let (mut after, mut events) = (*self, Vec::new());
        let seen = look(&mut Play {
            position: &mut after,
            chance: &mut Unknown,
            sink: &mut events,
        });
        let id = PlaneId {
            seat: self.turn,
            plane,
        };
        let sent: PlaneSet = events
            .iter()
            .flat_map(|event| sent_to_hangar(event).iter())
            .collect();
        let is_mine = |plane: &PlaneId| self.rules.team(plane.seat) == self.rules.team(id.seat);
        let end = match (seen, events.last()) {
            (
                Err(_),
                Some(&Event::WeatherMet {
                    plane,
                    at: Place::Ring(from),
                    ..
                }),
            ) => End::Thrown {
                plane,
                from,
                candidates: self.rules.blown_to(from),
            },
            _ => End::Certain(after.plane(id).place),
        };
        let dangers = self.dangers(&after, id, &events, end);
        Preview {
            events,
            end,
            hits: sent.iter().filter(|plane| !is_mine(plane)).collect(),
            losses: sent.iter().filter(is_mine).collect(),
            dangers,
        }
    }

    fn dangers(&self, after: &Self, id: PlaneId, events: &[Event], end: End) -> Vec<Danger> {
        let own = |plane: PlaneId| plane.seat == id.seat;
        let mut dangers = Vec::new();
        if events
            .iter()
            .any(|event| matches!(event, &Event::Crashed { plane, .. } if own(plane)))
        {
            dangers.push(Danger::Crash);
        }
        if let End::Thrown {
            plane, candidates, ..
        } = end
            && own(plane)
            && candidates.iter().any(|cell| self.is_past_home_entry(plane, cell))
        {
            dangers.push(Danger::MissesHomeEntry);
        }
        let hits_own = |event: &Event| match event {
            &Event::Hit {
                by: Some(by),
                victims,
                ..
            }
            | &Event::Crashed {
                plane: by, victims, ..
            } => !own(by) && victims.iter().any(own),
            _ => false,
        };
        if events.iter().any(hits_own) {
            dangers.push(Danger::HitsOwn);
        }
        let perched = after.players[id.seat].perched == Some(id.plane);
        if perched
            && after
                .plane(id)
                .effect
                .is_some_and(|effect| effect.kind == Lasting::Thunder)
        {
            dangers.push(Danger::HeldPerch);
        }
        dangers
    }

    fn is_past_home_entry(&self, plane: PlaneId, cell: Cell) -> bool {
        self.rules.progress(plane.seat, cell) > self.rules.spec().track.home_entry
    }
}

const fn sent_to_hangar(event: &Event) -> PlaneSet {
    match *event {
        Event::Hit { victims, .. } | Event::Crashed { victims, .. } => victims,
        _ => PlaneSet::NONE,
    }
}
