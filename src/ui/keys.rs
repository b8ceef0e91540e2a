//! What the pages that hear the keyboard have in common.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What takes a key for itself.
pub(super) const TAKEN: &str = "button, a, input, select, textarea, summary, [role=button]";

/// Hears keys as long as the page is there, unless they are part of a chord or a dialog is open over the page.
pub(super) fn hear(hear: impl Fn(&KeyboardEvent) + Copy + 'static) {
    Effect::new(move || {
        let listener = window_event_listener(ev::keydown, move |event| {
            let is_chord = event.ctrl_key() || event.meta_key() || event.alt_key();
            if !is_chord && !is_asked() {
                hear(&event);
            }
        });
        on_cleanup(move || listener.remove());
    });
}

/// Whether a dialog is open over the page.
fn is_asked() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Whether a key was pressed within something of these selectors.
pub(super) fn is_within(event: &KeyboardEvent, selectors: &str) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(selectors).ok().flatten().is_some())
}
