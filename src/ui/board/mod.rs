//! The board as one picture: a printed sheet that never changes, and on it what a [`Scene`] says. At a table the
//! picture also answers: planes can be chosen, and everything on it tells what it is.

mod hands;
mod pieces;
mod print;
mod scene;
pub(in crate::ui) mod shapes;
mod trail;

use leptos::prelude::*;

use crate::rules::{Point, Ruleset};

pub use hands::{Hands, Piece, Status};
pub use scene::Scene;
pub use trail::Trail;

/// Units of the picture for one cell of the grid.
const CELL: i32 = 40;

/// Half the side of the picture: seven and a half cells and the sheet's edge.
pub(in crate::ui) const HALF: i32 = 7 * CELL + CELL / 2 + 26;

/// A grid point in units of the picture.
const fn at(point: Point) -> (i32, i32) {
    (point.x as i32 * CELL, point.y as i32 * CELL)
}

/// The board of a game with everything on it.
#[component]
pub fn Board(
    /// The game whose board it is.
    rules: &'static Ruleset,
    /// What stands and lies on it.
    #[prop(into)]
    scene: Signal<Scene>,
    /// What a screen reader says of the picture.
    #[prop(into)]
    label: Signal<String>,
    /// What can be done with it; without that it is a picture.
    #[prop(optional)]
    hands: Option<Hands>,
) -> impl IntoView {
    let window = format!("{0} {0} {1} {1}", -HALF, 2 * HALF);
    let status = move || hands.map(|hands| hands.status.get());
    view! {
        <svg
            class="board"
            viewBox=window
            role=if hands.is_some() { "group" } else { "img" }
            aria-label=label
            data-testid="board"
            data-turn=move || scene.read().turn().name()
            data-version=move || status().map(|it| it.version)
            data-phase=move || status().map(|it| it.phase)
            data-seat=move || status().map(|it| it.seat)
            data-check=move || status().map(|it| it.check)
        >
            {print::sheet(rules).into_any()}
            {pieces::marks(rules, scene, hands).into_any()}
            {hands.map(|hands| hands::trails(hands).into_any())}
            {pieces::planes(rules, scene, hands).into_any()}
        </svg>
    }
}
