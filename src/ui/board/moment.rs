//! One moment of an action on its way: what is drawn meanwhile, and what the planes in it are doing. The board's own
//! attributes tell the truth of the match all along; a moment is only a picture.

use super::scene::Scene;
use crate::rules::{Event, Item, PlaneId, PlaneSet, Position, Roll};

/// No action is shown for longer than this.
const LONGEST_MS: u32 = 960;

/// What the planes in a moment are doing, as the style sheet names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// The dice are falling.
    Roll,
    /// Out of the hangar.
    TakeOff,
    /// One step on foot.
    Step,
    /// One step of a jump.
    Jump,
    /// Along the dashed line.
    Fly,
    /// Turning back at a fortress.
    Bounce,
    /// Settling on a fortress, or held at a blocked flight.
    Perch,
    /// Meeting weather.
    Shudder,
    /// Carried off by a tornado.
    Blown,
    /// Sent back to the hangar.
    Hit,
    /// A crash: all planes of a cell.
    Crash,
    /// Home.
    Home,
    /// Taking an item up.
    PickUp,
    /// Using an item.
    Use(Item),
    /// Firing a missile.
    Launch,
    /// Thrown back by one.
    Knocked,
    /// The board's weather or items change.
    Change,
}

impl Doing {
    /// The word that the style sheet knows it by.
    pub(in crate::ui) const fn word(self) -> &'static str {
        match self {
            Self::Roll => "roll",
            Self::TakeOff => "take-off",
            Self::Step => "step",
            Self::Jump => "jump",
            Self::Fly => "fly",
            Self::Bounce => "bounce",
            Self::Perch => "perch",
            Self::Shudder => "shudder",
            Self::Blown => "blown",
            Self::Hit => "hit",
            Self::Crash => "crash",
            Self::Home => "home",
            Self::PickUp => "pick-up",
            Self::Use(_) => "use",
            Self::Launch => "launch",
            Self::Knocked => "knocked",
            Self::Change => "change",
        }
    }

    /// How long it is worth looking at, if there is time.
    const fn milliseconds(self) -> u32 {
        match self {
            Self::Step => 85,
            Self::Jump => 75,
            Self::Bounce | Self::Shudder => 170,
            Self::Knocked | Self::Perch | Self::PickUp | Self::Change => 240,
            Self::TakeOff | Self::Home | Self::Hit | Self::Launch => 340,
            Self::Fly | Self::Blown | Self::Crash | Self::Use(_) | Self::Roll => 460,
        }
    }
}

/// One moment of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What is drawn.
    pub scene: Scene,
    /// The dice as they lie.
    pub roll: Option<Roll>,
    /// What is being done.
    pub doing: Doing,
    /// The planes that do it.
    pub by: PlaneSet,
    /// The event that it shows.
    pub event: Event,
    /// How long it lasts.
    pub milliseconds: u32,
}

impl Moment {
    /// What is done by this plane.
    pub(super) fn doing_of(&self, plane: PlaneId) -> Option<&'static str> {
        self.by.contains(plane).then(|| self.doing.word())
    }

    /// The moment of one event, if it is one to look at; `scene` is what it led to.
    pub fn of(scene: Scene, roll: Option<Roll>, event: &Event, is_jump: bool) -> Option<Self> {
        let (doing, by) = doing(event, is_jump)?;
        Some(Self {
            scene,
            roll,
            doing,
            by,
            event: *event,
            milliseconds: doing.milliseconds(),
        })
    }

    /// The moments of an action, in order, from what stood before it; all together no longer than a second.
    pub fn all(before: &Position, roll: Option<Roll>, events: &[Event]) -> Vec<Self> {
        let (mut scene, mut roll, mut is_jump) = (Scene::of(before), roll, false);
        let mut moments = Vec::new();
        for event in events {
            match *event {
                Event::Jumped { .. } => is_jump = true,
                Event::Stepped { .. } => {}
                Event::Rolled { roll: fell, .. } => roll = Some(fell.0),
                _ => is_jump = false,
            }
            scene.show(event);
            moments.extend(Self::of(scene, roll, event, is_jump));
        }
        fit(&mut moments);
        moments
    }
}

/// Shortens all moments alike until they fit.
fn fit(moments: &mut [Moment]) {
    let whole: u32 = moments.iter().map(|moment| moment.milliseconds).sum();
    if whole > LONGEST_MS {
        for moment in moments {
            moment.milliseconds = moment.milliseconds * LONGEST_MS / whole;
        }
    }
}

fn doing(event: &Event, is_jump: bool) -> Option<(Doing, PlaneSet)> {
    let one = |doing, plane| Some((doing, PlaneSet::from_iter([plane])));
    match *event {
        Event::Rolled { .. } => Some((Doing::Roll, PlaneSet::NONE)),
        Event::TookOff { plane } => one(Doing::TakeOff, plane),
        Event::Stepped { plane, .. } => one(if is_jump { Doing::Jump } else { Doing::Step }, plane),
        Event::Flew { plane, .. } => one(Doing::Fly, plane),
        Event::Bounced { plane, .. } => one(Doing::Bounce, plane),
        Event::Perched { plane, .. } | Event::FlightBlocked { plane, .. } | Event::Settled { plane, .. } => {
            one(Doing::Perch, plane)
        }
        Event::WeatherMet { plane, .. } => one(Doing::Shudder, plane),
        Event::Blown { plane, .. } => one(Doing::Blown, plane),
        Event::Hit { victims, .. } => Some((Doing::Hit, victims)),
        Event::Crashed { victims, .. } => Some((Doing::Crash, victims)),
        Event::CameHome { plane } => one(Doing::Home, plane),
        Event::PickedUp { plane, .. } => one(Doing::PickUp, plane),
        Event::ItemUsed { item, .. } => Some((Doing::Use(item), PlaneSet::NONE)),
        Event::Launched { targets, .. } => Some((Doing::Launch, targets)),
        Event::KnockedBack { plane, .. } => one(Doing::Knocked, plane),
        Event::WeatherRefreshed { .. } | Event::WeatherCleared | Event::ItemsRefreshed { .. } => {
            Some((Doing::Change, PlaneSet::NONE))
        }
        Event::Jumped { .. }
        | Event::NoMove { .. }
        | Event::EffectEnded { .. }
        | Event::RadarEnded { .. }
        | Event::TimedOut { .. }
        | Event::TurnEnded { .. }
        | Event::RoundBegan { .. }
        | Event::GameOver(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::bot::{Level, Policy};
    use crate::rules::{Ruleset, Seeded, seat::PLANES};

    /// What the moments of whole games leave behind, and how long they take.
    #[test]
    fn moments_end_where_the_rules_do_and_within_a_second() {
        let rules = Ruleset::duel();
        for game in 0..6 {
            let mut chance = Seeded::new([game; 32]);
            let (mut position, _) = Position::begin(rules, &mut chance, &mut Vec::new()).unwrap();
            let mut player = Policy::new(Level::Easy, "moments", game.into(), rules.first());
            let mut longest = 0;
            while let Some(action) = player.choose(&position) {
                let (before, mut events) = (position, Vec::new());
                position
                    .play(before.turn(), action, &mut chance, &mut events)
                    .unwrap();
                let moments = Moment::all(&before, None, &events);
                longest = longest.max(moments.iter().map(|moment| moment.milliseconds).sum());
                assert!(moments.iter().all(|moment| moment.milliseconds > 20));
                let Some(last) = moments.last() else { continue };
                for seat in rules.seats() {
                    for plane in 0..PLANES as u8 {
                        let id = PlaneId { seat, plane };
                        assert_eq!(last.scene.plane(id).place, position.plane(id).place);
                    }
                }
            }
            assert!(longest <= 1_000, "{longest} ms");
            assert!(longest > 500, "something is to be seen");
        }
    }
}
