//! The keyboard: R or Space rolls, 1 to 4 choose, Escape puts the missile back.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Table;
use crate::rules::Action;

/// What takes a key for itself.
const TAKEN: &str = "button, a, input, select, textarea, summary, [role=button]";

impl Table {
    /// Listens as long as the page is there.
    pub(super) fn hear_keys(self) {
        Effect::new(move || {
            let listener = window_event_listener(ev::keydown, move |event| self.key(&event));
            on_cleanup(move || listener.remove());
        });
    }

    fn key(self, event: &KeyboardEvent) {
        let is_chord = event.ctrl_key() || event.meta_key() || event.alt_key();
        if is_chord || event.repeat() || is_asked() {
            return;
        }
        match event.key().as_str() {
            " " if !is_taken(event) => {
                event.prevent_default();
                self.act(Action::Roll);
            }
            "r" | "R" => self.act(Action::Roll),
            "1" => self.choose_number(0),
            "2" => self.choose_number(1),
            "3" => self.choose_number(2),
            "4" => self.choose_number(3),
            "Escape" => self.aiming.set(false),
            _ => {}
        }
    }
}

/// Whether a dialog is open over the page.
fn is_asked() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

fn is_taken(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.closest(TAKEN).ok().flatten().is_some())
}
