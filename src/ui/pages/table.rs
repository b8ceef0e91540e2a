//! The page of one match.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use super::not_found::{Absent, NotNow, answer_not_found};
use crate::api;
use crate::protocol::{ApiError, MatchId};
use crate::ui::{browser, table::TableView};

/// A match, for its players and for whoever has the link.
#[component]
pub fn Table() -> impl IntoView {
    let params = use_params_map();
    let id = params.read_untracked().get("id").unwrap_or_default();
    load_another(id.clone());
    let asked = StoredValue::new(browser::asked_at());
    let view = Resource::new(
        move || id.clone(),
        |id| async move {
            match id.parse::<MatchId>() {
                Ok(id) => api::look(id).await,
                Err(_) => Err(ApiError::NoSuchMatch),
            }
        },
    );
    let shown = move || {
        Suspend::new(async move {
            match view.await {
                Ok(view) => view! { <TableView view asked=asked.get_value() /> }.into_any(),
                Err(ApiError::NoSuchMatch) => {
                    answer_not_found();
                    view! { <Absent title="No such match" text="There is no match under this address." /> }
                        .into_any()
                }
                Err(_) => view! { <NotNow what="this match" /> }.into_any(),
            }
        })
    };
    view! {
        <Title text="Match · FLYCHESS" />
        <Suspense fallback=|| view! { <p class="loading">"Laying the table…"</p> }>{shown}</Suspense>
    }
}

/// One table a page: going back or forward to another match loads the page anew, so that nothing of the one table is left
/// to the other.
fn load_another(shown: String) {
    let params = use_params_map();
    Effect::new(move || {
        let wanted = params.read().get("id");
        if wanted.is_some_and(|wanted| wanted != shown) {
            browser::reload();
        }
    });
}
