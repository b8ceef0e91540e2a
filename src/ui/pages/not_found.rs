//! The page for paths that lead nowhere.

use leptos::prelude::*;
use leptos_meta::Title;

/// Says so, with the status to match.
#[component]
pub fn NotFound() -> impl IntoView {
    answer_not_found();
    view! {
        <Title text="Off the map · FLYCHESS" />
        <Absent title="Off the map" text="There is no page under this address." />
    }
}

/// Says what is not there, and leads back.
#[component]
pub(super) fn Absent(
    /// What is wrong.
    title: &'static str,
    /// The same in a sentence.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! {
        <main class="not-found">
            <h1>{title}</h1>
            <p>{text}</p>
            <p><a class="button" href="/">"Back to the lobby"</a></p>
        </main>
    }
}

/// Says that the server cannot show something just now.
#[component]
pub(super) fn NotNow(
    /// What.
    what: &'static str,
) -> impl IntoView {
    let text = format!("The server cannot show {what} just now. Load the page again in a moment.");
    view! { <Absent title="Not now" text /> }
}

/// Gives the page the status that says so.
#[cfg(feature = "ssr")]
pub(super) fn answer_not_found() {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(axum::http::StatusCode::NOT_FOUND);
    }
}

/// In the browser there is no status to set.
#[cfg(not(feature = "ssr"))]
pub(super) const fn answer_not_found() {}
