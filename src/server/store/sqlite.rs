//! The store in an SQLite file: write-ahead log, `synchronous=FULL`, one writer that commits what has gathered
//! while it was busy in one transaction, readers in a pool of their own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::{
    After, Append, Guarded, Member, Millis, PlayerKey, RULES_VERSION, Store, StoredMatch, StoredStage,
    Unavailable, Waiting,
};
use crate::protocol::{Identity, MatchId, Outage};
use crate::rules::hash::Hash;
use crate::rules::record::PersonKind;
use crate::rules::{Outcome, Reason, Seat};

/// Writes that wait for the writer; more make their senders wait.
const BACKLOG: usize = 4096;
/// Writes that one transaction takes at most.
const BATCH: usize = 512;

/// A write that runs inside the writer's transaction, and then hears whether that was committed.
type Job = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Box<dyn Finish>> + Send>;

/// The second half of a write.
trait Finish: Send {
    /// Whether it went well inside the transaction, so that what it did is to be kept.
    fn is_ok(&self) -> bool;
    /// Tells whoever waits.
    fn finish(self: Box<Self>, committed: bool);
}

struct Done<T> {
    result: Result<T, Unavailable>,
    reply: oneshot::Sender<Result<T, Unavailable>>,
}

impl<T: Send> Finish for Done<T> {
    fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    fn finish(self: Box<Self>, committed: bool) {
        // Whoever asked may have gone; what is stored is stored.
        let _ = self
            .reply
            .send(if committed { self.result } else { Err(Unavailable) });
    }
}

/// The store in an SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    writer: mpsc::Sender<Job>,
    readers: SqlitePool,
}

/// Why the file could not be opened as a store.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder for it cannot be made.
    Folder(PathBuf, std::io::Error),
    /// The file cannot be opened or is no database.
    File(PathBuf, sqlx::Error),
    /// It cannot be brought to the form that this program knows.
    Migrate(PathBuf, MigrateError),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(path, cause) => write!(f, "the folder {} cannot be made: {cause}", path.display()),
            Self::File(path, cause) => write!(f, "the database {} cannot be opened: {cause}", path.display()),
            Self::Migrate(path, cause) => {
                write!(
                    f,
                    "the database {} cannot be brought up to date: {cause}",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl Sqlite {
    /// Opens the file, making it and bringing it up to date where needed.
    ///
    /// # Errors
    ///
    /// When the file cannot be made, opened or brought up to date.
    pub async fn open(file: &Path) -> Result<Self, OpenError> {
        if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|cause| OpenError::Folder(folder.to_owned(), cause))?;
        }
        let failed = |cause| OpenError::File(file.to_owned(), cause);
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
        sqlx::migrate!("migrations/sqlite")
            .run(&mut connection)
            .await
            .map_err(|cause| OpenError::Migrate(file.to_owned(), cause))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await
            .map_err(failed)?;
        let (writer, jobs) = mpsc::channel(BACKLOG);
        tokio::spawn(write_all(connection, jobs));
        Ok(Self { writer, readers })
    }

    /// Runs a write in the writer's next transaction and waits until that is durable.
    async fn write<T, F>(&self, work: F) -> Result<T, Unavailable>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, sqlx::Result<T>> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            Box::pin(async move {
                let result = work(connection).await.map_err(|cause| {
                    error!(%cause, "a write failed");
                    Unavailable
                });
                Box::new(Done { result, reply }) as Box<dyn Finish>
            })
        });
        self.writer.send(job).await.map_err(|_| Unavailable)?;
        answer.await.map_err(|_| Unavailable)?
    }
}

/// The writer: takes what has gathered, runs it in one transaction, then tells everybody.
async fn write_all(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let mut finishes = Vec::with_capacity(batch.len());
        let committed = match run_batch(&mut connection, &mut batch, &mut finishes).await {
            Ok(()) => true,
            Err(cause) => {
                error!(%cause, "a transaction failed");
                // A transaction that is still open would block the next one; if there is none this does nothing.
                let _ = sqlx::query("ROLLBACK").execute(&mut connection).await;
                false
            }
        };
        batch.clear();
        for finish in finishes {
            finish.finish(committed);
        }
    }
}

async fn run_batch(
    connection: &mut SqliteConnection,
    batch: &mut Vec<Job>,
    finishes: &mut Vec<Box<dyn Finish>>,
) -> sqlx::Result<()> {
    // A read transaction that turns into a write fails at once; this one is a write from its beginning.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    for job in batch.drain(..) {
        sqlx::query("SAVEPOINT job").execute(&mut *connection).await?;
        let finish = job(connection).await;
        let is_ok = finish.is_ok();
        finishes.push(finish);
        if !is_ok {
            sqlx::query("ROLLBACK TO job").execute(&mut *connection).await?;
        }
        sqlx::query("RELEASE job").execute(&mut *connection).await?;
    }
    sqlx::query("COMMIT").execute(&mut *connection).await?;
    Ok(())
}

fn guarded(rows: u64) -> Guarded {
    if rows > 0 {
        Guarded::Stored
    } else {
        Guarded::Refused
    }
}

fn unavailable(cause: sqlx::Error) -> Unavailable {
    error!(%cause, "a read failed");
    Unavailable
}

/// A row that holds what this program never writes.
fn broken(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

fn hash(row: &SqliteRow, column: &str) -> sqlx::Result<Hash> {
    optional_hash(row, column)?.ok_or_else(|| broken("a hash that is missing"))
}

fn optional_hash(row: &SqliteRow, column: &str) -> sqlx::Result<Option<Hash>> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes
        .map(|bytes| {
            bytes
                .try_into()
                .map(Hash)
                .map_err(|_| broken("a hash that is not 32 bytes"))
        })
        .transpose()
}

/// Words in columns are those of the public formats.
fn word<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn read_word<T: serde::de::DeserializeOwned>(word: String) -> sqlx::Result<T> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(|_| broken("a word that is not known"))
}

fn identity(row: &SqliteRow) -> sqlx::Result<Identity> {
    let kind: PersonKind = read_word(row.try_get("kind")?)?;
    Ok(Identity {
        kind,
        name: row.try_get("name")?,
    })
}

fn waiting(row: &SqliteRow) -> sqlx::Result<Waiting> {
    Ok(Waiting {
        player: PlayerKey(hash(row, "player")?),
        identity: identity(row)?,
        commitment: hash(row, "commitment")?,
        joined: row.try_get("joined_ms")?,
    })
}

fn member(row: &SqliteRow) -> sqlx::Result<Member> {
    Ok(Member {
        player: PlayerKey(hash(row, "player")?),
        identity: identity(row)?,
        commitment: hash(row, "commitment")?,
        seed: optional_hash(row, "seed")?,
        has_left: row.try_get("has_left")?,
    })
}

fn stage(row: &SqliteRow) -> sqlx::Result<StoredStage> {
    let deadline = || {
        row.try_get::<Option<Millis>, _>("deadline_ms")?
            .ok_or_else(|| broken("no deadline"))
    };
    let began = || {
        row.try_get::<Option<Millis>, _>("began_ms")?
            .ok_or_else(|| broken("no beginning"))
    };
    match row.try_get::<String, _>("stage")?.as_str() {
        "pairing" => Ok(StoredStage::Pairing {
            deadline: deadline()?,
        }),
        "live" => Ok(StoredStage::Live {
            began: began()?,
            deadline: deadline()?,
        }),
        "over" => {
            let winner: Seat = read_word(row.try_get("winner")?)?;
            let reason: Reason = read_word(row.try_get("reason")?)?;
            Ok(StoredStage::Over {
                began: began()?,
                outcome: Outcome { reason, winner },
            })
        }
        "dissolved" => Ok(StoredStage::Dissolved),
        _ => Err(broken("a stage that is not known")),
    }
}

async fn load(connection: &mut SqliteConnection, id: &MatchId) -> sqlx::Result<Option<StoredMatch>> {
    // One read transaction, so that the parts are of one moment.
    let mut read = connection.begin().await?;
    let found = sqlx::query("SELECT * FROM matches WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(&mut *read)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let members = sqlx::query("SELECT * FROM players WHERE match_id = ? ORDER BY place")
        .bind(id.as_str())
        .fetch_all(&mut *read)
        .await?;
    let actions =
        sqlx::query_scalar::<_, String>("SELECT act FROM actions WHERE match_id = ? ORDER BY version")
            .bind(id.as_str())
            .fetch_all(&mut *read)
            .await?;
    let outages = sqlx::query("SELECT version, granted_ms FROM outages WHERE match_id = ? ORDER BY at_ms")
        .bind(id.as_str())
        .fetch_all(&mut *read)
        .await?;
    read.commit().await?;
    let [first, second] = members.as_slice() else {
        return Err(broken("a match without two players"));
    };
    let outage = |row: &SqliteRow| {
        let granted: i64 = row.try_get("granted_ms")?;
        Ok(Outage {
            version: row.try_get("version")?,
            granted_ms: granted.unsigned_abs(),
        })
    };
    Ok(Some(StoredMatch {
        id: id.clone(),
        ruleset: row.try_get("ruleset")?,
        stage: stage(&row)?,
        server_seed: hash(&row, "server_seed")?,
        fixed_seed: optional_hash(&row, "fixed_seed")?,
        clock_ms: row.try_get::<i64, _>("clock_ms")?.unsigned_abs(),
        members: [member(first)?, member(second)?],
        actions: actions
            .iter()
            .map(|act| serde_json::from_str(act).map_err(|_| broken("an action that is not known")))
            .collect::<sqlx::Result<_>>()?,
        outages: outages.iter().map(outage).collect::<sqlx::Result<_>>()?,
    }))
}

#[async_trait]
impl Store for Sqlite {
    async fn join(&self, waiting: Waiting) -> Result<Guarded, Unavailable> {
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "INSERT INTO queue (player, name, kind, commitment, joined_ms) VALUES (?, ?, ?, ?, ?)
                     ON CONFLICT (player) DO NOTHING",
                )
                .bind(waiting.player.0.0.to_vec())
                .bind(waiting.identity.name)
                .bind(word(&waiting.identity.kind))
                .bind(waiting.commitment.0.to_vec())
                .bind(waiting.joined)
                .execute(connection)
                .await?;
                Ok(guarded(done.rows_affected()))
            })
        })
        .await
    }

    async fn unjoin(&self, player: PlayerKey) -> Result<Guarded, Unavailable> {
        self.write(move |connection| {
            Box::pin(async move {
                let query = sqlx::query("DELETE FROM queue WHERE player = ?").bind(player.0.0.to_vec());
                Ok(guarded(query.execute(connection).await?.rows_affected()))
            })
        })
        .await
    }

    async fn queue(&self) -> Result<Vec<Waiting>, Unavailable> {
        let rows = sqlx::query("SELECT * FROM queue ORDER BY place")
            .fetch_all(&self.readers)
            .await;
        rows.and_then(|rows| rows.iter().map(waiting).collect())
            .map_err(unavailable)
    }

    async fn pair(&self, paired: StoredMatch) -> Result<Guarded, Unavailable> {
        self.write(move |connection| Box::pin(pair(connection, paired)))
            .await
    }

    async fn reveal(&self, id: &MatchId, player: PlayerKey, seed: Hash) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE players SET seed = coalesce(seed, ?3) WHERE match_id = ?1 AND player = ?2
                     AND (SELECT stage FROM matches WHERE id = ?1) = 'pairing'",
                )
                .bind(id.as_str())
                .bind(player.0.0.to_vec())
                .bind(seed.0.to_vec())
                .execute(connection)
                .await?;
                Ok(guarded(done.rows_affected()))
            })
        })
        .await
    }

    async fn begin(&self, id: &MatchId, began: Millis, deadline: Millis) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE matches SET stage = 'live', began_ms = ?2, deadline_ms = ?3
                     WHERE id = ?1 AND stage = 'pairing'
                     AND EXISTS (SELECT 1 FROM players WHERE match_id = ?1 AND seed IS NOT NULL)",
                )
                .bind(id.as_str())
                .bind(began)
                .bind(deadline)
                .execute(connection)
                .await?;
                Ok(guarded(done.rows_affected()))
            })
        })
        .await
    }

    async fn dissolve(&self, id: &MatchId) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE matches SET stage = 'dissolved', deadline_ms = NULL
                     WHERE id = ?1 AND stage = 'pairing'
                     AND NOT EXISTS (SELECT 1 FROM players WHERE match_id = ?1 AND seed IS NOT NULL)",
                )
                .bind(id.as_str())
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() > 0 {
                    // Nothing came about, so nobody is bound by it.
                    sqlx::query("UPDATE players SET has_left = 1 WHERE match_id = ?")
                        .bind(id.as_str())
                        .execute(connection)
                        .await?;
                }
                Ok(guarded(done.rows_affected()))
            })
        })
        .await
    }

    async fn append(&self, append: Append) -> Result<Guarded, Unavailable> {
        self.write(move |connection| Box::pin(store_action(connection, append)))
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
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE matches SET deadline_ms = ? WHERE id = ? AND version = ? AND stage IN ('pairing', 'live')",
                )
                .bind(deadline)
                .bind(id.as_str())
                .bind(outage.version)
                .execute(&mut *connection)
                .await?;
                if done.rows_affected() == 0 {
                    return Ok(Guarded::Refused);
                }
                sqlx::query("INSERT OR REPLACE INTO outages (match_id, version, at_ms, granted_ms) VALUES (?, ?, ?, ?)")
                    .bind(id.as_str())
                    .bind(outage.version)
                    .bind(at)
                    .bind(i64::try_from(outage.granted_ms).unwrap_or(i64::MAX))
                    .execute(connection)
                    .await?;
                Ok(Guarded::Stored)
            })
        })
        .await
    }

    async fn leave(&self, id: &MatchId, player: PlayerKey) -> Result<Guarded, Unavailable> {
        let id = id.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let done = sqlx::query(
                    "UPDATE players SET has_left = 1 WHERE match_id = ?1 AND player = ?2
                     AND (SELECT stage FROM matches WHERE id = ?1) IN ('over', 'dissolved')",
                )
                .bind(id.as_str())
                .bind(player.0.0.to_vec())
                .execute(connection)
                .await?;
                Ok(guarded(done.rows_affected()))
            })
        })
        .await
    }

    async fn load(&self, id: &MatchId) -> Result<Option<StoredMatch>, Unavailable> {
        let mut connection = self.readers.acquire().await.map_err(unavailable)?;
        load(&mut connection, id).await.map_err(unavailable)
    }

    async fn under_way(&self) -> Result<Vec<MatchId>, Unavailable> {
        let ids =
            sqlx::query_scalar::<_, String>("SELECT id FROM matches WHERE stage IN ('pairing', 'live')")
                .fetch_all(&self.readers)
                .await
                .map_err(unavailable)?;
        ids.iter()
            .map(|id| {
                id.parse()
                    .map_err(|_| unavailable(broken("a match id that is none")))
            })
            .collect()
    }

    async fn bound(&self, player: PlayerKey) -> Result<Option<MatchId>, Unavailable> {
        let id = sqlx::query_scalar::<_, String>(
            "SELECT match_id FROM players JOIN matches ON matches.id = match_id
             WHERE player = ? AND has_left = 0 ORDER BY created_ms DESC LIMIT 1",
        )
        .bind(player.0.0.to_vec())
        .fetch_optional(&self.readers)
        .await
        .map_err(unavailable)?;
        id.map(|id| {
            id.parse()
                .map_err(|_| unavailable(broken("a match id that is none")))
        })
        .transpose()
    }
}

async fn pair(connection: &mut SqliteConnection, paired: StoredMatch) -> sqlx::Result<Guarded> {
    let [first, second] = &paired.members;
    let StoredStage::Pairing { deadline } = paired.stage else {
        return Ok(Guarded::Refused);
    };
    let waiting: i64 = sqlx::query_scalar("SELECT count(*) FROM queue WHERE player IN (?, ?)")
        .bind(first.player.0.0.to_vec())
        .bind(second.player.0.0.to_vec())
        .fetch_one(&mut *connection)
        .await?;
    if waiting != 2 {
        return Ok(Guarded::Refused);
    }
    sqlx::query("DELETE FROM queue WHERE player IN (?, ?)")
        .bind(first.player.0.0.to_vec())
        .bind(second.player.0.0.to_vec())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO matches (id, ruleset, rules_version, stage, server_seed, fixed_seed, created_ms, clock_ms, deadline_ms)
         VALUES (?, ?, ?, 'pairing', ?, ?, ?, ?, ?)",
    )
    .bind(paired.id.as_str())
    .bind(&paired.ruleset)
    .bind(RULES_VERSION)
    .bind(paired.server_seed.0.to_vec())
    .bind(paired.fixed_seed.map(|seed| seed.0.to_vec()))
    .bind(deadline)
    .bind(i64::try_from(paired.clock_ms).unwrap_or(i64::MAX))
    .bind(deadline)
    .execute(&mut *connection)
    .await?;
    for (place, member) in (0_i64..).zip(&paired.members) {
        sqlx::query(
            "INSERT INTO players (match_id, place, player, name, kind, commitment) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(paired.id.as_str())
        .bind(place)
        .bind(member.player.0.0.to_vec())
        .bind(&member.identity.name)
        .bind(word(&member.identity.kind))
        .bind(member.commitment.0.to_vec())
        .execute(&mut *connection)
        .await?;
    }
    Ok(Guarded::Stored)
}

async fn store_action(connection: &mut SqliteConnection, append: Append) -> sqlx::Result<Guarded> {
    let (stage, deadline, outcome) = match append.then {
        After::Deadline(deadline) => ("live", Some(deadline), None),
        After::Over(outcome) => ("over", None, Some(outcome)),
    };
    let moved = sqlx::query(
        "UPDATE matches SET version = version + 1, stage = ?, deadline_ms = ?, winner = ?, reason = ?
         WHERE id = ? AND version = ? AND stage = 'live'",
    )
    .bind(stage)
    .bind(deadline)
    .bind(outcome.map(|outcome| word(&outcome.winner)))
    .bind(outcome.map(|outcome| word(&outcome.reason)))
    .bind(append.id.as_str())
    .bind(append.follows)
    .execute(&mut *connection)
    .await?;
    if moved.rows_affected() == 0 {
        return Ok(Guarded::Refused);
    }
    let act = serde_json::to_string(&append.act).map_err(|_| broken("an action that cannot be written"))?;
    sqlx::query("INSERT INTO actions (match_id, version, act) VALUES (?, ?, ?)")
        .bind(append.id.as_str())
        .bind(append.follows)
        .bind(act)
        .execute(connection)
        .await?;
    Ok(Guarded::Stored)
}
