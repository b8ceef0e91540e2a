//! What happened, in words.

use crate::rules::{Die, Event, Item, PlaneId, PlaneSet, Seat, WeatherKind};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    side: Option<Seat>,
    text: String,
}

impl Line {
    /// The words.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whose line it is, as a class.
    pub(super) fn class(&self) -> &'static str {
        self.side.map_or("table", Seat::name)
    }
}

/// The line for an event that is worth one.
pub(super) fn tell(event: &Event) -> Option<Line> {
    let (side, text) = match *event {
        Event::Rolled { seat, roll } => {
            let faces: Vec<_> = roll
                .0
                .dice()
                .map(Die::face)
                .map(|face| face.to_string())
                .collect();
            (Some(seat), format!("{} rolls {}", side(seat), faces.join(" + ")))
        }
        Event::NoMove { seat } => (Some(seat), format!("{} has nothing to move", side(seat))),
        Event::TookOff { plane } => own(plane, "takes off"),
        Event::Bounced { plane, .. } => own(plane, "turns back at a fortress"),
        Event::Perched { plane, .. } => own(plane, "perches on a fortress"),
        Event::Jumped { plane, .. } => own(plane, "jumps"),
        Event::Flew { plane, .. } => own(plane, "flies the short cut"),
        Event::FlightBlocked { plane, .. } => own(plane, "finds its flight blocked"),
        Event::WeatherMet { plane, kind, .. } => own(plane, &format!("meets {}", weather(kind))),
        Event::Hit {
            by: Some(by),
            victims,
            ..
        } => own(by, &format!("hits {}", planes(victims))),
        Event::Hit {
            by: None, victims, ..
        } => (None, format!("{} must leave", planes(victims))),
        Event::Crashed { plane, .. } => own(plane, "crashes into a fortress"),
        Event::CameHome { plane } => own(plane, "is home"),
        Event::PickedUp { plane, item: it, .. } => own(plane, &format!("picks up {}", item(it))),
        Event::ItemUsed { seat, item: it } => (Some(seat), format!("{} uses {}", side(seat), item(it))),
        Event::KnockedBack { plane, .. } => own(plane, "is knocked back"),
        Event::WeatherRefreshed { .. } => (None, "The weather changes".to_owned()),
        Event::ItemsRefreshed { .. } => (None, "New items are out".to_owned()),
        Event::GameOver(outcome) => (Some(outcome.winner), format!("{} has won", side(outcome.winner))),
        _ => return None,
    };
    Some(Line { side, text })
}

fn own(plane: PlaneId, what: &str) -> (Option<Seat>, String) {
    (Some(plane.seat), format!("{} {what}", name(plane)))
}

fn name(plane: PlaneId) -> String {
    format!("{} {}", side(plane.seat), plane.plane + 1)
}

fn planes(set: PlaneSet) -> String {
    set.iter().map(name).collect::<Vec<_>>().join(" and ")
}

const fn side(seat: Seat) -> &'static str {
    match seat {
        Seat::Blue => "Blue",
        Seat::Green => "Green",
        Seat::Red => "Red",
        Seat::Yellow => "Yellow",
    }
}

const fn weather(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "an airstream",
        WeatherKind::Storm => "a storm",
        WeatherKind::Thunder => "thunder",
        WeatherKind::Tornado => "a tornado",
    }
}

const fn item(item: Item) -> &'static str {
    match item {
        Item::Flare => "a flare",
        Item::Missile => "a missile",
        Item::Radar => "a radar",
        Item::SixDie => "a sure six",
        Item::PowerUnit => "a power unit",
    }
}
