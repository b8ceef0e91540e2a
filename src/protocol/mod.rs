//! What crosses the wire: ids, versions, commands, stream messages, views and errors. Each type exists once and
//! serves both sides.

mod account;
mod error;
mod invitation;
mod live;
mod view;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

pub use account::{
    BadNickname, Leaderboard, NICKNAME_LENGTH, Past, Profile, Ranked, Shown, Turn, score_change,
};
pub use error::ApiError;
pub use invitation::{Code, Invited, NoCode};
pub use live::{CloseReason, FromPage, ToPage};
pub use view::{
    Cancelled, Fairness, Identity, MatchView, Outage, Person, PersonKind, Presence, Queue, Stage, Step,
    Whoami,
};

/// The version of this protocol. A page of another version is told to reload.
pub const PROTOCOL: u32 = 1;

/// How long a match id is.
const ID_LENGTH: usize = 22;

/// The id of a match: letters and digits that cannot be guessed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct MatchId(String);

/// What is no match id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMatchId;

impl fmt::Display for NoMatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no match id: expected letters a-z and digits")
    }
}

impl std::error::Error for NoMatchId {}

impl MatchId {
    /// The id that these random bytes make: 22 of 36 characters hold 113 bits.
    pub fn from_bytes(bytes: [u8; ID_LENGTH]) -> Self {
        const ALPHABET: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
        Self(
            bytes
                .iter()
                .map(|byte| char::from(ALPHABET[usize::from(*byte) % ALPHABET.len()]))
                .collect(),
        )
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MatchId {
    type Err = NoMatchId;

    fn from_str(text: &str) -> Result<Self, NoMatchId> {
        let is_right = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if is_right {
            Ok(Self(text.to_owned()))
        } else {
            Err(NoMatchId)
        }
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for MatchId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

/// Number of actions applied to a match: the key of the stored action, the guard of a command, and the position in
/// the stream.
pub type Version = u32;
