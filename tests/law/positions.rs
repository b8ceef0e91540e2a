//! Legal positions of any rule set, drawn from everything that the list of FORMATS.md, section 1 allows, whether or not
//! a game could reach them.

use flychess::rules::chance::RawMark;
use flychess::rules::place::At;
use flychess::rules::ruleset::Start;
use flychess::rules::setup::{LAST_ROUND, SetupEffect, SetupPhase, SetupPlane, SetupPlayer, SetupStock};
use flychess::rules::{Item, Position, Reason, Roll, Ruleset, Seat, Setup, Source, WeatherKind};

use super::choices::Choices;

/// Ring cells of a board.
const RING: i64 = 52;

/// A setup that is a legal position, in the form in which positions are printed.
pub(crate) fn setup(rules: &'static Ruleset, choices: &mut Choices<'_>) -> Setup {
    let seats: Vec<Seat> = rules.seats().collect();
    let turn = choices.pick(&seats);
    // Planes and marks gather round a few cells, so that they meet.
    let crowded = [0; 3].map(|_| i64::from(choices.below(52)));
    let mut setup = Setup {
        round: round(choices),
        turn: Some(turn),
        ..Setup::default()
    };
    for &seat in &seats {
        setup.players[seat] = Some(player(rules, seat, crowded, choices));
    }
    bring_together(rules, turn, crowded[0], &mut setup, choices);
    marks(rules, crowded, &mut setup, choices);
    items_in_hand(&mut setup, choices);
    match choices.below(16) {
        0..8 => {}
        8..15 => select(rules, turn, &mut setup, choices),
        _ => over(rules, turn, &mut setup, choices),
    }
    setup
}

fn round(choices: &mut Choices<'_>) -> i64 {
    match choices.below(8) {
        0..4 => 1 + i64::from(choices.below(16)),
        4..7 => 1 + i64::from(choices.below(LAST_ROUND)),
        _ => i64::from(LAST_ROUND),
    }
}

fn player(rules: &Ruleset, seat: Seat, crowded: [i64; 3], choices: &mut Choices<'_>) -> SetupPlayer {
    let spec = rules.spec();
    let mut planes: Vec<_> = (0..4).map(|_| plane(rules, seat, crowded, choices)).collect();
    if planes.iter().all(|plane| plane.at == At::Home) {
        planes[0] = SetupPlane::default();
    }
    let may_perch: Vec<i64> = (0i64..)
        .zip(&planes)
        .filter(|(_, plane)| is_under_way(plane))
        .map(|(i, _)| i)
        .collect();
    let perches = !may_perch.is_empty() && choices.one_in(4);
    let radar_turns = spec.items.map_or(0, |items| u32::from(items.radar_turns));
    SetupPlayer {
        items: SetupStock {
            flare: stock(choices),
            missile: stock(choices),
            power_unit: stock(choices),
            radar: stock(choices),
            six_die: stock(choices),
        },
        perched: perches.then(|| choices.pick(&may_perch)),
        planes: Some(planes),
        radar: if choices.one_in(3) {
            i64::from(choices.below(radar_turns + 1))
        } else {
            0
        },
        timeouts: i64::from(choices.below(u32::from(spec.clock.timeouts))),
    }
}

const fn is_under_way(plane: &SetupPlane) -> bool {
    matches!(plane.at, At::Ring | At::Pad)
}

fn stock(choices: &mut Choices<'_>) -> i64 {
    match choices.below(16) {
        0..6 => 0,
        6..14 => 1 + i64::from(choices.below(2)),
        14 => 999,
        _ => i64::from(choices.below(1000)),
    }
}

fn plane(rules: &Ruleset, seat: Seat, crowded: [i64; 3], choices: &mut Choices<'_>) -> SetupPlane {
    let (at, cell) = match choices.below(16) {
        0..2 => (At::Hangar, None),
        2..4 => match rules.spec().track.start {
            Start::Pad => (At::Pad, None),
            Start::FirstCell => (At::Ring, Some(own_cell(rules, seat, choices))),
        },
        4 => {
            let before_home = rules.spec().track.lane - 1;
            (At::Lane, Some(1 + i64::from(choices.below(before_home.into()))))
        }
        5 => (
            At::Lane,
            Some(
                rules
                    .spec()
                    .track
                    .flights
                    .first()
                    .map_or(1, |flight| i64::from(flight.crosses)),
            ),
        ),
        6 => (At::Home, None),
        7..9 => (At::Ring, Some(own_cell(rules, seat, choices))),
        _ => (At::Ring, Some(crowded_cell(crowded, choices))),
    };
    let takes_effect = !matches!(at, At::Hangar | At::Home) && choices.one_in(3);
    SetupPlane {
        at,
        cell,
        effect: if takes_effect {
            effect(rules, choices)
        } else {
            None
        },
    }
}

/// Lets two enemy planes stand where a plane of the side on turn is about to come: on the lane cell that its flight
/// crosses, or on a cell ahead of it. Left to themselves they seldom would.
fn bring_together(rules: &Ruleset, turn: Seat, ahead: i64, setup: &mut Setup, choices: &mut Choices<'_>) {
    let ring = |cell: i64| SetupPlane {
        at: At::Ring,
        cell: Some((cell + RING) % RING),
        effect: None,
    };
    let steps = 1 + i64::from(choices.below(6));
    let enemy = rules.enemies(turn)[0].seat;
    let (mine, theirs, whose) = match (
        choices.below(4),
        rules.spec().track.flights.first(),
        rules.facing(turn),
    ) {
        (2, ..) => (ring(ahead - steps), ring(ahead), enemy),
        (3, Some(flight), Some(facing)) => {
            let entry = i64::from(rules.cell(turn, flight.entry).index());
            let crossed = SetupPlane {
                at: At::Lane,
                cell: Some(i64::from(flight.crosses)),
                effect: None,
            };
            (ring(entry - steps), crossed, facing)
        }
        _ => return,
    };
    let mut put = |seat: Seat, planes: &[usize], place: SetupPlane| {
        let Some(player) = &mut setup.players[seat] else {
            return;
        };
        for (at, plane) in player
            .planes
            .iter_mut()
            .flatten()
            .enumerate()
            .filter(|(at, _)| planes.contains(at))
        {
            *plane = place;
            if player.perched == Some(at as i64) && place.at == At::Lane {
                player.perched = None;
            }
        }
    };
    put(turn, &[0], mine);
    let count = choices.pick(&[2, 2, 1]);
    put(whose, &[1, 2][..count], theirs);
}

/// A cell where something is special for the seat: its start, just before and on its flight entry and home entry, its
/// flight exit, and the cells past its home entry.
fn own_cell(rules: &Ruleset, seat: Seat, choices: &mut Choices<'_>) -> i64 {
    let track = &rules.spec().track;
    let (entry, exit) = track
        .flights
        .first()
        .map_or((1, 1), |flight| (flight.entry, flight.exit));
    let home = track.home_entry;
    let progress = choices.pick(&[
        52,
        home + 1,
        home,
        home - 1,
        home - 4,
        entry,
        entry - 1,
        entry - 4,
        exit,
        1,
        2,
        3,
    ]);
    i64::from(rules.cell(seat, progress.clamp(1, 52)).index())
}

fn crowded_cell(crowded: [i64; 3], choices: &mut Choices<'_>) -> i64 {
    if choices.one_in(5) {
        i64::from(choices.below(52))
    } else {
        (choices.pick(&crowded) + i64::from(choices.below(8))) % RING
    }
}

fn effect(rules: &Ruleset, choices: &mut Choices<'_>) -> Option<SetupEffect> {
    let weather = rules.spec().weather?;
    let kind = choices.pick(&[WeatherKind::Airstream, WeatherKind::Storm, WeatherKind::Thunder]);
    let longest = u32::from(weather.turns(kind.lasting()?));
    Some(SetupEffect {
        kind,
        turns: 1 + i64::from(choices.below(longest)),
    })
}

fn marks(rules: &Ruleset, crowded: [i64; 3], setup: &mut Setup, choices: &mut Choices<'_>) {
    let mut taken = Vec::new();
    if rules.spec().weather.is_some() {
        setup.weather = some_of(&WeatherKind::ALL, crowded, &mut taken, choices);
    }
    if rules.spec().items.is_some() {
        setup.items = some_of(&Item::ALL, crowded, &mut taken, choices);
    }
}

fn some_of<K: Copy>(
    kinds: &[K],
    crowded: [i64; 3],
    taken: &mut Vec<i64>,
    choices: &mut Choices<'_>,
) -> Vec<RawMark<K>> {
    let mut left = kinds.to_vec();
    let mut marks = Vec::new();
    for _ in 0..choices.below(4) {
        let kind = left.remove(choices.below(left.len() as u32) as usize);
        let mut cell = crowded_cell(crowded, choices);
        while taken.contains(&cell) {
            cell = (cell + 1) % RING;
        }
        taken.push(cell);
        marks.push(RawMark { cell, kind });
    }
    marks.sort_by_key(|mark| mark.cell);
    marks
}

fn items_in_hand(setup: &mut Setup, choices: &mut Choices<'_>) {
    if !choices.one_in(2) {
        return;
    }
    setup.used = Item::BY_NAME.into_iter().filter(|_| choices.one_in(3)).collect();
    let dice: Vec<Item> = setup
        .used
        .iter()
        .copied()
        .filter(|item| item.dice().is_some())
        .collect();
    if !dice.is_empty() && choices.one_in(2) {
        setup.armed = Some(choices.pick(&dice));
    }
}

/// The select phase, if the dice that fall let a plane be selected.
fn select(rules: &'static Ruleset, turn: Seat, setup: &mut Setup, choices: &mut Choices<'_>) {
    let mut die = || choices.pick(&[6, 6, 5, 4, 3, 2, 1]);
    let natural = (vec![die()], Source::Natural);
    let two = (vec![die(), die()], Source::PowerUnit);
    let mut rolls = vec![natural];
    if setup.used.contains(&Item::SixDie) {
        rolls.push((vec![6], Source::SixDie));
    }
    if setup.used.contains(&Item::PowerUnit) {
        rolls.push(two);
    }
    let at = choices.below(rolls.len() as u32) as usize;
    let (dice, source) = rolls.swap_remove(at);
    setup.armed = None;
    if let Some(player) = &mut setup.players[turn] {
        player.perched = None;
    }
    let roll = Roll::from_dice(&dice, source).expect("these dice come from this source");
    if !position(rules, setup).selectable_for(roll).is_empty() {
        setup.phase = SetupPhase::Select { dice, source };
    }
}

fn over(rules: &Ruleset, turn: Seat, setup: &mut Setup, choices: &mut Choices<'_>) {
    let enemies: Vec<Seat> = rules.enemies(turn).iter().map(|enemy| enemy.seat).collect();
    let (winner, reason) = match choices.below(3) {
        0 => (choices.pick(&enemies), Reason::Resign),
        1 => (choices.pick(&enemies), Reason::Timeouts),
        _ => (turn, Reason::Home),
    };
    if reason == Reason::Timeouts {
        out_of_time(rules, turn, setup);
    }
    if reason == Reason::Home {
        for mate in rules.seats().filter(|&mate| rules.team(mate) == rules.team(turn)) {
            if let Some(player) = &mut setup.players[mate] {
                player.planes = Some(vec![
                    SetupPlane {
                        at: At::Home,
                        ..SetupPlane::default()
                    };
                    4
                ]);
                player.perched = None;
            }
        }
        // Nothing forbids it: home goes before time.
        if choices.one_in(4) {
            out_of_time(rules, choices.pick(&enemies), setup);
        }
    }
    setup.phase = SetupPhase::Over { winner, reason };
}

fn out_of_time(rules: &Ruleset, seat: Seat, setup: &mut Setup) {
    if let Some(player) = &mut setup.players[seat] {
        player.timeouts = i64::from(rules.spec().clock.timeouts);
    }
}

/// The position of a setup that must be legal.
pub(crate) fn position(rules: &'static Ruleset, setup: &Setup) -> Position {
    setup
        .position(rules)
        .unwrap_or_else(|why| panic!("{why}: {setup:?}"))
}
