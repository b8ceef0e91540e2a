//! Accounts as a page sees them: nicknames, scores, and who stands where.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Identity, MatchId};
use crate::rules::Reason;

/// What a match that counts changes in the score of an account.
pub const fn score_change(has_won: bool) -> i8 {
    if has_won { 1 } else { -1 }
}

/// The fewest and the most characters of a nickname, as a reader counts them.
pub const NICKNAME_LENGTH: (usize, usize) = (2, 16);

/// Why a text is no nickname.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum BadNickname {
    /// Fewer characters than two.
    TooShort,
    /// More characters than sixteen.
    TooLong,
    /// Something that is no letter, digit, `_` or `-`.
    Character {
        /// The first of them.
        which: char,
    },
    /// Something that nobody sees: joiners, fillers, marks of direction.
    Invisible,
    /// Accents without a letter, or too many on one.
    Marks,
    /// Neither letter nor digit.
    NothingToRead,
    /// Letters of scripts that are not written together.
    MixedScripts,
    /// It looks like the name of a guest.
    GuestLike,
}

impl fmt::Display for BadNickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("a nickname has at least 2 characters"),
            Self::TooLong => f.write_str("a nickname has at most 16 characters"),
            Self::Character { which: ' ' } => f.write_str("a nickname has no spaces; try _ or - instead"),
            Self::Character { which } => {
                write!(
                    f,
                    "“{which}” cannot be in a nickname: use letters, digits, _ and -"
                )
            }
            Self::Invisible => f.write_str("there is something invisible in this nickname"),
            Self::Marks => f.write_str("there are too many accents on one letter, or accents without one"),
            Self::NothingToRead => f.write_str("a nickname has at least one letter or digit"),
            Self::MixedScripts => {
                f.write_str("these letters belong to scripts that are not written together")
            }
            Self::GuestLike => f.write_str("this looks like the name of a guest"),
        }
    }
}

/// A login credential, in the only moment in which it is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Who logs in with it.
    pub identity: Identity,
    /// Groups of letters and digits.
    pub credential: String,
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown")
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

/// An account among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranked {
    /// One more than there are better ones; nothing before the first match that counts.
    pub rank: Option<u64>,
    /// The nickname.
    pub name: String,
    /// Matches won less matches lost.
    pub score: i64,
    /// Matches won.
    pub won: u64,
    /// Matches lost.
    pub lost: u64,
}

/// A page of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaderboard {
    /// Best first; equal scores share a rank.
    pub rows: Vec<Ranked>,
    /// Whoever asks, if they have an account, wherever they stand.
    pub me: Option<Ranked>,
    /// How many have a rank.
    pub ranked: u64,
    /// Whether others stand above these.
    pub has_above: bool,
    /// Whether others stand below these.
    pub has_below: bool,
}

/// Where a page of a list begins: beside an entry of the page before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Turn<T> {
    /// At the beginning.
    First,
    /// What stands above this entry.
    Above {
        /// The entry.
        of: T,
    },
    /// What stands below this entry.
    Below {
        /// The entry.
        of: T,
    },
}

/// One player and some of what they played, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Name, score and rank.
    pub player: Ranked,
    /// Since when there is this account, in UTC (RFC 3339).
    pub since: String,
    /// Matches that counted.
    pub matches: Vec<Past>,
    /// Whether there are later ones.
    pub has_later: bool,
    /// Whether there are earlier ones.
    pub has_earlier: bool,
}

/// A match that is over, as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// Which match.
    pub id: MatchId,
    /// When it ended, in UTC (RFC 3339).
    pub at: String,
    /// What it changed in the score.
    pub change: i8,
    /// Why it ended.
    pub reason: Reason,
    /// Who the other was.
    pub opponent: Identity,
}
