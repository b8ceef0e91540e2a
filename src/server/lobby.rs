//! The queue: one task that knows who waits, which of them are there, and who is paired with whom. First in, first
//! out; everybody in one queue. Who invites somebody, and who is invited, wait beside it (`invite`).

mod invite;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{info, warn};

use super::chance;
use super::clock::Clock;
use super::identity::{Pass, Who};
use super::registry::Registry;
use super::socket::{Listener, SocketId, written};
use super::store::{
    Guarded, Invitation, Member, Millis, Occasion, PlayerKey, Store, StoredMatch, StoredStage, Unavailable,
    Waiting,
};
pub(super) use super::switch::Change;
use super::switch::Retired;
use crate::protocol::{ApiError, Cancelled, Code, Identity, Invited, MatchId, Queue, ToPage, Whoami};
use crate::rules::Ruleset;
use crate::rules::hash::Hash;

/// Commands that may wait for the lobby.
const MAILBOX: usize = 1024;
/// Who waits with no tab open leaves the queue after this; a reload is over sooner.
const ABSENT: Duration = Duration::from_secs(10);
/// How often those who have gone are looked for.
const SWEEP: Duration = Duration::from_secs(1);
/// How long the players have to show their seeds (FORMATS.md, section 4).
const TO_REVEAL: Millis = 5_000;

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
        let (queue, invitations) = (store.queue().await?, store.invitations().await?);
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let now = Instant::now();
        let guests = invitations.iter().filter_map(|it| it.guest.as_ref());
        let missing = queue.iter().chain(guests).map(|it| (it.player, now)).collect();
        let task = Task {
            store,
            registry,
            clock,
            terms,
            queue,
            invitations,
            missing,
            audience: BTreeMap::new(),
            retired: Retired::default(),
        };
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

struct Task {
    store: Arc<dyn Store>,
    registry: Registry,
    clock: Clock,
    terms: Terms,
    queue: Vec<Waiting>,
    invitations: Vec<Invitation>,
    /// Who waits with no tab open, and since when.
    missing: BTreeMap<PlayerKey, Instant>,
    audience: BTreeMap<SocketId, Listener>,
    /// Who has stopped being whom they were.
    retired: Retired,
}

impl Task {
    async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
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

    fn place(&self, who: PlayerKey) -> Option<usize> {
        self.queue.iter().position(|waiting| waiting.player == who)
    }

    fn is_there(&self, who: PlayerKey) -> bool {
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

    async fn bound(&self, who: PlayerKey) -> Result<Option<MatchId>, ApiError> {
        self.store
            .bound(who)
            .await
            .map_err(|Unavailable| ApiError::Unavailable)
    }

    /// Refuses what cannot be done while somebody waits or plays, or has not left their last result.
    async fn is_free(&self, who: &Who) -> Result<(), ApiError> {
        self.retired.check(who.pass)?;
        if self.waits(who.key) {
            return Err(ApiError::Queued);
        }
        match self.bound(who.key).await? {
            Some(id) => Err(ApiError::Bound { id }),
            None => Ok(()),
        }
    }

    /// Nothing else happens in the lobby meanwhile: whoever is free stays so until the change is made.
    async fn switch(&mut self, who: Who, change: Change) -> Result<Identity, ApiError> {
        self.is_free(&who).await?;
        let instead = change.session();
        let identity = change.make(&who, &*self.store).await?;
        self.retired.add(who.pass, instead);
        Ok(identity)
    }

    /// Whether somebody waits, for anybody or for one who is invited.
    fn waits(&self, who: PlayerKey) -> bool {
        self.place(who).is_some() || self.is_host(who) || self.is_guest(who)
    }

    /// Refuses who waits or plays already, or has not left their last result.
    async fn may_wait(&self, who: &Who) -> Result<(), ApiError> {
        self.retired.check(who.pass)?;
        if self.waits(who.key) {
            return Err(ApiError::AlreadyWaiting);
        }
        match self.bound(who.key).await? {
            Some(id) => Err(ApiError::Bound { id }),
            None => Ok(()),
        }
    }

    async fn join(&mut self, who: Who, commitment: Hash) -> Result<(), ApiError> {
        self.may_wait(&who).await?;
        let waiting = Waiting {
            player: who.key,
            identity: who.identity,
            commitment,
            joined: self.clock.now(),
        };
        match self.store.join(waiting.clone()).await {
            Ok(Guarded::Stored) => {}
            Ok(Guarded::Refused) => return Err(ApiError::AlreadyWaiting),
            Err(Unavailable) => return Err(ApiError::Unavailable),
        }
        if !self.is_there(who.key) {
            self.missing.insert(who.key, Instant::now());
        }
        self.queue.push(waiting);
        self.tell(
            who.key,
            &ToPage::Queue {
                queue: self.queue_of(who.key),
            },
        );
        Ok(())
    }

    async fn cancel(&mut self, who: PlayerKey) -> Result<Cancelled, ApiError> {
        if let Some(cancelled) = self.uninvite(who).await? {
            return Ok(cancelled);
        }
        if self.place(who).is_none() {
            return Ok(match self.bound(who).await? {
                Some(id) => Cancelled::Matched { id },
                None => Cancelled::NotWaiting,
            });
        }
        let removed = self.remove(who).await;
        Ok(match removed.map_err(|Unavailable| ApiError::Unavailable)? {
            Guarded::Stored => Cancelled::Cancelled,
            // Another has taken them out: paired them, or cancelled before.
            Guarded::Refused => match self.bound(who).await? {
                Some(id) => Cancelled::Matched { id },
                None => Cancelled::Cancelled,
            },
        })
    }

    /// Takes somebody out of the queue; refused if they were not in the stored one any more.
    async fn remove(&mut self, who: PlayerKey) -> Result<Guarded, Unavailable> {
        let removed = self.store.unjoin(who).await?;
        self.queue.retain(|waiting| waiting.player != who);
        self.missing.remove(&who);
        self.tell(who, &ToPage::Queue { queue: Queue::Out });
        Ok(removed)
    }

    async fn whoami(&self, who: Who) -> Result<Whoami, ApiError> {
        let bound = self.bound(who.key).await?;
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

    fn note_missing(&mut self, who: PlayerKey, since: Instant) {
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

    async fn pair_all(&mut self) {
        self.meet_all().await;
        self.pair_queue().await;
    }

    /// Pairs the first two who are there, as long as there are two.
    async fn pair_queue(&mut self) {
        loop {
            let mut there = self
                .queue
                .iter()
                .filter(|waiting| !self.missing.contains_key(&waiting.player));
            let (Some(first), Some(second)) = (there.next().cloned(), there.next().cloned()) else {
                return;
            };
            match self.pair(Occasion::Queue, &first, &second).await {
                Ok(Guarded::Stored) => {}
                Ok(Guarded::Refused) => {
                    // The store knows better who waits.
                    warn!("the queue in memory was not the stored one");
                    match self.store.queue().await {
                        Ok(queue) => self.take_up(queue),
                        Err(Unavailable) => return,
                    }
                }
                Err(Unavailable) => return,
            }
        }
    }

    /// Takes a queue as it is stored; who has no tab open here is missing.
    fn take_up(&mut self, queue: Vec<Waiting>) {
        self.queue = queue;
        let waiting: Vec<PlayerKey> = self.queue.iter().map(|waiting| waiting.player).collect();
        self.missing.retain(|who, _| waiting.contains(who));
        for who in waiting {
            self.note_missing(who, Instant::now());
        }
    }

    async fn pair(
        &mut self,
        occasion: Occasion,
        first: &Waiting,
        second: &Waiting,
    ) -> Result<Guarded, Unavailable> {
        let member = |waiting: &Waiting| Member {
            player: waiting.player,
            identity: waiting.identity.clone(),
            commitment: waiting.commitment,
            seed: None,
            has_left: false,
        };
        let stored = StoredMatch {
            id: chance::match_id(),
            ruleset: self.terms.rules.name().to_owned(),
            occasion,
            stage: StoredStage::Pairing {
                deadline: self.clock.now() + TO_REVEAL,
            },
            server_seed: chance::secret(),
            fixed_seed: self.terms.fixed_seed,
            clock_ms: self.terms.clock_ms,
            members: [member(first), member(second)],
            actions: Vec::new(),
            outages: Vec::new(),
        };
        let id = stored.id.clone();
        if self.store.pair(stored.clone()).await? == Guarded::Refused {
            return Ok(Guarded::Refused);
        }
        info!(%id, "paired");
        // Its game is the one that this lobby makes matches of.
        let _ = self.registry.lay(stored);
        self.invitations.retain(|it| it.host.player != first.player);
        for waiting in [first, second] {
            self.queue.retain(|other| other.player != waiting.player);
            self.missing.remove(&waiting.player);
            self.tell(waiting.player, &ToPage::Paired { id: id.clone() });
        }
        Ok(Guarded::Stored)
    }

    /// Tells every tab of one person.
    fn tell(&mut self, who: PlayerKey, message: &ToPage) {
        let message = written(message);
        self.audience
            .retain(|_, listener| listener.who != who || listener.tell(&message));
        self.note_missing(who, Instant::now());
    }
}
