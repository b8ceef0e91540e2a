//! The page of one finished match.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use super::not_found::{Absent, NotNow, answer_not_found};
use crate::api;
use crate::protocol::{ApiError, MatchId};
use crate::ui::replay::ReplayView;

/// A finished match, step by step, for whoever has the link.
#[component]
pub fn Replay() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").unwrap_or_default());
    let record = Resource::new(
        move || id.get(),
        |id| async move {
            match id.parse::<MatchId>() {
                Ok(id) => api::record(id).await,
                Err(_) => Err(ApiError::NoSuchMatch),
            }
        },
    );
    let shown = move || {
        Suspend::new(async move {
            match record.await {
                Ok(record) => {
                    let download = format!("/replays/{}/record.json", record.id);
                    view! { <ReplayView record download=Some(download) /> }.into_any()
                }
                Err(ApiError::NotOver) => view! { <GoesOn id=id.get_untracked() /> }.into_any(),
                Err(ApiError::NoSuchMatch) => {
                    answer_not_found();
                    view! { <Absent title="No such match" text="There is no finished match under this address." /> }
                        .into_any()
                }
                Err(_) => view! { <NotNow what="this match" /> }.into_any(),
            }
        })
    };
    view! {
        <Title text="Replay · FLYCHESS" />
        <Suspense fallback=|| view! { <p class="loading">"Fetching the match…"</p> }>{shown}</Suspense>
    }
}

#[component]
fn GoesOn(id: String) -> impl IntoView {
    view! {
        <main class="not-found" data-testid="goes-on">
            <h1>"This match is still being played"</h1>
            <p>"It can be looked at step by step when it is over. Until then you can watch it."</p>
            <p><a class="button" href=format!("/match/{id}")>"Watch the match"</a></p>
        </main>
    }
}
