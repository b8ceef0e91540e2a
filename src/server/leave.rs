//! Leaving in good order: one signal begins it, everything that must know watches one token.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;
use tracing::{error, info};

/// So many sockets are closed at the same time: thousands at once would all write, and come back, in one moment.
const AT_ONCE: usize = 64;

/// A cheap handle on whether the server is about to stop.
#[derive(Clone, Debug)]
pub struct Leaving {
    begun: CancellationToken,
    /// Sockets, which the listener does not wait for.
    sockets: TaskTracker,
    door: Arc<Semaphore>,
}

impl Default for Leaving {
    fn default() -> Self {
        Self {
            begun: CancellationToken::new(),
            sockets: TaskTracker::new(),
            door: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Leaving {
    /// Tells everybody that the server stops.
    pub fn begin(&self) {
        self.begun.cancel();
        self.sockets.close();
    }

    /// Whether the server stops.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begun.is_cancelled()
    }

    /// Comes back once the server stops and every socket has been told so and closed.
    pub async fn all_gone(&self) {
        self.begun.cancelled().await;
        self.sockets.wait().await;
    }

    /// Counts a socket for as long as the token is held.
    pub(super) fn count(&self) -> TaskTrackerToken {
        self.sockets.token()
    }

    /// Waits for a socket's turn to be closed, which lasts as long as the permit is held.
    pub(super) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The door is never closed.
        Arc::clone(&self.door).acquire_owned().await.ok()
    }

    /// Comes back once the server stops.
    pub(super) async fn begun(self) {
        self.begun.cancelled().await;
    }

    /// Comes back when the server has been stopping for `patience`.
    pub(super) async fn out_of_patience(self, patience: Duration) {
        self.begun.cancelled().await;
        tokio::time::sleep(patience).await;
    }
}

/// Waits for SIGINT or SIGTERM and begins to leave.
pub(super) async fn on_signal(leaving: Leaving) {
    tokio::select! {
        () = interrupt() => info!("interrupted, leaving"),
        () = terminate() => info!("told to terminate, leaving"),
    }
    leaving.begin();
}

async fn interrupt() {
    if let Err(cause) = tokio::signal::ctrl_c().await {
        error!(%cause, "SIGINT cannot be heard");
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminate() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut told) => {
            told.recv().await;
        }
        Err(cause) => {
            error!(%cause, "SIGTERM cannot be heard");
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(not(unix))]
async fn terminate() {
    std::future::pending::<()>().await;
}
