//! The printed sheet: everything that lies still, drawn from the geometry of the rules.

use leptos::prelude::*;

use super::{HALF, at, shapes};
use crate::rules::{
    Cell, Point, Ruleset, Seat,
    ruleset::{Flight, Springboard},
};

/// Where clouds are printed, in the free fields beside the lanes.
const CLOUDS: [(i32, i32); 4] = [(-214, -66), (62, -206), (216, 70), (-60, 210)];

pub(super) fn sheet(rules: &'static Ruleset) -> impl IntoView {
    view! {
        <g class="sheet">
            <rect class="paper" x=-HALF y=-HALF width=2 * HALF height=2 * HALF rx="30"></rect>
            <rect class="rim wide" x=7 - HALF y=7 - HALF width=2 * HALF - 14 height=2 * HALF - 14 rx="24"></rect>
            <rect class="rim" x=12 - HALF y=12 - HALF width=2 * HALF - 24 height=2 * HALF - 24 rx="20"></rect>
            {graticule()}
            {CLOUDS.map(|(x, y)| view! { <path class="cloud" d=shapes::CLOUD transform=place(x, y, 0)></path> })}
            {Seat::ALL.map(|seat| hangar(rules, seat))}
            {Seat::ALL.map(|seat| lane(rules, seat))}
            <path class="rose" d=shapes::ROSE></path>
            {rules.board().corners().map(corner)}
            {Cell::all().map(|cell| ring_cell(rules, cell)).collect_view()}
            {Cell::all().map(|cell| onward(rules, cell)).collect_view()}
            {rules.seats().map(|seat| flights(rules, seat)).collect_view()}
        </g>
    }
}

/// The faint lines of a chart under everything: circles about the middle, and the points of the compass.
fn graticule() -> impl IntoView {
    let circles = [98, 178, 258].map(|r| view! { <circle r=r></circle> });
    let rays = [22, 45, 68, 112, 135, 158, 202, 225, 248, 292, 315, 338].map(|degrees| {
        view! { <path d="M0-70V-262" transform=format!("rotate({degrees})")></path> }
    });
    view! { <g class="graticule">{circles} {rays}</g> }
}

/// Moves a shape to a place and turns it there.
pub(super) fn place(x: i32, y: i32, degrees: i32) -> String {
    format!("translate({x} {y}) rotate({degrees})")
}

/// Clockwise degrees from "up" to the way from one grid point to another, to the nearest eighth of a turn.
pub(super) fn heading(from: Point, to: Point) -> i32 {
    match ((to.x - from.x).signum(), (to.y - from.y).signum()) {
        (1, -1) => 45,
        (1, 0) => 90,
        (1, 1) => 135,
        (0, 1) => 180,
        (-1, 1) => 225,
        (-1, 0) => 270,
        (-1, -1) => 315,
        _ => 0,
    }
}

/// The seat whose colour a ring cell has, and the seat's own progress there.
fn colour(rules: &Ruleset, cell: Cell) -> Option<(Seat, u8)> {
    let progress = |seat| (seat, rules.progress(seat, cell));
    Seat::ALL
        .map(progress)
        .into_iter()
        .find(|&(_, s)| rules.is_own_colour(s))
}

fn ring_cell(rules: &'static Ruleset, cell: Cell) -> impl IntoView {
    let (x, y) = at(rules.board().point(cell));
    let owner = colour(rules, cell);
    let class = format!("cell {}", owner.map_or("plain", |(seat, _)| seat.name()));
    view! {
        <g class=class data-ring=cell.index() transform=format!("translate({x} {y})")>
            <rect class="tile" x="-19" y="-19" width="38" height="38" rx="9"></rect>
            <circle class="well" r="14.5"></circle>
            {owner.map(|(seat, s)| printed_sign(rules, seat, s))}
        </g>
    }
}

/// After the last cell of the ring.
const FIRST: Cell = Cell::new(0).expect("the ring has a first cell");

/// A notch between two cells that points the way; the bends at the white corners have a line of their own.
fn onward(rules: &'static Ruleset, cell: Cell) -> impl IntoView {
    let here = rules.board().point(cell);
    let next = rules.board().point(Cell::new(cell.index() + 1).unwrap_or(FIRST));
    let (x, y) = at(here);
    let (dx, dy) = (i32::from(next.x - here.x), i32::from(next.y - here.y));
    let is_straight = dx == 0 || dy == 0;
    let turned = place(x + 18 * dx, y + 18 * dy, heading(here, next));
    is_straight.then(|| view! { <path class="onward" d=shapes::ONWARD transform=turned></path> })
}

/// What a cell does to planes of its colour, as a sign.
fn printed_sign(rules: &'static Ruleset, seat: Seat, s: u8) -> impl IntoView {
    let sector = rules.board().sector(seat);
    let here = rules.board().point(rules.cell(seat, s));
    let (class, shape, degrees) = if s == rules.spec().track.home_entry {
        ("sign line", shapes::CHEVRONS, heading(here, sector.lane[0]))
    } else if let Springboard::Fly(flight) = rules.springboard(s) {
        let exit = rules.board().point(rules.cell(seat, flight.exit));
        ("sign", shapes::ARROW, heading(here, exit))
    } else {
        ("sign", shapes::sign(seat), 0)
    };
    view! { <path class=class d=shape transform=place(0, 0, degrees)></path> }
}

/// White corners join two cells and are never counted: a bend without a tile.
fn corner(point: Point) -> impl IntoView {
    let (x, y) = at(point);
    let (dx, dy) = (i32::from(point.x.signum()) * 19, i32::from(point.y.signum()) * 19);
    let bend = format!("M{} {y}Q{x} {y} {x} {}", x + dx, y + dy);
    view! {
        <rect class="corner" x=x - 19 y=y - 19 width="38" height="38" rx="8"></rect>
        <path class="bend" d=bend></path>
    }
}

fn lane(rules: &'static Ruleset, seat: Seat) -> impl IntoView {
    let lane = &rules.board().sector(seat).lane;
    let toward = heading(lane[0], lane[1]);
    let home = place(0, 0, toward - 90);
    let steps = lane[..lane.len() - 1].iter().map(|&point| {
        let (x, y) = at(point);
        view! {
            <rect class="tile" x=x - 19 y=y - 19 width="38" height="38" rx="9"></rect>
            <path class="step" d=shapes::CHEVRON transform=place(x, y, toward)></path>
        }
    });
    view! {
        <g class=format!("lane {}{}", seat.name(), idle(rules, seat))>
            <path class="home" d=shapes::HOME transform=home></path>
            {steps.collect_view()}
        </g>
    }
}

/// A colour without a player in this game is printed, but pale.
fn idle(rules: &Ruleset, seat: Seat) -> &'static str {
    if rules.has(seat) { "" } else { " idle" }
}

/// Half the side of a seat's field, and how far its middle is from the board's.
const FIELD: (i32, i32) = (82, 224);

/// Half the side of an apron: the planes on its stands keep clear of the edge.
const APRON: i32 = 65;

/// A seat's corner: its field, the apron where its planes stand, and the way to its pad.
fn hangar(rules: &'static Ruleset, seat: Seat) -> impl IntoView {
    let sector = rules.board().sector(seat);
    let stands = sector.hangar.map(at);
    let middle = |of: fn(&(i32, i32)) -> i32| stands.iter().map(of).sum::<i32>() / 4;
    let (cx, cy) = (middle(|stand| stand.0), middle(|stand| stand.1));
    let (fx, fy) = (cx.signum() * FIELD.1, cy.signum() * FIELD.1);
    let (field, apron) = (FIELD.0, APRON);
    let first = rules.board().point(rules.cell(seat, 1));
    let (x, y) = at(sector.pad);
    // From the pad straight onto the apron.
    let onto = match heading(sector.pad, first) {
        90 | 270 => format!("M{x} {y}H{cx}"),
        _ => format!("M{x} {y}V{cy}"),
    };
    view! {
        <g class=format!("hangar {}{}", seat.name(), idle(rules, seat))>
            <rect class="field" x=fx - field y=fy - field width=2 * field height=2 * field rx="22"></rect>
            <path class="hatching" d=shapes::hatching(seat) transform=place(fx, fy, 0)></path>
            <path class="taxiway" d=onto.clone()></path>
            <rect class="apron" x=cx - apron y=cy - apron width=2 * apron height=2 * apron rx="18"></rect>
            <path class="centre-line" d=onto></path>
            {stands.map(|(x, y)| view! { <circle class="stand" cx=x cy=y r="19"></circle> })}
            <circle class="crest" cx=cx cy=cy r="15"></circle>
            <path class="emblem" d=shapes::sign(seat) transform=format!("translate({cx} {cy}) scale(1.35)")></path>
            <circle class="pad" cx=x cy=y r="17"></circle>
            <path class="step" d=shapes::CHEVRON transform=place(x, y, heading(sector.pad, first))></path>
        </g>
    }
}

fn flights(rules: &'static Ruleset, seat: Seat) -> impl IntoView {
    rules
        .spec()
        .track
        .flights
        .iter()
        .map(|flight| flight_line(rules, seat, flight))
        .collect_view()
}

fn flight_line(rules: &'static Ruleset, seat: Seat, flight: &Flight) -> impl IntoView {
    let board = rules.board();
    let (from, to) = (
        board.point(rules.cell(seat, flight.entry)),
        board.point(rules.cell(seat, flight.exit)),
    );
    let ((x1, y1), (x2, y2), (cx, cy)) = (at(from), at(to), at(rules.crossing(seat, *flight)));
    // The line ends at the edge of the tiles, not on the signs.
    let (ex, ey) = ((x2 - x1).signum() * 22, (y2 - y1).signum() * 22);
    let (ax, ay) = ((x1 + cx) / 2, (y1 + cy) / 2);
    view! {
        <g class=format!("flight {}", seat.name())>
            <line x1=x1 + ex y1=y1 + ey x2=x2 - ex y2=y2 - ey></line>
            <path d=shapes::aircraft(seat) transform=format!("{} scale(.62)", place(ax, ay, heading(from, to)))></path>
        </g>
    }
}
