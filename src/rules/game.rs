//! A game under way: a position together with the chance that drives it. Server, simulation, replay and practice
//! all play through this, so they cannot differ.

use super::action::{Action, Illegal};
use super::chance::{Drawn, Recorded, Seeded};
use super::event::Sink;
use super::position::Position;
use super::ruleset::Ruleset;
use super::seat::Seat;

/// A seeded game. Its version is the number of actions applied to it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    chance: Seeded,
    version: u32,
    first_in_queue: Seat,
}

impl Game {
    /// Begins a game from a match seed: draws the seats, then the refresh of round 1.
    pub fn begin(rules: &'static Ruleset, seed: [u8; 32], sink: &mut impl Sink) -> Self {
        Self::begin_recorded(rules, seed, sink).0
    }

    /// The same, and what was drawn for the opening.
    pub fn begin_recorded(
        rules: &'static Ruleset,
        seed: [u8; 32],
        sink: &mut impl Sink,
    ) -> (Self, Vec<Drawn>) {
        let mut chance = Seeded::new(seed);
        let mut recorded = Recorded::new(&mut chance);
        let (position, place) =
            Position::begin(rules, &mut recorded, sink).expect("a stream has an outcome for every draw");
        let drawn = recorded.into_drawn();
        let first_in_queue = rules.seats().nth(place as usize).unwrap_or(rules.first());
        let game = Self {
            position,
            chance,
            version: 0,
            first_in_queue,
        };
        (game, drawn)
    }

    /// Applies one action.
    ///
    /// # Errors
    ///
    /// As [`Position::play`]; nothing changes then.
    pub fn play(&mut self, seat: Seat, action: Action, sink: &mut impl Sink) -> Result<(), Illegal> {
        self.position.play(seat, action, &mut self.chance, sink)?;
        self.version += 1;
        Ok(())
    }

    /// The same, and what was drawn for it: with that, whoever knows the position can follow without the seed.
    ///
    /// # Errors
    ///
    /// As [`Position::play`]; nothing changes then.
    pub fn play_recorded(
        &mut self,
        seat: Seat,
        action: Action,
        sink: &mut impl Sink,
    ) -> Result<Vec<Drawn>, Illegal> {
        let mut chance = Recorded::new(&mut self.chance);
        self.position.play(seat, action, &mut chance, sink)?;
        let drawn = chance.into_drawn();
        self.version += 1;
        Ok(drawn)
    }

    /// The position now.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many actions have been applied.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The seat that was drawn for the first of the queue.
    pub const fn first_in_queue(&self) -> Seat {
        self.first_in_queue
    }
}
