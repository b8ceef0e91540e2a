//! What holds in every position, and what no action may do.

use flychess::rules::ruleset::Start;
use flychess::rules::setup::LAST_ROUND;
use flychess::rules::{
    BySeat, Event, Item, Lasting, Phase, Place, Plane, PlaneId, Player, Position, Seat, Setup, WeatherKind,
};

use super::same;

/// Every plane is in exactly one place that exists, every number is within its limits, and what belongs together is
/// together.
pub(crate) fn is_sound(position: &Position) {
    let rules = position.rules();
    assert!(rules.has(position.turn()), "a seat of the game is on turn");
    assert!(position.round() >= 1);
    for (seat, player) in BySeat::from_fn(|seat| *position.player(seat)).iter() {
        if rules.has(seat) {
            player_is_sound(position, seat, player);
        } else {
            assert_eq!(player, &Player::default(), "nobody sits at {seat}");
        }
    }
    let weather: Vec<_> = WeatherKind::ALL
        .into_iter()
        .filter_map(|kind| position.weather().cell(kind))
        .collect();
    let items: Vec<_> = Item::ALL
        .into_iter()
        .filter_map(|kind| position.items().cell(kind))
        .collect();
    assert!(weather.len() <= 3 && items.len() <= 3);
    let cells = position.weather().cells().union(position.items().cells());
    assert_eq!(
        cells.len() as usize,
        weather.len() + items.len(),
        "one mark a cell"
    );
    if let Some(armed) = position.armed() {
        assert!(position.used().contains(armed.into()), "an armed item was used");
        assert!(
            !matches!(position.phase(), Phase::Select(_)),
            "the roll takes the armed item"
        );
    }
    if let Phase::Select(_) = position.phase() {
        assert!(!position.selectable().is_empty(), "there is something to select");
        assert_eq!(
            position.player(position.turn()).perched,
            None,
            "a duty leaves nothing to select"
        );
    }
    let is_home = |team| {
        rules
            .seats()
            .filter(|&seat| rules.team(seat) == team)
            .all(|seat| position.player(seat).is_home())
    };
    let is_out = |seat: Seat| position.player(seat).timeouts >= rules.spec().clock.timeouts;
    if position.outcome().is_none() {
        assert!(
            !rules
                .seats()
                .any(|seat| is_home(rules.team(seat)) || is_out(seat)),
            "not over, so nobody has won"
        );
    }
    is_legal(position);
}

fn player_is_sound(position: &Position, seat: Seat, player: &Player) {
    let spec = position.rules().spec();
    for (plane, index) in player.planes.iter().zip(0u8..) {
        plane_is_sound(position, PlaneId { seat, plane: index }, plane);
    }
    for item in Item::ALL {
        assert!(player.stock.count(item) <= 999);
    }
    assert!(player.radar <= spec.items.map_or(0, |items| items.radar_turns));
    assert!(player.timeouts <= spec.clock.timeouts);
    if let Some(plane) = player.perched {
        let place = player.planes[usize::from(plane)].place;
        assert!(
            matches!(place, Place::Ring(_) | Place::Pad),
            "a duty to continue from {place:?}"
        );
    }
}

fn plane_is_sound(position: &Position, id: PlaneId, plane: &Plane) {
    let spec = position.rules().spec();
    // A plane has one place by its type; here, that the place exists.
    let takes_effect = match plane.place {
        Place::Hangar | Place::Home => false,
        Place::Pad => {
            assert_eq!(spec.track.start, Start::Pad, "{id} on a pad");
            true
        }
        Place::Ring(cell) => {
            assert!(cell.index() < 52);
            true
        }
        Place::Lane(cell) => {
            assert!((1..=5).contains(&cell));
            true
        }
    };
    if let Some(effect) = plane.effect {
        let longest = spec.weather.map_or(0, |weather| match effect.kind {
            Lasting::Airstream => weather.airstream_turns,
            Lasting::Storm => weather.storm_turns,
            Lasting::Thunder => weather.thunder_turns,
        });
        assert!(
            takes_effect && (1..=longest).contains(&effect.turns),
            "{id}: {plane:?}"
        );
    }
}

/// A position that can be reached can be written and read: setup, position and setup are one, in memory and as JSON.
/// Only a game that outlasts the last round that a setup may name cannot.
pub(crate) fn is_legal(position: &Position) {
    if position.round() > LAST_ROUND {
        return;
    }
    let setup = Setup::from(position);
    let again = setup
        .position(position.rules())
        .unwrap_or_else(|why| panic!("{why}"));
    same(&again, position, "setup and position are one");
    assert_eq!(Setup::from(&again), setup);
}

/// The same through JSON; and the printed form is the canonical one: keys sorted, no white space.
pub(crate) fn is_written_canonically(position: &Position) {
    let text = position.canonical();
    let read: Setup = serde_json::from_str(&text).expect("a printed position is read");
    assert_eq!(read, Setup::from(position));
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value.to_string(), text, "keys are sorted");
}

/// What one side does leaves planes of others alone that are off the ring, but for a flight over the lane; and planes of
/// partners wherever they are, but for an enemy that a missile knocks onto them.
pub(crate) fn spares(before: &Position, after: &Position, actor: Seat, events: &[Event]) {
    let rules = before.rules();
    let crossed = |id: PlaneId, cell: u8| {
        let hit = |event: &Event| match *event {
            Event::Hit {
                by: Some(by),
                victims,
                at,
            } => by.seat == actor && victims.contains(id) && at == Place::Lane(cell),
            _ => false,
        };
        rules
            .spec()
            .track
            .flights
            .iter()
            .any(|flight| flight.crosses == cell)
            && rules.facing(actor) == Some(id.seat)
            && events.iter().any(hit)
            && events
                .iter()
                .any(|event| matches!(event, Event::Flew { plane, .. } if plane.seat == actor))
    };
    let knocked_onto = |id: PlaneId| {
        let is_launched = events
            .iter()
            .any(|event| matches!(event, Event::Launched { by, .. } if by.seat == actor));
        let by_an_enemy = |event: &Event| match *event {
            Event::Hit {
                by: Some(by),
                victims,
                ..
            }
            | Event::Crashed {
                plane: by, victims, ..
            } => victims.contains(id) && rules.team(by.seat) != rules.team(id.seat),
            _ => false,
        };
        is_launched && events.iter().any(by_an_enemy)
    };
    for seat in rules.seats().filter(|&seat| seat != actor) {
        let is_partner = rules.team(seat) == rules.team(actor);
        for plane in 0..4 {
            let id = PlaneId { seat, plane };
            let (was, is) = (before.plane(id), after.plane(id));
            match was.place {
                Place::Ring(_) if !is_partner || knocked_onto(id) => {}
                Place::Lane(cell) if !is_partner && is.place == Place::Hangar => {
                    assert!(crossed(id, cell), "{id}")
                }
                _ => assert_eq!(was, is, "{id} was touched"),
            }
        }
        assert_eq!(before.player(seat).stock, after.player(seat).stock);
        assert_eq!(before.player(seat).radar, after.player(seat).radar);
        assert_eq!(before.player(seat).timeouts, after.player(seat).timeouts);
    }
}
