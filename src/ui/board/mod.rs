//! The board as one picture: a printed sheet that never changes, and on it what a [`Scene`] says.

mod pieces;
mod print;
mod scene;
pub(in crate::ui) mod shapes;

use leptos::prelude::*;

use crate::rules::{Point, Ruleset};

pub use scene::Scene;

/// Units of the picture for one cell of the grid.
const CELL: i32 = 40;

/// Half the side of the picture: seven and a half cells and the sheet's edge.
const HALF: i32 = 7 * CELL + CELL / 2 + 26;

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
) -> impl IntoView {
    let window = format!("{0} {0} {1} {1}", -HALF, 2 * HALF);
    view! {
        <svg
            class="board"
            viewBox=window
            role="img"
            aria-label=label
            data-testid="board"
            data-turn=move || scene.read().turn().name()
        >
            {print::sheet(rules).into_any()}
            {pieces::marks(rules, scene).into_any()}
            {pieces::planes(rules, scene).into_any()}
        </svg>
    }
}
