//! The queue: joining, leaving, and pairing the first two who are there.

use tokio::time::Instant;
use tracing::{info, warn};

use super::task::Task;
use crate::protocol::{ApiError, Cancelled, Queue, ToPage};
use crate::rules::hash::Hash;
use crate::server::chance;
use crate::server::identity::Who;
use crate::server::store::{
    Guarded, Member, Millis, Occasion, PlayerKey, StoredMatch, StoredStage, Unavailable, Waiting,
};

/// How long the players have to show their seeds (FORMATS.md, section 4).
const TO_REVEAL: Millis = 5_000;

impl Task {
    pub(super) fn place(&self, who: PlayerKey) -> Option<usize> {
        self.queue.iter().position(|waiting| waiting.player == who)
    }

    /// Somebody as they wait from now on.
    pub(super) fn waiting(&self, who: Who, commitment: Hash) -> Waiting {
        Waiting {
            player: who.key,
            identity: who.identity,
            commitment,
            joined: self.clock.now(),
        }
    }

    pub(super) async fn join(&mut self, who: Who, commitment: Hash) -> Result<(), ApiError> {
        self.is_free(&who, ApiError::AlreadyWaiting).await?;
        let waiting = self.waiting(who, commitment);
        if self.store.join(waiting.clone()).await? == Guarded::Refused {
            return Err(ApiError::AlreadyWaiting);
        }
        let who = waiting.player;
        self.queue.push(waiting);
        self.begin_to_wait(who);
        Ok(())
    }

    pub(super) async fn cancel(&mut self, who: PlayerKey) -> Result<Cancelled, ApiError> {
        if let Some(cancelled) = self.uninvite(who).await? {
            return Ok(cancelled);
        }
        if self.place(who).is_none() {
            return self.matched_or(who, Cancelled::NotWaiting).await;
        }
        match self.remove(who).await? {
            Guarded::Stored => Ok(Cancelled::Cancelled),
            // Another has taken them out: paired them, or cancelled before.
            Guarded::Refused => self.matched_or(who, Cancelled::Cancelled).await,
        }
    }

    /// The match that somebody has, or else this.
    pub(super) async fn matched_or(&self, who: PlayerKey, or: Cancelled) -> Result<Cancelled, ApiError> {
        Ok(match self.store.bound(who).await? {
            Some(id) => Cancelled::Matched { id },
            None => or,
        })
    }

    /// Takes somebody out of the queue; refused if they were not in the stored one any more.
    pub(super) async fn remove(&mut self, who: PlayerKey) -> Result<Guarded, Unavailable> {
        let removed = self.store.unjoin(who).await?;
        self.queue.retain(|waiting| waiting.player != who);
        self.missing.remove(&who);
        self.tell(who, &ToPage::Queue { queue: Queue::Out });
        Ok(removed)
    }

    pub(super) async fn pair_all(&mut self) {
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
        let mut missing = std::mem::take(&mut self.missing);
        // Guests of invitations are missed as well.
        missing.retain(|&who, _| self.waits(who));
        self.missing = missing;
        let waiting: Vec<PlayerKey> = self.queue.iter().map(|waiting| waiting.player).collect();
        for who in waiting {
            self.note_missing(who, Instant::now());
        }
    }

    pub(super) async fn pair(
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
}
