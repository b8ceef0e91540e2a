//! Becoming somebody else: what the lobby does once it has seen that nobody waits or plays under the old identity, and
//! who has stopped being whom they were.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::identity::{Pass, Who};
use super::store::{Guarded, Millis, NewAccount, SessionKey, Store};
use crate::protocol::{ApiError, Identity, PersonKind};
use crate::rules::hash::Hash;

/// A request that was under way when its browser became somebody else has ended by then.
const UNDER_WAY: Duration = Duration::from_secs(30);

/// A change of identity.
#[derive(Debug)]
pub(super) enum Change {
    /// A guest makes an account.
    Create(Box<NewAccount>),
    /// A guest logs in.
    LogIn {
        credential: Hash,
        session: SessionKey,
        at: Millis,
    },
    /// Somebody who is logged in is their browser's guest again.
    LogOut(SessionKey),
}

impl Change {
    /// The session that the browser has afterwards.
    pub(super) fn session(&self) -> Option<SessionKey> {
        match self {
            Self::Create(new) => Some(new.session),
            Self::LogIn { session, .. } => Some(*session),
            Self::LogOut(_) => None,
        }
    }

    /// Does it; tells whose identity it ended in.
    pub(super) async fn make(self, who: &Who, store: &dyn Store) -> Result<Identity, ApiError> {
        let is_guest = matches!(who.pass, Pass::Guest(_));
        let account = match self {
            Self::Create(_) | Self::LogIn { .. } if !is_guest => return Err(ApiError::LoggedIn),
            Self::Create(new) => {
                let account = new.account.clone();
                if store.create_account(*new).await? == Guarded::Refused {
                    return Err(ApiError::NicknameTaken);
                }
                account
            }
            Self::LogIn {
                credential,
                session,
                at,
            } => {
                let found = store.log_in(credential, session, at).await?;
                found.ok_or(ApiError::WrongCredential)?
            }
            Self::LogOut(session) => {
                // Who was logged out already is as good as logged out.
                let _ = store.log_out(session).await?;
                return Ok(who.identity.clone());
            }
        };
        Ok(Identity {
            kind: PersonKind::Account,
            name: account.name,
        })
    }
}

/// Passes that have lately stopped to count: what was asked under one of them before and arrives after does nothing.
#[derive(Debug, Default)]
pub(super) struct Retired(BTreeMap<Pass, Since>);

#[derive(Clone, Copy, Debug)]
struct Since {
    when: Instant,
    /// The session that the browser has instead.
    instead: Option<SessionKey>,
}

impl Retired {
    /// A pass stops to count, for the sake of a session or for good. The guest under a session that ends counts again.
    pub(super) fn add(&mut self, pass: Pass, instead: Option<SessionKey>) {
        let when = Instant::now();
        self.0.retain(|_, since| {
            let is_back = since
                .instead
                .is_some_and(|session| Pass::Session(session) == pass);
            !is_back && when.duration_since(since.when) < UNDER_WAY
        });
        self.0.insert(pass, Since { when, instead });
    }

    /// Refuses who comes with a pass that does not count any more.
    pub(super) fn check(&self, pass: Pass) -> Result<(), ApiError> {
        match self.0.get(&pass) {
            Some(since) if since.when.elapsed() < UNDER_WAY => Err(ApiError::Switched),
            _ => Ok(()),
        }
    }
}
