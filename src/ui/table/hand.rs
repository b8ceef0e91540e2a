//! What is to be done now, how long for, and the die.

use leptos::html::P;
use leptos::prelude::*;

use super::Table;
use crate::rules::{Action, DiceItem, Phase, PlaneId};
use crate::ui::{
    board::{Doing, Piece, keep_time},
    dice, words,
};

/// The panel of the side on turn.
#[component]
pub(super) fn Hand(
    /// The table.
    table: Table,
) -> impl IntoView {
    let is_mine = move || table.ask(|it| it.mine().is_some());
    let round = move || table.ask(|it| it.position().round());
    let may_roll = move || table.pending.get().is_none() && table.ask(|it| it.may(Action::Roll));
    let seconds = move || table.clock.seconds();
    view! {
        <section class="hand" data-mine=move || is_mine().to_string() aria-label="Now">
            <Dice table />
            <div class="hand-words">
                <p class="turn" data-testid="turn" role="status">{move || turn(table)}</p>
                <p class="hand-facts">
                    <span
                        class="countdown"
                        data-testid="countdown"
                        data-low=move || seconds().is_some_and(|left| left < 10).to_string()
                        title="time left"
                    >
                        {move || seconds().map(|left| format!("{}:{:02}", left / 60, left % 60))}
                    </span>
                    <span data-testid="round">{move || format!("Round {}", round())}</span>
                </p>
            </div>
            <div class="hand-do">
                <Show when=move || table.me().is_some() fallback=|| ()>
                    <button
                        type="button"
                        class="button roll"
                        data-testid="roll"
                        disabled=move || !may_roll()
                        hidden=move || is_choosing(table)
                        on:click=move |_| table.act(Action::Roll)
                    >
                        "ROLL"
                    </button>
                    <Choices table />
                </Show>
            </div>
        </section>
    }
}

/// Whether I am to choose a plane.
fn is_choosing(table: Table) -> bool {
    let aiming = table.aiming.get();
    table.ask(|it| !it.choosable(aiming).is_empty())
}

/// Who is to do what.
fn turn(table: Table) -> String {
    let aiming = table.aiming.get();
    if let Some(pending) = table.pending.get() {
        return match pending.action {
            Action::Roll => "Rolling…",
            Action::Resign => "Resigning…",
            _ => "Under way…",
        }
        .to_owned();
    }
    table.ask(|it| {
        let position = it.position();
        let who = words::side(position.turn());
        match (position.phase(), it.mine().is_some()) {
            (Phase::Over(_), _) => "The match is over".to_owned(),
            (Phase::Roll, true) if aiming => "Your turn: choose the plane that launches".to_owned(),
            (Phase::Roll, true) => match position.armed() {
                None => "Your turn: roll".to_owned(),
                Some(DiceItem::SixDie) => "Your turn: roll your sure six".to_owned(),
                Some(DiceItem::PowerUnit) => "Your turn: roll two dice".to_owned(),
            },
            (Phase::Select(roll), true) => format!("Your {}: choose a plane", words::faces(roll)),
            (Phase::Roll, false) => format!("{who} is to roll"),
            (Phase::Select(roll), false) => format!("{who} rolled {} and chooses", words::faces(roll)),
        }
    })
}

/// The planes that can be chosen, as buttons large enough for a finger; the board has them too.
#[component]
fn Choices(table: Table) -> impl IntoView {
    let one = move |plane: u8| {
        let is_offered = move || {
            let aiming = table.aiming.get();
            table.ask(|it| it.choosable(aiming).contains(plane))
        };
        let look = move |is_looked_at: bool| {
            let seat = table.me().filter(|_| is_looked_at);
            table
                .looked_at
                .set(seat.map(|seat| Piece::Plane(PlaneId { seat, plane })));
        };
        view! {
            <button
                type="button"
                class="button choice"
                data-testid=format!("choose-{}", plane + 1)
                hidden=move || !is_offered()
                disabled=move || table.pending.get().is_some()
                aria-label=format!("Plane {}", plane + 1)
                on:click=move |_| table.choose_number(plane)
                on:pointerenter=move |_| look(true)
                on:pointerleave=move |_| look(false)
                on:focus=move |_| look(true)
                on:blur=move |_| look(false)
            >
                {plane + 1}
            </button>
        }
    };
    view! {
        <div class="choices" hidden=move || !is_choosing(table)>{[0, 1, 2, 3].map(one)}</div>
    }
}

/// The dice as they lie on the table.
#[component]
fn Dice(table: Table) -> impl IntoView {
    let faces = Memo::new(move |_| table.ask(|it| dice::faces(it.roll())));
    let is_fresh = move || table.ask(|it| matches!(it.position().phase(), Phase::Select(_)));
    let label = move || {
        let roll = table.ask(|it| it.roll());
        roll.map_or("No roll yet".to_owned(), |roll| {
            format!("Last roll: {}", words::faces(roll))
        })
    };
    let word = move || {
        let faces: Vec<_> = faces.get().iter().map(u8::to_string).collect();
        faces.join(" ")
    };
    let moment = table.playback.moment();
    let is_tumbling = move || moment.with(|it| it.is_some_and(|it| it.doing == Doing::Roll));
    let tumbling = Memo::new(move |_| is_tumbling());
    // The dice that are seen are those of the moment that is shown.
    let seen = Memo::new(move |_| match moment.get() {
        Some(moment) => dice::faces(moment.roll),
        None => faces.get(),
    });
    let cup = NodeRef::<P>::new();
    keep_time(cup, moment);
    view! {
        <p
            class="dice"
            node_ref=cup
            data-tumbling=move || tumbling.get().to_string()
            data-testid="die"
            data-face=word
            data-fresh=move || is_fresh().to_string()
            role="img"
            aria-label=label
        >
            {move || dice::row(seen.get())}
        </p>
    }
}
