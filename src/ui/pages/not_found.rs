//! The page for paths that lead nowhere.

use leptos::prelude::*;
use leptos_meta::Title;

/// Says so, with the status to match.
#[component]
pub fn NotFound() -> impl IntoView {
    set_status();
    view! {
        <Title text="Off the map · FLYCHESS" />
        <main class="not-found">
            <h1>"Off the map"</h1>
            <p>"There is no page under this address."</p>
            <p><a class="button" href="/">"Back to the lobby"</a></p>
        </main>
    }
}

#[cfg(feature = "ssr")]
fn set_status() {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(axum::http::StatusCode::NOT_FOUND);
    }
}

#[cfg(not(feature = "ssr"))]
fn set_status() {}
