//! Looking for an opponent: PLAY, the wait, and the way to the match. A friend is looked for in `friend`.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_location, use_navigate};

use super::account::{Me, Switching};
use super::friend::{Accepted, Friend, Inviting};
use super::live::{Heard, Link, Live, Wanted};
use super::settings::Settings;
use super::sound::{self, Sound};
use super::{browser, keep};
use crate::api;
use crate::protocol::{ApiError, Cancelled, Code, MatchId, Queue, ToPage, Whoami};
use crate::rules::hash::Hash;

/// What is said when no answer came.
const NO_ANSWER: &str = "The server did not answer. Try again.";
/// How often the waiting time is looked at.
const TICK: Duration = Duration::from_millis(250);

/// The commitment to a fresh seed, which this browser keeps.
///
/// # Errors
///
/// [`ApiError::BadRequest`] in a browser that has no random numbers.
fn committed() -> Result<Hash, ApiError> {
    let seed = browser::random().map(Hash).ok_or(ApiError::BadRequest)?;
    Ok(keep::commit(seed))
}

/// Joins the queue.
///
/// # Errors
///
/// Those of [`api::join`] and of [`committed`].
pub(super) async fn join() -> Result<(), ApiError> {
    api::join(committed()?).await
}

/// My place in the queue as the page shows it.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub(super) queue: RwSignal<Queue>,
    /// From when or until when the seconds are counted, by the browser's clock.
    zero: RwSignal<Option<f64>>,
    /// Whole seconds, as shown: waited, or left.
    pub(super) seconds: RwSignal<u64>,
    /// Where I am bound.
    pub(super) bound: RwSignal<Option<MatchId>>,
    pub(super) is_busy: RwSignal<bool>,
    notice: RwSignal<Option<&'static str>>,
    link: RwSignal<Link>,
    settings: Settings,
}

impl Wait {
    pub(super) fn new(me: &Whoami) -> Self {
        Self {
            queue: RwSignal::new(me.queue),
            zero: RwSignal::new(None),
            seconds: RwSignal::new(seconds(me.queue)),
            bound: RwSignal::new(me.bound.clone()),
            is_busy: RwSignal::new(false),
            notice: RwSignal::new(None),
            link: RwSignal::new(Link::default()),
            settings: Settings::get(),
        }
    }

    pub(super) fn way(self) -> Memo<Way> {
        Memo::new(move |_| self.queue.get().into())
    }

    fn show(self, queue: Queue) {
        self.queue.set(queue);
        self.seconds.set(seconds(queue));
        self.zero.set(match queue {
            Queue::Out => None,
            Queue::Waiting { waited_ms } => Some(browser::now() - waited_ms as f64),
            Queue::Inviting { left_ms, .. } | Queue::Accepted { left_ms, .. } => {
                Some(browser::now() + left_ms as f64)
            }
        });
    }

    fn tick(self) {
        if let Some(zero) = self.zero.try_get_untracked().flatten() {
            let is_waiting = matches!(self.queue.get_untracked(), Queue::Waiting { .. });
            let passed = browser::now() - zero;
            let counted = if is_waiting { passed } else { -passed };
            let seconds = (counted.max(0.0) / 1000.0) as u64;
            if self
                .seconds
                .try_get_untracked()
                .is_some_and(|shown| shown != seconds)
            {
                self.seconds.set(seconds);
            }
        }
    }

    fn hear(self, message: ToPage) -> Heard {
        match message {
            ToPage::Queue { queue } => {
                // What I have not ended myself is told.
                let is_told = queue == Queue::Out && !self.is_busy.get_untracked();
                let ended = is_told.then(|| self.queue.with_untracked(ended)).flatten();
                self.show(queue);
                if ended.is_some() {
                    self.notice.set(ended);
                }
                Heard::Whole
            }
            ToPage::Paired { id } => {
                sound::play(self.settings, Sound::MatchFound);
                self.bound.set(Some(id));
                Heard::Whole
            }
            _ => Heard::More,
        }
    }

    /// Listens as long as the page is there, and goes to the match that is found.
    pub(super) fn begin(self) {
        self.listen();
        let navigate = use_navigate();
        Effect::new(move || {
            if let Some(id) = self.bound.get() {
                let options = NavigateOptions {
                    replace: true,
                    ..NavigateOptions::default()
                };
                navigate(&format!("/match/{id}"), options);
            }
        });
    }

    /// Listens as long as the page is there; the waiting time begins to run.
    pub(super) fn listen(self) {
        let live = StoredValue::new(None::<Live>);
        Effect::new(move || {
            live.set_value(Some(Live::begin(Wanted {
                id: None,
                known: Box::new(|| None),
                hear: Box::new(move |message| self.hear(message)),
                link: self.link,
            })));
            if let Ok(ticking) = set_interval_with_handle(move || self.tick(), TICK) {
                on_cleanup(move || ticking.clear());
            }
        });
        on_cleanup(move || {
            let live = live.try_update_value(Option::take);
            live.flatten().iter().for_each(Live::end);
        });
        Effect::new(move || {
            if self.link.get() == Link::Outdated {
                browser::reload_once();
            }
        });
        Switching::get().follow(self.link);
    }

    fn play(self) {
        self.ask(join(), move |joined| {
            if joined.is_ok() && self.queue.try_get_untracked() == Some(Queue::Out) {
                self.show(Queue::Waiting { waited_ms: 0 });
            }
        });
    }

    /// The stream tells the code.
    pub(super) fn invite(self) {
        self.ask(async { api::invite(committed()?).await }, |_| ());
    }

    /// Takes up an invitation; `gone` hears if there is none any more.
    pub(super) fn accept(self, code: Code, gone: impl Fn() + 'static) {
        self.ask(
            async move { api::accept(code, committed()?).await },
            move |accepted| {
                if accepted == Err(ApiError::NoSuchInvitation) {
                    gone();
                }
            },
        );
    }

    /// Asks to wait in some way. Where it led shows in the stream; why it did not, beside the buttons.
    fn ask(
        self,
        asked: impl Future<Output = Result<(), ApiError>> + 'static,
        then: impl FnOnce(Result<(), ApiError>) + 'static,
    ) {
        self.busy(asked, move |answer| {
            match &answer {
                // What waits already shows in the stream; what is gone is told by the page.
                Ok(()) | Err(ApiError::AlreadyWaiting | ApiError::NoSuchInvitation) => {}
                Err(ApiError::Bound { id }) => self.bound.set(Some(id.clone())),
                Err(ApiError::TooMany { .. }) => self
                    .notice
                    .set(Some("That was often. Wait a moment and try again.")),
                Err(_) => self.notice.set(Some(NO_ANSWER)),
            }
            then(answer);
        });
    }

    /// Leaves whatever I wait in.
    pub(super) fn cancel(self) {
        self.busy(api::cancel(), move |cancelled| match cancelled {
            Ok(Cancelled::Cancelled | Cancelled::NotWaiting) => self.show(Queue::Out),
            Ok(Cancelled::Matched { id }) => self.bound.set(Some(id)),
            Err(_) => self.notice.set(Some(NO_ANSWER)),
        });
    }

    /// Asks one thing at a time.
    fn busy<T: 'static>(self, asked: impl Future<Output = T> + 'static, then: impl FnOnce(T) + 'static) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.notice.set(None);
        spawn_local(async move {
            let answer = asked.await;
            self.is_busy.set(false);
            then(answer);
        });
    }
}

/// What is said when this kind of wait is over without an opponent.
const fn ended(queue: &Queue) -> Option<&'static str> {
    match queue {
        Queue::Inviting { .. } => Some("Your invitation has ended: nobody took it up, or it was withdrawn."),
        Queue::Accepted { .. } => Some("This invitation has ended, or it was withdrawn."),
        Queue::Out | Queue::Waiting { .. } => None,
    }
}

const fn seconds(queue: Queue) -> u64 {
    match queue {
        Queue::Out => 0,
        Queue::Waiting { waited_ms } => waited_ms / 1000,
        Queue::Inviting { left_ms, .. } | Queue::Accepted { left_ms, .. } => left_ms / 1000,
    }
}

/// How I wait; the time goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Out,
    Waiting,
    Inviting(Code),
    Accepted(Code),
}

impl From<Queue> for Way {
    fn from(queue: Queue) -> Self {
        match queue {
            Queue::Out => Self::Out,
            Queue::Waiting { .. } => Self::Waiting,
            Queue::Inviting { code, .. } => Self::Inviting(code),
            Queue::Accepted { code, .. } => Self::Accepted(code),
        }
    }
}

/// Who I am, and PLAY.
#[component]
pub(super) fn QueuePanel(
    /// Who I am, as the server says.
    me: Whoami,
) -> impl IntoView {
    let wait = Wait::new(&me);
    wait.begin();
    let way = wait.way();
    let play = move || match (wait.bound.get(), way.get()) {
        (Some(id), _) => view! { <Bound id /> }.into_any(),
        (None, Way::Out) => view! { <Out wait /> }.into_any(),
        (None, Way::Waiting) => view! { <Waiting wait /> }.into_any(),
        (None, Way::Inviting(code)) => view! { <Inviting wait code /> }.into_any(),
        (None, Way::Accepted(_)) => view! { <Accepted wait /> }.into_any(),
    };
    view! {
        <section class="queue" aria-label="Play">
            <Me me>
                <div class="queue-do">{play}</div>
            </Me>
            <Notice wait />
        </section>
    }
}

/// What went wrong, beside the buttons.
#[component]
pub(super) fn Notice(wait: Wait) -> impl IntoView {
    view! {
        <p class="queue-note" role="status">
            {move || wait.notice.get().or_else(|| match wait.link.get() {
                Link::Lost { .. } => Some("Connection lost. The page comes back by itself."),
                Link::Crowded => Some("Too many of your tabs are open. Close some; this page tries again by itself."),
                _ => None,
            })}
        </p>
    }
}

#[component]
fn Bound(id: MatchId) -> impl IntoView {
    view! { <a class="button" data-testid="bound" href=format!("/match/{id}")>"To your match"</a> }
}

#[component]
fn Out(wait: Wait) -> impl IntoView {
    view! {
        <button type="button" class="button play" data-testid="play" disabled=wait.is_busy on:click=move |_| wait.play()>
            "PLAY"
        </button>
        <Friend wait />
        <a class="button quiet" data-testid="practice" href="/practice">"Play the computer"</a>
    }
}

/// The wait for anybody.
#[component]
pub(super) fn Waiting(wait: Wait) -> impl IntoView {
    let path = use_location().pathname;
    let is_practising = Memo::new(move |_| path.get() == "/practice");
    let time = move || {
        let seconds = wait.seconds.get();
        format!("Looking for an opponent · {}:{:02}", seconds / 60, seconds % 60)
    };
    view! {
        <p class="queue-status" data-testid="queue-status">{time}</p>
        <Cancel wait name="cancel-queue" word="Cancel" />
        {move || (!is_practising.get()).then(|| view! {
            <a class="button quiet" data-testid="practice" href="/practice">"Play the computer meanwhile"</a>
        })}
    }
}

/// The way out of whatever I wait in.
#[component]
pub(super) fn Cancel(
    /// The wait.
    wait: Wait,
    /// The button's name for tests.
    name: &'static str,
    /// What it says.
    word: &'static str,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet"
            data-testid=name
            disabled=wait.is_busy
            on:click=move |_| wait.cancel()
        >
            {word}
        </button>
    }
}
