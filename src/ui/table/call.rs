//! Telling the player that it is their turn, wherever they are: a sound, a buzz, the title and the icon of a hidden
//! tab, and what the browser shows outside the page, if they want that.

use leptos::ev;
use leptos::prelude::*;

use super::Table;
use crate::ui::{
    calls,
    settings::Settings,
    sound::{self, Sound},
};

/// The last seconds of my time are told one by one.
const LAST: u32 = 10;
/// How long a phone buzzes.
const BUZZ_MS: u32 = 120;

/// What the tab says when it is hidden and it is my turn.
const CALL: &str = "● Your turn · FLYCHESS";

impl Table {
    /// Begins to tell. Effects run in the browser alone.
    pub(super) fn call(self) {
        self.tell_turn();
        self.tell_last_seconds();
        self.tell_end();
    }

    /// My turn begins: each time that the other side has handed over.
    fn tell_turn(self) {
        let settings = Settings::get();
        let is_mine = Memo::new(move |_| self.ask(|it| it.mine().is_some()));
        let is_hidden = RwSignal::new(false);
        Effect::new(move || {
            is_hidden.set(document().hidden());
            let listener =
                window_event_listener(ev::visibilitychange, move |_| is_hidden.set(document().hidden()));
            on_cleanup(move || listener.remove());
        });
        Effect::new(move |before: Option<bool>| {
            let is_mine = is_mine.get();
            if is_mine && before == Some(false) {
                sound::play(settings, Sound::YourTurn);
                if settings.sound.get_untracked() {
                    calls::vibrate(BUZZ_MS);
                }
                if is_hidden.get_untracked() && settings.calls.get_untracked() {
                    calls::notify("FLYCHESS: it is your turn");
                }
            }
            is_mine
        });
        Effect::new(move |before: Option<Option<String>>| {
            let is_called = is_mine.get() && is_hidden.get();
            calls::show_call(is_called, CALL, before.flatten())
        });
    }

    fn tell_last_seconds(self) {
        let settings = Settings::get();
        Effect::new(move || {
            let left = self.clock.seconds().filter(|&left| left < LAST);
            let is_mine = self.followed.with_untracked(|it| it.mine().is_some());
            if left.is_some() && is_mine {
                sound::play(settings, Sound::LastSeconds);
            }
        });
    }

    /// Only who was there when it happened hears how it ended.
    fn tell_end(self) {
        let settings = Settings::get();
        let winner = Memo::new(move |_| self.ask(|it| it.position().outcome().map(|outcome| outcome.winner)));
        Effect::new(move |was_over: Option<bool>| {
            let winner = winner.get();
            if let (Some(winner), Some(me), Some(false)) = (winner, self.me(), was_over) {
                sound::play(settings, if winner == me { Sound::Won } else { Sound::Lost });
            }
            winner.is_some()
        });
    }
}
