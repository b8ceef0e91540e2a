//! The way of a plane along its own track, one step at a time, forward and back (RULES.md, sections 2 and 4).

use super::board::{Cell, RING};
use super::place::Place;
use super::position::Position;
use super::seat::{PlaneId, PlaneSet, Seat};
use super::spec::{Flight, Start};

impl Position {
    /// The next place on the way home; `None` from the hangar or from home.
    #[inline]
    pub(super) fn step_forward(&self, seat: Seat, place: Place) -> Option<Place> {
        let rules = self.rules;
        match place {
            Place::Pad => Some(Place::Ring(rules.cell(seat, 1))),
            Place::Ring(cell) if rules.progress(seat, cell) == rules.spec().track.home_entry => {
                Some(Place::Lane(1))
            }
            Place::Ring(cell) => Some(Place::Ring(Cell::wrapped(cell.index() + 1))),
            Place::Lane(cell) if cell + 1 == rules.spec().track.lane => Some(Place::Home),
            Place::Lane(cell) => Some(Place::Lane(cell + 1)),
            Place::Hangar | Place::Home => None,
        }
    }

    /// The place behind on the own track (R2): from the first cell the way the plane came, to progress 52 if this
    /// walk came round from there, else onto the pad; never over a home entry. `None` where the way ends.
    #[inline]
    pub(super) fn step_back(&self, seat: Seat, place: Place, came_round: bool) -> Option<Place> {
        let rules = self.rules;
        let track = &rules.spec().track;
        match place {
            Place::Ring(cell) => match rules.progress(seat, cell) {
                1 if came_round => Some(Place::Ring(rules.cell(seat, RING))),
                1 => match track.start {
                    Start::Pad => Some(Place::Pad),
                    Start::FirstCell => None,
                },
                s if s - 1 == track.home_entry => None,
                s => Some(Place::Ring(rules.cell(seat, s - 1))),
            },
            Place::Lane(1) => Some(Place::Ring(rules.cell(seat, track.home_entry))),
            Place::Lane(cell) => Some(Place::Lane(cell - 1)),
            Place::Home => Some(Place::Lane(track.lane - 1)),
            Place::Pad | Place::Hangar => None,
        }
    }

    /// The enemy planes on the lane cell that a flight crosses.
    pub(super) fn enemies_crossed(&self, seat: Seat, flight: Flight) -> PlaneSet {
        let facing = self
            .rules
            .enemies(seat)
            .iter()
            .find(|enemy| Some(enemy.seat) == self.rules.facing(seat));
        let mut set = PlaneSet::NONE;
        if let Some(enemy) = facing {
            for plane in self.players[enemy.seat].at(Place::Lane(flight.crosses)).iter() {
                set.insert(PlaneId {
                    seat: enemy.seat,
                    plane,
                });
            }
        }
        set
    }
}
