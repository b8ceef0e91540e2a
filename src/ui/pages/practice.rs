//! The page of games against the computer.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::ui::{practice::PracticePage, preview::Preview};

/// Playing without a server: against the computer, or two at one screen.
#[component]
pub fn Practice() -> impl IntoView {
    view! {
        <Title text="Play the computer · FLYCHESS" />
        <Preview
            title="FLYCHESS against the computer".to_owned()
            description="Flying chess in your browser: easy, normal or hard, or two at one screen."
            picture="/board.png".to_owned()
        />
        <PracticePage />
    }
}
