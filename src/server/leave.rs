//! Leaving in good order: one signal begins it, everything that must know watches one token.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::{error, info};

/// A cheap handle on whether the server is about to stop.
#[derive(Clone, Debug, Default)]
pub struct Leaving(CancellationToken);

impl Leaving {
    /// Tells everybody that the server stops.
    pub fn begin(&self) {
        self.0.cancel();
    }

    /// Whether the server stops.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.0.is_cancelled()
    }

    /// Comes back once the server stops.
    pub(super) async fn begun(self) {
        self.0.cancelled().await;
    }

    /// Comes back when the server has been stopping for `patience`.
    pub(super) async fn out_of_patience(self, patience: Duration) {
        self.0.cancelled().await;
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
