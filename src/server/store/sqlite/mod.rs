//! The store in an SQLite file: write-ahead log, `synchronous=FULL`, one writer that commits what has gathered
//! while it was busy in one transaction, readers in a pool of their own.
//!
//! `claim` keeps other servers off, `open` prepares the file, `writer` is the only one that writes, `queue`, `invitations`, `matches` and `accounts` are
//! what it is told to do, `scores` is the ledger and what is counted by it; `read` is what the readers do, `row` knows the columns.

mod accounts;
mod care;
mod claim;
mod invitations;
mod matches;
mod open;
mod queue;
mod read;
mod row;
mod scores;
mod writer;

use async_trait::async_trait;
use sqlx::sqlite::SqlitePool;

pub use care::{CareError, Checked, Disagreement, backup, check};
pub use claim::Claim;
pub use open::OpenError;
use row::unavailable;
use writer::Writer;

use super::{
    Account, Accounts, After, Append, Entry, Guarded, Invitation, Invitations, Member, Millis, NewAccount,
    Occasion, Page, PlayerKey, RULES_VERSION, SessionKey, Standing, Store, StoredMatch, StoredStage,
    Unavailable, Waiting,
};
use crate::protocol::{Code, MatchId, Outage, Turn};
use crate::rules::hash::Hash;

/// The store in an SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
}

#[async_trait]
impl Store for Sqlite {
    async fn join(&self, waiting: Waiting) -> Result<Guarded, Unavailable> {
        self.writer
            .write(|connection| Box::pin(queue::join(connection, waiting)))
            .await
    }

    async fn unjoin(&self, player: PlayerKey) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(queue::unjoin(connection, player)))
            .await
    }

    async fn queue(&self) -> Result<Vec<Waiting>, Unavailable> {
        read::queue(&self.readers).await.map_err(unavailable)
    }

    async fn pair(&self, paired: StoredMatch) -> Result<Guarded, Unavailable> {
        self.writer
            .write(|connection| Box::pin(matches::pair(connection, paired)))
            .await
    }

    async fn reveal(&self, id: &MatchId, player: PlayerKey, seed: Hash) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(move |connection| Box::pin(matches::reveal(connection, id, player, seed)))
            .await
    }

    async fn begin(&self, id: &MatchId, began: Millis, deadline: Millis) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(move |connection| Box::pin(matches::begin(connection, id, began, deadline)))
            .await
    }

    async fn dissolve(&self, id: &MatchId) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(|connection| Box::pin(matches::dissolve(connection, id)))
            .await
    }

    async fn append(&self, append: Append) -> Result<Guarded, Unavailable> {
        self.writer
            .write(|connection| Box::pin(matches::append(connection, append)))
            .await
    }

    async fn put_off(&self, id: &MatchId, outage: Outage, deadline: Millis) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(move |connection| Box::pin(matches::put_off(connection, id, outage, deadline)))
            .await
    }

    async fn leave(&self, id: &MatchId, player: PlayerKey) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(move |connection| Box::pin(matches::leave(connection, id, player)))
            .await
    }

    async fn load(&self, id: &MatchId) -> Result<Option<StoredMatch>, Unavailable> {
        let mut connection = self.readers.acquire().await.map_err(unavailable)?;
        read::load(&mut connection, id).await.map_err(unavailable)
    }

    async fn under_way(&self) -> Result<Vec<MatchId>, Unavailable> {
        read::under_way(&self.readers).await.map_err(unavailable)
    }

    async fn bound(&self, player: PlayerKey) -> Result<Option<MatchId>, Unavailable> {
        read::bound(&self.readers, player).await.map_err(unavailable)
    }
}

#[async_trait]
impl Invitations for Sqlite {
    async fn invite(&self, code: Code, host: Waiting) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(invitations::invite(connection, code, host)))
            .await
    }

    async fn accept(&self, code: Code, guest: Waiting) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(invitations::accept(connection, code, guest)))
            .await
    }

    async fn withdraw(&self, host: PlayerKey) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(invitations::withdraw(connection, host)))
            .await
    }

    async fn step_back(&self, guest: PlayerKey) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(invitations::step_back(connection, guest)))
            .await
    }

    async fn invitations(&self) -> Result<Vec<Invitation>, Unavailable> {
        invitations::all(&self.readers).await.map_err(unavailable)
    }
}

#[async_trait]
impl Accounts for Sqlite {
    async fn create_account(&self, new: NewAccount) -> Result<Guarded, Unavailable> {
        self.writer
            .write(|connection| Box::pin(accounts::create(connection, new)))
            .await
    }

    async fn log_in(
        &self,
        credential: Hash,
        session: SessionKey,
        at: Millis,
    ) -> Result<Option<Account>, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(accounts::log_in(connection, credential, session, at)))
            .await
    }

    async fn log_out(&self, session: SessionKey) -> Result<Guarded, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(accounts::log_out(connection, session)))
            .await
    }

    async fn renew_credential(
        &self,
        session: SessionKey,
        credential: Hash,
    ) -> Result<Option<Vec<SessionKey>>, Unavailable> {
        self.writer
            .write(move |connection| Box::pin(accounts::renew_credential(connection, session, credential)))
            .await
    }

    async fn account(&self, session: SessionKey) -> Result<Option<Account>, Unavailable> {
        accounts::of_session(&self.readers, session)
            .await
            .map_err(unavailable)
    }

    async fn standing(&self, player: PlayerKey) -> Result<Option<Standing>, Unavailable> {
        scores::of_player(&self.readers, player)
            .await
            .map_err(unavailable)
    }

    async fn named(&self, folded: &str) -> Result<Option<(PlayerKey, Standing)>, Unavailable> {
        scores::named(&self.readers, folded).await.map_err(unavailable)
    }

    async fn ranked(&self) -> Result<u64, Unavailable> {
        scores::ranked(&self.readers).await.map_err(unavailable)
    }

    async fn leaderboard(&self, turn: Turn<String>, most: usize) -> Result<Page<Standing>, Unavailable> {
        scores::leaderboard(&self.readers, turn, most)
            .await
            .map_err(unavailable)
    }

    async fn history(
        &self,
        player: PlayerKey,
        turn: Turn<MatchId>,
        most: usize,
    ) -> Result<Page<Entry>, Unavailable> {
        scores::history(&self.readers, player, turn, most)
            .await
            .map_err(unavailable)
    }
}
