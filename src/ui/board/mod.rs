//! The board as one picture: a printed sheet that never changes, and on it what a [`Scene`] says. At a table the
//! picture also answers: planes can be chosen, and everything on it tells what it is.

mod flourish;
mod hands;
mod marks;
mod moment;
mod pieces;
mod print;
mod scene;
pub(in crate::ui) mod shapes;
mod stance;
mod trail;

use leptos::html::ElementType;
use leptos::prelude::*;
use leptos::svg::Svg;
use wasm_bindgen::JsCast;

use crate::rules::{Point, Ruleset};

pub use hands::{Hands, Piece, Status};
pub use moment::{Doing, Moment};
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
    /// What is being shown of an action that has happened already; nothing when the picture is the truth.
    #[prop(optional)]
    moment: Option<Signal<Option<Moment>>>,
) -> impl IntoView {
    let window = format!("{0} {0} {1} {1}", -HALF, 2 * HALF);
    let moment = moment.unwrap_or_else(|| Signal::stored(None));
    let shown = Shown { scene, moment };
    let sheet = NodeRef::<Svg>::new();
    keep_time(sheet, moment);
    let status = move || hands.map(|hands| hands.status.get());
    view! {
        <svg
            class="board"
            node_ref=sheet
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
            {marks::marks(rules, shown, hands).into_any()}
            {marks::fortresses(rules, shown).into_any()}
            {hands.map(|hands| hands::trails(hands).into_any())}
            {pieces::planes(rules, shown, hands).into_any()}
            {flourish::flourish(rules, moment).into_any()}
        </svg>
    }
}

/// The truth, and what is drawn of it.
#[derive(Clone, Copy)]
struct Shown {
    scene: Signal<Scene>,
    moment: Signal<Option<Moment>>,
}

impl Shown {
    /// What is drawn.
    fn picture(self) -> Scene {
        self.moment
            .with(|moment| moment.map(|moment| moment.scene))
            .unwrap_or_else(|| self.scene.get())
    }
}

/// Tells the style sheet how long the moment lasts, on the element that shows it.
pub(in crate::ui) fn keep_time<E>(sheet: NodeRef<E>, moment: Signal<Option<Moment>>)
where
    E: ElementType + 'static,
    E::Output: AsRef<web_sys::Element> + JsCast + Clone + 'static,
{
    let length = Memo::new(move |_| moment.with(|moment| moment.map(|moment| moment.milliseconds)));
    Effect::new(move || {
        let Some(sheet) = sheet.get() else { return };
        let sheet: &web_sys::Element = sheet.as_ref();
        // HTML and SVG have it alike, each by its own name.
        let html = sheet.dyn_ref().map(web_sys::HtmlElement::style);
        let Some(style) = html.or_else(|| sheet.dyn_ref().map(web_sys::SvgElement::style)) else {
            return;
        };
        // A browser that refuses shows everything at the sheet's own pace.
        let _ = match length.get() {
            Some(length) => style.set_property("--beat", &format!("{length}ms")),
            None => style.remove_property("--beat").map(|_| ()),
        };
    });
}
