//! What moves: aircraft, weather and items.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::{CELL, Hands, Piece, at, print, scene::Scene, shapes};
use crate::rules::{Item, Place, PlaneId, Point, Ruleset, Seat, WeatherKind, seat::PLANES};
use crate::ui::words;

/// Weather and items. Each kind lies on one cell at most, so each has its own place in the picture for good.
pub(super) fn marks(rules: &'static Ruleset, scene: Signal<Scene>, hands: Option<Hands>) -> impl IntoView {
    let weather = WeatherKind::ALL.map(|kind| {
        let cell = Memo::new(move |_| scene.read().weather().cell(kind));
        let draw = move |(x, y), index| {
            view! {
                <g
                    class=format!("weather {}", word(kind))
                    data-testid=format!("weather-{}", word(kind))
                    data-cell=index
                    transform=print::place(x, y, 0)
                    tabindex=hands.map(|_| "0")
                    role="img"
                    aria-label=words::weather_does(kind)
                    on:pointerenter=move |_| look(hands, Some(Piece::Weather(kind)))
                    on:pointerleave=move |_| look(hands, None)
                    on:click=move |_| look(hands, Some(Piece::Weather(kind)))
                    on:focus=move |_| look(hands, Some(Piece::Weather(kind)))
                    on:blur=move |_| look(hands, None)
                >
                    <title>{words::weather_does(kind)}</title>
                    <circle r="17"></circle>
                    <path d=shapes::weather(kind)></path>
                </g>
            }
        };
        move || {
            cell.get()
                .map(|cell| draw(at(rules.board().point(cell)), cell.index()))
        }
    });
    let items = Item::ALL.map(|item| {
        let cell = Memo::new(move |_| scene.read().items().cell(item));
        let draw = move |(x, y), index| {
            view! {
                <g
                    class="pickup"
                    data-testid=format!("pickup-{}", item.name())
                    data-kind=item.name()
                    data-cell=index
                    transform=print::place(x, y, 0)
                    tabindex=hands.map(|_| "0")
                    role="img"
                    aria-label=words::pickup(item)
                    on:pointerenter=move |_| look(hands, Some(Piece::Item(item)))
                    on:pointerleave=move |_| look(hands, None)
                    on:click=move |_| look(hands, Some(Piece::Item(item)))
                    on:focus=move |_| look(hands, Some(Piece::Item(item)))
                    on:blur=move |_| look(hands, None)
                >
                    <title>{words::pickup(item)}</title>
                    <rect x="-16" y="-16" width="32" height="32" rx="9"></rect>
                    <path d=shapes::item(item)></path>
                </g>
            }
        };
        move || {
            cell.get()
                .map(|cell| draw(at(rules.board().point(cell)), cell.index()))
        }
    });
    view! {
        <g class="marks">{weather} {items}</g>
    }
}

fn look(hands: Option<Hands>, piece: Option<Piece>) {
    if let Some(hands) = hands {
        hands.look.run(piece);
    }
}

/// All aircraft of the game.
pub(super) fn planes(rules: &'static Ruleset, scene: Signal<Scene>, hands: Option<Hands>) -> impl IntoView {
    let each =
        |seat| (0..PLANES as u8).map(move |plane| aircraft(rules, scene, hands, PlaneId { seat, plane }));
    view! { <g class="planes">{rules.seats().flat_map(each).collect_view()}</g> }
}

fn aircraft(
    rules: &'static Ruleset,
    scene: Signal<Scene>,
    hands: Option<Hands>,
    id: PlaneId,
) -> impl IntoView {
    let stance = Memo::new(move |_| Stance::of(rules, &scene.read(), id));
    let place = Memo::new(move |_| scene.read().plane(id).place);
    let effect = Memo::new(move |_| scene.read().plane(id).effect);
    let choosable = Memo::new(move |_| hands.map(|hands| hands.choosable.read().contains(id)));
    let said = move || match effect.get() {
        None => words::name(id),
        Some(effect) => format!("{}: {}", words::name(id), words::effect(effect)),
    };
    let choose = move || {
        if let Some(hands) = hands.filter(|_| choosable.get_untracked() == Some(true)) {
            hands.choose.run(id);
        }
    };
    let press = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            choose();
        }
    };
    view! {
        <g
            class=format!("plane {}", id.seat.name())
            data-testid=format!("plane-{}-{}", id.seat.name(), id.plane)
            data-at=move || place_word(place.get())
            data-cell=move || cell_number(place.get())
            data-effect=move || effect.get().map(|effect| word(effect.kind.into()))
            data-selectable=move || choosable.get().map(|it| if it { "true" } else { "false" })
            role=move || if choosable.get() == Some(true) { "button" } else { "img" }
            tabindex=move || (choosable.get() == Some(true)).then_some("0")
            aria-label=said
            transform=move || { let it = stance.get(); format!("translate({} {})", it.x, it.y) }
            on:click=move |_| choose()
            on:keydown=press
            on:pointerenter=move |_| look(hands, Some(Piece::Plane(id)))
            on:pointerleave=move |_| look(hands, None)
            on:focus=move |_| look(hands, Some(Piece::Plane(id)))
            on:blur=move |_| look(hands, None)
        >
            <title>{said}</title>
            {hands.map(|_| view! { <circle class="touch" r="18"></circle> })}
            <g transform=move || { let it = stance.get(); format!("rotate({}) scale({})", it.degrees, it.scale()) }>
                <path class="hull" d=shapes::aircraft(id.seat)></path>
            </g>
            <circle class="badge" r="5.4"></circle>
            <text class="number" y="3.3">{id.plane + 1}</text>
            {move || effect.get().map(|effect| turns(effect.kind.into(), effect.turns))}
        </g>
    }
}

/// The turns that an effect still lasts, beside the plane.
fn turns(kind: WeatherKind, turns: u8) -> impl IntoView {
    view! {
        <g class=format!("effect weather {}", word(kind)) transform="translate(11 -11)">
            <circle r="7"></circle>
            <text y="3.4">{turns}</text>
        </g>
    }
}

const fn word(kind: WeatherKind) -> &'static str {
    match kind {
        WeatherKind::Airstream => "airstream",
        WeatherKind::Storm => "storm",
        WeatherKind::Thunder => "thunder",
        WeatherKind::Tornado => "tornado",
    }
}

const fn place_word(place: Place) -> &'static str {
    match place {
        Place::Hangar => "hangar",
        Place::Pad => "pad",
        Place::Ring(_) => "ring",
        Place::Lane(_) => "lane",
        Place::Home => "home",
    }
}

/// Number of the cell, on ring and lane.
const fn cell_number(place: Place) -> Option<u8> {
    match place {
        Place::Ring(cell) => Some(cell.index()),
        Place::Lane(cell) => Some(cell),
        Place::Hangar | Place::Pad | Place::Home => None,
    }
}

/// How an aircraft stands in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stance {
    x: i32,
    y: i32,
    degrees: i32,
    crowded: bool,
}

impl Stance {
    fn of(rules: &Ruleset, scene: &Scene, id: PlaneId) -> Self {
        let here = point(rules, id, scene.plane(id).place);
        let others = rules
            .seats()
            .flat_map(|seat| (0..PLANES as u8).map(move |plane| PlaneId { seat, plane }));
        let company: Vec<_> = others
            .filter(|&other| point(rules, other, scene.plane(other).place) == here)
            .collect();
        let rank = company.iter().position(|&other| other == id).unwrap_or_default();
        let (dx, dy) = fan(company.len(), rank);
        let (x, y) = at(here);
        let degrees = heading(rules, id.seat, scene.plane(id).place);
        Self {
            x: x + dx,
            y: y + dy,
            degrees,
            crowded: company.len() > 1,
        }
    }

    const fn scale(self) -> &'static str {
        if self.crowded { "0.8" } else { "1.08" }
    }
}

/// Planes on one cell stand apart, so that each can be seen and chosen.
const fn fan(company: usize, rank: usize) -> (i32, i32) {
    const OFF: i32 = CELL / 4;
    match (company, rank) {
        (0 | 1, _) => (0, 0),
        (2, 0) => (-OFF, -OFF / 2),
        (2, _) => (OFF, OFF / 2),
        (_, 0) => (-OFF, -OFF),
        (_, 1) => (OFF, -OFF),
        (_, 2) => (-OFF, OFF),
        _ => (OFF, OFF),
    }
}

pub(super) fn point(rules: &Ruleset, id: PlaneId, place: Place) -> Point {
    let sector = rules.board().sector(id.seat);
    match place {
        Place::Hangar => sector.hangar[usize::from(id.plane & 3)],
        Place::Pad => sector.pad,
        Place::Ring(cell) => rules.board().point(cell),
        Place::Lane(cell) => sector.lane[usize::from(cell.max(1) - 1)],
        Place::Home => sector.lane[sector.lane.len() - 1],
    }
}

/// An aircraft looks where its next step leads.
fn heading(rules: &Ruleset, seat: Seat, place: Place) -> i32 {
    let board = rules.board();
    let sector = board.sector(seat);
    let entry = rules.spec().track.home_entry;
    let first = board.point(rules.cell(seat, 1));
    match place {
        Place::Hangar | Place::Pad => print::heading(sector.pad, first),
        Place::Lane(_) | Place::Home => print::heading(sector.lane[0], sector.lane[1]),
        Place::Ring(cell) => {
            let s = rules.progress(seat, cell);
            let next = if s == entry {
                sector.lane[0]
            } else {
                board.point(rules.cell(seat, s % 52 + 1))
            };
            print::heading(board.point(cell), next)
        }
    }
}
