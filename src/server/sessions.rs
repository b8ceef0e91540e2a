//! Which account a browser is logged in with: asked at every request, so the answers of the store are remembered
//! until a session ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::store::{Account, SessionKey, Store, Unavailable};

/// More are not remembered at once; the store is asked again.
const MOST: usize = 50_000;

/// A cheap handle on what is remembered.
#[derive(Clone)]
pub(super) struct Sessions {
    store: Arc<dyn Store>,
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    accounts: HashMap<SessionKey, Account>,
    /// How often a session has ended: an answer that was asked for before is not remembered after.
    ended: u64,
}

impl Sessions {
    /// Nothing is remembered.
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            known: Arc::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The account of a session that has not ended.
    pub(super) async fn account(&self, session: SessionKey) -> Result<Option<Account>, Unavailable> {
        let ended = {
            let known = self.known();
            if let Some(account) = known.accounts.get(&session) {
                return Ok(Some(account.clone()));
            }
            known.ended
        };
        let account = self.store.account(session).await?;
        if let Some(account) = &account {
            let mut known = self.known();
            if known.accounts.len() >= MOST {
                known.accounts.clear();
            }
            if known.ended == ended {
                known.accounts.insert(session, account.clone());
            }
        }
        Ok(account)
    }

    /// A session has ended.
    pub(super) fn forget(&self, session: SessionKey) {
        let mut known = self.known();
        known.ended += 1;
        known.accounts.remove(&session);
    }
}
