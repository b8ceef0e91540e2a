//! One match: a task that holds a cache of what is stored, a mailbox, the clock of the running phase, and those who
//! listen. Nothing is told or answered before it is stored; an action and the clock pass the same guard.
//!
//! [`Table`] is the handle; `task` runs, `command` is what it is asked and what its clock does, `audience` whom it tells,
//! `play` the game again from what is stored, `outage` what is granted after the server was away.

mod audience;
mod command;
mod outage;
mod play;
mod task;

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::clock::Clock;
use super::socket::{Listener, SocketId};
use super::store::{Millis, PlayerKey, Store, StoredMatch};
use crate::protocol::{ApiError, MatchView, Version};
use crate::rules::hash::Hash;
use crate::rules::{Action, Position, Ruleset};

pub(super) use outage::after_outage;
use task::Task;

/// Messages that may wait for a table.
const MAILBOX: usize = 256;

/// What a table can be asked.
enum Mail {
    Act {
        who: PlayerKey,
        follows: Version,
        action: Action,
        reply: oneshot::Sender<Result<Version, ApiError>>,
    },
    Reveal {
        who: PlayerKey,
        seed: Hash,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
    Look {
        who: PlayerKey,
        reply: oneshot::Sender<MatchView>,
    },
    Position {
        reply: oneshot::Sender<(&'static Ruleset, Option<Position>)>,
    },
    Listen {
        listener: Listener,
        from: Option<Version>,
    },
    Hush {
        id: SocketId,
    },
    Resume {
        since: Instant,
    },
    Leave {
        who: PlayerKey,
        reply: oneshot::Sender<Result<(), ApiError>>,
    },
}

/// A cheap handle on a match's task.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    mailbox: mpsc::Sender<Mail>,
    clock: Clock,
    deadline: watch::Receiver<Option<Millis>>,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mail")
    }
}

/// The table's task has ended; it can be laid again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PutAway;

impl Table {
    /// Lays a stored match of this game and starts its task.
    pub(super) fn lay(
        stored: StoredMatch,
        rules: &'static Ruleset,
        store: Arc<dyn Store>,
        clock: Clock,
    ) -> Self {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let (task, deadline) = Task::new(stored, rules, store, clock);
        tokio::spawn(task.run(mail));
        Self {
            mailbox,
            clock,
            deadline,
        }
    }

    /// Whether its task has ended.
    pub(super) fn is_put_away(&self) -> bool {
        self.mailbox.is_closed()
    }

    /// Milliseconds left in the running phase, if there is one.
    pub(super) fn left_ms(&self) -> Option<u64> {
        self.deadline.borrow().map(|deadline| self.clock.left(deadline))
    }

    async fn ask<T>(&self, mail: impl FnOnce(oneshot::Sender<T>) -> Mail) -> Result<T, PutAway> {
        let (reply, answer) = oneshot::channel();
        self.mailbox.send(mail(reply)).await.map_err(|_| PutAway)?;
        answer.await.map_err(|_| PutAway)
    }

    /// A player acts on the version that they saw.
    pub(crate) async fn act(
        &self,
        who: PlayerKey,
        follows: Version,
        action: Action,
    ) -> Result<Result<Version, ApiError>, PutAway> {
        self.ask(|reply| Mail::Act {
            who,
            follows,
            action,
            reply,
        })
        .await
    }

    /// A player shows the seed that opens their commitment.
    pub(crate) async fn reveal(&self, who: PlayerKey, seed: Hash) -> Result<Result<(), ApiError>, PutAway> {
        self.ask(|reply| Mail::Reveal { who, seed, reply }).await
    }

    /// The match as this person sees it.
    pub(crate) async fn look(&self, who: PlayerKey) -> Result<MatchView, PutAway> {
        self.ask(|reply| Mail::Look { who, reply }).await
    }

    /// The game and its position, which there is once the match has begun.
    pub(super) async fn position(&self) -> Result<(&'static Ruleset, Option<Position>), PutAway> {
        self.ask(|reply| Mail::Position { reply }).await
    }

    /// A player leaves the result for the lobby.
    pub(crate) async fn leave(&self, who: PlayerKey) -> Result<Result<(), ApiError>, PutAway> {
        self.ask(|reply| Mail::Leave { who, reply }).await
    }

    /// A page listens, from the version that it has if it has one.
    pub(super) async fn listen(&self, listener: Listener, from: Option<Version>) -> Result<(), PutAway> {
        self.mailbox
            .send(Mail::Listen { listener, from })
            .await
            .map_err(|_| PutAway)
    }

    /// The process did not run since then.
    pub(super) async fn resume(&self, since: Instant) {
        // A table that was put away has no clock.
        let _ = self.mailbox.send(Mail::Resume { since }).await;
    }

    /// A page has gone.
    pub(super) async fn hush(&self, id: SocketId) {
        // A table that was put away has nobody to forget.
        let _ = self.mailbox.send(Mail::Hush { id }).await;
    }
}
