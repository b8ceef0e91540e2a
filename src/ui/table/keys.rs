//! The keyboard: R or Space rolls, 1 to 4 choose, Escape puts the missile back.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::Table;
use crate::rules::Action;
use crate::ui::keys::{self, TAKEN};

impl Table {
    /// Listens as long as the page is there.
    pub(super) fn hear_keys(self) {
        keys::hear(move |event| self.key(event));
    }

    fn key(self, event: &KeyboardEvent) {
        if event.repeat() {
            return;
        }
        match event.key().as_str() {
            " " if !keys::is_within(event, TAKEN) => {
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
