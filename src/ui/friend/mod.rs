//! A match with somebody one knows: a link and a code lead them here.
//!
//! Opening a link changes nothing, for programs open links too: whoever opens it sees who invites and says whether
//! they want to play.

mod panel;
mod words;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::queue::{Cancel, Wait};
use super::{browser, origin};
use crate::protocol::Code;

pub(super) use panel::{CodeForm, Gone, JoinPanel, Often};

/// Where an invitation is opened.
fn path(code: Code) -> String {
    format!("/join/{code}")
}

/// The two ways to a friend: invite them, or say their code.
#[component]
pub(super) fn Friend(wait: Wait) -> impl IntoView {
    view! {
        <div class="friend">
            <button
                type="button"
                class="button quiet"
                data-testid="invite"
                disabled=wait.is_busy
                on:click=move |_| wait.invite()
            >
                {words::PLAY}
            </button>
            <details class="friend-code">
                <summary class="plain" data-testid="have-code">{words::HAVE_CODE}</summary>
                <CodeForm />
            </details>
        </div>
    }
}

/// My open invitation.
#[component]
pub(super) fn Inviting(wait: Wait, code: Code) -> impl IntoView {
    let link = origin::absolute(&path(code));
    let note = RwSignal::new("");
    let can_share = RwSignal::new(false);
    Effect::new(move || can_share.set(browser::can_share()));
    let (copied, shared) = (link.clone(), link.clone());
    let copy = move |_| {
        let link = copied.clone();
        spawn_local(async move {
            let is_copied = browser::copy(&link).await;
            note.set(if is_copied {
                "Copied."
            } else {
                "Mark the link and copy it by hand."
            });
        });
    };
    view! {
        <div class="invitation" data-testid="invitation" data-code=code.to_string()>
            <p>{words::SEND}</p>
            <p class="invite-link"><a data-testid="invite-link" href=path(code)>{link}</a></p>
            <p class="invite-do">
                <button type="button" class="button" data-testid="copy-link" on:click=copy>"Copy link"</button>
                <Show when=move || can_share.get()>
                    {
                        let shared = shared.clone();
                        view! {
                            <button
                                type="button"
                                class="button quiet"
                                data-testid="share-link"
                                on:click=move |_| browser::share("FLYCHESS", &shared)
                            >
                                "Share"
                            </button>
                        }
                    }
                </Show>
                <span role="status">{note}</span>
            </p>
            <p>{words::OR_CODE}</p>
            <p class="invite-code"><b data-testid="invite-code">{code.to_string()}</b></p>
            <p class="not-scored" data-testid="not-scored">{words::NOT_SCORED}</p>
            <p class="invite-note">{words::STAY} " " <span>{move || words::open_for(wait.seconds.get())}</span> "."</p>
            <Cancel wait name="withdraw" word=words::WITHDRAW />
        </div>
    }
}

/// I have taken up an invitation whose host is away.
#[component]
pub(super) fn Accepted(wait: Wait) -> impl IntoView {
    view! {
        <div class="invitation" data-testid="accepted">
            <p role="status">{words::AWAY}</p>
            <p class="not-scored">{words::NOT_SCORED}</p>
            <Cancel wait name="step-back" word=words::STEP_BACK />
        </div>
    }
}
