//! A game that this page holds itself: what is done is applied here, kept in the browser, and answered by the
//! computer. The rest of the table does not know the difference.

use std::time::Duration;

use leptos::prelude::*;

use super::Table;
use crate::protocol::Version;
use crate::rules::{Action, Seat};
use crate::ui::practice::Desk;

impl Table {
    /// Applies what the person does.
    pub(super) fn play_here(self, desk: Desk, action: Action) {
        let me = self.followed.with_untracked(|it| it.view().me);
        if let Some(me) = me {
            self.apply_here(desk, me, action);
        }
    }

    fn apply_here(self, desk: Desk, seat: Seat, action: Action) {
        let version = self.followed.with_untracked(|it| it.version());
        // The page asks before it acts, so nothing is refused but what goes beyond a lesson.
        let Some(step) = desk.play(seat, action) else {
            return;
        };
        let me = desk.me();
        self.followed.update(|followed| {
            // The same engine has just applied it.
            let _ = followed.take(version, &[step]);
            followed.view_mut().me = Some(me);
        });
        self.aiming.set(false);
        self.show_fresh();
    }

    /// The computer answers: when what has happened was seen, and it has thought as long as the player wants.
    pub(super) fn answer_here(self, desk: Desk) {
        let moment = self.playback.moment();
        let due = Memo::new(move |_| -> Option<Version> {
            let version = self.ask(|it| (it.is_live() && it.mine().is_none()).then(|| it.version()));
            version.filter(|_| moment.with(Option::is_none))
        });
        Effect::new(move || {
            let Some(version) = due.get() else { return };
            let answer = move || {
                if due.try_get_untracked() == Some(Some(version))
                    && let Some((seat, action)) = desk.reply()
                {
                    self.apply_here(desk, seat, action);
                }
            };
            let thought = Duration::from_millis(desk.pace.get_untracked().milliseconds());
            // A browser without timers plays at once.
            match set_timeout_with_handle(answer, thought) {
                Ok(timer) => on_cleanup(move || timer.clear()),
                Err(_) => answer(),
            }
        });
    }
}
