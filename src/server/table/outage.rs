//! What is granted for time in which the server was down, or did not run.

use std::time::Duration;

use tokio::time::Instant;
use tracing::warn;

use super::task::Task;
use crate::protocol::{Outage, ToPage, Version};
use crate::server::clock::Clock;
use crate::server::store::{Guarded, Millis, Store, StoredMatch, StoredStage, Unavailable};

/// What is granted a running phase at least (R14).
const GRACE: Millis = 30_000;

/// A clock that runs out later than this after its time belongs to a process that did not run meanwhile.
pub(super) const LATE: Duration = Duration::from_secs(2);

/// What is granted to a match that was under way (R14): its phase ends at its old deadline or 30 s from now, whichever
/// is later. Refused if another writer has been at it, and nothing changes then.
///
/// # Errors
///
/// When the store cannot keep it.
pub(in crate::server) async fn after_outage(
    stored: &mut StoredMatch,
    store: &dyn Store,
    clock: Clock,
) -> Result<Guarded, Unavailable> {
    let now = clock.now();
    let (StoredStage::Pairing { deadline } | StoredStage::Live { deadline, .. }) = &mut stored.stage else {
        return Ok(Guarded::Refused);
    };
    let put_off = (*deadline).max(now.saturating_add(GRACE));
    let outage = Outage {
        at_ms: now,
        version: Version::try_from(stored.actions.len()).unwrap_or(Version::MAX),
        granted_ms: clock.left(put_off),
    };
    let done = store.put_off(&stored.id, outage, put_off).await?;
    if done == Guarded::Stored {
        *deadline = put_off;
        stored.outages.push(outage);
    }
    Ok(done)
}

impl Task {
    /// The process did not run since then: what runs at this table is put off as after a restart, once for each time.
    pub(super) async fn resume(&mut self, since: Instant) -> Result<(), Unavailable> {
        let is_done = self.resumed.is_some_and(|resumed| resumed > since);
        if is_done || self.left_ms().is_none() {
            return Ok(());
        }
        warn!(id = %self.stored.id, "the server did not run for a while; the clock is put off");
        if after_outage(&mut self.stored, &*self.store, self.clock).await? == Guarded::Refused {
            self.reload().await;
            return Ok(());
        }
        self.resumed = Some(Instant::now());
        self.set_alarm();
        if let (Some(&outage), Some(left_ms)) = (self.stored.outages.last(), self.left_ms()) {
            self.tell(&ToPage::Outage { outage, left_ms });
        }
        Ok(())
    }
}
