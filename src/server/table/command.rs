//! What a table is asked to do and what its clock does. Each is stored before it shows; where the store refuses, another
//! writer was first, and what is stored is the truth.

use tokio::time::Instant;
use tracing::{info, warn};

use super::task::{RETRY, Task};
use crate::protocol::{ApiError, Step, ToPage, Version};
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
use crate::rules::{Action, Seat, Silent};
use crate::server::store::{After, Append, Guarded, Millis, PlayerKey, StoredStage, Unavailable};

impl Task {
    pub(super) async fn act(
        &mut self,
        who: PlayerKey,
        follows: Version,
        action: Action,
    ) -> Result<Version, ApiError> {
        self.order(who).ok_or(ApiError::NotAPlayer)?;
        let seat = self.seat(who).ok_or(ApiError::NotBegun)?;
        if action == Action::Timeout {
            return Err(ApiError::BadRequest);
        }
        if follows != self.version() {
            return Err(ApiError::Stale {
                version: self.version(),
            });
        }
        self.apply(seat, action).await
    }

    pub(super) async fn time_out(&mut self) -> Result<(), ApiError> {
        let Some(play) = &self.play else {
            return Err(ApiError::NotBegun);
        };
        let seat = play.game.position().turn();
        self.apply(seat, Action::Timeout).await.map(|_| ())
    }

    /// Plays an action on a copy, stores it, and only then shows it.
    pub(super) async fn apply(&mut self, seat: Seat, action: Action) -> Result<Version, ApiError> {
        let StoredStage::Live { began, deadline } = self.stored.stage else {
            let over = crate::rules::Illegal::GameOver;
            return Err(if self.play.is_some() {
                ApiError::Illegal { why: over }
            } else {
                ApiError::NotBegun
            });
        };
        let Some(play) = &self.play else {
            return Err(ApiError::NotBegun);
        };
        let now = self.now(began);
        let mut game = play.game.clone();
        let follows = game.version();
        let drawn = game
            .play_recorded(seat, action, &mut Silent)
            .map_err(|why| ApiError::Illegal { why })?;
        let t = u64::try_from(now - began).unwrap_or(0);
        let act = Written::new(action, Some(seat), Some(t));
        let then = match (game.position().outcome(), action) {
            (Some(outcome), _) => After::Over {
                outcome,
                winner: usize::from(self.seat_at(0) != Some(outcome.winner)),
            },
            // Using an item does not begin a new phase.
            (None, Action::Use(_)) => After::Deadline(deadline),
            (None, _) => After::Deadline(now + self.clock_ms()),
        };
        let append = Append {
            id: self.stored.id.clone(),
            follows,
            act,
            then,
        };
        if self.store.append(append).await? == Guarded::Refused {
            self.reload().await;
            return Err(ApiError::Stale {
                version: self.version(),
            });
        }
        self.stored.stage = match then {
            After::Deadline(deadline) => StoredStage::Live { began, deadline },
            After::Over { outcome, .. } => StoredStage::Over { began, outcome },
        };
        self.stored.actions.push(act);
        let step = Step {
            act,
            drawn,
            check: Step::check(game.position()),
        };
        let version = game.version();
        if let Some(play) = &mut self.play {
            play.game = game;
            play.steps.push(step.clone());
        }
        self.set_alarm();
        if let After::Over { outcome, .. } = then {
            info!(id = %self.stored.id, version, winner = %outcome.winner, reason = ?outcome.reason, "match over");
        }
        let left_ms = self.left_ms();
        self.tell(&ToPage::Steps {
            from: follows,
            steps: vec![step],
            left_ms,
        });
        Ok(version)
    }

    /// Now, in a match that began then. A machine whose clock was set back while the server was down makes no
    /// action earlier than the last.
    fn now(&self, began: Millis) -> Millis {
        let last = self.stored.actions.last().and_then(|act| act.t).unwrap_or(0);
        let last = Millis::try_from(last).unwrap_or(0);
        self.clock.now().max(began.saturating_add(last))
    }

    fn clock_ms(&self) -> Millis {
        Millis::try_from(self.stored.clock_ms).unwrap_or(Millis::MAX)
    }

    /// Another writer was first: what is stored is the truth.
    pub(super) async fn reload(&mut self) {
        match self.store.load(&self.stored.id).await {
            Ok(Some(stored)) => {
                self.stored = stored;
                self.catch_up();
                self.show_all();
            }
            Ok(None) => warn!(id = %self.stored.id, "a match has vanished from the store"),
            Err(Unavailable) => self.alarm = Instant::now() + RETRY,
        }
    }

    pub(super) async fn reveal(&mut self, who: PlayerKey, seed: Hash) -> Result<(), ApiError> {
        let order = self.order(who).ok_or(ApiError::NotAPlayer)?;
        if !matches!(self.stored.stage, StoredStage::Pairing { .. }) {
            // A late or repeated seed changes nothing; the one that counts is told with the match.
            return Ok(());
        }
        if Hash::of(&[&seed.0]) != self.stored.members[order].commitment {
            return Err(ApiError::WrongSeed);
        }
        if self.store.reveal(&self.stored.id, who, seed).await? == Guarded::Refused {
            self.reload().await;
            return Ok(());
        }
        self.stored.members[order].seed = Some(seed);
        if self.stored.members.iter().all(|member| member.seed.is_some()) {
            // The seed is kept; a beginning that cannot be stored now is tried again when the time is up.
            let _ = self.begin().await;
        }
        Ok(())
    }

    /// The match begins with the seeds that came, or comes to nothing without any.
    pub(super) async fn begin(&mut self) -> Result<(), ApiError> {
        let id = self.stored.id.clone();
        if self.stored.members.iter().all(|member| member.seed.is_none()) {
            if self.store.dissolve(&id).await? == Guarded::Refused {
                self.reload().await;
                return Ok(());
            }
            self.stored.stage = StoredStage::Dissolved;
            self.set_alarm();
            self.tell(&ToPage::Dissolved);
            info!(%id, "pairing dissolved");
            return Ok(());
        }
        let began = self.clock.now();
        let deadline = began + self.clock_ms();
        if self.store.begin(&id, began, deadline).await? == Guarded::Refused {
            self.reload().await;
            return Ok(());
        }
        self.stored.stage = StoredStage::Live { began, deadline };
        self.catch_up();
        info!(%id, "match begun");
        self.show_all();
        Ok(())
    }

    pub(super) async fn leave(&mut self, who: PlayerKey) -> Result<(), ApiError> {
        let order = self.order(who).ok_or(ApiError::NotAPlayer)?;
        if self.store.leave(&self.stored.id, who).await? == Guarded::Refused {
            return Err(ApiError::NotOver);
        }
        self.stored.members[order].has_left = true;
        self.tell_one(who, &ToPage::Left);
        Ok(())
    }
}
