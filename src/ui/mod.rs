//! The pages, the same on the server and in the browser.
//!
//! Reading order: [`App`] says which path shows which page; `pages` are the pages; `board` draws; `demo` plays; `table`
//! follows a match, `queue` looks for one, `friend` for a friend, `replay` shows a finished one, `account` is who one
//! is; `live` is their connection to the server.

#![expect(
    unreachable_pub,
    reason = "the macro that makes components writes pub whatever it is told"
)]

mod account;
mod address;
pub mod board;
mod browser;
mod calls;
pub mod demo;
mod dialog;
mod dice;
mod friend;
mod keep;
mod keys;
mod live;
pub mod masthead;
mod origin;
pub mod pages;
#[cfg(feature = "ssr")]
mod picture;
mod playback;
mod practice;
mod preview;
mod queue;
mod replay;
mod rulebook;
mod settings;
#[cfg(feature = "ssr")]
mod shell;
mod sound;
mod table;
mod words;

use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::{
    SsrMode,
    components::{Route, Router, Routes},
    path,
};

pub use origin::Scheme;
#[cfg(feature = "ssr")]
pub use picture::{SIZE as PICTURE_SIZE, picture};
#[cfg(feature = "ssr")]
pub use shell::shell;

/// The whole site.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    settings::Settings::provide();
    sound::unlock();
    account::Switching::provide();
    mark_as_hydrated();
    view! {
        <Router>
            <masthead::Masthead />
            <Routes fallback=pages::NotFound>
                <Route path=path!("/") view=pages::Lobby ssr=SsrMode::Async />
                <Route path=path!("/match/:id") view=pages::Table ssr=SsrMode::Async />
                <Route path=path!("/replays/:id") view=pages::Replay ssr=SsrMode::Async />
                <Route path=path!("/dice") view=pages::Dice ssr=SsrMode::Async />
                <Route path=path!("/verify") view=pages::Verify ssr=SsrMode::Async />
                <Route path=path!("/join") view=pages::Join ssr=SsrMode::Async />
                <Route path=path!("/join/:code") view=pages::Join ssr=SsrMode::Async />
                <Route path=path!("/rules") view=pages::Rules ssr=SsrMode::Async />
                <Route path=path!("/offline") view=pages::Offline ssr=SsrMode::Async />
                <Route path=path!("/practice") view=pages::Practice ssr=SsrMode::Async />
                <Route path=path!("/leaderboard") view=pages::Leaderboard ssr=SsrMode::Async />
                <Route path=path!("/players/:name") view=pages::Player ssr=SsrMode::Async />
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
