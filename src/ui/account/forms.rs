//! The three questions of the account's dialog.

use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::me::Account;
use super::panel::Shows;
use super::words;
use crate::api;
use crate::protocol::ApiError;

impl Account {
    /// Asks the server for something, and shows why it was refused.
    fn ask<T: 'static>(
        self,
        question: impl Future<Output = Result<T, ApiError>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.refused.set(None);
        spawn_local(async move {
            let answer = question.await;
            self.is_busy.set(false);
            match answer {
                Ok(told) => then(told),
                Err(why) => self.refused.set(Some(words::refusal(&why))),
            }
        });
    }
}

/// What stands in a field, without what slipped in around it.
fn written(field: NodeRef<Input>) -> String {
    let text = field.get_untracked().map(|field| field.value());
    text.unwrap_or_default().trim().to_owned()
}

/// Nickname, and nothing else.
#[component]
pub(super) fn Create(account: Account) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let nickname = written(field);
        let made = async move {
            // What will be answered must be seen, whatever the other tabs do meanwhile.
            account.switching.hold();
            let made = api::create_account(nickname).await;
            if made.is_err() {
                account.switching.release();
            }
            made
        };
        account.ask(made, move |shown| {
            account.switching.announce();
            account.shows.set(Shows::Credential { shown, is_new: true });
        });
    };
    view! {
        <form class="account-form" on:submit=submit>
            <p>{words::CREATE_WHY}</p>
            <label>
                "Nickname"
                <input
                    node_ref=field
                    data-testid="nickname"
                    name="nickname"
                    type="text"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    maxlength="64"
                    required
                    autofocus
                />
                <small>{words::NICKNAME_HINT}</small>
            </label>
            <button type="submit" class="button" data-testid="submit-account" disabled=account.is_busy>
                {words::CREATE}
            </button>
        </form>
    }
}

/// The credential, and nothing else.
#[component]
pub(super) fn LogIn(account: Account) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        account.ask(api::log_in(written(field)), move |_| {
            account.switching.announce();
            account.switching.come_back();
        });
    };
    view! {
        <form class="account-form" on:submit=submit>
            <p>{words::LOG_IN_WHY}</p>
            <label>
                "Login credential"
                <input
                    node_ref=field
                    class="credential-field"
                    data-testid="credential"
                    name="credential"
                    type="text"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    maxlength="128"
                    required
                    autofocus
                />
            </label>
            <button type="submit" class="button" data-testid="submit-login" disabled=account.is_busy>
                {words::LOG_IN}
            </button>
        </form>
    }
}

/// Whether it is really wanted.
#[component]
pub(super) fn Renew(account: Account) -> impl IntoView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        account.ask(api::renew_credential(), move |shown| {
            account.shows.set(Shows::Credential { shown, is_new: false });
        });
    };
    view! {
        <form class="account-form" on:submit=submit>
            <p>{words::RENEW_WHY}</p>
            <button type="submit" class="button" data-testid="submit-renew" disabled=account.is_busy autofocus>
                {words::RENEW}
            </button>
        </form>
    }
}
