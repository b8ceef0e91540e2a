//! The dialog of the account: what is asked, and the credential in the moment in which it is shown.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::forms::{Create, LogIn, Renew};
use super::me::Account;
use super::words;
use crate::protocol::Shown;
use crate::ui::{browser, dialog};

/// What the dialog shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// It is closed.
    Nothing,
    /// The question for a nickname.
    Create,
    /// The question for a credential.
    LogIn,
    /// The question whether a new credential is wanted.
    Renew,
    /// A credential that nobody has seen before.
    Credential {
        /// The credential.
        shown: Shown,
        /// Whether the account was made with it; else it was renewed.
        is_new: bool,
    },
}

impl Account {
    /// Opens the dialog.
    pub(super) fn show(self, shows: Shows) {
        self.refused.set(None);
        self.shows.set(shows);
        // Once what it shows is there, so that the platform finds what to focus.
        request_animation_frame(move || dialog::open(self.dialog));
    }

    /// The dialog was closed, in whatever way.
    fn put_away(self) {
        let shown = self.shows.get_untracked();
        self.shows.set(Shows::Nothing);
        self.refused.set(None);
        if matches!(shown, Shows::Credential { is_new: true, .. }) {
            self.switching.let_go();
        }
    }
}

/// The dialog.
#[component]
pub(super) fn Panel(account: Account) -> impl IntoView {
    let title = move || {
        account.shows.with(|shows| match shows {
            Shows::Nothing | Shows::Create => words::CREATE,
            Shows::LogIn => words::LOG_IN,
            Shows::Renew => words::RENEW,
            Shows::Credential { .. } => "Your login credential",
        })
    };
    let close = move |_| dialog::close(account.dialog);
    let is_question = move || {
        account
            .shows
            .with(|shows| !matches!(shows, Shows::Credential { .. }))
    };
    view! {
        <dialog
            class="dialog"
            node_ref=account.dialog
            aria-labelledby="account-title"
            on:close=move |_| account.put_away()
            on:cancel=move |event: web_sys::Event| {
                // A slip on Escape must not take away what is shown only once.
                if !is_question() {
                    event.prevent_default();
                }
            }
        >
            <header class="dialog-head">
                <h2 id="account-title">{title}</h2>
                <Show when=is_question>
                    <button type="button" class="button quiet" on:click=close>"Close"</button>
                </Show>
            </header>
            {move || match account.shows.get() {
                Shows::Nothing => ().into_any(),
                Shows::Create => view! { <Create account /> }.into_any(),
                Shows::LogIn => view! { <LogIn account /> }.into_any(),
                Shows::Renew => view! { <Renew account /> }.into_any(),
                Shows::Credential { shown, is_new } => view! { <Credential account shown is_new /> }.into_any(),
            }}
            <p class="account-refused" role="alert" data-testid="account-refused">{move || account.refused.get()}</p>
        </dialog>
    }
}

/// A credential, and how to keep it.
#[component]
fn Credential(account: Account, shown: Shown, is_new: bool) -> impl IntoView {
    let Shown { identity, credential } = shown;
    let note = RwSignal::new("");
    // It is shown this once: a page that is left by accident asks first.
    Effect::new(move || {
        let listener = window_event_listener(ev::beforeunload, move |event| {
            let is_shown = |shows: &Shows| matches!(shows, Shows::Credential { .. });
            if account.shows.try_with_untracked(is_shown) == Some(true) {
                event.prevent_default();
            }
        });
        on_cleanup(move || listener.remove());
    });
    let file = format!("flychess-{}.txt", identity.name);
    let text = format!("FLYCHESS login credential of {}:\n{credential}\n", identity.name);
    let address = crate::ui::address::of_text(&text);
    let copied = StoredValue::new(credential.clone());
    let copy = move |_| {
        spawn_local(async move {
            let is_copied = browser::copy(&copied.get_value()).await;
            note.set(if is_copied { "Copied." } else { words::BY_HAND });
        });
    };
    view! {
        <p>"This logs in " <b>{identity.name}</b> ", here and in any other browser:"</p>
        <p class="credential"><code data-testid="credential">{credential}</code></p>
        <p class="credential-keep">
            <button type="button" class="button" data-testid="copy-credential" on:click=copy>"Copy"</button>
            <a class="button quiet" data-testid="download-credential" href=address download=file>"Download"</a>
            <span role="status">{note}</span>
        </p>
        <p>{words::KEEP_IT}</p>
        {(!is_new).then(|| view! { <p>{words::RENEWED}</p> })}
        <p class="dialog-foot">
            <button
                type="button"
                class="button"
                data-testid="credential-kept"
                on:click=move |_| dialog::close(account.dialog)
            >
                "I have kept it"
            </button>
        </p>
    }
}
