//! What lies on the cells: weather, items, and the walls of fortresses.

use leptos::prelude::*;

use super::{Hands, Piece, Shown, at, print, shapes, stance};
use crate::rules::{Cell, Item, Place, Point, Ruleset, Seat, WeatherKind};
use crate::ui::words;

/// Weather and items. Each kind lies on one cell at most, so each has its own place in the picture for good.
pub(super) fn marks(rules: &'static Ruleset, shown: Shown, hands: Option<Hands>) -> impl IntoView {
    let weather = WeatherKind::ALL.map(|kind| {
        let lies = Lies::new(
            shown,
            move |scene| scene.weather().cell(kind),
            move |scene| scene.weather().cell(kind),
        );
        let draw = move || {
            let word = word(kind);
            let class = format!("mark weather {word}");
            let (handle, said) = (format!("weather-{word}"), words::weather_does(kind).to_owned());
            mark(rules, lies, hands, Piece::Weather(kind), class, handle, said).into_any()
        };
        move || lies.anywhere.get().then(draw)
    });
    let items = Item::ALL.map(|item| {
        let lies = Lies::new(
            shown,
            move |scene| scene.items().cell(item),
            move |scene| scene.items().cell(item),
        );
        let draw = move || {
            let class = "mark pickup".to_owned();
            let (handle, said) = (format!("pickup-{}", item.name()), words::pickup(item));
            mark(rules, lies, hands, Piece::Item(item), class, handle, said).into_any()
        };
        move || lies.anywhere.get().then(draw)
    });
    view! {
        <g class="marks">{weather} {items}</g>
    }
}

/// Where a mark lies: in truth, and in the picture.
#[derive(Clone, Copy)]
struct Lies {
    truly: Memo<Option<Cell>>,
    drawn: Memo<Option<Cell>>,
    anywhere: Memo<bool>,
}

impl Lies {
    fn new(
        shown: Shown,
        truth: impl Fn(&super::Scene) -> Option<Cell> + Send + Sync + 'static,
        picture: impl Fn(&super::Scene) -> Option<Cell> + Send + Sync + 'static,
    ) -> Self {
        let truly = Memo::new(move |_| truth(&shown.scene.read()));
        let drawn = Memo::new(move |_| picture(&shown.picture()));
        let anywhere = Memo::new(move |_| truly.get().is_some() || drawn.get().is_some());
        Self {
            truly,
            drawn,
            anywhere,
        }
    }
}

fn mark(
    rules: &'static Ruleset,
    lies: Lies,
    hands: Option<Hands>,
    piece: Piece,
    class: String,
    handle: String,
    said: String,
) -> impl IntoView {
    let place = move || {
        let cell = lies.drawn.get().or(lies.truly.get());
        let (x, y) = at(cell.map_or(Point::new(0, 0), |cell| rules.board().point(cell)));
        print::place(x, y, 0)
    };
    let title = said.clone();
    view! {
        <g
            class=class
            data-testid=move || lies.truly.get().map(|_| handle.clone())
            data-cell=move || lies.truly.get().map(Cell::index)
            data-drawn=move || lies.drawn.get().is_some().to_string()
            transform=place
            tabindex=hands.map(|_| "0")
            role="img"
            aria-label=said
            on:pointerenter=move |_| look(hands, Some(piece))
            on:pointerleave=move |_| look(hands, None)
            on:click=move |_| look(hands, Some(piece))
            on:focus=move |_| look(hands, Some(piece))
            on:blur=move |_| look(hands, None)
        >
            <title>{title}</title>
            {match piece {
                Piece::Weather(kind) => view! {
                    <circle class="counter" r="17"></circle>
                    <path class="glyph" d=shapes::weather(kind)></path>
                }.into_any(),
                Piece::Item(item) => view! {
                    <rect class="counter" x="-16.5" y="-16.5" width="33" height="33" rx="10"></rect>
                    <path class="glyph" d=shapes::item(item)></path>
                }.into_any(),
                Piece::Plane(_) => ().into_any(),
            }}
        </g>
    }
}

/// Tells the table what is looked at.
pub(super) fn look(hands: Option<Hands>, piece: Option<Piece>) {
    if let Some(hands) = hands {
        hands.look.run(piece);
    }
}

/// The word for weather in handles and classes.
pub(super) const fn word(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "airstream",
        WeatherKind::Storm => "storm",
        WeatherKind::Thunder => "thunder",
        WeatherKind::Tornado => "tornado",
    }
}

/// Walls around two or more planes of a side on a ring cell, and how many they are.
pub(super) fn fortresses(rules: &'static Ruleset, shown: Shown) -> impl IntoView {
    let all = Memo::new(move |_| walled(rules, &shown.picture()));
    let draw = |(point, seat, planes): (Point, Seat, usize)| {
        let (x, y) = at(point);
        view! {
            <g class=format!("fortress {}", seat.name()) transform=print::place(x, y, 0)>
                <rect class="wall" x="-20" y="-20" width="40" height="40" rx="10"></rect>
                <rect class="count-plate" x="3" y="-25" width="20" height="13" rx="6.5"></rect>
                <text class="count" x="13" y="-15">{format!("×{planes}")}</text>
            </g>
        }
    };
    view! { <g class="fortresses" aria-hidden="true">{move || all.get().into_iter().map(draw).collect_view()}</g> }
}

/// Ring cells with two or more planes of one side.
fn walled(rules: &Ruleset, scene: &super::Scene) -> Vec<(Point, Seat, usize)> {
    let mut all: Vec<(Point, Seat, usize)> = Vec::new();
    for id in stance::everybody(rules) {
        let Place::Ring(cell) = scene.plane(id).place else {
            continue;
        };
        let point = rules.board().point(cell);
        match all.iter_mut().find(|it| it.0 == point && it.1 == id.seat) {
            Some(it) => it.2 += 1,
            None => all.push((point, id.seat, 1)),
        }
    }
    all.retain(|it| it.2 > 1);
    all
}
