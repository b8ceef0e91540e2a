//! What a player can do with the pieces of a board, and what the board is marked with for them.

use leptos::prelude::*;

use super::{print, shapes, trail::Trail};
use crate::protocol::Version;
use crate::rules::{Item, PlaneId, PlaneSet, WeatherKind};

/// Something on the board that can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A plane.
    Plane(PlaneId),
    /// Weather on a cell.
    Weather(WeatherKind),
    /// An item on a cell.
    Item(Item),
}

/// How the match stands, as the board's own attributes say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Its version.
    pub version: Version,
    /// The word for its phase.
    pub phase: &'static str,
    /// My seat, or `none`.
    pub seat: &'static str,
    /// The digest of the position.
    pub check: String,
}

/// A board that answers.
#[derive(Clone, Copy, Debug)]
pub struct Hands {
    /// How the match stands.
    pub status: Signal<Status>,
    /// Planes that can be chosen now.
    pub choosable: Signal<PlaneSet>,
    /// A plane was chosen.
    pub choose: Callback<PlaneId>,
    /// Something is looked at, or nothing any more.
    pub look: Callback<Option<Piece>>,
    /// The ways of the last action.
    pub trails: Signal<Vec<Trail>>,
    /// The ways that a choice would lead.
    pub preview: Signal<Vec<Trail>>,
}

/// The last action's ways, and the ways of the choice that is looked at.
pub(super) fn trails(hands: Hands) -> impl IntoView {
    view! {
        <g class="trails" aria-hidden="true">
            <g class="trails-last">{move || hands.trails.get().iter().map(drawn).collect_view()}</g>
            <g class="trails-next">{move || hands.preview.get().iter().map(drawn).collect_view()}</g>
        </g>
    }
}

fn drawn(trail: &Trail) -> impl IntoView + use<> {
    let [(x, y), (to_x, to_y)] = trail.ends();
    let [struck, thrown] = trail.outlook();
    let struck = struck.iter().map(|&(x, y)| {
        view! { <path class="crosshair" d=shapes::CROSSHAIR transform=print::place(x, y, 0)></path> }
    });
    let thrown = thrown
        .iter()
        .map(|&(x, y)| view! { <circle class="thrown" cx=x cy=y r="15"></circle> });
    view! {
        <g class=format!("trail {}", trail.plane.seat.name())>
            <path class="trail-edge" d=trail.outline()></path>
            <path class="trail-way" d=trail.outline()></path>
            <circle class="trail-from" cx=x cy=y r="6"></circle>
            <circle class="trail-to" cx=to_x cy=to_y r="21"></circle>
            {thrown.collect_view()}
            {struck.collect_view()}
        </g>
    }
}
