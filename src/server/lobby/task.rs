//! The lobby's task: who is there, where each of them stands, and who has gone.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::{Change, Mail, Terms};
use crate::protocol::{ApiError, Identity, Queue, ToPage, Whoami};
use crate::server::clock::Clock;
use crate::server::identity::Who;
use crate::server::registry::Registry;
use crate::server::socket::{Listener, SocketId, written};
use crate::server::store::{Invitation, PlayerKey, Store, Unavailable, Waiting};
use crate::server::switch::Retired;

/// Who waits with no tab open leaves the queue after this; a reload is over sooner.
const ABSENT: Duration = Duration::from_secs(10);
/// How often those who have gone are looked for.
const SWEEP: Duration = Duration::from_secs(1);

/// The task: what it knows of those who wait.
pub(super) struct Task {
    pub(super) store: Arc<dyn Store>,
    pub(super) registry: Registry,
    pub(super) clock: Clock,
    pub(super) terms: Terms,
    pub(super) queue: Vec<Waiting>,
    pub(super) invitations: Vec<Invitation>,
    /// Who waits with no tab open, and since when.
    pub(super) missing: BTreeMap<PlayerKey, Instant>,
    pub(super) audience: BTreeMap<SocketId, Listener>,
    /// Who has stopped being whom they were.
    pub(super) retired: Retired,
}

impl Task {
    /// The queue and the invitations as they are stored; whoever waits is missing until they come back.
    pub(super) async fn new(
        store: Arc<dyn Store>,
        registry: Registry,
        clock: Clock,
        terms: Terms,
    ) -> Result<Self, Unavailable> {
        let (queue, invitations) = (store.queue().await?, store.invitations().await?);
        let now = Instant::now();
        let guests = invitations.iter().filter_map(|it| it.guest.as_ref());
        let missing = queue.iter().chain(guests).map(|it| (it.player, now)).collect();
        Ok(Self {
            store,
            registry,
            clock,
            terms,
            queue,
            invitations,
            missing,
            audience: BTreeMap::new(),
            retired: Retired::default(),
        })
    }

    pub(super) async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                // Who has gone goes first: nobody is told or paired by a queue that is out of date.
                biased;
                _ = sweep.tick() => {
                    self.sweep().await;
                    // A pairing that could not be stored is tried again.
                    self.pair_all().await;
                }
                message = mail.recv() => match message {
                    Some(message) => self.take(message).await,
                    None => break,
                },
            }
        }
    }

    async fn take(&mut self, mail: Mail) {
        // Whoever asked may have gone; what was done is done.
        match mail {
            Mail::Join {
                who,
                commitment,
                reply,
            } => {
                let _ = reply.send(self.join(who, commitment).await);
                self.pair_all().await;
            }
            Mail::Invite {
                who,
                commitment,
                reply,
            } => {
                let _ = reply.send(self.invite(who, commitment).await);
            }
            Mail::Open { who, code, reply } => {
                let _ = reply.send(self.open(who, code));
            }
            Mail::Accept {
                who,
                code,
                commitment,
                reply,
            } => {
                let _ = reply.send(self.accept(who, code, commitment).await);
                self.pair_all().await;
            }
            Mail::Cancel { who, reply } => {
                let _ = reply.send(self.cancel(who).await);
            }
            Mail::Whoami { who, reply } => {
                let _ = reply.send(self.whoami(who).await);
            }
            Mail::Switch { who, change, reply } => {
                let _ = reply.send(self.switch(who, change).await);
            }
            Mail::Retire { passes } => passes.into_iter().for_each(|pass| self.retired.add(pass, None)),
            Mail::Listen { listener } => {
                self.listen(listener).await;
                self.pair_all().await;
            }
            Mail::Hush { id, heard } => self.hush(id, heard),
        }
    }

    pub(super) fn is_there(&self, who: PlayerKey) -> bool {
        self.audience.values().any(|listener| listener.who == who)
    }

    fn queue_of(&self, who: PlayerKey) -> Queue {
        match self.place(who) {
            None => self.inviting(who).unwrap_or(Queue::Out),
            Some(place) => {
                let waited = self.clock.now() - self.queue[place].joined;
                Queue::Waiting {
                    waited_ms: u64::try_from(waited).unwrap_or(0),
                }
            }
        }
    }

    /// Whether somebody waits, for anybody or for one who is invited.
    pub(super) fn waits(&self, who: PlayerKey) -> bool {
        self.place(who).is_some() || self.is_host(who) || self.is_guest(who)
    }

    /// Refuses whoever has a match or has not left their last result, and whoever waits already, who hears
    /// `if_waiting`.
    pub(super) async fn is_free(&self, who: &Who, if_waiting: ApiError) -> Result<(), ApiError> {
        self.retired.check(who.pass)?;
        if self.waits(who.key) {
            return Err(if_waiting);
        }
        match self.store.bound(who.key).await? {
            Some(id) => Err(ApiError::Bound { id }),
            None => Ok(()),
        }
    }

    /// Somebody waits from now on, and hears where.
    pub(super) fn begin_to_wait(&mut self, who: PlayerKey) {
        if !self.is_there(who) {
            self.missing.insert(who, Instant::now());
        }
        self.tell_where(who);
    }

    /// Nothing else happens in the lobby meanwhile: whoever is free stays so until the change is made.
    async fn switch(&mut self, who: Who, change: Change) -> Result<Identity, ApiError> {
        self.is_free(&who, ApiError::Queued).await?;
        let instead = change.session();
        let identity = change.make(&who, &*self.store).await?;
        self.retired.add(who.pass, instead);
        Ok(identity)
    }

    async fn whoami(&self, who: Who) -> Result<Whoami, ApiError> {
        let bound = self.store.bound(who.key).await?;
        Ok(Whoami {
            identity: who.identity,
            score: None,
            queue: self.queue_of(who.key),
            bound,
        })
    }

    async fn listen(&mut self, listener: Listener) {
        let who = listener.who;
        // A page that comes back after the pairing hears of it at once.
        let first = match self.store.bound(who).await {
            Ok(Some(id)) => ToPage::Paired { id },
            Ok(None) | Err(Unavailable) => ToPage::Queue {
                queue: self.queue_of(who),
            },
        };
        if listener.tell(&written(&first)) {
            self.audience.insert(listener.id, listener);
            self.missing.remove(&who);
        }
    }

    fn hush(&mut self, id: SocketId, heard: Instant) {
        if let Some(listener) = self.audience.remove(&id) {
            self.note_missing(listener.who, heard);
        }
    }

    pub(super) fn note_missing(&mut self, who: PlayerKey, since: Instant) {
        let is_needed = self.place(who).is_some() || self.is_guest(who);
        if is_needed && !self.is_there(who) {
            self.missing.entry(who).or_insert(since);
        }
    }

    async fn sweep(&mut self) {
        let gone: Vec<PlayerKey> = self
            .missing
            .iter()
            .filter(|(_, since)| since.elapsed() >= ABSENT)
            .map(|(who, _)| *who)
            .collect();
        for who in gone {
            let gone = if self.is_guest(who) {
                self.step_back(who).await
            } else {
                self.remove(who).await.map(|_| ())
            };
            if gone.is_err() {
                // It is tried again with the next sweep.
                return;
            }
        }
        // As above.
        let _ = self.end_old_ones().await;
    }

    /// Tells every tab of somebody where they stand.
    pub(super) fn tell_where(&mut self, who: PlayerKey) {
        let queue = self.queue_of(who);
        self.tell(who, &ToPage::Queue { queue });
    }

    /// Tells every tab of one person.
    pub(super) fn tell(&mut self, who: PlayerKey, message: &ToPage) {
        let message = written(message);
        self.audience
            .retain(|_, listener| listener.who != who || listener.tell(&message));
        self.note_missing(who, Instant::now());
    }
}
