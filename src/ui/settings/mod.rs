//! Settings: kept in this browser, in force at once, in all its tabs.

mod panel;

use leptos::ev::{self, StorageEvent};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::{browser, calls, keep};

pub(super) use panel::{OneOf, Panel};

/// How fast actions are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Speed {
    /// Not at all: the board shows how things stand.
    #[default]
    Off,
    /// In less than half a second.
    Fast,
    /// In a second at most.
    Normal,
}

impl Speed {
    pub(super) const ALL: [Self; 3] = [Self::Off, Self::Fast, Self::Normal];

    /// Its word, for the style sheet and in handles.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Fast => "fast",
            Self::Normal => "normal",
        }
    }
}

/// Which of the two sets of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// By day.
    Light,
    /// By night.
    Dark,
}

impl Theme {
    pub(super) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Its word, for the style sheet and in handles.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What this browser's player has chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// Whether the page rolls by itself.
    pub(super) auto_roll: RwSignal<bool>,
    /// How fast actions are shown; off until the browser has been asked.
    pub(super) speed: RwSignal<Speed>,
    /// Whether there is any sound.
    pub(super) sound: RwSignal<bool>,
    /// How loud it is, of a hundred.
    pub(super) volume: RwSignal<u8>,
    /// Which colours.
    pub(super) theme: RwSignal<Theme>,
    /// Whether the player wants to be called back to a hidden tab.
    pub(super) calls: RwSignal<bool>,
}

impl Settings {
    /// Gives all parts of the site the same settings. The server knows none: they are read once the page has been
    /// taken over.
    pub(super) fn provide() {
        let settings = Self {
            auto_roll: RwSignal::new(false),
            speed: RwSignal::new(Speed::Off),
            sound: RwSignal::new(true),
            volume: RwSignal::new(LOUDNESS),
            theme: RwSignal::new(Theme::System),
            calls: RwSignal::new(false),
        };
        provide_context(settings);
        Effect::new(move || {
            settings.read();
            let listener = window_event_listener(ev::storage, move |event| settings.hear(&event));
            on_cleanup(move || listener.remove());
        });
        settings.mark_document();
    }

    /// The settings of the site.
    pub(super) fn get() -> Self {
        expect_context()
    }

    fn read(self) {
        self.auto_roll.set(keep::get(keep::AUTO_ROLL).unwrap_or(false));
        let by_system = || {
            if browser::wants_less_motion() {
                Speed::Off
            } else {
                Speed::Normal
            }
        };
        self.speed.set(keep::get(keep::MOTION).unwrap_or_else(by_system));
        self.sound.set(keep::get(keep::SOUND).unwrap_or(true));
        self.volume
            .set(keep::get(keep::VOLUME).unwrap_or(LOUDNESS).min(100));
        self.theme.set(keep::get(keep::THEME).unwrap_or_default());
        self.calls.set(keep::get(keep::CALLS).unwrap_or(false));
    }

    /// Another tab has changed something.
    fn hear(self, event: &StorageEvent) {
        if event
            .key()
            .is_none_or(|key| keep::SETTINGS.contains(&key.as_str()))
        {
            self.read();
        }
    }

    /// What the style sheet must know stands on the document.
    fn mark_document(self) {
        Effect::new(move || {
            let Some(root) = document().document_element() else {
                return;
            };
            // A browser that refuses leaves the colours and the stillness of the beginning.
            let _ = match self.theme.get() {
                Theme::System => root.remove_attribute("data-theme"),
                theme => root.set_attribute("data-theme", theme.word()),
            };
            let _ = root.set_attribute("data-motion", self.speed.get().word());
        });
    }

    fn set_auto_roll(self, is_on: bool) {
        keep::set(keep::AUTO_ROLL, is_on);
        self.auto_roll.set(is_on);
    }

    fn set_speed(self, speed: Speed) {
        keep::set(keep::MOTION, speed);
        self.speed.set(speed);
    }

    fn set_sound(self, is_on: bool) {
        keep::set(keep::SOUND, is_on);
        self.sound.set(is_on);
    }

    fn set_volume(self, volume: u8) {
        keep::set(keep::VOLUME, volume);
        self.volume.set(volume);
    }

    fn set_theme(self, theme: Theme) {
        keep::set(keep::THEME, theme);
        self.theme.set(theme);
    }

    fn set_calls(self, is_on: bool) {
        keep::set(keep::CALLS, is_on);
        self.calls.set(is_on);
        if is_on {
            calls::ask_to_notify();
        }
    }
}

/// How loud it is until somebody chooses.
const LOUDNESS: u8 = 60;
