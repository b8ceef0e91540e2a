//! The lobby's line about who I am, and what I can do about it.

use leptos::html::Dialog;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::panel::{Panel, Shows};
use super::{Switching, words};
use crate::api;
use crate::protocol::{PersonKind, Whoami};
use crate::ui::address;
use crate::ui::words::signed;

/// What the line and its dialog share.
#[derive(Clone, Copy)]
pub(super) struct Account {
    pub(super) switching: Switching,
    pub(super) dialog: NodeRef<Dialog>,
    pub(super) shows: RwSignal<Shows>,
    pub(super) is_busy: RwSignal<bool>,
    pub(super) refused: RwSignal<Option<String>>,
}

impl Account {
    fn new() -> Self {
        Self {
            switching: Switching::get(),
            dialog: NodeRef::new(),
            shows: RwSignal::new(Shows::Nothing),
            is_busy: RwSignal::new(false),
            refused: RwSignal::new(None),
        }
    }

    fn log_out(self) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        spawn_local(async move {
            match api::log_out().await {
                Ok(()) => {
                    self.switching.announce();
                    self.switching.come_back();
                }
                Err(why) => {
                    self.is_busy.set(false);
                    self.refused.set(Some(words::refusal(&why)));
                }
            }
        });
    }
}

/// Who I am, with my score, and the ways to be somebody else.
#[component]
pub(in crate::ui) fn Me(
    /// Who I am, as the server says.
    me: Whoami,
    /// What can be done as whom I am; it comes first.
    children: Children,
) -> impl IntoView {
    let account = Account::new();
    let name = me.identity.name;
    let is_account = me.identity.kind == PersonKind::Account;
    let shown = if is_account {
        let address = address::player(&name);
        view! { <a data-testid="identity" href=address>{name}</a> }.into_any()
    } else {
        view! { <b data-testid="identity">{name}</b> }.into_any()
    };
    let score = me.score.map(|score| {
        view! { <span class="my-score">" · score " <b data-testid="score">{signed(score)}</b></span> }
    });
    view! {
        <p class="me">"You are " {shown} {score}</p>
        {children()}
        <div class="account">
            {if is_account {
                view! { <Known account /> }.into_any()
            } else {
                view! { <Unknown account /> }.into_any()
            }} <a class="plain" href="/leaderboard">"Leaderboard"</a>
        </div>
        <p class="account-refused" role="alert">
            {move || account.refused.get().filter(|_| account.shows.with(|shows| *shows == Shows::Nothing))}
        </p>
        <Panel account />
    }
}

#[component]
fn Unknown(account: Account) -> impl IntoView {
    view! {
        <button
            type="button"
            class="plain"
            data-testid="create-account"
            aria-haspopup="dialog"
            on:click=move |_| account.show(Shows::Create)
        >
            {words::CREATE}
        </button>
        <button
            type="button"
            class="plain"
            data-testid="login"
            aria-haspopup="dialog"
            on:click=move |_| account.show(Shows::LogIn)
        >
            {words::LOG_IN}
        </button>
    }
}

#[component]
fn Known(account: Account) -> impl IntoView {
    view! {
        <button
            type="button"
            class="plain"
            data-testid="renew-credential"
            aria-haspopup="dialog"
            on:click=move |_| account.show(Shows::Renew)
        >
            {words::RENEW}
        </button>
        <button
            type="button"
            class="plain"
            data-testid="logout"
            title=words::LOG_OUT_HINT
            disabled=account.is_busy
            on:click=move |_| account.log_out()
        >
            {words::LOG_OUT}
        </button>
    }
}
