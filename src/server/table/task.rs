//! The task of one match: its clock, its mailbox, and who sits where.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use tracing::error;

use super::Mail;
use super::outage::LATE;
use super::play::Play;
use crate::protocol::{ApiError, Version};
use crate::rules::{Ruleset, Seat};
use crate::server::clock::Clock;
use crate::server::socket::{Listener, SocketId};
use crate::server::store::{Millis, PlayerKey, Store, StoredMatch, StoredStage};

/// A table that nobody looks at and where nothing runs is put away after this; it can be laid again from the store.
const IDLE: Duration = Duration::from_secs(60);
/// After a failed write the clock tries again in this.
pub(super) const RETRY: Duration = Duration::from_secs(1);

/// The task of one match.
pub(super) struct Task {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Clock,
    pub(super) rules: &'static Ruleset,
    pub(super) stored: StoredMatch,
    pub(super) play: Option<Play>,
    pub(super) audience: BTreeMap<SocketId, Listener>,
    /// When something is to be done without being asked.
    pub(super) alarm: Instant,
    /// When it was last put off because the process had not run.
    pub(super) resumed: Option<Instant>,
    /// The deadline, for those who only want to know that.
    told_deadline: watch::Sender<Option<Millis>>,
}

impl Task {
    pub(super) fn new(
        stored: StoredMatch,
        rules: &'static Ruleset,
        store: Arc<dyn Store>,
        clock: Clock,
    ) -> (Self, watch::Receiver<Option<Millis>>) {
        let (told_deadline, deadline) = watch::channel(None);
        let mut task = Self {
            store,
            clock,
            rules,
            play: None,
            audience: BTreeMap::new(),
            alarm: Instant::now() + IDLE,
            resumed: None,
            told_deadline,
            stored,
        };
        task.catch_up();
        (task, deadline)
    }

    /// Takes what is stored as the truth.
    pub(super) fn catch_up(&mut self) {
        self.play = match self.stored.stage {
            StoredStage::Live { .. } | StoredStage::Over { .. } => {
                let play = Play::again(&self.stored, self.rules);
                if play.is_none() {
                    error!(id = %self.stored.id, "the rules refuse what is stored of a match");
                }
                play
            }
            StoredStage::Pairing { .. } | StoredStage::Dissolved => None,
        };
        self.set_alarm();
    }

    pub(super) fn set_alarm(&mut self) {
        self.alarm = match self.deadline() {
            Some(deadline) => self.clock.instant(deadline),
            None => Instant::now() + IDLE,
        };
        self.told_deadline.send_replace(self.deadline());
    }

    const fn deadline(&self) -> Option<Millis> {
        match self.stored.stage {
            StoredStage::Pairing { deadline } | StoredStage::Live { deadline, .. } => Some(deadline),
            StoredStage::Over { .. } | StoredStage::Dissolved => None,
        }
    }

    pub(super) fn left_ms(&self) -> Option<u64> {
        self.deadline().map(|deadline| self.clock.left(deadline))
    }

    pub(super) fn version(&self) -> Version {
        self.play.as_ref().map_or(0, |play| play.game.version())
    }

    pub(super) async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        loop {
            tokio::select! {
                // The clock first: a command that comes when the time is up comes too late.
                biased;
                () = sleep_until(self.alarm) => {
                    if !self.ring().await {
                        break;
                    }
                }
                message = mail.recv() => match message {
                    Some(message) => self.take(message).await,
                    None => break,
                },
            }
        }
    }

    /// The alarm rings; false if the table is to be put away.
    async fn ring(&mut self) -> bool {
        if self.left_ms().is_some_and(|left| left > 0) {
            // It was set before the deadline was put off by another writer.
            self.set_alarm();
            return true;
        }
        let is_late = self.alarm.elapsed() > LATE;
        let done = match self.stored.stage {
            StoredStage::Pairing { .. } | StoredStage::Live { .. } if is_late => {
                self.resume(self.alarm).await.map_err(ApiError::from)
            }
            StoredStage::Pairing { .. } => self.begin().await,
            StoredStage::Live { .. } => self.time_out().await,
            StoredStage::Over { .. } | StoredStage::Dissolved => {
                self.alarm = Instant::now() + IDLE;
                return !self.audience.is_empty();
            }
        };
        if done.is_err() {
            self.alarm = Instant::now() + RETRY;
        }
        true
    }

    async fn take(&mut self, mail: Mail) {
        // Whoever asked may have gone; what was done is done.
        match mail {
            Mail::Act {
                who,
                follows,
                action,
                reply,
            } => {
                let _ = reply.send(self.act(who, follows, action).await);
            }
            Mail::Reveal { who, seed, reply } => {
                let _ = reply.send(self.reveal(who, seed).await);
            }
            Mail::Look { who, reply } => {
                let _ = reply.send(self.view(who));
            }
            Mail::Position { reply } => {
                let position = self.play.as_ref().map(|play| *play.game.position());
                let _ = reply.send((self.rules, position));
            }
            Mail::Leave { who, reply } => {
                let _ = reply.send(self.leave(who).await);
            }
            // What cannot be stored now is put off when the clock has run out.
            Mail::Resume { since } => drop(self.resume(since).await),
            Mail::Listen { listener, from } => self.listen(listener, from),
            Mail::Hush { id } => {
                if self.audience.remove(&id).is_some() {
                    self.tell_presence();
                }
            }
        }
    }

    /// The place of a player in the queue order.
    pub(super) fn order(&self, who: PlayerKey) -> Option<usize> {
        self.stored.members.iter().position(|member| member.player == who)
    }

    /// The seat of the player at this place: the draw says which the first of the queue has.
    pub(super) fn seat_at(&self, order: usize) -> Option<Seat> {
        let first = self.play.as_ref()?.game.first_in_queue();
        if order == 0 {
            Some(first)
        } else {
            self.rules.seats().find(|&seat| seat != first)
        }
    }

    pub(super) fn seat(&self, who: PlayerKey) -> Option<Seat> {
        self.seat_at(self.order(who)?)
    }
}
