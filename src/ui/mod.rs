//! The pages, the same on the server and in the browser.
//!
//! Reading order: [`App`] says which path shows which page; `pages` are the pages; `board` draws; `demo` plays.

pub mod board;
pub mod demo;
pub mod masthead;
pub mod pages;
#[cfg(feature = "ssr")]
mod shell;

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::{
    components::{Route, Router, Routes},
    path,
};

#[cfg(feature = "ssr")]
pub use shell::shell;

/// The whole site.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    mark_as_hydrated();
    view! {
        <Router>
            <masthead::Masthead />
            <Routes fallback=pages::NotFound>
                <Route path=path!("/") view=pages::Lobby />
            </Routes>
        </Router>
    }
}

/// Says on the document that the page's program has taken over: tests wait for it, styles may ask for it.
/// Effects run in the browser alone.
fn mark_as_hydrated() {
    Effect::new(|| {
        if let Some(root) = document().document_element() {
            // Nothing depends on it that a player could miss.
            let _ = root.set_attribute("data-hydrated", "true");
        }
    });
}
