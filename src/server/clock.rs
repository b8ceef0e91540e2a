//! Time: one clock for the whole server, which a jump of the machine's clock cannot move while it runs, and which
//! tests can stop.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use super::store::Millis;

/// Reads the machine's clock once, then counts on from there.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    began_ms: Millis,
}

impl Clock {
    /// A clock that begins now.
    pub fn new() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::set_to(Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }

    /// A clock that shows this time now, whatever the machine's says.
    pub fn set_to(began_ms: Millis) -> Self {
        Self {
            began: Instant::now(),
            began_ms,
        }
    }

    /// Now, in milliseconds since 1970-01-01 UTC.
    pub fn now(&self) -> Millis {
        let passed = Millis::try_from(self.began.elapsed().as_millis()).unwrap_or(Millis::MAX);
        self.began_ms.saturating_add(passed)
    }

    /// The instant of a stored time; now, if that has passed.
    pub fn instant(&self, at: Millis) -> Instant {
        Instant::now() + Duration::from_millis(self.left(at))
    }

    /// Milliseconds from now to a stored time; none if that has passed.
    pub fn left(&self, at: Millis) -> u64 {
        u64::try_from(at.saturating_sub(self.now())).unwrap_or(0)
    }
}

/// Time since this clock began, for what counts how often something happens.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.began.elapsed()
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}
