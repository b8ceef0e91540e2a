//! How a game is kept in the browser: seeds and actions, from which everything else follows. Kept after each action, so
//! it survives a crash; it says its version, so a later program knows what it reads.

use serde::{Deserialize, Serialize};

use crate::protocol::MatchId;
use crate::rules::bot::Level;
use crate::rules::hash::Hash;
use crate::rules::notation::Written;

/// The version that this program keeps and reads. An older one is rewritten here when there is one.
pub(super) const FORMAT: &str = "flychess-practice/1";

/// Against whom one plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub(in crate::ui) enum Against {
    /// The computer.
    Computer {
        /// How strong it is.
        level: Opponent,
    },
    /// Somebody at the same screen.
    Neighbour,
}

/// The computer players that a person meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::ui) enum Opponent {
    /// See [`Level::Easy`].
    Easy,
    /// See [`Level::Normal`].
    Normal,
    /// See [`Level::Hard`].
    Hard,
}

impl From<Opponent> for Level {
    fn from(opponent: Opponent) -> Self {
        match opponent {
            Opponent::Easy => Self::Easy,
            Opponent::Normal => Self::Normal,
            Opponent::Hard => Self::Hard,
        }
    }
}

impl Opponent {
    /// The word for it, as the command line has it.
    pub(in crate::ui) const fn name(self) -> &'static str {
        match self {
            Self::Easy => Level::Easy.name(),
            Self::Normal => Level::Normal.name(),
            Self::Hard => Level::Hard.name(),
        }
    }
}

/// Why a kept game cannot be gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Unusable {
    /// It is not readable.
    Broken,
    /// A later program has kept it.
    Later,
    /// It was played by rules that this program does not have.
    OtherRules,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// What was done.
    pub(super) actions: Vec<Written>,
    pub(super) against: Against,
    /// The first four bytes of the digest of the position after the actions.
    pub(super) check: String,
    /// [`FORMAT`].
    pub(super) format: String,
    pub(super) id: MatchId,
    /// The person's seed; zeros for two at one screen.
    pub(super) own_seed: Hash,
    pub(super) ruleset: String,
    /// The seed that stands for the server.
    pub(super) server_seed: Hash,
    /// When it began, as RFC 3339 in UTC.
    pub(super) started: String,
    /// The same in milliseconds since 1970.
    pub(super) started_ms: u64,
}

impl Saved {
    /// Reads what was kept.
    pub(super) fn read(text: &str) -> Result<Self, Unusable> {
        #[derive(Deserialize)]
        struct Named {
            format: String,
        }
        let named: Named = serde_json::from_str(text).map_err(|_| Unusable::Broken)?;
        if named.format != FORMAT {
            let is_ours = named.format.starts_with("flychess-practice/");
            return Err(if is_ours {
                Unusable::Later
            } else {
                Unusable::Broken
            });
        }
        serde_json::from_str(text).map_err(|_| Unusable::Broken)
    }

    /// Writes it.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("a game has string keys and whole numbers only")
    }

    /// In queue order: the person, then whoever stands against them.
    pub(super) const fn client_seeds(&self) -> [Hash; 2] {
        [self.own_seed, Hash::ZERO]
    }
}
