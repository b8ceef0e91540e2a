//! The countdown. The server says how much is left; the page counts from there and never shows more than that.

use std::time::Duration;

use leptos::prelude::*;

use crate::ui::browser;

/// How often the countdown is looked at.
const TICK: Duration = Duration::from_millis(200);

/// A countdown.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    /// When it ends, by the browser's clock.
    deadline: RwSignal<Option<f64>>,
    /// Whole seconds left, as shown.
    seconds: RwSignal<Option<u32>>,
}

impl Clock {
    /// A countdown that stands still, as the server renders it.
    pub(super) fn new(left_ms: Option<u64>) -> Self {
        Self {
            deadline: RwSignal::new(None),
            seconds: RwSignal::new(left_ms.map(whole_seconds)),
        }
    }

    /// Begins to tick; `asked` is when the page asked for what it shows.
    pub(super) fn start(self, left_ms: Option<u64>, asked: f64) {
        self.deadline.set(left_ms.map(|left| asked + millis(left)));
        self.tick();
        if let Ok(ticking) = set_interval_with_handle(move || self.tick(), TICK) {
            on_cleanup(move || ticking.clear());
        }
    }

    /// A new phase, or none.
    pub(super) fn set(self, left_ms: Option<u64>) {
        self.deadline
            .set(left_ms.map(|left| browser::now() + millis(left)));
        self.tick();
    }

    /// The same phase again: the least that was heard of it holds.
    pub(super) fn confirm(self, left_ms: Option<u64>) {
        let Some(left) = left_ms else { return };
        let heard = browser::now() + millis(left);
        if self
            .deadline
            .get_untracked()
            .is_some_and(|deadline| heard < deadline)
        {
            self.deadline.set(Some(heard));
        }
    }

    /// Whole seconds left.
    pub(super) fn seconds(self) -> Option<u32> {
        self.seconds.get()
    }

    fn tick(self) {
        let Some(deadline) = self.deadline.try_get_untracked() else {
            return;
        };
        let left = deadline.map(|deadline| whole_seconds((deadline - browser::now()).max(0.0) as u64));
        if self
            .seconds
            .try_get_untracked()
            .is_some_and(|shown| shown != left)
        {
            self.seconds.set(left);
        }
    }
}

fn millis(left: u64) -> f64 {
    u32::try_from(left).unwrap_or(u32::MAX).into()
}

/// Rounded down: a second that is not whole is not promised.
fn whole_seconds(left_ms: u64) -> u32 {
    u32::try_from(left_ms / 1000).unwrap_or(u32::MAX)
}
