//! What happened, in order, small enough to animate one by one (FORMATS.md, section 2).

use serde::{Deserialize, Serialize};

use super::dice::{Die, Roll, Source};
use super::item::Item;
use super::place::Place;
use super::position::Outcome;
use super::seat::{PlaneId, PlaneSet, Seat};
use super::weather::{Lasting, Marks, WeatherKind};

/// One step of what an action did. Copies are cheap and nothing is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the fields are described once, by the variant and by FORMATS.md"
)]
pub enum Event {
    /// The dice fell.
    Rolled {
        seat: Seat,
        #[serde(flatten)]
        roll: Rolled,
    },
    /// Nothing could be moved by the roll.
    NoMove { seat: Seat },
    /// A plane left its hangar for its pad (or start cell).
    TookOff { plane: PlaneId },
    /// A plane moved one step.
    Stepped { plane: PlaneId, to: Place },
    /// A plane turned round at an enemy fortress, or at home where surplus steps are walked back.
    Bounced { plane: PlaneId, at: Place },
    /// A plane stays on an enemy fortress and has the duty to continue.
    Perched { plane: PlaneId, at: Place },
    /// A jump begins; its steps follow.
    Jumped { plane: PlaneId, from: Place },
    /// A plane took its flight.
    Flew { plane: PlaneId, from: Place, to: Place },
    /// Two planes on the crossed lane cell keep a plane at its flight entry.
    FlightBlocked { plane: PlaneId, at: Place },
    /// A plane met weather.
    WeatherMet {
        plane: PlaneId,
        kind: WeatherKind,
        at: Place,
    },
    /// A tornado moved a plane.
    Blown { plane: PlaneId, from: Place, to: Place },
    /// Planes were sent to their hangars; `by` nobody when a perch was settled.
    Hit {
        by: Option<PlaneId>,
        victims: PlaneSet,
        at: Place,
    },
    /// A plane landed on an enemy fortress: the victims are the lander and all of it.
    Crashed {
        plane: PlaneId,
        victims: PlaneSet,
        at: Place,
    },
    /// A plane is home.
    CameHome { plane: PlaneId },
    /// A plane picked up what lay where it stopped.
    PickedUp { plane: PlaneId, item: Item, at: Place },
    /// An item left the stock and is in force.
    ItemUsed { seat: Seat, item: Item },
    /// A missile flies.
    Launched { by: PlaneId, targets: PlaneSet },
    /// A missile moved a plane back.
    KnockedBack { plane: PlaneId, from: Place, to: Place },
    /// A duty to continue ended unmet; a hit follows where enemies were on the cell.
    Settled { plane: PlaneId, at: Place },
    /// A weather effect on a plane ran out.
    EffectEnded { plane: PlaneId, kind: Lasting },
    /// A radar ran out.
    RadarEnded { seat: Seat },
    /// The clock ran out, for the `count`-th time in this match.
    TimedOut { seat: Seat, count: u8 },
    /// A side handed over.
    TurnEnded { seat: Seat },
    /// Every side has ended its turn.
    RoundBegan { round: u32 },
    /// New weather replaced the old.
    WeatherRefreshed { weather: Marks<WeatherKind> },
    /// A flare cleared the board's weather.
    WeatherCleared,
    /// New items replaced those not picked up.
    ItemsRefreshed { items: Marks<Item> },
    /// The match is over.
    GameOver(Outcome),
}

/// A roll as events and positions write it: the dice and their source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled(pub Roll);

#[derive(Serialize, Deserialize)]
struct RawRolled {
    dice: Vec<u8>,
    source: Source,
}

impl Serialize for Rolled {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let dice = self.0.dice().map(Die::face).collect();
        RawRolled {
            dice,
            source: self.0.source(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rolled {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = RawRolled::deserialize(deserializer)?;
        let dice: Vec<i64> = raw.dice.iter().copied().map(i64::from).collect();
        Roll::from_dice(&dice, raw.source)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom("dice that cannot come from this source"))
    }
}

/// Where events go. The engine tells every one; a sink that drops them costs nothing.
pub trait Sink {
    /// Takes one event.
    fn tell(&mut self, event: Event);

    /// How many events it has taken, for [`Sink::forget_from`].
    fn mark(&self) -> usize;

    /// Forgets what was told since `mark`: the action turned out to be refused.
    fn forget_from(&mut self, mark: usize);
}

impl Sink for Vec<Event> {
    fn tell(&mut self, event: Event) {
        self.push(event);
    }

    fn mark(&self) -> usize {
        self.len()
    }

    fn forget_from(&mut self, mark: usize) {
        self.truncate(mark);
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    #[inline(always)]
    fn tell(&mut self, _: Event) {}

    #[inline(always)]
    fn mark(&self) -> usize {
        0
    }

    #[inline(always)]
    fn forget_from(&mut self, _: usize) {}
}
