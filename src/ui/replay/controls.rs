//! Stepping, playing, and jumping to what there is to see.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::film::Sight;
use super::{PACES, Player};
use crate::ui::keys::{self, TAKEN};

/// The buttons, the slider, the speeds and the sights.
#[component]
pub(super) fn Controls(player: Player) -> impl IntoView {
    let last = player.last();
    let at = player.at;
    let is_first = move || at.get() == 0;
    let is_last = move || at.get() == last;
    let running = player.is_running;
    view! {
        <section class="replay-controls" aria-label="Playback">
            <div class="replay-buttons">
                <button type="button" class="button quiet" data-testid="first" aria-label="To the beginning" disabled=is_first on:click=move |_| player.go(0)>
                    {icon("M-7-7V7M7-7-4 0 7 7Z")}
                </button>
                <button type="button" class="button quiet" data-testid="previous" aria-label="One action back" disabled=is_first on:click=move |_| player.step(-1)>
                    {icon("M5-7-6 0 5 7Z")}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="play-pause"
                    aria-label=move || if running.get() { "Pause" } else { "Play" }
                    on:click=move |_| player.toggle()
                >
                    {move || icon(if running.get() { "M-6-7H-2V7H-6ZM2-7H6V7H2Z" } else { "M-5-8 8 0-5 8Z" })}
                </button>
                <button type="button" class="button quiet" data-testid="next" aria-label="One action on" disabled=is_last on:click=move |_| player.step(1)>
                    {icon("M-5-7 6 0-5 7Z")}
                </button>
                <button type="button" class="button quiet" data-testid="last" aria-label="To the end" disabled=is_last on:click=move |_| player.go(last)>
                    {icon("M7-7V7M-7-7 4 0-7 7Z")}
                </button>
            </div>
            <input
                type="range"
                class="replay-slider"
                data-testid="slider"
                aria-label="Action"
                min="0"
                max=last
                prop:value=move || at.get().to_string()
                on:input=move |event| {
                    if let Ok(to) = event_target_value(&event).parse() {
                        player.go(to);
                    }
                }
            />
            <div class="replay-choices">
                <Speeds player />
                <Sights player />
            </div>
        </section>
    }
}

fn icon(path: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="-12 -12 24 24" aria-hidden="true"><path d=path></path></svg> }
}

#[component]
fn Speeds(player: Player) -> impl IntoView {
    let one = move |(number, (name, _)): (usize, (&'static str, _))| {
        view! {
            <button
                type="button"
                class="button quiet small"
                data-testid=format!("speed-{}", number + 1)
                aria-pressed=move || (player.pace.get() == number).to_string()
                on:click=move |_| player.pace.set(number)
            >
                {name}
            </button>
        }
    };
    view! {
        <div class="replay-speeds" role="group" aria-label="Speed">
            {PACES.into_iter().enumerate().map(one).collect_view()}
        </div>
    }
}

#[component]
fn Sights(player: Player) -> impl IntoView {
    let chosen = RwSignal::new(0_usize);
    let sight = move || Sight::ALL[chosen.get() % Sight::ALL.len()].0;
    let next = move || player.ask(|film, at| film.next(sight(), at));
    let previous = move || player.ask(|film, at| film.previous(sight(), at));
    let go = move |to: Option<usize>| {
        if let Some(to) = to {
            player.go(to);
        }
    };
    let options = Sight::ALL
        .into_iter()
        .enumerate()
        .map(|(number, (_, word, name))| {
            view! { <option value=word selected=number == 0>{name}</option> }
        });
    view! {
        <div class="replay-sights" role="group" aria-label="Jump to">
            <button type="button" class="button quiet small" data-testid="previous-sight" aria-label="The one before" disabled=move || previous().is_none() on:click=move |_| go(previous())>
                "‹"
            </button>
            <select
                data-testid="sight"
                aria-label="What to jump to"
                on:change=move |event| {
                    let word = event_target_value(&event);
                    let at = Sight::ALL.iter().position(|(_, known, _)| *known == word);
                    chosen.set(at.unwrap_or_default());
                }
            >
                {options.collect_view()}
            </select>
            <button type="button" class="button quiet small" data-testid="next-sight" aria-label="The next one" disabled=move || next().is_none() on:click=move |_| go(next())>
                "›"
            </button>
        </div>
    }
}

/// What has arrows and ends of its own: the slider and the list of sights.
const ARROWED: &str = "input, select";

/// Arrows step, Home and End go to the ends, Space plays.
pub(super) fn hear_keys(player: Player) {
    keys::hear(move |event| key(player, event));
}

fn key(player: Player, event: &KeyboardEvent) {
    if event.shift_key() {
        return;
    }
    match event.key().as_str() {
        " " if !keys::is_within(event, TAKEN) => player.toggle(),
        "ArrowLeft" | "ArrowRight" | "Home" | "End" if keys::is_within(event, ARROWED) => return,
        "ArrowLeft" => player.step(-1),
        "ArrowRight" => player.step(1),
        "Home" => player.go(0),
        "End" => player.go(player.last()),
        _ => return,
    }
    event.prevent_default();
}
