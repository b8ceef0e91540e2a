//! Aircraft.

use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;

use super::{
    Hands, Piece, Shown,
    marks::{look, word},
    shapes,
    stance::{self, Stance},
};
use crate::rules::{Place, PlaneId, Ruleset, WeatherKind};
use crate::ui::words;

/// A touch that lasts so long is a look.
const LONG_MS: f64 = 450.0;

/// All aircraft of the game.
pub(super) fn planes(rules: &'static Ruleset, shown: Shown, hands: Option<Hands>) -> impl IntoView {
    let all: Vec<_> = stance::everybody(rules)
        .map(|id| aircraft(rules, shown, hands, id).into_any())
        .collect();
    view! { <g class="planes">{all}</g> }
}

fn aircraft(rules: &'static Ruleset, shown: Shown, hands: Option<Hands>, id: PlaneId) -> impl IntoView {
    let scene = shown.scene;
    let stance =
        Memo::new(move |before: Option<&Stance>| Stance::of(rules, &shown.picture(), id, before.copied()));
    let doing = Memo::new(move |_| shown.moment.with(|moment| moment.and_then(|it| it.doing_of(id))));
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
    // A finger that rests on a plane looks at its way; one that taps chooses it.
    let touched = StoredValue::new(None::<f64>);
    let touch = move |event: PointerEvent| {
        touched.set_value((event.pointer_type() == "touch").then(|| event.time_stamp()));
    };
    let click = move |event: MouseEvent| {
        let is_long = touched
            .get_value()
            .is_some_and(|since| event.time_stamp() - since > LONG_MS);
        if !is_long {
            choose();
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
            data-doing=doing
            data-crowded=move || stance.get().is_crowded.to_string()
            role=move || if choosable.get() == Some(true) { "button" } else { "img" }
            tabindex=move || (choosable.get() == Some(true)).then_some("0")
            aria-label=said
            transform=move || { let it = stance.get(); format!("translate({} {})", it.x, it.y) }
            on:pointerdown=touch
            on:click=click
            on:keydown=press
            on:pointerenter=move |_| look(hands, Some(Piece::Plane(id)))
            on:pointerleave=move |_| look(hands, None)
            on:focus=move |_| look(hands, Some(Piece::Plane(id)))
            on:blur=move |_| look(hands, None)
        >
            <title>{said}</title>
            {hands.map(|_| view! { <circle class="touch" r="18"></circle> })}
            <g class="form">
                <g class="turned" transform=move || { let it = stance.get(); format!("rotate({}) scale({})", it.degrees, it.scale()) }>
                    <path class="hull" d=shapes::aircraft(id.seat)></path>
                    <path class="markings" d=shapes::markings(id.seat)></path>
                </g>
                <circle class="badge" r="6.6"></circle>
                <text class="number" y="3.9">{id.plane + 1}</text>
            </g>
            {move || effect.get().map(|effect| turns(effect.kind.into(), effect.turns))}
        </g>
    }
}

/// The effect on a plane, and the turns that it still lasts.
fn turns(kind: WeatherKind, turns: u8) -> impl IntoView {
    view! {
        <g class=format!("effect weather {}", word(kind)) transform="translate(12 -12)">
            <circle class="counter" r="9.5"></circle>
            <path class="glyph" d=shapes::weather(kind) transform="scale(.62)"></path>
            <g transform="translate(7 -6)">
                <circle class="turns" r="6"></circle>
                <text y="3.4">{turns}</text>
            </g>
        </g>
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
