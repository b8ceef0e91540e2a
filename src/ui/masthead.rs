//! The strip at the top of every page.

use leptos::html::Dialog;
use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::board::shapes;
use super::{dialog, settings};
use crate::rules::Seat;

/// LOGO at the left, which opens the settings; links at the right, where they lead away from nothing.
#[component]
pub fn Masthead() -> impl IntoView {
    let panel = NodeRef::<Dialog>::new();
    let path = use_location().pathname;
    let is_lobby = Memo::new(move |_| path.get() == "/");
    view! {
        <header class="masthead" data-lobby=move || is_lobby.get().to_string()>
            <button
                type="button"
                class="logo"
                data-testid="logo"
                aria-label="FLYCHESS: settings"
                aria-haspopup="dialog"
                on:click=move |_| dialog::open(panel)
            >
                <svg class="logo-mark" viewBox="-24 -24 48 48" aria-hidden="true">
                    <circle r="22"></circle>
                    <path d=shapes::aircraft(Seat::Red) transform="rotate(45) scale(.98)"></path>
                </svg>
                <span class="logo-word">"FLYCHESS"</span>
            </button>
            <nav class="masthead-links" aria-label="Pages" hidden=move || !is_lobby.get()>
                <a href="/#demo">"Watch"</a>
                <a href="/#rules">"Rules"</a>
            </nav>
        </header>
        <settings::Panel panel />
    }
}
