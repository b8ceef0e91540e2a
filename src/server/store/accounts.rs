//! What is kept of accounts, of who is logged in, and of scores.

use async_trait::async_trait;

use super::{Guarded, Millis, PlayerKey, Unavailable};
use crate::protocol::{Identity, MatchId, Turn};
use crate::rules::Reason;
use crate::rules::hash::Hash;

/// A browser that is logged in: a hash of the secret in its cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionKey(pub Hash);

/// An account, as far as it acts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The key under which everything is stored that is done with it.
    pub player: PlayerKey,
    /// The nickname.
    pub name: String,
}

/// An account to be made, and the browser that is logged in with it from the beginning.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// Key and nickname.
    pub account: Account,
    /// The nickname without regard to case.
    pub folded: String,
    /// What it looks like; no other account may share any of these.
    pub looks: Vec<String>,
    /// A hash of the login credential.
    pub credential: Hash,
    /// The browser.
    pub session: SessionKey,
    /// When.
    pub at: Millis,
}

/// An account's result so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
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
    /// When the account was made.
    pub since: Millis,
}

/// Some entries of a list, and whether there are more on either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries.
    pub rows: Vec<T>,
    /// Whether others come before them.
    pub has_above: bool,
    /// Whether others come after them.
    pub has_below: bool,
}

/// A row of the ledger with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which match.
    pub id: MatchId,
    /// When it ended.
    pub at: Millis,
    /// What it changed.
    pub change: i8,
    /// Why it ended.
    pub reason: Reason,
    /// Who the other was.
    pub opponent: Identity,
}

/// Accounts, sessions and scores. Each write is durable when it returns.
#[async_trait]
pub trait Accounts: Send + Sync + 'static {
    /// Makes an account and logs its browser in; refused if its name, or one that looks like it, is taken.
    async fn create_account(&self, new: NewAccount) -> Result<Guarded, Unavailable>;

    /// Logs a browser in, if an account has this credential.
    async fn log_in(
        &self,
        credential: Hash,
        session: SessionKey,
        at: Millis,
    ) -> Result<Option<Account>, Unavailable>;

    /// Logs a browser out; refused if it was not logged in.
    async fn log_out(&self, session: SessionKey) -> Result<Guarded, Unavailable>;

    /// Gives the account of a browser another credential, and logs out its other browsers, which are returned;
    /// nothing if this one is not logged in.
    async fn renew_credential(
        &self,
        session: SessionKey,
        credential: Hash,
    ) -> Result<Option<Vec<SessionKey>>, Unavailable>;

    /// The account with which a browser is logged in.
    async fn account(&self, session: SessionKey) -> Result<Option<Account>, Unavailable>;

    /// How an account stands.
    async fn standing(&self, player: PlayerKey) -> Result<Option<Standing>, Unavailable>;

    /// The account with this name, without regard to case, and how it stands.
    async fn named(&self, folded: &str) -> Result<Option<(PlayerKey, Standing)>, Unavailable>;

    /// How many have a rank.
    async fn ranked(&self) -> Result<u64, Unavailable>;

    /// Who has played, best first, beside an account that is named without regard to case.
    async fn leaderboard(&self, turn: Turn<String>, most: usize) -> Result<Page<Standing>, Unavailable>;

    /// The matches of an account that counted, latest first, beside one of them.
    async fn history(
        &self,
        player: PlayerKey,
        turn: Turn<MatchId>,
        most: usize,
    ) -> Result<Page<Entry>, Unavailable>;
}
