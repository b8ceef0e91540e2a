//! Who this browser is: its guest or somebody with a nickname; and how it becomes the other.
//!
//! A change of identity loads the page anew, in every tab: what a page shows was made for one person.

mod forms;
mod me;
mod panel;
mod words;

use leptos::ev;
use leptos::prelude::*;

use super::live::Link;
use super::{browser, keep};

pub(super) use me::Me;

/// What this tab does when its browser becomes somebody else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switching {
    /// Something is on the screen that is shown only once: the page stays until that is put away.
    is_held: RwSignal<bool>,
}

impl Switching {
    /// Gives all parts of the site the same, and listens to the other tabs.
    pub(super) fn provide() {
        let switching = Self {
            is_held: RwSignal::new(false),
        };
        provide_context(switching);
        Effect::new(move || {
            let listener = window_event_listener(ev::storage, move |event| {
                if event.key().as_deref() == Some(keep::SWITCHED) {
                    switching.come_back();
                }
            });
            on_cleanup(move || listener.remove());
        });
    }

    /// That of the site.
    pub(super) fn get() -> Self {
        expect_context()
    }

    /// Comes back when the server says over this connection that the browser is somebody else.
    pub(super) fn follow(self, link: RwSignal<Link>) {
        Effect::new(move || {
            if link.get() == Link::Switched {
                self.come_back();
            }
        });
    }

    /// The page of whoever this browser is now.
    fn come_back(self) {
        if !self.is_held.get_untracked() {
            browser::reload();
        }
    }

    /// Tells the other tabs that this one has made the browser somebody else.
    fn announce(self) {
        // Any other value than the last: the event comes with a change alone.
        keep::set(keep::SWITCHED, browser::random::<8>());
    }

    fn hold(self) {
        self.is_held.set(true);
    }

    fn release(self) {
        self.is_held.set(false);
    }

    fn let_go(self) {
        self.is_held.set(false);
        self.come_back();
    }
}
