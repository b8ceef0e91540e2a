//! Which connections a browser has under the identity that it had when they were made. When it becomes somebody else,
//! they are closed, and come back as whom it is then.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio_util::sync::CancellationToken;

use super::identity::Pass;

/// A cheap handle on all connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Browsers(Arc<Mutex<Entered>>);

#[derive(Debug, Default)]
struct Entered {
    passes: HashMap<Pass, Weak<CancellationToken>>,
    /// At so many the ones without a connection are forgotten.
    limit: usize,
}

/// A connection keeps this as long as it lives.
#[derive(Clone, Debug)]
pub(super) struct Admitted(Arc<CancellationToken>);

impl Admitted {
    /// Comes back when the browser is somebody else.
    pub(super) async fn dismissed(&self) {
        self.0.cancelled().await;
    }
}

impl Browsers {
    /// A connection is made.
    pub(super) fn admit(&self, pass: Pass) -> Admitted {
        let mut entered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entered.passes.len() >= entered.limit {
            entered.passes.retain(|_, token| token.strong_count() > 0);
            entered.limit = entered.passes.len() * 2 + 64;
        }
        if let Some(token) = entered.passes.get(&pass).and_then(Weak::upgrade) {
            return Admitted(token);
        }
        let token = Arc::new(CancellationToken::new());
        entered.passes.insert(pass, Arc::downgrade(&token));
        Admitted(token)
    }

    /// The browser of this pass is somebody else now.
    pub(super) fn dismiss(&self, pass: Pass) {
        let mut entered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = entered.passes.remove(&pass).and_then(|token| token.upgrade()) {
            token.cancel();
        }
    }
}
