//! An invitation as one who opens it sees it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Accepted, words};
use crate::api;
use crate::protocol::{ApiError, Code, Invited, Whoami};
use crate::ui::queue::{Cancel, Notice, Wait, Waiting, Way};

/// Who invites, and whether I want to play them.
#[component]
pub(in crate::ui) fn JoinPanel(
    /// Who I am, as the server says.
    me: Whoami,
    /// What was opened.
    code: Code,
    /// What the server says of it.
    invited: Invited,
) -> impl IntoView {
    let wait = Wait::new(&me);
    wait.begin();
    let is_gone = RwSignal::new(false);
    let way = wait.way();
    // Who waited for their friend, and does not any more, has stepped back or was told so.
    Effect::new(move |before: Option<Way>| {
        let now = way.get();
        if matches!(before, Some(Way::Accepted(_))) && now == Way::Out {
            look_again(code, is_gone);
        }
        now
    });
    let host = StoredValue::new(invited.host.name);
    let what = move || match way.get() {
        _ if is_gone.get() => view! { <Gone /> }.into_any(),
        Way::Inviting(mine) if invited.is_mine && mine == code => view! { <Own /> }.into_any(),
        Way::Inviting(_) => view! { <Busy text=words::INVITES wait /> }.into_any(),
        Way::Waiting => view! {
            <p>{words::WAITS}</p>
            <Waiting wait />
        }
        .into_any(),
        Way::Accepted(_) => view! { <Accepted wait /> }.into_any(),
        Way::Out if invited.is_mine => view! { <Gone /> }.into_any(),
        Way::Out => view! { <Confirm wait code host=host.get_value() is_gone /> }.into_any(),
    };
    view! {
        <div class="join" data-testid="join">
            {what} <Notice wait />
        </div>
    }
}

fn look_again(code: Code, is_gone: RwSignal<bool>) {
    spawn_local(async move {
        if api::invitation(code).await == Err(ApiError::NoSuchInvitation) {
            is_gone.set(true);
        }
    });
}

#[component]
fn Confirm(wait: Wait, code: Code, host: String, is_gone: RwSignal<bool>) -> impl IntoView {
    view! {
        <h1><b data-testid="host">{host}</b> " invites you"</h1>
        <p class="lead">"to a match of flying chess: four planes a side, dice, weather and a few well-kept missiles."</p>
        <p class="not-scored" data-testid="not-scored">{words::NOT_SCORED}</p>
        <p>
            <button
                type="button"
                class="button play"
                data-testid="accept"
                disabled=wait.is_busy
                on:click=move |_| wait.accept(code, move || is_gone.set(true))
            >
                {words::ACCEPT}
            </button>
        </p>
    }
}

#[component]
fn Own() -> impl IntoView {
    view! {
        <div data-testid="own-invitation">
            <h1>"Your invitation"</h1>
            <p>{words::OWN}</p>
            <p><a class="button" href="/">"To the lobby"</a></p>
        </div>
    }
}

/// Something else that I wait in stands before it.
#[component]
fn Busy(text: &'static str, wait: Wait) -> impl IntoView {
    view! {
        <p>{text}</p>
        <Cancel wait name="withdraw" word=words::WITHDRAW />
    }
}

/// There is no such invitation, or not any more.
#[component]
pub(in crate::ui) fn Gone() -> impl IntoView {
    view! {
        <div data-testid="gone">
            <h1>"This invitation is not open"</h1>
            <p>{words::GONE}</p>
            <CodeForm />
            <p><a class="button quiet" href="/">"To the lobby"</a></p>
        </div>
    }
}

/// The server does not look at more codes from here, or at none just now.
#[component]
pub(in crate::ui) fn Often(
    /// Whether there were too many.
    too_many: bool,
) -> impl IntoView {
    let text = if too_many { words::OFTEN } else { words::NOT_NOW };
    view! {
        <h1>"Not now"</h1>
        <p>{text}</p>
        <p><a class="button quiet" href="/">"To the lobby"</a></p>
    }
}

/// Where a code is typed that somebody has said. It works without any script.
#[component]
pub(in crate::ui) fn CodeForm() -> impl IntoView {
    view! {
        <form class="code-form" action="/join" method="get">
            <label>
                <span>"Code"</span>
                <input
                    name="code"
                    type="text"
                    data-testid="code"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    maxlength="16"
                    required
                />
            </label>
            <button type="submit" class="button quiet" data-testid="open-code">{words::OPEN_CODE}</button>
            <p class="hint">{words::CODE_HINT}</p>
        </form>
    }
}
