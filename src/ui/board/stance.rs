//! Where and how an aircraft stands in the picture.

use super::{CELL, at, print, scene::Scene};
use crate::rules::{Place, PlaneId, Point, Ruleset, Seat, board::RING, seat::PLANES};

/// How an aircraft stands in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stance {
    pub(super) x: i32,
    pub(super) y: i32,
    /// Clockwise from "up"; never more than half a turn from where it was looking before.
    pub(super) degrees: i32,
    pub(super) is_crowded: bool,
}

impl Stance {
    /// The stance of a plane, after another one.
    pub(super) fn of(rules: &Ruleset, scene: &Scene, id: PlaneId, before: Option<Self>) -> Self {
        let here = point(rules, id, scene.plane(id).place);
        let company: Vec<_> = everybody(rules)
            .filter(|&other| point(rules, other, scene.plane(other).place) == here)
            .collect();
        let rank = company.iter().position(|&other| other == id).unwrap_or_default();
        let (dx, dy) = fan(company.len(), rank);
        let (x, y) = at(here);
        let degrees = heading(rules, id.seat, scene.plane(id).place);
        Self {
            x: x + dx,
            y: y + dy,
            degrees: before.map_or(degrees, |before| unwound(before.degrees, degrees)),
            is_crowded: company.len() > 1,
        }
    }

    pub(super) const fn scale(self) -> &'static str {
        if self.is_crowded { "0.82" } else { "1.04" }
    }
}

/// The same direction, by the shorter way round.
const fn unwound(before: i32, degrees: i32) -> i32 {
    before + (degrees - before + 180).rem_euclid(360) - 180
}

/// All planes of the game.
pub(super) fn everybody(rules: &Ruleset) -> impl Iterator<Item = PlaneId> {
    let each = |seat| (0..PLANES as u8).map(move |plane| PlaneId { seat, plane });
    rules.seats().flat_map(each)
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

/// Where a plane that is at this place is drawn.
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
                board.point(rules.cell(seat, s % RING + 1))
            };
            print::heading(board.point(cell), next)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_takes_the_shorter_way() {
        assert_eq!(unwound(315, 0), 360);
        assert_eq!(unwound(0, 270), -90);
        assert_eq!(unwound(720, 45), 765);
    }
}
