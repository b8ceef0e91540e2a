//! Shows what has happened one moment after the other, by sight and sound, while the state is already there.
//!
//! The truth of a match never waits for this: what is shown is a picture, which ends at the truth. A step that comes
//! while another is being shown hurries that one; a tab that is hidden shows nothing but how things stand.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use super::board::Moment;
use super::settings::{Settings, Speed};
use super::sound::{self, Sound};
use crate::rules::{Event, Position, Roll};

/// What is waiting is never longer than this; beyond it the picture goes to the truth at once.
const MOST_MS: u32 = 2_400;

/// An action that has happened, and what stood before it.
#[derive(Clone, Debug)]
pub(super) struct Happened {
    /// Where things stood.
    pub(super) before: Position,
    /// The dice as they lay.
    pub(super) roll: Option<Roll>,
    /// What happened.
    pub(super) events: Vec<Event>,
}

/// What is being shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playback {
    settings: Settings,
    moment: RwSignal<Option<Moment>>,
    coming: StoredValue<VecDeque<Moment>>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Playback {
    /// Nothing is being shown. It ends with the page's part that it belongs to.
    pub(super) fn new() -> Self {
        let playback = Self {
            settings: Settings::get(),
            moment: RwSignal::new(None),
            coming: StoredValue::new(VecDeque::new()),
            timer: StoredValue::new(None),
        };
        Effect::new(move || {
            let listener = window_event_listener(ev::visibilitychange, move |_| {
                if document().hidden() {
                    playback.finish();
                }
            });
            on_cleanup(move || listener.remove());
        });
        Effect::new(move || {
            if playback.settings.speed.get() == Speed::Off {
                playback.finish();
            }
        });
        on_cleanup(move || {
            if let Some(Some(timer)) = playback.timer.try_update_value(Option::take) {
                timer.clear();
            }
        });
        playback
    }

    /// The moment that is shown, if the picture is not the truth.
    pub(super) fn moment(self) -> Signal<Option<Moment>> {
        self.moment.into()
    }

    /// Shows what happened, after what is being shown.
    pub(super) fn show(self, happened: &[Happened]) {
        let speed = self.settings.speed.get_untracked();
        if document().hidden() {
            self.finish();
            return;
        }
        if speed == Speed::Off {
            self.sum_up(happened);
            return;
        }
        let fresh: Vec<_> = happened
            .iter()
            .flat_map(|it| Moment::all(&it.before, it.roll, &it.events))
            .map(|moment| Moment {
                milliseconds: match speed {
                    Speed::Fast => moment.milliseconds * 2 / 5,
                    _ => moment.milliseconds,
                },
                ..moment
            })
            .collect();
        let waiting = self.coming.try_update_value(|coming| {
            // What was still to come has been overtaken: it is shown, but quickly.
            coming.iter_mut().for_each(|moment| moment.milliseconds /= 3);
            coming.extend(fresh);
            coming.iter().map(|moment| moment.milliseconds).sum::<u32>()
        });
        if waiting.is_none_or(|waiting| waiting > MOST_MS) {
            self.finish();
        } else if self.timer.with_value(Option::is_none) {
            self.go_on();
        }
    }

    /// Goes to the truth at once.
    pub(super) fn finish(self) {
        self.coming.update_value(VecDeque::clear);
        if let Some(Some(timer)) = self.timer.try_update_value(Option::take) {
            timer.clear();
        }
        if self.moment.with_untracked(Option::is_some) {
            self.moment.set(None);
        }
    }

    fn go_on(self) {
        let next = self.coming.try_update_value(VecDeque::pop_front).flatten();
        self.timer.try_update_value(|timer| *timer = None);
        let Some(moment) = next else {
            let _ = self.moment.try_update(|shown| *shown = None);
            return;
        };
        let _ = self.moment.try_update(|shown| *shown = Some(moment));
        let is_jump = moment.doing == super::board::Doing::Jump;
        if let Some(sound) = Sound::of(&moment.event, is_jump) {
            sound::play(self.settings, sound);
        }
        let length = Duration::from_millis(moment.milliseconds.into());
        // A browser without timers shows the truth.
        match set_timeout_with_handle(move || self.go_on(), length) {
            Ok(timer) => {
                self.timer.try_update_value(|kept| *kept = Some(timer));
            }
            Err(_) => self.finish(),
        }
    }

    /// Without motion an action is one sound.
    fn sum_up(self, happened: &[Happened]) {
        let events = happened.iter().flat_map(|it| it.events.iter());
        let sounds = events.filter_map(|event| Sound::of(event, false));
        if let Some(sound) = sounds.max_by_key(|sound| sound.weight()) {
            sound::play(self.settings, sound);
        }
    }
}
