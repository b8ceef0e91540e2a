//! Waiting for an opponent while one plays the computer: who is found is announced, and the page goes to the match by
//! itself a little later. The game here is kept.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use crate::api;
use crate::protocol::{MatchId, Whoami};
use crate::ui::queue::{Wait, Waiting, Way};
use crate::ui::{browser, calls, keep};

/// So long the page waits before it goes to the match.
const NOTICE_MS: f64 = 10_000.0;
/// How often the countdown is looked at.
const TICK: Duration = Duration::from_millis(250);
/// What a hidden tab says.
const CALL: &str = "● An opponent is here · FLYCHESS";

/// The place in the queue of whoever has one; nothing for everybody else, and without a server.
#[component]
pub(super) fn Standby() -> impl IntoView {
    let me = RwSignal::new(None::<Whoami>);
    Effect::new(move || {
        spawn_local(async move {
            // Without a server nobody waits.
            if let Ok(found) = api::whoami().await {
                let _ = me.try_set(Some(found));
            }
        });
    });
    move || {
        let me = me.get()?;
        let is_wanted = me.bound.is_some() || Way::from(me.queue) != Way::Out;
        is_wanted.then(|| view! { <Standing me /> })
    }
}

#[component]
fn Standing(me: Whoami) -> impl IntoView {
    let wait = Wait::new(&me);
    wait.listen();
    let way = wait.way();
    move || match (wait.bound.get(), way.get()) {
        (Some(id), _) => view! { <Found id /> }.into_any(),
        (None, Way::Waiting) => {
            view! { <aside class="standby" aria-label="Queue"><Waiting wait /></aside> }.into_any()
        }
        // An invitation is looked after in the lobby.
        (None, _) => ().into_any(),
    }
}

/// An opponent was found.
#[component]
fn Found(id: MatchId) -> impl IntoView {
    let left = RwSignal::new((NOTICE_MS / 1000.0) as u32);
    let navigate = use_navigate();
    let path = format!("/match/{id}");
    let go = {
        let path = path.clone();
        move || {
            let options = NavigateOptions {
                replace: true,
                ..NavigateOptions::default()
            };
            navigate(&path, options);
        }
    };
    // The match begins without waiting for this page: what its dice need is shown at once.
    Effect::new(move || {
        let id = id.clone();
        spawn_local(async move {
            if let Ok(view) = api::look(id).await {
                keep::show_seed(&view);
            }
        });
    });
    Effect::new({
        let go = go.clone();
        move || {
            let until = browser::now() + NOTICE_MS;
            let go = go.clone();
            let tick = move || {
                let seconds = ((until - browser::now()).max(0.0) / 1000.0).ceil() as u32;
                if left.try_get_untracked().is_some_and(|shown| shown != seconds) {
                    left.set(seconds);
                }
                if seconds == 0 {
                    go();
                }
            };
            // A browser without timers goes at once.
            match set_interval_with_handle(tick.clone(), TICK) {
                Ok(ticking) => on_cleanup(move || ticking.clear()),
                Err(_) => tick(),
            }
        }
    });
    Effect::new(move |before: Option<Option<String>>| calls::show_call(true, CALL, before.flatten()));
    on_cleanup(calls::put_icon_back);
    view! {
        <aside class="standby found" data-testid="match-found" role="alert">
            <p>"An opponent is here. Your match is about to begin; this game is kept."</p>
            <p>
                <a class="button" data-testid="go-to-match" href=path>"Go now"</a>
                " "
                <span data-testid="found-left" data-left=left aria-hidden="true">{move || format!("{} s", left.get())}</span>
            </p>
        </aside>
    }
}
