//! Computer players. They see what a person sees and act through the engine's public interface only.
//!
//! `easy` is a sound greedy player; `normal` and `hard` weigh positions by an [`outlook`] that was fitted to games, and
//! `hard` looks further ahead (`search`).

mod advice;
mod easy;
mod foreseen;
pub mod outlook;
mod review;
mod search;
mod weights;

pub use self::advice::{Advice, advise};
pub use self::review::{Slip, playouts, slip};
use self::search::Search;
use super::action::Action;
use super::chance::Seeded;
use super::hash::Hash;
use super::position::Position;
use super::seat::Seat;

/// The names of the policies, as the command line knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any offered action, each as likely.
    Random,
    /// Takes what looks best at once.
    Easy,
    /// Weighs what comes of each action by experience.
    Normal,
    /// The same, and looks ahead at the replies.
    Hard,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Easy, Self::Normal, Self::Hard];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }
}

/// So many actions `hard` looks ahead.
const HARD: u8 = 3;

/// A computer player in one game.
#[derive(Clone, Debug)]
pub enum Policy {
    /// See [`Level::Random`]; it draws from a stream of its own.
    Random(Box<Seeded>),
    /// See [`Level::Easy`]; it draws nothing.
    Easy,
    /// See [`Level::Normal`] and [`Level::Hard`]; it draws nothing.
    Ahead {
        /// How many actions it looks ahead, at least one.
        depth: u8,
    },
    /// Another, who never uses an item.
    WithoutItems(Box<Policy>),
}

impl Policy {
    /// The player of a level, with the stream of its own that FORMATS.md, section 3 gives to game `index` of
    /// simulation `seed`.
    pub fn new(level: Level, seed: &str, index: u64, seat: Seat) -> Self {
        match level {
            Level::Random => {
                let key = format!("flychess-policy/1:{seed}:{index}:{seat}");
                Self::Random(Box::new(Seeded::new(Hash::of(&[key.as_bytes()]).0)))
            }
            Level::Easy => Self::Easy,
            Level::Normal => Self::Ahead { depth: 1 },
            Level::Hard => Self::Ahead { depth: HARD },
        }
    }

    /// What the side on turn does; `None` when the match is over.
    #[inline]
    pub fn choose(&mut self, position: &Position) -> Option<Action> {
        let offers = position.offers();
        match self {
            Self::Random(stream) => {
                let count = u32::try_from(offers.len()).ok().filter(|&count| count > 0)?;
                offers.nth(stream.uniform(count) as usize)
            }
            Self::Easy => easy::choose(position, offers),
            Self::Ahead { .. } if offers.len() == 1 => offers.nth(0),
            Self::Ahead { depth } => Search::new(*depth, position).choose(position, offers),
            // The roll is offered first wherever an item is.
            Self::WithoutItems(_) if offers.contains(Action::Roll) => Some(Action::Roll),
            Self::WithoutItems(policy) => policy.choose(position),
        }
    }

    /// The same player, who never uses an item: what items are worth shows against it.
    #[must_use]
    pub fn without_items(self) -> Self {
        Self::WithoutItems(Box::new(self))
    }
}
