//! The panel behind the LOGO, and the rules that it opens.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::{Settings, Speed, Theme};
use crate::ui::{
    dialog,
    rulebook::Rulebook,
    sound::{self, Sound},
};

/// The panel.
#[component]
pub(in crate::ui) fn Panel(
    /// Its dialog.
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
            <Switch
                name="auto-roll"
                title="Auto-Roll"
                text="Rolls for you the moment it is your roll. You still choose the plane; to use an item, switch it off before your turn."
                is_on=settings.auto_roll
                set=move |is_on| settings.set_auto_roll(is_on)
            />
            <OneOf
                name="motion"
                title="Animation"
                all=Speed::ALL.map(|speed| (speed, speed.word(), speed_title(speed)))
                chosen=settings.speed
                set=move |speed| settings.set_speed(speed)
            />
            <OneOf
                name="theme"
                title="Colours"
                all=Theme::ALL.map(|theme| (theme, theme.word(), theme_title(theme)))
                chosen=settings.theme
                set=move |theme| settings.set_theme(theme)
            />
            <Switch
                name="sound"
                title="Sound"
                text="A short tick for what happens; phones that can also buzz when it is your turn."
                is_on=settings.sound
                set=move |is_on| {
                    settings.set_sound(is_on);
                    sound::play(settings, Sound::YourTurn);
                }
            />
            <Volume settings />
            <Switch
                name="calls"
                title="Call me back"
                text="When this tab is hidden and it is your turn, your browser tells you. It asks for your leave first."
                is_on=settings.calls
                set=move |is_on| settings.set_calls(is_on)
            />
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

const fn speed_title(speed: Speed) -> &'static str {
    match speed {
        Speed::Off => "Off",
        Speed::Fast => "Fast",
        Speed::Normal => "Normal",
    }
}

const fn theme_title(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "System",
        Theme::Light => "Light",
        Theme::Dark => "Dark",
    }
}

/// Something that is on or off.
#[component]
fn Switch(
    name: &'static str,
    title: &'static str,
    text: &'static str,
    is_on: RwSignal<bool>,
    #[prop(into)] set: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="setting">
            <input
                type="checkbox"
                role="switch"
                data-testid=name
                prop:checked=is_on
                on:change=move |event| set.run(event_target_checked(&event))
            />
            <span>
                <b>{title}</b>
                <small>{text}</small>
            </span>
        </label>
    }
}

/// One of three, side by side.
#[component]
pub(in crate::ui) fn OneOf<T: Copy + PartialEq + Send + Sync + 'static>(
    /// Its name among what is sent and for tests.
    name: &'static str,
    /// What is chosen.
    title: &'static str,
    /// Each with its word and what it is called.
    all: [(T, &'static str, &'static str); 3],
    /// The one that is chosen.
    chosen: RwSignal<T>,
    /// Chooses another.
    #[prop(into)]
    set: Callback<T>,
) -> impl IntoView {
    let one = |(it, word, title): (T, &'static str, &'static str)| {
        view! {
            <label class="one">
                <input
                    type="radio"
                    name=name
                    value=word
                    data-testid=format!("{name}-{word}")
                    prop:checked=move || chosen.get() == it
                    on:change=move |_| set.run(it)
                />
                <span>{title}</span>
            </label>
        }
    };
    view! {
        <fieldset class="one-of" data-testid=name>
            <legend>{title}</legend>
            <div class="ones">{all.map(one)}</div>
        </fieldset>
    }
}

/// How loud; one hears it when one lets go.
#[component]
fn Volume(settings: Settings) -> impl IntoView {
    let set = move |event: leptos::ev::Event| {
        settings.set_volume(event_target_value(&event).parse().unwrap_or_default());
        sound::play(settings, Sound::Item);
    };
    view! {
        <label class="volume">
            <span>"Volume"</span>
            <input
                type="range"
                min="0"
                max="100"
                step="5"
                data-testid="volume"
                prop:value=move || settings.volume.get().to_string()
                disabled=move || !settings.sound.get()
                on:change=set
            />
        </label>
    }
}
