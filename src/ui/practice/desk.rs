//! What a table has beside it when the game is held here: the computer's pace, and the way out.

use leptos::prelude::*;

use super::hint::hint;
use super::{At, Desk, Held, Pace, Practice, keep};
use crate::rules::record::Record;
use crate::ui::{address, keep as kept, settings::OneOf};

/// Against whom one plays, and how fast the computer is.
#[component]
pub(in crate::ui) fn DeskBar(
    /// The game.
    desk: Desk,
    /// Whether the person is on turn.
    is_mine: Signal<bool>,
) -> impl IntoView {
    let ask = move |_| desk.hint.set(desk.game(|game| hint(game.position())).flatten());
    let set = move |pace: Pace| {
        kept::set(kept::PACE, pace);
        desk.pace.set(pace);
    };
    view! {
        <section class="desk" data-testid="desk" aria-label="Practice">
            {desk.is_against_computer().then(|| view! {
                <OneOf
                    name="pace"
                    title="Computer"
                    all=Pace::ALL.map(|pace| (pace, pace.word(), pace_title(pace)))
                    chosen=desk.pace
                    set
                />
            })}
            <p class="desk-hint" data-testid="hint-said" role="status">{desk.hint}</p>
            <p class="desk-out">
                <button
                    type="button"
                    class="button quiet small"
                    data-testid="hint"
                    disabled=move || !is_mine.get()
                    on:click=ask
                >
                    "Hint"
                </button>
                <a class="button quiet small" data-testid="practice-leave" href="/">"To the lobby"</a>
                <span>"The game is kept in this browser."</span>
            </p>
        </section>
    }
}

const fn pace_title(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "Slow",
        Pace::Normal => "Normal",
        Pace::Quick => "Fast",
    }
}

/// The record of a game that is over: to look at step by step, and to keep.
#[component]
pub(in crate::ui) fn DeskRecord(
    /// The game.
    desk: Desk,
) -> impl IntoView {
    let record = desk.record();
    let address = record.as_ref().and_then(browser_file);
    let name = record.map(|record| format!("flychess-{}.json", record.id));
    view! {
        <button type="button" class="link" data-testid="practice-replay" on:click=move |_| desk.at.set(At::Replay)>
            "Look at the game step by step"
        </button>
        " · "
        <a data-testid="practice-record" href=address download=name>"Keep the record"</a>
    }
}

/// A record as an address that a browser can save.
fn browser_file(record: &Record) -> Option<String> {
    let text = serde_json::to_string(record).ok()?;
    Some(address::of_text(&text))
}

/// The ways out of a game that is over.
#[component]
pub(in crate::ui) fn DeskOut(
    /// The game.
    desk: Desk,
) -> impl IntoView {
    let again = move |_| {
        let against = desk.game(Practice::against);
        if let Some(game) = against.and_then(keep::begin) {
            desk.held.set_value(Held::Game(Box::new(game)));
            desk.at.update(At::next);
        }
    };
    let other = move |_| {
        keep::forget();
        desk.at.set(At::Setup);
    };
    view! {
        <p class="ways-out">
            <button type="button" class="button" data-testid="practice-again" on:click=again>"PLAY AGAIN"</button>
            <button type="button" class="button quiet" data-testid="practice-other" on:click=other>
                "Another opponent"
            </button>
            <a class="button quiet" data-testid="back-to-lobby" href="/" on:click=move |_| keep::forget()>
                "BACK TO LOBBY"
            </a>
        </p>
        <p class="result-note">"Practice changes no score."</p>
    }
}
