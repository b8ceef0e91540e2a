//! Previews say nothing but what then happens.

use flychess::rules::chance::Recorded;
use flychess::rules::preview::{End, Preview};
use flychess::rules::{
    Action, BySeat, Cell, Drawn, Event, Phase, Place, PlaneId, PlaneSet, Position, Seeded, Use,
};

use super::chance::Guided;
use super::legality::played;

/// All previews of a position.
pub(crate) fn holds(position: &Position, chance: &Seeded) {
    for plane in 0..4 {
        if let Some(preview) = position.preview_select(plane) {
            check(position, plane, Action::Select { plane }, &preview, chance);
            moves_the_same(position, plane, chance);
        }
        if let Some(preview) = position.preview_missile(plane) {
            check(
                position,
                plane,
                Action::Use(Use::Missile { plane }),
                &preview,
                chance,
            );
            let launched = preview.events.iter().find_map(|event| match event {
                Event::Launched { targets, .. } => Some(*targets),
                _ => None,
            });
            assert_eq!(
                launched,
                Some(position.missile_targets(plane).into_iter().collect())
            );
        }
    }
}

fn check(position: &Position, plane: u8, action: Action, preview: &Preview, chance: &Seeded) {
    let id = PlaneId {
        seat: position.turn(),
        plane,
    };
    let (after, events) =
        played(position, id.seat, action, &mut chance.clone()).expect("what has a preview is offered");
    assert!(events.starts_with(&preview.events), "{preview:?} but {events:?}");
    let rest = &events[preview.events.len()..];
    match preview.end {
        End::Certain(place) => {
            assert_eq!(after.plane(id).place, place);
            assert!(!rest.iter().any(is_of_a_trip), "{preview:?} but {events:?}");
            let foreseen = [preview.hits, preview.losses].map(|planes| {
                assert!(
                    planes
                        .iter()
                        .all(|plane| after.plane(plane).place == Place::Hangar)
                );
                // One that takes off onto a fortress is back where it was.
                planes
                    .iter()
                    .filter(|&plane| position.plane(plane).place != Place::Hangar)
                    .collect::<PlaneSet>()
            });
            assert_eq!(foreseen, sent_to_hangar(position, &after, id));
        }
        End::Thrown {
            plane,
            from,
            candidates,
        } => {
            let Some(&Event::Blown {
                plane: blown,
                from: left,
                to: Place::Ring(to),
            }) = rest.first()
            else {
                panic!("{preview:?} but {events:?}")
            };
            assert_eq!((blown, left), (plane, Place::Ring(from)));
            assert!(candidates.contains(to));
            for cell in Cell::all() {
                let outcome = thrown_to(position, id, action, cell, chance);
                assert_eq!(outcome, candidates.contains(cell).then_some(Place::Ring(cell)));
            }
        }
    }
}

/// What could not follow a trip that was certain.
const fn is_of_a_trip(event: &Event) -> bool {
    !matches!(
        event,
        Event::EffectEnded { .. }
            | Event::RadarEnded { .. }
            | Event::TurnEnded { .. }
            | Event::RoundBegan { .. }
            | Event::WeatherRefreshed { .. }
            | Event::ItemsRefreshed { .. }
            | Event::GameOver(_)
    )
}

fn sent_to_hangar(before: &Position, after: &Position, id: PlaneId) -> [PlaneSet; 2] {
    let rules = before.rules();
    let all = rules
        .seats()
        .flat_map(|seat| (0..4).map(move |plane| PlaneId { seat, plane }));
    let sent = all.filter(|&plane| {
        before.plane(plane).place != Place::Hangar && after.plane(plane).place == Place::Hangar
    });
    let (mine, theirs): (Vec<_>, Vec<_>) =
        sent.partition(|plane| rules.team(plane.seat) == rules.team(id.seat));
    [theirs.into_iter().collect(), mine.into_iter().collect()]
}

/// Where the first tornado of an action throws when it is told to throw there; nowhere if that is refused.
fn thrown_to(position: &Position, id: PlaneId, action: Action, cell: Cell, chance: &Seeded) -> Option<Place> {
    let script = [Drawn::Tornado(i64::from(cell.index()))];
    let mut guided = Guided::new(&script, chance.clone());
    let (_, events) = played(position, id.seat, action, &mut guided).ok()?;
    events.iter().find_map(|event| match *event {
        Event::Blown { to, .. } => Some(to),
        _ => None,
    })
}

/// Looking ahead with `moved` leads where the selection leads.
fn moves_the_same(position: &Position, plane: u8, chance: &Seeded) {
    let Phase::Select(roll) = position.phase() else {
        return;
    };
    let mut stream = chance.clone();
    let mut live = Recorded::new(&mut stream);
    let action = Action::Select { plane };
    let (after, _) = played(position, position.turn(), action, &mut live).expect("a selectable plane");
    let script = live.into_drawn();
    let mut again = Guided::new(&script, chance.clone());
    let moved = position
        .moved(plane, roll, &mut again)
        .expect("a selectable plane");
    let places =
        |position: &Position| BySeat::from_fn(|seat| position.player(seat).planes.map(|plane| plane.place));
    assert_eq!(places(&moved), places(&after));
    let stocks = |position: &Position| BySeat::from_fn(|seat| position.player(seat).stock);
    assert_eq!(stocks(&moved), stocks(&after));
}
