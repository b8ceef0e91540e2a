//! The way of one plane, as events tell it.

use super::{at, stance::point};
use crate::rules::{
    BySeat, Event, Place, PlaneId, PlaneSet, Position,
    preview::{End, Preview},
    seat::PLANES,
};

/// Where one plane went, point by point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Which plane.
    pub plane: PlaneId,
    points: Vec<(i32, i32)>,
    /// Where planes stand that would be sent back or struck.
    struck: Vec<(i32, i32)>,
    /// Where a tornado may put the plane down.
    thrown: Vec<(i32, i32)>,
}

impl Trail {
    /// The ways of all planes that moved by themselves or were moved, in the order in which they began; not of those
    /// that were sent back.
    pub fn of(before: &Position, events: &[Event]) -> Vec<Self> {
        let rules = before.rules();
        let mut stood = BySeat::from_fn(|seat| before.player(seat).planes.map(|plane| plane.place));
        let mut trails: Vec<Self> = Vec::new();
        for (plane, to) in events.iter().filter_map(moved) {
            let from = &mut stood[plane.seat][usize::from(plane.plane) % PLANES];
            if !trails.iter().any(|trail| trail.plane == plane) {
                trails.push(Self {
                    plane,
                    points: vec![at(point(rules, plane, *from))],
                    struck: Vec::new(),
                    thrown: Vec::new(),
                });
            }
            *from = to;
            if let Some(trail) = trails.iter_mut().find(|trail| trail.plane == plane) {
                trail.points.push(at(point(rules, plane, to)));
            }
        }
        trails
    }

    /// The ways that a choice would lead, and with the first of them whom it would strike and where chance begins.
    pub fn ahead(before: &Position, preview: &Preview) -> Vec<Self> {
        let rules = before.rules();
        let mut trails = Self::of(before, &preview.events);
        if let Some(first) = trails.first_mut() {
            let stands = |id: PlaneId| at(point(rules, id, before.plane(id).place));
            let struck = |event: &Event| match *event {
                Event::Launched { targets, .. } => targets,
                Event::Hit { victims, .. } | Event::Crashed { victims, .. } => victims,
                _ => PlaneSet::NONE,
            };
            let all: PlaneSet = preview
                .events
                .iter()
                .flat_map(|event| struck(event).iter())
                .collect();
            first.struck = all.iter().filter(|&id| id != first.plane).map(stands).collect();
            if let End::Thrown { candidates, .. } = preview.end {
                first.thrown = candidates
                    .iter()
                    .map(|cell| at(rules.board().point(cell)))
                    .collect();
            }
        }
        trails
    }

    /// Where it strikes, and where a tornado may put the plane down.
    pub(super) fn outlook(&self) -> [&[(i32, i32)]; 2] {
        [&self.struck, &self.thrown]
    }

    /// The way as an outline.
    pub(super) fn outline(&self) -> String {
        let points: Vec<_> = self.points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        format!("M{}", points.join("L"))
    }

    /// Where it begins and where it ends.
    pub(super) fn ends(&self) -> [(i32, i32); 2] {
        let at = |point: Option<&(i32, i32)>| point.copied().unwrap_or_default();
        [at(self.points.first()), at(self.points.last())]
    }
}

const fn moved(event: &Event) -> Option<(PlaneId, Place)> {
    match *event {
        Event::TookOff { plane } => Some((plane, Place::Pad)),
        Event::Stepped { plane, to }
        | Event::Flew { plane, to, .. }
        | Event::Blown { plane, to, .. }
        | Event::KnockedBack { plane, to, .. } => Some((plane, to)),
        Event::CameHome { plane } => Some((plane, Place::Home)),
        _ => None,
    }
}
