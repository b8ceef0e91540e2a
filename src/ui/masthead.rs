//! The strip at the top of every page.

use leptos::prelude::*;

use super::board::shapes;
use crate::rules::Seat;

/// LOGO at the left, links at the right.
#[component]
pub fn Masthead() -> impl IntoView {
    view! {
        <header class="masthead">
            <a class="logo" href="/" data-testid="logo">
                <svg class="logo-mark" viewBox="-24 -24 48 48" aria-hidden="true">
                    <circle r="22"></circle>
                    <path d=shapes::aircraft(Seat::Red) transform="rotate(45) scale(.98)"></path>
                </svg>
                <span class="logo-word">"FLYCHESS"</span>
            </a>
            <nav class="masthead-links" aria-label="Pages">
                <a href="/#demo">"Watch"</a>
                <a href="/#rules">"Rules"</a>
            </nav>
        </header>
    }
}
