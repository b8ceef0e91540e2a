//! What a page is shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Code, MatchId, Version};
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
pub use crate::rules::record::{Person, PersonKind};
use crate::rules::{BySeat, Drawn, Position, Seat};

/// Who somebody is to others: a name that never changes within a match.
pub type Identity = Person;

/// Who I am, and where I am bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Whoami {
    /// My name and kind.
    pub identity: Identity,
    /// My score; guests have none.
    pub score: Option<i64>,
    /// My place in the queue, if I wait.
    pub queue: Queue,
    /// The match that I have not yet left for the lobby, if there is one.
    pub bound: Option<MatchId>,
}

/// Whether I wait for an opponent, and for whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Queue {
    /// I do not wait.
    Out,
    /// I wait.
    Waiting {
        /// Milliseconds since I joined.
        waited_ms: u64,
    },
    /// I have invited somebody.
    Inviting {
        /// The code that leads them to me.
        code: Code,
        /// Milliseconds until it ends unused.
        left_ms: u64,
    },
    /// I have taken up an invitation; whoever made it is not there at the moment.
    Accepted {
        /// Its code.
        code: Code,
        /// Milliseconds until it ends unused.
        left_ms: u64,
    },
}

/// What became of leaving the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Cancelled {
    /// I do not wait any more.
    Cancelled,
    /// It was too late: an opponent was found.
    Matched {
        /// The match.
        id: MatchId,
    },
    /// I did not wait.
    NotWaiting,
}

/// One applied action with what chance gave for it: enough to follow the match with the same engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Who did what, and when: milliseconds since the match began.
    pub act: Written,
    /// What was drawn, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawn>,
    /// The first four bytes of the digest of the position after it, in hex: a page that got elsewhere notices.
    pub check: String,
}

impl Step {
    /// What `check` is after a step that led to this position.
    pub fn check(position: &Position) -> String {
        let mut check = Hash(position.digest()).to_string();
        check.truncate(8);
        check
    }
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Paired; the players show their seeds.
    Pairing,
    /// Under way.
    Live,
    /// Over.
    Over,
    /// No match came about: nobody showed a seed in time.
    Dissolved,
}

/// Time in which the server was down, as the log tells it (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    /// When it was over, in milliseconds since 1970-01-01 UTC: no two of a match are alike in it.
    pub at_ms: i64,
    /// The version at which the match stood.
    pub version: Version,
    /// Milliseconds that the running phase was given at least.
    pub granted_ms: u64,
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// For each seat, whether any tab of its player is connected.
    #[serde(deserialize_with = "there")]
    pub seats: BySeat<Option<bool>>,
    /// How many others watch, however many tabs each has.
    pub watchers: u32,
}

/// Values that are no objects; public documents have none such by seat.
fn there<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<Option<bool>>, D::Error> {
    let there = BTreeMap::<Seat, bool>::deserialize(deserializer)?;
    Ok(BySeat::from_fn(|seat| there.get(&seat).copied()))
}

/// What is said of the dice before the match is over: commitments, and who was absent. Arrays in queue order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fairness {
    /// The server's commitment.
    pub server_commitment: Hash,
    /// The players' commitments.
    pub client_commitments: [Hash; 2],
    /// The seeds that the players showed.
    pub client_seeds: [Hash; 2],
    /// Whose seed did not come in time.
    pub absent: [bool; 2],
}

/// A whole match as one who looks at it sees it; with it the page follows by playing the steps again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchView {
    /// Which match.
    pub id: MatchId,
    /// Name of its rule set.
    pub ruleset: String,
    /// How far it is.
    pub stage: Stage,
    /// My seat; `None` for who watches, and before the seats are drawn.
    pub me: Option<Seat>,
    /// My place in the queue, 0 or 1; `None` for who watches.
    pub order: Option<u8>,
    /// Who plays; nobody yet while pairing.
    pub players: BySeat<Option<Identity>>,
    /// What is said of the dice.
    pub fairness: Fairness,
    /// Whether the result counts for the scores of nickname accounts.
    pub scored: bool,
    /// Milliseconds for each phase.
    pub clock_ms: u64,
    /// Milliseconds left in the running phase, or for showing the seeds.
    pub left_ms: Option<u64>,
    /// What was drawn for the opening.
    pub opening: Vec<Drawn>,
    /// Every step so far; the match's version is their number.
    pub steps: Vec<Step>,
    /// Who is there.
    pub presence: Presence,
    /// When the server was down.
    pub outages: Vec<Outage>,
    /// Whether I have left the result for the lobby.
    pub left: bool,
}

impl MatchView {
    /// The version at which the match stands.
    pub fn version(&self) -> Version {
        Version::try_from(self.steps.len()).unwrap_or(Version::MAX)
    }
}
