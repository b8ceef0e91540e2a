//! Settings: kept in this browser, in force at once, in all its tabs.

use leptos::ev::{self, StorageEvent};
use leptos::html::Dialog;
use leptos::prelude::*;

use super::{dialog, keep, rulebook::Rulebook};

/// What this browser's player has chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// Whether the page rolls by itself.
    pub(super) auto_roll: RwSignal<bool>,
}

impl Settings {
    /// Gives all parts of the site the same settings. The server knows none: they are read once the page has been
    /// taken over.
    pub(super) fn provide() {
        let settings = Self {
            auto_roll: RwSignal::new(false),
        };
        provide_context(settings);
        Effect::new(move || {
            settings.read();
            let listener = window_event_listener(ev::storage, move |event| settings.hear(&event));
            on_cleanup(move || listener.remove());
        });
    }

    /// The settings of the site.
    pub(super) fn get() -> Self {
        expect_context()
    }

    fn read(self) {
        self.auto_roll.set(keep::get(keep::AUTO_ROLL).unwrap_or(false));
    }

    /// Another tab has changed something.
    fn hear(self, event: &StorageEvent) {
        if event.key().is_none_or(|key| key == keep::AUTO_ROLL) {
            self.read();
        }
    }

    fn set_auto_roll(self, is_on: bool) {
        keep::set(keep::AUTO_ROLL, is_on);
        self.auto_roll.set(is_on);
    }
}

/// The panel behind the LOGO, and the rules that it opens.
#[component]
pub(super) fn Panel(
    /// The panel.
    panel: NodeRef<Dialog>,
) -> impl IntoView {
    let settings = Settings::get();
    let rules = NodeRef::<Dialog>::new();
    view! {
        <dialog class="dialog" node_ref=panel data-testid="settings" aria-labelledby="settings-title">
            <header class="dialog-head">
                <h2 id="settings-title">"SETTINGS"</h2>
                <button type="button" class="button quiet" on:click=move |_| dialog::close(panel)>"Close"</button>
            </header>
            <label class="setting">
                <input
                    type="checkbox"
                    role="switch"
                    data-testid="auto-roll"
                    prop:checked=settings.auto_roll
                    on:change=move |event| settings.set_auto_roll(event_target_checked(&event))
                />
                <span>
                    <b>"Auto-Roll"</b>
                    <small>"Rolls for you the moment it is your roll. You still choose the plane; to use an item, switch it off before your turn."</small>
                </span>
            </label>
            <p class="dialog-foot">
                <button
                    type="button"
                    class="button quiet"
                    data-testid="rules-link"
                    on:click=move |_| dialog::open(rules)
                >
                    "Rules"
                </button>
            </p>
        </dialog>
        <dialog class="dialog wide" node_ref=rules data-testid="rules" aria-labelledby="rulebook-title">
            <header class="dialog-head">
                <h2 id="rulebook-title">"Rules"</h2>
                <button type="button" class="button quiet" on:click=move |_| dialog::close(rules)>"Close"</button>
            </header>
            <Rulebook />
        </dialog>
    }
}
