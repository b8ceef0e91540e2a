//! One plane's trip: walk, bounce, perch, jump, flight, tornado, landing (RULES.md, section 4).
//!
//! A trip is a series of segments, each ending in an [`Arrival`]; only an arrival by landing on the ring can begin
//! the next segment.

use super::action::Illegal;
use super::board::{Cell, Cells};
use super::chance::Chance;
use super::event::{Event, Sink};
use super::place::Place;
use super::ruleset::{Ending, Flight, Springboard, Stacks};
use super::seat::PlaneId;
use super::turn::Play;
use super::weather::{Effect, WeatherKind};

/// Which way a plane walks along its own track.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heading {
    Forward,
    Backward,
}

impl Heading {
    const fn turned(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }
}

/// How a segment ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// On a ring cell where landing is still to be dealt with, after walking there by dice or flight.
    Landed,
    /// The same after a jump, which is not followed by another.
    Jumped,
    /// The trip goes on with a jump.
    Jump,
    /// The trip is over: lane, home, pad, hangar, a perch, a plain cell.
    Ended,
}

/// What weather did to a plane on a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Met {
    Nothing,
    Storm,
    /// A tornado took the plane elsewhere; it lands there afresh.
    Blown,
}

/// One plane under way.
pub(super) struct Travel<'p, 'a, C, S> {
    play: &'p mut Play<'a, C, S>,
    id: PlaneId,
    /// Whether the roll is a single die with which a plane perches; it stays so for all segments (R4).
    perches: bool,
    /// A tornado works once an action.
    blown: bool,
}

impl<'p, 'a, C: Chance, S: Sink> Travel<'p, 'a, C, S> {
    /// A trip of one plane by a roll; `single` is the face of a roll of one die.
    pub(super) fn begin(play: &'p mut Play<'a, C, S>, id: PlaneId, single: Option<u8>) -> Self {
        let perches = match (play.position.rules.spec().stacks, single) {
            (Stacks::Fortress { perch }, Some(face)) => perch.contains(face),
            _ => false,
        };
        Self {
            play,
            id,
            perches,
            blown: false,
        }
    }

    /// The whole trip: the dice walk and all that follows from it, then the pick-up where it ended.
    pub(super) fn go(mut self, steps: u8) -> Result<(), Illegal> {
        let mut arrival = self.walk(steps, Arrival::Landed)?;
        loop {
            arrival = match arrival {
                Arrival::Landed | Arrival::Jumped => self.land(arrival)?,
                Arrival::Jump => {
                    self.play.sink.tell(Event::Jumped {
                        plane: self.id,
                        from: self.place(),
                    });
                    self.walk(self.play.position.rules.spec().track.jump, Arrival::Jumped)?
                }
                Arrival::Ended => break,
            };
        }
        self.pick_up();
        Ok(())
    }

    /// Taking off onto the first ring cell: who stands there is dealt with as in a landing, but the start cell
    /// never jumps or flies.
    pub(super) fn enter(mut self) -> Result<(), Illegal> {
        let first = self.play.position.rules.cell(self.id.seat, 1);
        self.set_place(Place::Ring(first));
        self.strike(first);
        self.pick_up();
        Ok(())
    }

    /// A missile's blow: back along the own track, triggering nothing on the way; on the last cell weather, then
    /// hits (section 6). No jump, flight or pick-up.
    pub(super) fn knock_back(mut self, cells: u8) -> Result<(), Illegal> {
        let from = self.place();
        let mut to = from;
        for _ in 0..cells {
            let Some(back) = self.play.position.step_back(self.id.seat, to, false) else {
                break;
            };
            to = back;
        }
        if to == from {
            return Ok(());
        }
        self.set_place(to);
        self.play.sink.tell(Event::KnockedBack {
            plane: self.id,
            from,
            to,
        });
        if let Place::Ring(cell) = to {
            self.weather(cell)?;
        }
        if let Place::Ring(cell) = self.place() {
            self.strike(cell);
        }
        Ok(())
    }

    #[inline]
    fn place(&self) -> Place {
        self.play.position.players[self.id.seat].planes[usize::from(self.id.plane)].place
    }

    #[inline]
    fn set_place(&mut self, place: Place) {
        self.play.position.players[self.id.seat].planes[usize::from(self.id.plane)].place = place;
    }

    #[inline]
    fn set_effect(&mut self, effect: Option<Effect>) {
        self.play.position.players[self.id.seat].planes[usize::from(self.id.plane)].effect = effect;
    }

    /// Walks forward, and back from fortresses, until the steps are used up or something ends the walk. A walk
    /// that runs its course ends in `at_the_end`.
    fn walk(&mut self, steps: u8, at_the_end: Arrival) -> Result<Arrival, Illegal> {
        let rules = self.play.position.rules;
        let fortresses = self.play.position.fortresses_against(self.id.seat);
        let special = fortresses.union(self.play.position.weather.cells());
        if let Some(last) = self.walk_plain(steps, special) {
            self.set_place(Place::Ring(last));
            return Ok(at_the_end);
        }
        let mut heading = Heading::Forward;
        let mut came_round = false;
        let mut left = steps;
        let mut place = self.place();
        while left > 0 {
            let stepped = match heading {
                Heading::Forward => self.play.position.step_forward(self.id.seat, place),
                Heading::Backward => self.play.position.step_back(self.id.seat, place, came_round),
            };
            let Some(to) = stepped else { break };
            came_round |= heading == Heading::Forward && rules.is_last(self.id.seat, place);
            place = to;
            left -= 1;
            self.play.sink.tell(Event::Stepped {
                plane: self.id,
                to: place,
            });
            // Where the way back ends the plane stops, and the rest is dropped (R2).
            if heading == Heading::Backward
                && self
                    .play
                    .position
                    .step_back(self.id.seat, place, came_round)
                    .is_none()
            {
                left = 0;
            }
            match place {
                Place::Ring(cell) if !special.contains(cell) => {}
                Place::Ring(cell) => {
                    self.set_place(place);
                    if left > 0 && fortresses.contains(cell) {
                        if self.perches {
                            return self.perch(cell);
                        }
                        self.play.sink.tell(Event::Bounced {
                            plane: self.id,
                            at: place,
                        });
                        heading = heading.turned();
                        continue;
                    }
                    match self.weather(cell)? {
                        Met::Nothing => {}
                        Met::Storm => left = left.min(1),
                        Met::Blown => return Ok(Arrival::Landed),
                    }
                }
                Place::Home if left > 0 && rules.spec().ending == Ending::BounceBack => {
                    self.play.sink.tell(Event::Bounced {
                        plane: self.id,
                        at: place,
                    });
                    heading = heading.turned();
                }
                Place::Home => break,
                Place::Lane(_) | Place::Pad | Place::Hangar => {}
            }
        }
        self.set_place(place);
        Ok(self.stop(place, at_the_end))
    }

    /// The usual walk: all of it on the ring before the home entry, past nothing that works on the way. `None` if
    /// it is another; then nothing has happened yet.
    #[inline]
    fn walk_plain(&mut self, steps: u8, special: Cells) -> Option<Cell> {
        let rules = self.play.position.rules;
        let seat = self.id.seat;
        let done = match self.place() {
            Place::Pad => 0,
            Place::Ring(cell) => rules.progress(seat, cell),
            Place::Hangar | Place::Lane(_) | Place::Home => return None,
        };
        if done + steps > rules.spec().track.home_entry {
            return None;
        }
        let first = rules.cell(seat, done + 1);
        if !Cells::span(first, steps).intersection(special).is_empty() {
            return None;
        }
        for walked in 0..steps {
            let to = Place::Ring(Cell::wrapped(first.index() + walked));
            self.play.sink.tell(Event::Stepped { plane: self.id, to });
        }
        Some(Cell::wrapped(first.index() + steps - 1))
    }

    /// The end of a walk that ran its course.
    fn stop(&mut self, place: Place, at_the_end: Arrival) -> Arrival {
        match place {
            Place::Ring(_) => at_the_end,
            Place::Home => {
                self.set_effect(None);
                self.play.sink.tell(Event::CameHome { plane: self.id });
                Arrival::Ended
            }
            Place::Lane(_) | Place::Pad | Place::Hangar => Arrival::Ended,
        }
    }

    /// A single 6 meets an enemy fortress with steps left: the cell's weather works (R17), then, unless a tornado
    /// took the plane, the rest is dropped and the plane must continue.
    fn perch(&mut self, cell: Cell) -> Result<Arrival, Illegal> {
        if self.weather(cell)? == Met::Blown {
            return Ok(Arrival::Landed);
        }
        self.play.position.players[self.id.seat].perched = Some(self.id.plane);
        self.play.sink.tell(Event::Perched {
            plane: self.id,
            at: Place::Ring(cell),
        });
        Ok(Arrival::Ended)
    }

    /// Rule 2 of walking: the weather of a cell that the plane has reached, and that of the cell onto which a
    /// tornado throws it.
    fn weather(&mut self, cell: Cell) -> Result<Met, Illegal> {
        let (Some(kind), Some(rules)) = (
            self.play.position.weather.on(cell),
            &self.play.position.rules.spec().weather,
        ) else {
            return Ok(Met::Nothing);
        };
        let at = Place::Ring(cell);
        match kind.lasting() {
            Some(lasting) => {
                self.play.sink.tell(Event::WeatherMet {
                    plane: self.id,
                    kind,
                    at,
                });
                self.set_effect(Some(Effect {
                    kind: lasting,
                    turns: rules.turns(lasting),
                }));
                Ok(if kind == WeatherKind::Storm {
                    Met::Storm
                } else {
                    Met::Nothing
                })
            }
            None if self.blown => Ok(Met::Nothing),
            None => {
                self.play.sink.tell(Event::WeatherMet {
                    plane: self.id,
                    kind,
                    at,
                });
                self.blown = true;
                let candidates = self.play.position.rules.blown_to(cell);
                let to = self.play.chance.tornado(candidates).ok_or(Illegal::BadChance)?;
                self.set_place(Place::Ring(to));
                self.play.sink.tell(Event::Blown {
                    plane: self.id,
                    from: at,
                    to: Place::Ring(to),
                });
                self.weather(to)?;
                Ok(Met::Blown)
            }
        }
    }

    /// Landing on a ring cell: hits, then a flight or a jump.
    fn land(&mut self, arrival: Arrival) -> Result<Arrival, Illegal> {
        let Place::Ring(cell) = self.place() else {
            return Ok(Arrival::Ended);
        };
        if !self.strike(cell) {
            return Ok(Arrival::Ended);
        }
        let rules = self.play.position.rules;
        match rules.springboard(rules.progress(self.id.seat, cell)) {
            Springboard::None => Ok(Arrival::Ended),
            Springboard::Jump if arrival == Arrival::Jumped => Ok(Arrival::Ended),
            Springboard::Jump => Ok(Arrival::Jump),
            Springboard::Fly(flight) => self.fly(flight, cell, arrival),
        }
    }

    /// Deals with the enemies on the cell where the plane lands; false if it crashed.
    fn strike(&mut self, cell: Cell) -> bool {
        let at = Place::Ring(cell);
        if !self.play.position.held_against(self.id.seat).contains(cell) {
            return true;
        }
        let mut victims = self.play.position.enemies_on(self.id.seat, at);
        let crashes = victims.len() > 1 && self.play.position.fortresses_against(self.id.seat).contains(cell);
        if crashes {
            victims.insert(self.id);
            self.play.sink.tell(Event::Crashed {
                plane: self.id,
                victims,
                at,
            });
        } else {
            self.play.sink.tell(Event::Hit {
                by: Some(self.id),
                victims,
                at,
            });
        }
        self.play.position.send_to_hangar(victims);
        !crashes
    }

    fn fly(&mut self, flight: Flight, from: Cell, arrival: Arrival) -> Result<Arrival, Illegal> {
        let position = &mut *self.play.position;
        let crossed = position.enemies_crossed(self.id.seat, flight);
        let at = Place::Lane(flight.crosses);
        if crossed.len() > 1 && position.rules.spec().stacks != Stacks::Loose {
            self.play.sink.tell(Event::FlightBlocked {
                plane: self.id,
                at: Place::Ring(from),
            });
            return Ok(Arrival::Ended);
        }
        let exit = position.rules.cell(self.id.seat, flight.exit);
        if !crossed.is_empty() {
            position.send_to_hangar(crossed);
            self.play.sink.tell(Event::Hit {
                by: Some(self.id),
                victims: crossed,
                at,
            });
        }
        self.set_place(Place::Ring(exit));
        self.play.sink.tell(Event::Flew {
            plane: self.id,
            from: Place::Ring(from),
            to: Place::Ring(exit),
        });
        if self.weather(exit)? == Met::Blown {
            return Ok(Arrival::Landed);
        }
        if !self.strike(exit) || arrival == Arrival::Jumped {
            return Ok(Arrival::Ended);
        }
        Ok(Arrival::Jump)
    }

    /// The item on the cell where the plane stands after the whole trip.
    fn pick_up(&mut self) {
        let Place::Ring(cell) = self.place() else { return };
        let Some(item) = self.play.position.items.on(cell) else {
            return;
        };
        self.play.position.items.take(item);
        self.play.position.players[self.id.seat].stock.add(item);
        self.play.sink.tell(Event::PickedUp {
            plane: self.id,
            item,
            at: Place::Ring(cell),
        });
    }
}
