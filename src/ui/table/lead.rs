//! Of several tabs of one player at one table one leads: it alone does what is done without being asked. The browser
//! says which, and passes the lead on when that tab is gone.

use leptos::prelude::*;
use send_wrapper::SendWrapper;

use super::Table;
use crate::ui::browser::Lock;

/// Whether this tab leads.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    is_mine: RwSignal<bool>,
    lock: StoredValue<Option<SendWrapper<Lock>>>,
}

impl Lead {
    /// Nobody leads yet, or only this tab is there.
    pub(super) fn new(is_alone: bool) -> Self {
        Self {
            is_mine: RwSignal::new(is_alone),
            lock: StoredValue::new(None),
        }
    }

    /// Whether this tab leads.
    pub(super) fn is_mine(self) -> bool {
        self.is_mine.get()
    }

    fn line_up(self, name: &str) {
        let lock = Lock::line_up(name, move || {
            self.is_mine.try_set(true);
        });
        self.lock.set_value(Some(SendWrapper::new(lock)));
    }

    fn give_back(self) {
        let lock = self.lock.try_update_value(Option::take);
        drop(lock);
        self.is_mine.try_set(false);
    }
}

impl Table {
    /// Lines up for the lead as long as the page is there.
    pub(super) fn line_up_for_the_lead(self) {
        let name = format!("flychess.lead.{}", self.id.get_value());
        Effect::new(move || {
            self.lead.line_up(&name);
            // A hidden tab may be put to sleep: it goes to the end of the line.
            let name = name.clone();
            let listener = window_event_listener_untyped("visibilitychange", move |_| {
                if document().hidden() {
                    self.lead.give_back();
                    self.lead.line_up(&name);
                }
            });
            on_cleanup(move || listener.remove());
        });
        on_cleanup(move || self.lead.give_back());
    }
}
