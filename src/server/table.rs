//! One match: a task that holds a cache of what is stored, a mailbox, the clock of the running phase, and those who
//! listen. Nothing is told or answered before it is stored; an action and the clock pass the same guard.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use tracing::{error, info, warn};

use super::clock::Clock;
use super::socket::{Listener, SocketId, written};
use super::store::{After, Append, Guarded, Millis, PlayerKey, Store, StoredMatch, StoredStage, Unavailable};
use crate::protocol::{ApiError, Fairness, MatchView, Outage, Presence, Stage, Step, ToPage, Version};
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
use crate::rules::record::match_seed;
use crate::rules::{Action, BySeat, Drawn, Game, Ruleset, Seat, Silent};

/// Messages that may wait for a table.
const MAILBOX: usize = 256;
/// A table that nobody looks at and where nothing runs is put away after this; it can be laid again from the store.
const IDLE: Duration = Duration::from_secs(60);
/// After a failed write the clock tries again in this.
const RETRY: Duration = Duration::from_secs(1);

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
    Listen {
        listener: Listener,
        from: Option<Version>,
    },
    Hush {
        id: SocketId,
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
    /// Lays a stored match and starts its task.
    pub(super) fn lay(stored: StoredMatch, store: Arc<dyn Store>, clock: Clock) -> Self {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let (task, deadline) = Task::new(stored, store, clock);
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

    /// A page has gone.
    pub(super) async fn hush(&self, id: SocketId) {
        // A table that was put away has nobody to forget.
        let _ = self.mailbox.send(Mail::Hush { id }).await;
    }
}

/// The part of a match that begins with its seed.
struct Play {
    game: Game,
    opening: Vec<Drawn>,
    steps: Vec<Step>,
}

impl Play {
    /// Plays what is stored again.
    fn again(stored: &StoredMatch, rules: &'static Ruleset) -> Option<Self> {
        let seeds = stored
            .members
            .each_ref()
            .map(|member| member.seed.unwrap_or(Hash::ZERO));
        let seed = stored
            .fixed_seed
            .unwrap_or_else(|| match_seed(stored.id.as_str(), stored.server_seed, seeds));
        let (game, opening) = Game::begin_recorded(rules, seed.0, &mut Silent);
        let mut play = Self {
            game,
            opening,
            steps: Vec::new(),
        };
        for act in &stored.actions {
            let step = play.step(*act)?;
            play.steps.push(step);
        }
        Some(play)
    }

    /// Plays one action and tells what to store and show of it; `None` if the rules refuse it.
    fn step(&mut self, act: Written) -> Option<Step> {
        let drawn = self
            .game
            .play_recorded(act.seat?, act.action().ok()?, &mut Silent)
            .ok()?;
        Some(Step {
            act,
            drawn,
            check: check(&self.game),
        })
    }
}

/// The first four bytes of the position's digest, in hex.
fn check(game: &Game) -> String {
    let mut check = Hash(game.position().digest()).to_string();
    check.truncate(8);
    check
}

/// The task of one match.
struct Task {
    store: Arc<dyn Store>,
    clock: Clock,
    rules: &'static Ruleset,
    stored: StoredMatch,
    play: Option<Play>,
    audience: BTreeMap<SocketId, Listener>,
    /// When something is to be done without being asked.
    alarm: Instant,
    /// The deadline, for those who only want to know that.
    told_deadline: watch::Sender<Option<Millis>>,
}

impl Task {
    fn new(
        stored: StoredMatch,
        store: Arc<dyn Store>,
        clock: Clock,
    ) -> (Self, watch::Receiver<Option<Millis>>) {
        let (told_deadline, deadline) = watch::channel(None);
        let rules = Ruleset::named(&stored.ruleset).unwrap_or(Ruleset::duel());
        let mut task = Self {
            store,
            clock,
            rules,
            play: None,
            audience: BTreeMap::new(),
            alarm: Instant::now() + IDLE,
            told_deadline,
            stored,
        };
        task.catch_up();
        (task, deadline)
    }

    /// Takes what is stored as the truth.
    fn catch_up(&mut self) {
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

    fn set_alarm(&mut self) {
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

    fn left_ms(&self) -> Option<u64> {
        self.deadline().map(|deadline| self.clock.left(deadline))
    }

    fn version(&self) -> Version {
        self.play.as_ref().map_or(0, |play| play.game.version())
    }

    async fn run(mut self, mut mail: mpsc::Receiver<Mail>) {
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
        let done = match self.stored.stage {
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
            Mail::Leave { who, reply } => {
                let _ = reply.send(self.leave(who).await);
            }
            Mail::Listen { listener, from } => self.listen(listener, from),
            Mail::Hush { id } => {
                if self.audience.remove(&id).is_some() {
                    self.tell_presence();
                }
            }
        }
    }

    /// The place of a player in the queue order.
    fn order(&self, who: PlayerKey) -> Option<usize> {
        self.stored.members.iter().position(|member| member.player == who)
    }

    /// The seat of the player at this place: the draw says which the first of the queue has.
    fn seat_at(&self, order: usize) -> Option<Seat> {
        let first = self.play.as_ref()?.game.first_in_queue();
        if order == 0 {
            Some(first)
        } else {
            self.rules.seats().find(|&seat| seat != first)
        }
    }

    fn seat(&self, who: PlayerKey) -> Option<Seat> {
        self.seat_at(self.order(who)?)
    }

    async fn act(&mut self, who: PlayerKey, follows: Version, action: Action) -> Result<Version, ApiError> {
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

    async fn time_out(&mut self) -> Result<(), ApiError> {
        let Some(play) = &self.play else {
            return Err(ApiError::NotBegun);
        };
        let seat = play.game.position().turn();
        self.apply(seat, Action::Timeout).await.map(|_| ())
    }

    /// Plays an action on a copy, stores it, and only then shows it.
    async fn apply(&mut self, seat: Seat, action: Action) -> Result<Version, ApiError> {
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
        match self.store.append(append).await {
            Ok(Guarded::Stored) => {}
            Ok(Guarded::Refused) => {
                self.reload().await;
                return Err(ApiError::Stale {
                    version: self.version(),
                });
            }
            Err(Unavailable) => return Err(ApiError::Unavailable),
        }
        self.stored.stage = match then {
            After::Deadline(deadline) => StoredStage::Live { began, deadline },
            After::Over { outcome, .. } => StoredStage::Over { began, outcome },
        };
        self.stored.actions.push(act);
        let step = Step {
            act,
            drawn,
            check: check(&game),
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
    async fn reload(&mut self) {
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

    async fn reveal(&mut self, who: PlayerKey, seed: Hash) -> Result<(), ApiError> {
        let order = self.order(who).ok_or(ApiError::NotAPlayer)?;
        if !matches!(self.stored.stage, StoredStage::Pairing { .. }) {
            // A late or repeated seed changes nothing; the one that counts is told with the match.
            return Ok(());
        }
        if Hash::of(&[&seed.0]) != self.stored.members[order].commitment {
            return Err(ApiError::WrongSeed);
        }
        let kept = self.store.reveal(&self.stored.id, who, seed).await;
        if kept.map_err(|Unavailable| ApiError::Unavailable)? == Guarded::Refused {
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
    async fn begin(&mut self) -> Result<(), ApiError> {
        let id = self.stored.id.clone();
        if self.stored.members.iter().all(|member| member.seed.is_none()) {
            if self
                .store
                .dissolve(&id)
                .await
                .map_err(|Unavailable| ApiError::Unavailable)?
                == Guarded::Refused
            {
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
        let begun = self.store.begin(&id, began, deadline).await;
        if begun.map_err(|Unavailable| ApiError::Unavailable)? == Guarded::Refused {
            self.reload().await;
            return Ok(());
        }
        self.stored.stage = StoredStage::Live { began, deadline };
        self.catch_up();
        info!(%id, "match begun");
        self.show_all();
        Ok(())
    }

    async fn leave(&mut self, who: PlayerKey) -> Result<(), ApiError> {
        let order = self.order(who).ok_or(ApiError::NotAPlayer)?;
        let left = self.store.leave(&self.stored.id, who).await;
        if left.map_err(|Unavailable| ApiError::Unavailable)? == Guarded::Refused {
            return Err(ApiError::NotOver);
        }
        self.stored.members[order].has_left = true;
        self.tell_one(who, &ToPage::Left);
        Ok(())
    }

    /// Whether this is a player who has left the result for the lobby.
    fn has_left(&self, who: PlayerKey) -> bool {
        self.order(who)
            .is_some_and(|order| self.stored.members[order].has_left)
    }

    fn presence(&self) -> Presence {
        let is_there = |order: usize| {
            let player = self.stored.members[order].player;
            self.audience.values().any(|listener| listener.who == player)
        };
        let order_of = |seat: Seat| (0..2).find(|&order| self.seat_at(order) == Some(seat));
        let watchers = self
            .audience
            .values()
            .filter(|listener| self.order(listener.who).is_none())
            .count();
        Presence {
            seats: BySeat::from_fn(|seat| order_of(seat).map(is_there)),
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        }
    }

    fn view(&self, who: PlayerKey) -> MatchView {
        let members = &self.stored.members;
        let order = self.order(who);
        let seated = |seat: Seat| {
            let order = (0..2).find(|&order| self.seat_at(order) == Some(seat))?;
            Some(members[order].identity.clone())
        };
        let has_begun = self.play.is_some();
        MatchView {
            id: self.stored.id.clone(),
            ruleset: self.rules.name().to_owned(),
            stage: match self.stored.stage {
                StoredStage::Pairing { .. } => Stage::Pairing,
                StoredStage::Live { .. } => Stage::Live,
                StoredStage::Over { .. } => Stage::Over,
                StoredStage::Dissolved => Stage::Dissolved,
            },
            me: self.seat(who),
            order: order.and_then(|order| u8::try_from(order).ok()),
            players: BySeat::from_fn(seated),
            fairness: Fairness {
                server_commitment: Hash::of(&[&self.stored.server_seed.0]),
                client_commitments: members.each_ref().map(|member| member.commitment),
                client_seeds: members
                    .each_ref()
                    .map(|member| member.seed.filter(|_| has_begun).unwrap_or(Hash::ZERO)),
                absent: members
                    .each_ref()
                    .map(|member| has_begun && member.seed.is_none()),
            },
            scored: true,
            clock_ms: self.stored.clock_ms,
            left_ms: self.left_ms(),
            opening: self
                .play
                .as_ref()
                .map(|play| play.opening.clone())
                .unwrap_or_default(),
            steps: self
                .play
                .as_ref()
                .map(|play| play.steps.clone())
                .unwrap_or_default(),
            presence: self.presence(),
            outages: self.stored.outages.clone(),
            left: self.has_left(who),
        }
    }

    /// A page begins to listen: the unbroken tail if it names a version that this match has had, else everything.
    fn listen(&mut self, listener: Listener, from: Option<Version>) {
        // A page that has no step yet may not even know who sits where.
        let from = from.filter(|&from| from > 0);
        let tail = match (&self.play, from.and_then(|from| usize::try_from(from).ok())) {
            (Some(play), Some(known)) => play.steps.get(known..).map(<[Step]>::to_vec),
            _ => None,
        };
        let left_ms = self.left_ms();
        let first = match (tail, from) {
            (Some(steps), Some(from)) => {
                let outages = self.stored.outages.iter().filter(|outage| outage.version >= from);
                let outages = outages.map(|&outage| ToPage::Outage {
                    outage,
                    left_ms: left_ms.unwrap_or(0),
                });
                let left = self.has_left(listener.who).then_some(ToPage::Left);
                std::iter::once(ToPage::Steps { from, steps, left_ms })
                    .chain(outages)
                    .chain(left)
                    .collect()
            }
            _ => vec![ToPage::Snapshot {
                view: Box::new(self.view(listener.who)),
            }],
        };
        if first.iter().all(|message| listener.tell(&written(message))) {
            self.audience.insert(listener.id, listener);
            self.tell_presence();
        }
    }

    fn tell_presence(&mut self) {
        let presence = self.presence();
        self.tell(&ToPage::Presence { presence });
    }

    /// Everybody gets everything, each as they see it.
    fn show_all(&mut self) {
        let snapshot = |listener: &Listener| {
            let view = Box::new(self.view(listener.who));
            written(&ToPage::Snapshot { view })
        };
        let told: BTreeMap<_, _> = self
            .audience
            .iter()
            .map(|(&id, listener)| (id, snapshot(listener)))
            .collect();
        let before = self.audience.len();
        self.audience
            .retain(|id, listener| told.get(id).is_some_and(|message| listener.tell(message)));
        self.tell_who_fell_behind(before);
    }

    fn tell(&mut self, message: &ToPage) {
        self.tell_those(message, |_| true);
    }

    /// Tells every tab of one player.
    fn tell_one(&mut self, who: PlayerKey, message: &ToPage) {
        self.tell_those(message, |listener| listener.who == who);
    }

    fn tell_those(&mut self, message: &ToPage, is_meant: impl Fn(&Listener) -> bool) {
        let message = written(message);
        let before = self.audience.len();
        // Those who are too far behind are let go; they come back for a snapshot.
        self.audience
            .retain(|_, listener| !is_meant(listener) || listener.tell(&message));
        self.tell_who_fell_behind(before);
    }

    /// Those who stay hear that others were let go.
    fn tell_who_fell_behind(&mut self, before: usize) {
        if self.audience.len() < before {
            self.tell_presence();
        }
    }
}

/// What a restart grants a match that was under way (R14): its phase ends at its old deadline or `grace` after the
/// restart, whichever is later.
///
/// # Errors
///
/// When the store cannot keep it.
pub(super) async fn after_outage(
    stored: &mut StoredMatch,
    store: &dyn Store,
    clock: Clock,
    grace: Duration,
) -> Result<(), Unavailable> {
    let now = clock.now();
    let grace = Millis::try_from(grace.as_millis()).unwrap_or(Millis::MAX);
    let (StoredStage::Pairing { deadline } | StoredStage::Live { deadline, .. }) = &mut stored.stage else {
        return Ok(());
    };
    *deadline = (*deadline).max(now.saturating_add(grace));
    let version = Version::try_from(stored.actions.len()).unwrap_or(Version::MAX);
    let outage = Outage {
        version,
        granted_ms: clock.left(*deadline),
    };
    if store.put_off(&stored.id, outage, now, *deadline).await? == Guarded::Stored {
        stored.outages.push(outage);
    }
    Ok(())
}
