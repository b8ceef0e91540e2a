//! FLYCHESS: flying chess for two, online.
//!
//! One crate, three programs: the server (feature `ssr`), the page's program in the browser (feature `hydrate`,
//! compiled to WebAssembly), and the command-line tools (feature `cli`, part of the server's binary). All of them play
//! by the same [`rules`].
//!
//! Reading order: [`rules`] is the game and knows nothing else; `ui` shows it; `server` brings it to the browser.
//! `ARCHITECTURE.md` tells what may know what.

// The type of a page is as deep as the page's tree.
#![recursion_limit = "256"]

#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod api;
pub mod protocol;
pub mod rules;
#[cfg(feature = "ssr")]
pub mod server;
#[cfg(any(feature = "ssr", feature = "hydrate"))]
pub mod ui;

/// Takes over the page that the server rendered. The page's script calls this once.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(ui::App);
}
