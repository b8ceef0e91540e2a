//! A finished match, step by step: from a record alone, with the same engine that played it.
//!
//! Reading order: [`film`] plays the record and keeps every moment; [`Player`] is where one is in it; `view`, `controls`,
//! `list` and `review` are the parts of the page; [`checked`] says what of the record holds.

pub(super) mod checked;
mod controls;
mod film;
mod list;
mod review;
mod view;

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use self::film::Film;
use super::browser;
use super::playback::{Happened, Playback};

pub(super) use view::ReplayView;

/// How long a moment is shown, by speed.
const PACES: [(&str, Duration); 3] = [
    ("1×", Duration::from_millis(1100)),
    ("2×", Duration::from_millis(550)),
    ("4×", Duration::from_millis(240)),
];

/// Where one is in a film. Signals that the controls, the keyboard, the address and the clock change.
#[derive(Clone, Copy)]
struct Player {
    film: StoredValue<Film>,
    /// The version that is shown.
    at: RwSignal<usize>,
    is_running: RwSignal<bool>,
    /// Index into [`PACES`].
    pace: RwSignal<usize>,
    /// Shows what happened on the way from one moment to the next.
    playback: Playback,
}

impl Player {
    fn new(film: Film) -> Self {
        Self {
            film: StoredValue::new(film),
            at: RwSignal::new(0),
            is_running: RwSignal::new(false),
            pace: RwSignal::new(0),
            playback: Playback::new(),
        }
    }

    /// Asks the film something of the moment that is shown.
    fn ask<T>(self, question: impl FnOnce(&Film, usize) -> T) -> T {
        let at = self.at.get();
        self.film.with_value(|film| question(film, at))
    }

    fn last(self) -> usize {
        self.film.with_value(Film::last)
    }

    /// Shows a moment, and stops there.
    fn go(self, to: usize) {
        self.is_running.set(false);
        self.at.set(to.min(self.last()));
    }

    fn step(self, by: isize) {
        self.go(self.at.get_untracked().saturating_add_signed(by));
    }

    /// Plays, from the beginning if it is at its end; or stops.
    fn toggle(self) {
        if !self.is_running.get_untracked() && self.at.get_untracked() == self.last() {
            self.at.set(0);
        }
        self.is_running.update(|running| *running = !*running);
    }

    /// What only the browser does: the clock, the keyboard, and the moment in the page's address.
    fn begin(self) {
        Effect::new(move || {
            let (_, pace) = PACES[self.pace.get() % PACES.len()];
            if !self.is_running.get() {
                return;
            }
            if let Ok(clock) = set_interval_with_handle(move || self.tick(), pace) {
                on_cleanup(move || clock.clear());
            }
        });
        Effect::new(move || {
            self.follow_address();
            let listener = window_event_listener(ev::hashchange, move |_| self.follow_address());
            on_cleanup(move || listener.remove());
        });
        Effect::new(move |before: Option<usize>| {
            let at = self.at.get();
            // Arriving at a page changes nothing in its address.
            if before.is_some_and(|before| before != at) {
                browser::set_fragment(&format!("v={at}"));
            }
            at
        });
        Effect::new(move |before: Option<usize>| {
            let at = self.at.get();
            if let Some(before) = before {
                self.show_way(before, at);
            }
            at
        });
        controls::hear_keys(self);
    }

    /// One step on is shown as it happened; anything else is a leap.
    fn show_way(self, before: usize, at: usize) {
        if at != before + 1 {
            self.playback.finish();
            return;
        }
        let happened = self.film.with_value(|film| Happened {
            before: film.frame(before).position,
            roll: film.frame(before).roll,
            events: film.frame(at).events.clone(),
        });
        self.playback.show(&[happened]);
    }

    fn tick(self) {
        let Some(at) = self.at.try_get_untracked().filter(|_| !document().hidden()) else {
            return;
        };
        if at < self.last() {
            self.at.set(at + 1);
        } else {
            self.is_running.set(false);
        }
    }

    /// The moment that the address names.
    fn follow_address(self) {
        let fragment = browser::fragment().unwrap_or_default();
        if let Some(version) = fragment.strip_prefix("v=").and_then(|text| text.parse().ok()) {
            self.go(version);
        }
    }
}
