//! Looking for an opponent: PLAY, the wait, and the way to the match.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::account::{Me, Switching};
use super::live::{Heard, Link, Live, Wanted};
use super::{browser, keep};
use crate::api;
use crate::protocol::{ApiError, Cancelled, MatchId, Queue, ToPage, Whoami};
use crate::rules::hash::Hash;

/// How often the waiting time is looked at.
const TICK: Duration = Duration::from_millis(250);

/// Joins the queue with the commitment to a fresh seed, which this browser keeps.
///
/// # Errors
///
/// Those of [`api::join`]; [`ApiError::BadRequest`] in a browser that has no random numbers.
pub(super) async fn join() -> Result<(), ApiError> {
    let seed = browser::random().map(Hash).ok_or(ApiError::BadRequest)?;
    api::join(keep::commit(seed)).await
}

/// My place in the queue as the page shows it.
#[derive(Clone, Copy)]
struct Wait {
    queue: RwSignal<Queue>,
    /// When I joined, by the browser's clock.
    since: RwSignal<Option<f64>>,
    /// Whole seconds, as shown.
    seconds: RwSignal<u64>,
    /// Where I am bound.
    bound: RwSignal<Option<MatchId>>,
    is_busy: RwSignal<bool>,
    notice: RwSignal<Option<&'static str>>,
    link: RwSignal<Link>,
}

impl Wait {
    fn new(me: &Whoami) -> Self {
        Self {
            queue: RwSignal::new(me.queue),
            since: RwSignal::new(None),
            seconds: RwSignal::new(waited(me.queue)),
            bound: RwSignal::new(me.bound.clone()),
            is_busy: RwSignal::new(false),
            notice: RwSignal::new(None),
            link: RwSignal::new(Link::default()),
        }
    }

    fn is_waiting(self) -> bool {
        matches!(self.queue.get(), Queue::Waiting { .. })
    }

    fn show(self, queue: Queue) {
        self.queue.set(queue);
        self.seconds.set(waited(queue));
        self.since.set(match queue {
            Queue::Out => None,
            Queue::Waiting { waited_ms } => Some(browser::now() - waited_ms as f64),
        });
    }

    fn tick(self) {
        if let Some(since) = self.since.try_get_untracked().flatten() {
            let seconds = ((browser::now() - since).max(0.0) / 1000.0) as u64;
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
                self.show(queue);
                Heard::Whole
            }
            ToPage::Paired { id } => {
                self.bound.set(Some(id));
                Heard::Whole
            }
            _ => Heard::More,
        }
    }

    /// Listens as long as the page is there; the waiting time begins to run.
    fn begin(self) {
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
        Effect::new(move || {
            if self.link.get() == Link::Outdated {
                browser::reload_once();
            }
        });
        Switching::get().follow(self.link);
    }

    fn play(self) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.notice.set(None);
        spawn_local(async move {
            let joined = join().await;
            self.is_busy.set(false);
            match joined {
                Ok(()) | Err(ApiError::AlreadyWaiting) => {
                    if self.queue.try_get_untracked() == Some(Queue::Out) {
                        self.show(Queue::Waiting { waited_ms: 0 });
                    }
                }
                Err(ApiError::Bound { id }) => self.bound.set(Some(id)),
                Err(_) => self.notice.set(Some("The server did not answer. Try again.")),
            }
        });
    }

    fn cancel(self) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.notice.set(None);
        spawn_local(async move {
            let cancelled = api::cancel().await;
            self.is_busy.set(false);
            match cancelled {
                Ok(Cancelled::Cancelled | Cancelled::NotWaiting) => self.show(Queue::Out),
                Ok(Cancelled::Matched { id }) => self.bound.set(Some(id)),
                Err(_) => self.notice.set(Some("The server did not answer. Try again.")),
            }
        });
    }
}

const fn waited(queue: Queue) -> u64 {
    match queue {
        Queue::Out => 0,
        Queue::Waiting { waited_ms } => waited_ms / 1000,
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
    let play = move || match wait.bound.get() {
        Some(id) => view! { <Bound id /> }.into_any(),
        None if wait.is_waiting() => view! { <Waiting wait /> }.into_any(),
        None => view! { <Out wait /> }.into_any(),
    };
    view! {
        <section class="queue" aria-label="Play">
            <Me me>
                <div class="queue-do">{play}</div>
            </Me>
            <p class="queue-note" role="status">
                {move || wait.notice.get().or_else(|| match wait.link.get() {
                    Link::Lost { .. } => Some("Connection lost. The page comes back by itself."),
                    Link::Crowded => Some("Too many of your tabs are open. Close some; this page tries again by itself."),
                    _ => None,
                })}
            </p>
        </section>
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
    }
}

#[component]
fn Waiting(wait: Wait) -> impl IntoView {
    let time = move || {
        let seconds = wait.seconds.get();
        format!("Looking for an opponent · {}:{:02}", seconds / 60, seconds % 60)
    };
    view! {
        <p class="queue-status" data-testid="queue-status">{time}</p>
        <button
            type="button"
            class="button quiet"
            data-testid="cancel-queue"
            disabled=wait.is_busy
            on:click=move |_| wait.cancel()
        >
            "Cancel"
        </button>
    }
}
