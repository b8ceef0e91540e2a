//! The one writer: it takes what has gathered while it was busy and commits that in one transaction.

use futures_util::future::BoxFuture;
use sqlx::SqliteConnection;
use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::Unavailable;

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

/// A cheap handle on the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts the writer on a connection of its own.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (jobs, waiting) = mpsc::channel(BACKLOG);
        tokio::spawn(write_all(connection, waiting));
        Self { jobs }
    }

    /// Runs a write in the writer's next transaction and waits until that is durable.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, Unavailable>
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
        self.jobs.send(job).await.map_err(|_| Unavailable)?;
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
