//! Invitations: the lobby's other way to a match. Two who know each other meet by a code instead of in the queue.
//!
//! An invitation stays for its hour though its host closes every tab, for that is what a link is for; but nobody is
//! paired who is not there. A guest who comes first waits, as in the queue.

use tracing::{info, warn};

use super::Mail;
use super::task::Task;
use crate::protocol::{ApiError, Cancelled, Code, Invited, Queue};
use crate::rules::hash::Hash;
use crate::server::chance;
use crate::server::identity::Who;
use crate::server::store::{Guarded, Invitation, Millis, Occasion, PlayerKey, Unavailable};

/// How long an invitation stays unused.
const OPEN: Millis = 60 * 60 * 1000;
/// Codes that are tried before somebody is told that there is none: of a thousand million few are in use.
const TRIES: usize = 8;

impl super::Lobby {
    /// Makes an invitation.
    pub(in crate::server) async fn invite(&self, who: Who, commitment: Hash) -> Result<(), ApiError> {
        self.ask(|reply| Mail::Invite {
            who,
            commitment,
            reply,
        })
        .await
    }

    /// The invitation with this code, as somebody sees it who may take it up. Changes nothing.
    pub(in crate::server) async fn invitation(
        &self,
        who: PlayerKey,
        code: Code,
    ) -> Result<Invited, ApiError> {
        self.ask(|reply| Mail::Open { who, code, reply }).await
    }

    /// Takes up an invitation.
    pub(in crate::server) async fn accept(
        &self,
        who: Who,
        code: Code,
        commitment: Hash,
    ) -> Result<(), ApiError> {
        self.ask(|reply| Mail::Accept {
            who,
            code,
            commitment,
            reply,
        })
        .await
    }
}

impl Task {
    pub(super) fn is_guest(&self, who: PlayerKey) -> bool {
        self.invitations.iter().any(|it| guest(it) == Some(who))
    }

    pub(super) fn is_host(&self, who: PlayerKey) -> bool {
        self.invitations.iter().any(|it| it.host.player == who)
    }

    fn left(&self, invitation: &Invitation) -> u64 {
        self.clock.left(invitation.host.joined.saturating_add(OPEN))
    }

    /// What somebody's page shows of the invitation in which they stand.
    pub(super) fn inviting(&self, who: PlayerKey) -> Option<Queue> {
        self.invitations.iter().find_map(|it| {
            let (code, left_ms) = (it.code, self.left(it));
            if it.host.player == who {
                Some(Queue::Inviting { code, left_ms })
            } else if guest(it) == Some(who) {
                Some(Queue::Accepted { code, left_ms })
            } else {
                None
            }
        })
    }

    pub(super) async fn invite(&mut self, who: Who, commitment: Hash) -> Result<(), ApiError> {
        self.is_free(&who, ApiError::AlreadyWaiting).await?;
        let host = self.waiting(who, commitment);
        for _ in 0..TRIES {
            let code = chance::code();
            if self.store.invite(code, host.clone()).await? == Guarded::Stored {
                let who = host.player;
                self.invitations.push(Invitation {
                    code,
                    host,
                    guest: None,
                });
                self.tell_where(who);
                return Ok(());
            }
        }
        warn!("no invitation could be kept");
        Err(ApiError::Unavailable)
    }

    /// Where an invitation is that is open to this person. To everybody else there is none.
    fn open_to(&self, who: PlayerKey, code: Code) -> Option<usize> {
        self.invitations.iter().position(|it| {
            it.code == code
                && self.left(it) > 0
                && (it.guest.is_none() || guest(it) == Some(who) || it.host.player == who)
        })
    }

    pub(super) fn open(&self, who: PlayerKey, code: Code) -> Result<Invited, ApiError> {
        let place = self.open_to(who, code).ok_or(ApiError::NoSuchInvitation)?;
        let invitation = &self.invitations[place];
        Ok(Invited {
            host: invitation.host.identity.clone(),
            is_mine: invitation.host.player == who,
            left_ms: self.left(invitation),
        })
    }

    pub(super) async fn accept(&mut self, who: Who, code: Code, commitment: Hash) -> Result<(), ApiError> {
        let place = self.open_to(who.key, code).ok_or(ApiError::NoSuchInvitation)?;
        if self.invitations[place].host.player == who.key {
            return Err(ApiError::OwnInvitation);
        }
        self.is_free(&who, ApiError::AlreadyWaiting).await?;
        let waiting = self.waiting(who, commitment);
        let who = waiting.player;
        if self.store.accept(code, waiting.clone()).await? == Guarded::Refused {
            return Err(ApiError::NoSuchInvitation);
        }
        self.invitations[place].guest = Some(waiting);
        self.begin_to_wait(who);
        Ok(())
    }

    /// A host withdraws their invitation, or a guest does not wait for the host any more; nothing if somebody is neither.
    pub(super) async fn uninvite(&mut self, who: PlayerKey) -> Result<Option<Cancelled>, ApiError> {
        if self.is_host(who) {
            self.withdraw(who).await?;
        } else if self.is_guest(who) {
            self.step_back(who).await?;
        } else {
            return Ok(None);
        }
        self.matched_or(who, Cancelled::Cancelled).await.map(Some)
    }

    /// An invitation ends; its guest, if there is one, hears of it.
    async fn withdraw(&mut self, host: PlayerKey) -> Result<(), Unavailable> {
        // If it was not stored any more it is gone all the same.
        let _ = self.store.withdraw(host).await?;
        let ended: Vec<Invitation> = self
            .invitations
            .extract_if(.., |it| it.host.player == host)
            .collect();
        for invitation in ended {
            if let Some(guest) = guest(&invitation) {
                self.missing.remove(&guest);
                self.tell_where(guest);
            }
        }
        self.tell_where(host);
        Ok(())
    }

    /// A guest goes; the invitation is open again.
    pub(super) async fn step_back(&mut self, who: PlayerKey) -> Result<(), Unavailable> {
        // As above.
        let _ = self.store.step_back(who).await?;
        for invitation in &mut self.invitations {
            invitation.guest.take_if(|guest| guest.player == who);
        }
        self.missing.remove(&who);
        self.tell_where(who);
        Ok(())
    }

    /// Ends the invitations whose hour is over.
    pub(super) async fn end_old_ones(&mut self) -> Result<(), Unavailable> {
        let is_over = |it: &&Invitation| self.left(it) == 0;
        let over = self.invitations.iter().filter(is_over);
        let hosts: Vec<PlayerKey> = over.map(|it| it.host.player).collect();
        for host in hosts {
            self.withdraw(host).await?;
        }
        Ok(())
    }

    /// Pairs every host and guest who are both there.
    pub(super) async fn meet_all(&mut self) {
        loop {
            let both = self.invitations.iter().find_map(|it| {
                let guest = it.guest.as_ref()?;
                let are_there = self.is_there(it.host.player) && self.is_there(guest.player);
                (are_there && self.left(it) > 0).then(|| (it.host.clone(), guest.clone()))
            });
            let Some((host, guest)) = both else { return };
            match self.pair(Occasion::Invitation, &host, &guest).await {
                Ok(Guarded::Stored) => info!("an invitation was used"),
                Ok(Guarded::Refused) => {
                    // The store knows better who is invited.
                    warn!("the invitations in memory were not the stored ones");
                    match self.store.invitations().await {
                        Ok(invitations) => self.invitations = invitations,
                        Err(Unavailable) => return,
                    }
                }
                Err(Unavailable) => return,
            }
        }
    }
}

fn guest(invitation: &Invitation) -> Option<PlayerKey> {
    invitation.guest.as_ref().map(|guest| guest.player)
}
