//! What a restart of the server grants.

use std::time::Duration;

use crate::protocol::{Outage, Version};
use crate::server::clock::Clock;
use crate::server::store::{Guarded, Millis, Store, StoredMatch, StoredStage, Unavailable};

/// What a restart grants a match that was under way (R14): its phase ends at its old deadline or `grace` after the
/// restart, whichever is later.
///
/// # Errors
///
/// When the store cannot keep it.
pub(in crate::server) async fn after_outage(
    stored: &mut StoredMatch,
    store: &dyn Store,
    clock: Clock,
    grace: Duration,
) -> Result<(), Unavailable> {
    let now = clock.now();
    let grace = Millis::try_from(grace.as_millis()).unwrap_or(Millis::MAX);
    let (StoredStage::Pairing { deadline } | StoredStage::Live { deadline, .. }) = &mut stored.stage else {
        return Ok(());
    };
    *deadline = (*deadline).max(now.saturating_add(grace));
    let version = Version::try_from(stored.actions.len()).unwrap_or(Version::MAX);
    let outage = Outage {
        version,
        granted_ms: clock.left(*deadline),
    };
    if store.put_off(&stored.id, outage, now, *deadline).await? == Guarded::Stored {
        stored.outages.push(outage);
    }
    Ok(())
}
