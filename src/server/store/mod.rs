//! What is kept, behind one trait: the store decides. An append names the version that it follows, and exactly one
//! of all who try succeeds; what a task holds in memory is a cache of what is stored.

mod accounts;
mod invitations;
mod sqlite;

use std::fmt;

use async_trait::async_trait;

pub use accounts::{Account, Accounts, Entry, NewAccount, Page, SessionKey, Standing};
pub use invitations::{Invitation, Invitations};
pub use sqlite::{CareError, Checked, Claim, Disagreement, OpenError, Sqlite, backup, check};

use crate::protocol::{ApiError, Identity, MatchId, Outage, Version};
use crate::rules::Outcome;
use crate::rules::hash::Hash;
use crate::rules::notation::Written;

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

/// The reading of the rules under which new logs are written.
pub const RULES_VERSION: i64 = 1;

/// Somebody as the server knows them: a hash of the secret in their cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerKey(pub Hash);

/// Somebody who waits for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who.
    pub player: PlayerKey,
    /// Their name at that time.
    pub identity: Identity,
    /// SHA-256 of the seed that they drew for this pairing.
    pub commitment: Hash,
    /// Since when.
    pub joined: Millis,
}

/// One of the two players of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub player: PlayerKey,
    /// Their name in this match.
    pub identity: Identity,
    /// SHA-256 of their seed.
    pub commitment: Hash,
    /// Their seed, if they showed it in time. Before the match begins it is nobody else's business.
    pub seed: Option<Hash>,
    /// Whether they have left the result for the lobby.
    pub has_left: bool,
}

/// How the two players of a match came together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// They waited for anybody.
    Queue,
    /// One invited the other.
    Invitation,
}

impl Occasion {
    /// Whether the match counts for scores. Else one could take points from a guest of one's own.
    pub const fn is_scored(self) -> bool {
        matches!(self, Self::Queue)
    }
}

/// How far a stored match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredStage {
    /// Paired; seeds may come until `deadline`.
    Pairing {
        /// When the match begins, with whoever has shown a seed by then.
        deadline: Millis,
    },
    /// Under way.
    Live {
        /// When the match seed was made.
        began: Millis,
        /// When the running phase ends.
        deadline: Millis,
    },
    /// Over.
    Over {
        /// When the match seed was made.
        began: Millis,
        /// How it ended.
        outcome: Outcome,
    },
    /// Nobody showed a seed: no match came about.
    Dissolved,
}

/// A match as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// Which match.
    pub id: MatchId,
    /// Name of the rule set.
    pub ruleset: String,
    /// How its players came together.
    pub occasion: Occasion,
    /// How far it is.
    pub stage: StoredStage,
    /// The server's seed; secret until the match is over.
    pub server_seed: Hash,
    /// A match seed that a test fixed.
    pub fixed_seed: Option<Hash>,
    /// Milliseconds for each phase.
    pub clock_ms: u64,
    /// The players in queue order.
    pub members: [Member; 2],
    /// What was done.
    pub actions: Vec<Written>,
    /// When the server was down.
    pub outages: Vec<Outage>,
}

/// An action to be stored.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which match.
    pub id: MatchId,
    /// The version that it follows.
    pub follows: Version,
    /// The action, with seat and time.
    pub act: Written,
    /// What comes after it.
    pub then: After,
}

/// What comes after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// A phase that ends then.
    Deadline(Millis),
    /// Nothing: the match is over. Whatever the result changes in scores is stored with it.
    Over {
        /// How it ended.
        outcome: Outcome,
        /// The winner's place in the queue order.
        winner: usize,
    },
}

/// Whether a guarded write was the one that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Guarded {
    /// It is stored.
    Stored,
    /// Another came first; nothing was changed.
    Refused,
}

/// The store could not do it; nothing has happened. The cause is logged where it arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable;

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store is unavailable")
    }
}

impl std::error::Error for Unavailable {}

/// What whoever asked is told of it.
impl From<Unavailable> for ApiError {
    fn from(Unavailable: Unavailable) -> Self {
        Self::Unavailable
    }
}

/// Everything that outlives the process. Each write is durable when it returns.
#[async_trait]
pub trait Store: Accounts + Invitations {
    /// Adds somebody to the queue; refused if they are in it already, or in an invitation.
    async fn join(&self, waiting: Waiting) -> Result<Guarded, Unavailable>;

    /// Takes somebody out of the queue; refused if they are not in it.
    async fn unjoin(&self, player: PlayerKey) -> Result<Guarded, Unavailable>;

    /// The queue, earliest first.
    async fn queue(&self) -> Result<Vec<Waiting>, Unavailable>;

    /// Takes both players out of where they waited, as the match's occasion says, and keeps their new match, in one
    /// transaction; refused if either does not wait there any more.
    async fn pair(&self, paired: StoredMatch) -> Result<Guarded, Unavailable>;

    /// Keeps the seed that a player showed, the first one for good; refused if the match does not stand at its
    /// pairing or they do not play in it.
    async fn reveal(&self, id: &MatchId, player: PlayerKey, seed: Hash) -> Result<Guarded, Unavailable>;

    /// The match begins with the seeds that came; refused if it does not stand at its pairing, or none has come.
    async fn begin(&self, id: &MatchId, began: Millis, deadline: Millis) -> Result<Guarded, Unavailable>;

    /// No match comes about; refused if it does not stand at its pairing, or a seed has come.
    async fn dissolve(&self, id: &MatchId) -> Result<Guarded, Unavailable>;

    /// Stores an action; refused if the match does not stand at the version that it follows.
    async fn append(&self, append: Append) -> Result<Guarded, Unavailable>;

    /// Puts off the end of the running phase because the server was down, and keeps that for the log; refused if
    /// the match is not at that version any more.
    async fn put_off(&self, id: &MatchId, outage: Outage, deadline: Millis) -> Result<Guarded, Unavailable>;

    /// A player leaves the result of a match; refused if it is not over or they do not play in it.
    async fn leave(&self, id: &MatchId, player: PlayerKey) -> Result<Guarded, Unavailable>;

    /// A match, if there is one with this id.
    async fn load(&self, id: &MatchId) -> Result<Option<StoredMatch>, Unavailable>;

    /// Every match that is pairing or live.
    async fn under_way(&self) -> Result<Vec<MatchId>, Unavailable>;

    /// The match that a player has not yet left, if there is one.
    async fn bound(&self, player: PlayerKey) -> Result<Option<MatchId>, Unavailable>;
}
