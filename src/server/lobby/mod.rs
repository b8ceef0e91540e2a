//! The queue: one task that knows who waits, which of them are there, and who is paired with whom. First in, first
//! out; everybody in one queue. Who invites somebody, and who is invited, wait beside it.
//!
//! [`Lobby`] is the handle; `task` knows who is there and where they stand, `queue` and `invite` are the two ways to a
//! match.

mod invite;
mod queue;
mod task;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::task::Task;
use super::clock::Clock;
use super::identity::{Pass, Who};
use super::registry::Registry;
use super::socket::{Listener, SocketId};
use super::store::{PlayerKey, Store, Unavailable};
pub(super) use super::switch::Change;
use crate::protocol::{ApiError, Cancelled, Code, Identity, Invited, Whoami};
use crate::rules::Ruleset;
use crate::rules::hash::Hash;

/// Commands that may wait for the lobby.
const MAILBOX: usize = 1024;

/// What a new match is made with.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The game.
    pub rules: &'static Ruleset,
    /// Milliseconds for each phase.
    pub clock_ms: u64,
    /// A match seed that a test fixes.
    pub fixed_seed: Option<Hash>,
}

impl Terms {
    /// The usual terms of a game: its own clock, and seeds that nobody fixes.
    pub fn of(rules: &'static Ruleset) -> Self {
        let clock_ms = u64::from(rules.spec().clock.seconds) * 1000;
        Self {
            rules,
            clock_ms,
            fixed_seed: None,
        }
    }
}

enum Mail {
    Join {
        who: Who,
        commitment: Hash,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    Cancel {
        who: PlayerKey,
        reply: oneshot::Sender<Result<Cancelled, ApiError>>,
    },
    Invite {
        who: Who,
        commitment: Hash,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    Open {
        who: PlayerKey,
        code: Code,
        reply: oneshot::Sender<Result<Invited, ApiError>>,
    },
    Accept {
        who: Who,
        code: Code,
        commitment: Hash,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    Whoami {
        who: Who,
        reply: oneshot::Sender<Result<Whoami, ApiError>>,
    },
    Switch {
        who: Who,
        change: Change,
        reply: oneshot::Sender<Result<Identity, ApiError>>,
    },
    Retire {
        passes: Vec<Pass>,
    },
    Listen {
        listener: Listener,
    },
    Hush {
        id: SocketId,
        heard: Instant,
    },
}

/// A cheap handle on the lobby's task.
#[derive(Clone, Debug)]
pub struct Lobby {
    mailbox: mpsc::Sender<Mail>,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mail")
    }
}

impl Lobby {
    /// Opens the lobby with the queue and the invitations as they are stored.
    ///
    /// # Errors
    ///
    /// When the store cannot tell it.
    pub async fn open(
        store: Arc<dyn Store>,
        registry: Registry,
        clock: Clock,
        terms: Terms,
    ) -> Result<Self, Unavailable> {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let task = Task::new(store, registry, clock, terms).await?;
        tokio::spawn(task.run(mail));
        Ok(Self { mailbox })
    }

    async fn ask<T>(
        &self,
        mail: impl FnOnce(oneshot::Sender<Result<T, ApiError>>) -> Mail,
    ) -> Result<T, ApiError> {
        let (reply, answer) = oneshot::channel();
        self.mailbox
            .send(mail(reply))
            .await
            .map_err(|_| ApiError::Leaving)?;
        answer.await.map_err(|_| ApiError::Leaving)?
    }

    /// Joins the queue.
    pub(crate) async fn join(&self, who: Who, commitment: Hash) -> Result<(), ApiError> {
        self.ask(|reply| Mail::Join {
            who,
            commitment,
            reply,
        })
        .await
    }

    /// Leaves the queue, withdraws an invitation or steps back from one; the answer is always one of the three.
    pub(crate) async fn cancel(&self, who: PlayerKey) -> Result<Cancelled, ApiError> {
        self.ask(|reply| Mail::Cancel { who, reply }).await
    }

    /// Who somebody is and where they are bound.
    pub(crate) async fn whoami(&self, who: Who) -> Result<Whoami, ApiError> {
        self.ask(|reply| Mail::Whoami { who, reply }).await
    }

    /// A browser becomes somebody else, if nobody waits or plays as whom it was.
    pub(super) async fn switch(&self, who: Who, change: Change) -> Result<Identity, ApiError> {
        self.ask(|reply| Mail::Switch { who, change, reply }).await
    }

    /// Browsers have been logged out.
    pub(super) async fn retire(&self, passes: Vec<Pass>) {
        // The lobby ends with the server.
        let _ = self.mailbox.send(Mail::Retire { passes }).await;
    }

    /// A page in the lobby listens.
    pub(super) async fn listen(&self, listener: Listener) {
        // The lobby ends with the server; its pages are told by their sockets.
        let _ = self.mailbox.send(Mail::Listen { listener }).await;
    }

    /// A page in the lobby has gone; it was heard last at this time.
    pub(super) async fn hush(&self, id: SocketId, heard: Instant) {
        let _ = self.mailbox.send(Mail::Hush { id, heard }).await;
    }
}
