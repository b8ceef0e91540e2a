//! Playing a record again, and the first thing in it that does not hold (FORMATS.md, section 4).

use std::fmt;

use super::action::Illegal;
use super::event::{Event, Silent, Sink};
use super::game::Game;
use super::hash::Hash;
use super::notation::{Misfit, Verb, Written};
use super::position::{Outcome, Position};
use super::record::{Person, PersonKind, Record};
use super::ruleset::Ruleset;
use super::seat::Seat;

/// The first thing that does not hold in a record, in the order in which they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The digest is not that of the other fields.
    Digest {
        /// What it should be.
        expected: Hash,
    },
    /// A seed does not open its commitment.
    Commitment(&'static str),
    /// The seats are not those that the match seed draws.
    Seats {
        /// The seat that was drawn for the first of the queue.
        drawn: Seat,
    },
    /// An action could not have happened.
    Action {
        /// Which, from 0.
        number: usize,
        /// Why.
        why: ActionFault,
    },
    /// The result is not how the match ended.
    Result {
        /// How it ended; `None` if it has not.
        reached: Option<Outcome>,
    },
    /// The final position is another.
    Final {
        /// Its digest.
        expected: Hash,
    },
}

/// Why an action of a record could not have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionFault {
    /// Its time lies before that of the action before it.
    TimeFalls,
    /// A timeout before the clock could have run out.
    EarlyTimeout,
    /// A field that is missing or means nothing.
    Misfit(Misfit),
    /// The rules refuse it.
    Illegal(Illegal),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest { expected } => {
                write!(
                    f,
                    "digest: the fields were changed after the digest was made; expected {expected}"
                )
            }
            Self::Commitment(what) => write!(f, "commitments: {what}"),
            Self::Seats { drawn } => {
                write!(
                    f,
                    "seats: the match seed draws {drawn} for the first of the queue"
                )
            }
            Self::Action { number, why } => write!(f, "action {number}: {why}"),
            Self::Result { reached: None } => {
                f.write_str("result: the match is not over after the last action")
            }
            Self::Result {
                reached: Some(Outcome { winner, reason }),
            } => {
                write!(
                    f,
                    "result: the match was won by {winner}, reason {}",
                    reason.name()
                )
            }
            Self::Final { expected } => write!(f, "final: the final position has the digest {expected}"),
        }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for ActionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeFalls => f.write_str("its time is before that of the action before it"),
            Self::EarlyTimeout => f.write_str("a timeout before the clock of its phase had run out"),
            Self::Misfit(misfit) => write!(f, "{misfit}"),
            Self::Illegal(illegal) => write!(f, "{}: {illegal}", illegal.code()),
        }
    }
}

/// In the order of the queue: the seed of a player who was not absent is another than was promised.
const NOT_OPENED: [&str; 2] = [
    "the seed of the first of the queue does not open its commitment",
    "the seed of the second of the queue does not open its commitment",
];

/// In the order of the queue: the player was absent, and yet has a seed.
const NOT_ZEROS: [&str; 2] = [
    "the first of the queue was absent, but its seed is not 64 zeros",
    "the second of the queue was absent, but its seed is not 64 zeros",
];

impl Record {
    /// Checks everything that a record claims, by playing it again. Returns the final position.
    ///
    /// # Errors
    ///
    /// The first thing that does not hold.
    pub fn verify(&self) -> Result<Position, Fault> {
        let expected = self.expected_digest();
        if self.digest != expected {
            return Err(Fault::Digest { expected });
        }
        self.check_commitments()?;
        let mut replay = self.replay(&mut Silent).ok_or(Fault::Result { reached: None })?;
        let drawn = replay.game().first_in_queue();
        if drawn != self.fairness.first_in_queue {
            return Err(Fault::Seats { drawn });
        }
        while replay.advance(&mut Silent)? {}
        let position = *replay.game().position();
        let reached = position.outcome();
        if reached != Some(self.result) {
            return Err(Fault::Result { reached });
        }
        let expected = Hash(position.digest());
        if self.last != expected {
            return Err(Fault::Final { expected });
        }
        Ok(position)
    }

    fn check_commitments(&self) -> Result<(), Fault> {
        let fairness = &self.fairness;
        if Hash::of(&[&fairness.server_seed.0]) != fairness.server_commitment {
            return Err(Fault::Commitment(
                "the server's seed does not open its commitment",
            ));
        }
        for i in 0..2 {
            let (seed, commitment) = (fairness.client_seeds[i], fairness.client_commitments[i]);
            if fairness.absent[i] && seed != Hash::ZERO {
                return Err(Fault::Commitment(NOT_ZEROS[i]));
            }
            if !fairness.absent[i] && Hash::of(&[&seed.0]) != commitment {
                return Err(Fault::Commitment(NOT_OPENED[i]));
            }
        }
        let is_local = |(_, person): (Seat, &Option<Person>)| {
            person
                .as_ref()
                .is_none_or(|person| person.kind == PersonKind::Local)
        };
        if fairness.absent == [true, true] && !self.players.iter().all(is_local) {
            return Err(Fault::Commitment("both players are absent: no match comes about"));
        }
        Ok(())
    }

    /// Plays the match again from its beginning; `None` if the rule set is not known.
    pub fn replay(&self, opening: &mut impl Sink) -> Option<Replay<'_>> {
        let rules = Ruleset::named(&self.ruleset)?;
        let game = Game::begin(rules, self.fairness.match_seed(&self.id).0, opening);
        Some(Replay {
            record: self,
            game,
            time: 0,
            phase_began: 0,
        })
    }
}

/// A record that is being played again, action by action.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    game: Game,
    time: u64,
    phase_began: u64,
}

impl Replay<'_> {
    /// The game as far as it has been played again.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays the next action; false if there is none left.
    ///
    /// # Errors
    ///
    /// A [`Fault::Action`] when that action could not have happened.
    pub fn advance(&mut self, sink: &mut impl Sink) -> Result<bool, Fault> {
        let number = self.game.version() as usize;
        let Some(written) = self.record.actions.get(number) else {
            return Ok(false);
        };
        self.apply(written, sink)
            .map_err(|why| Fault::Action { number, why })?;
        Ok(true)
    }

    fn apply(&mut self, written: &Written, sink: &mut impl Sink) -> Result<(), ActionFault> {
        let t = written.t.ok_or(ActionFault::Misfit(Misfit::Missing("t")))?;
        let seat = written.seat.ok_or(ActionFault::Misfit(Misfit::Missing("seat")))?;
        if t < self.time {
            return Err(ActionFault::TimeFalls);
        }
        if written.verb == Verb::Timeout && t - self.phase_began < self.record.clock_ms {
            return Err(ActionFault::EarlyTimeout);
        }
        let action = written.action().map_err(ActionFault::Misfit)?;
        self.game.play(seat, action, sink).map_err(ActionFault::Illegal)?;
        self.time = t;
        // Using an item begins no new phase (RULES.md, section 7).
        if written.verb != Verb::Use {
            self.phase_began = t;
        }
        Ok(())
    }

    /// The events of the next action, for showing a match again step by step.
    ///
    /// # Errors
    ///
    /// As [`Replay::advance`].
    pub fn next_events(&mut self) -> Result<Option<Vec<Event>>, Fault> {
        let mut events = Vec::new();
        Ok(self.advance(&mut events)?.then_some(events))
    }
}
