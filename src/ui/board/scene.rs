//! What stands and lies on the board at one moment, as the page shows it.
//!
//! Between two positions a scene follows the events one by one; no rule is worked out here. The end of each action
//! is taken from the position again, so a picture can lag but never stay wrong.

use crate::rules::{
    BySeat, Event, Item, Marks, Place, Plane, PlaneId, Position, Ruleset, Seat, WeatherKind, seat::PLANES,
};

/// A moment on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scene {
    planes: BySeat<[Plane; PLANES]>,
    weather: Marks<WeatherKind>,
    items: Marks<Item>,
    turn: Seat,
}

impl Scene {
    /// The board before a game: all planes in their hangars.
    pub fn before(rules: &Ruleset) -> Self {
        Self {
            planes: BySeat::default(),
            weather: Marks::default(),
            items: Marks::default(),
            turn: rules.first(),
        }
    }

    /// The board as a position has it.
    pub fn of(position: &Position) -> Self {
        Self {
            planes: BySeat::from_fn(|seat| position.player(seat).planes),
            weather: *position.weather(),
            items: *position.items(),
            turn: position.turn(),
        }
    }

    /// Takes in what happened next.
    pub fn show(&mut self, event: &Event) {
        match *event {
            Event::TookOff { plane } => self.put(plane, Place::Pad),
            Event::Stepped { plane, to }
            | Event::Flew { plane, to, .. }
            | Event::Blown { plane, to, .. }
            | Event::KnockedBack { plane, to, .. } => self.put(plane, to),
            Event::CameHome { plane } => self.put(plane, Place::Home),
            Event::Hit { victims, .. } => victims.iter().for_each(|plane| self.put(plane, Place::Hangar)),
            Event::Crashed { plane, victims, .. } => {
                self.put(plane, Place::Hangar);
                victims.iter().for_each(|plane| self.put(plane, Place::Hangar));
            }
            Event::PickedUp { item, .. } => self.items.take(item),
            Event::ItemsRefreshed { items } => self.items = items,
            Event::WeatherRefreshed { weather } => self.weather = weather,
            Event::WeatherCleared => self.weather = Marks::default(),
            _ => {}
        }
    }

    fn put(&mut self, plane: PlaneId, place: Place) {
        let plane = &mut self.planes[plane.seat][usize::from(plane.plane & 3)];
        plane.place = place;
        if matches!(place, Place::Hangar | Place::Home) {
            plane.effect = None;
        }
    }

    /// One plane.
    pub fn plane(&self, id: PlaneId) -> &Plane {
        &self.planes[id.seat][usize::from(id.plane & 3)]
    }

    /// The side on turn.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// The weather on the board.
    pub fn weather(&self) -> &Marks<WeatherKind> {
        &self.weather
    }

    /// The items on the board.
    pub fn items(&self) -> &Marks<Item> {
        &self.items
    }
}
