//! The store in an SQLite file: write-ahead log, `synchronous=FULL`, one writer that commits what has gathered
//! while it was busy in one transaction, readers in a pool of their own.
//!
//! `open` prepares the file, `writer` is the only one that writes, `queue` and `matches` are what it is told to do,
//! `read` is what the readers do; `row` knows the columns.

mod matches;
mod open;
mod queue;
mod read;
mod row;
mod writer;

use async_trait::async_trait;
use sqlx::sqlite::SqlitePool;

pub use open::OpenError;
use row::unavailable;
use writer::Writer;

use super::{
    After, Append, Guarded, Member, Millis, PlayerKey, RULES_VERSION, Store, StoredMatch, StoredStage,
    Unavailable, Waiting,
};
use crate::protocol::{MatchId, Outage};
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

    async fn put_off(
        &self,
        id: &MatchId,
        outage: Outage,
        at: Millis,
        deadline: Millis,
    ) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.writer
            .write(move |connection| Box::pin(matches::put_off(connection, id, outage, at, deadline)))
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
