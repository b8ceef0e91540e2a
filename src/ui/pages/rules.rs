//! The rules on a page of their own.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::ui::{preview::Preview, rulebook::Rulebook};

/// The rules.
#[component]
pub fn Rules() -> impl IntoView {
    view! {
        <Title text="Rules · FLYCHESS" />
        <Preview
            title="The rules of FLYCHESS".to_owned()
            description="Take-off, jumps, flights, fortresses, weather and items: all of it, and not long."
            picture="/board.png".to_owned()
        />
        <main class="page rules">
            <h1>"Rules"</h1>
            <Rulebook is_page=true />
            <p><a href="/">"To the lobby"</a></p>
        </main>
    }
}
