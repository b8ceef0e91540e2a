//! One side's strip: who it is, whether it is there and on turn, what time has cost it, what it holds.

use leptos::prelude::*;

use super::Table;
use crate::rules::{Item, Seat};
use crate::ui::{board::shapes, words};

/// The strip of one seat.
#[component]
pub(super) fn SeatBar(
    /// The table.
    table: Table,
    /// Whose strip.
    seat: Seat,
    /// Where it lies: `near` or `far`.
    place: &'static str,
) -> impl IntoView {
    let player = move || table.ask(|it| it.view().players[seat].as_ref().map(|player| player.name.clone()));
    let is_on_turn = move || table.ask(|it| it.is_live() && it.position().turn() == seat);
    let is_there = move || table.ask(|it| it.view().presence.seats[seat]).unwrap_or(false);
    let timeouts = move || table.ask(|it| it.position().player(seat).timeouts);
    let radar = move || table.ask(|it| it.position().player(seat).radar);
    let home = move || table.ask(|it| it.home(seat));
    let count = move |item: Item| table.ask(|it| it.position().player(seat).stock.count(item));
    view! {
        <section
            class=format!("seat seat-{place} {}", seat.name())
            data-testid=format!("seat-{}", seat.name())
            data-turn=move || is_on_turn().to_string()
            data-connected=move || is_there().to_string()
            aria-label=words::side(seat)
        >
            <svg class="seat-mark" viewBox="-18 -18 36 36" aria-hidden="true">
                <path class="hull" d=shapes::aircraft(seat)></path>
            </svg>
            <p class="seat-who">
                <b class="seat-name">{player}</b>
                <span class="seat-side">
                    {words::side(seat)} {move || (table.me() == Some(seat)).then_some(" · you")}
                    {move || is_on_turn().then_some(" · on turn")}
                </span>
            </p>
            <p class="seat-facts">
                <span class="seat-there" title=move || if is_there() { "connected" } else { "not connected" }>
                    {move || if is_there() { "here" } else { "away" }}
                </span>
                <span title="planes at home">{move || format!("home {}/4", home())}</span>
                <span data-testid=format!("timeouts-{}", seat.name()) title="timeouts; the fourth loses">
                    {move || format!("timeouts {}/4", timeouts())}
                </span>
                <span class="seat-radar" data-testid=format!("radar-{}", seat.name())>
                    {move || (radar() > 0).then(|| format!("radar {}", radar()))}
                </span>
            </p>
            {move || (table.me() != Some(seat)).then(|| held(count))}
        </section>
    }
}

/// What a side holds: how many of each item.
pub(in crate::ui) fn held(count: impl Fn(Item) -> u16 + Copy + Send + Sync + 'static) -> impl IntoView {
    let one = move |item: Item| {
        view! {
            <li class="held" hidden=move || count(item) == 0 title=words::item_title(item)>
                <svg viewBox="-13 -13 26 26" aria-hidden="true"><path d=shapes::item(item)></path></svg>
                <span class="unseen">{words::item_title(item)}</span>
                <span>{move || count(item)}</span>
            </li>
        }
    };
    view! { <ul class="seat-stock">{Item::ALL.map(one)}</ul> }
}
