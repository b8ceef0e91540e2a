//! Nothing in the engine assumes two seats or one geometry: other games of the family, told as data only, are played
//! through by the thousand under the same laws as the duel.
//!
//! They are the table (a narrow cross; start cell on the ring, home after 50 cells, no weather, no items) for four
//! seats, three and two, each for itself and in teams of two, with every ending and both kinds of stack; and the
//! duel's own rules, weather and items included, with four seats on the wide cross.

mod law;

use flychess::rules::board::LANE;
use flychess::rules::preview::End;
use flychess::rules::ruleset::{
    Amount, Clock, Ending, Faces, Flight, ItemRules, Schedule, Seating, Spec, Stacks, Start, Track,
    WeatherRules,
};
use flychess::rules::seat::Team;
use flychess::rules::{
    Action, Board, BySeat, Cell, Drawn, Event, Item, Place, PlaneId, Point, Position, Reason, Ruleset,
    Scripted, Seat, Seeded, Setup, WeatherKind,
};
use law::choices::Choices;
use law::games::{self, Mood, Step};
use law::{legality, positions, preview, soundness, telling};
use serde_json::json;

/// The narrow cross: arms three cells wide.
///
/// Given are Red's start cell, ring cell 0, at (−6, −1), cell 50 at (−7, 0), and the lane from (−6, 0) inwards. A
/// quarter has 13 cells: from the start along the upper edge of the left arm to (−2, −1), diagonally over the inner
/// corner (which belongs to the centre and is drawn, never counted) to (−1, −2), up the left edge of the upper arm to
/// (−1, −7), and over its tip by (0, −7) to (1, −7). One more is (1, −6), which is the start cell turned a quarter
/// round, so the four quarters close: cell 50 is (0, −7) turned back a quarter, that is (−7, 0), and cell 51 is
/// (−7, −1), next to the start.
const NARROW: Board = {
    const fn p(x: i8, y: i8) -> Point {
        Point::new(x, y)
    }
    Board::symmetric(
        [
            p(-6, -1),
            p(-5, -1),
            p(-4, -1),
            p(-3, -1),
            p(-2, -1),
            p(-1, -2),
            p(-1, -3),
            p(-1, -4),
            p(-1, -5),
            p(-1, -6),
            p(-1, -7),
            p(0, -7),
            p(1, -7),
        ],
        p(-1, -1),
        [p(-6, 0), p(-5, 0), p(-4, 0), p(-3, 0), p(-2, 0), p(-1, 0)],
        p(-6, -2),
        [p(-6, -6), p(-4, -6), p(-6, -4), p(-4, -4)],
        // Red at the top left, then Yellow, Blue and Green clockwise; `Seat::ALL` is Blue, Green, Red, Yellow.
        BySeat::new([2, 3, 0, 1]),
    )
};

const fn seat(seat: Seat, team: u8) -> Seating {
    Seating {
        seat,
        team: Team(team),
    }
}

/// The table with computer players: four, each for itself. The text counts progress from 0 on the start cell, the
/// engine from 1, so all of its numbers are one higher here.
const TABLE: Spec = Spec {
    name: "table",
    board: NARROW,
    seats: &[
        seat(Seat::Red, 0),
        seat(Seat::Yellow, 1),
        seat(Seat::Blue, 2),
        seat(Seat::Green, 3),
    ],
    track: Track {
        start: Start::FirstCell,
        home_entry: 51,
        lane: 6,
        own_colour: 1,
        plain: &[49],
        jump: 4,
        flights: &[Flight {
            entry: 17,
            exit: 29,
            crosses: 4,
        }],
    },
    take_off: Faces::of(&[6]),
    roll_again: Faces::of(&[6]),
    stacks: Stacks::Loose,
    ending: Ending::BounceBack,
    weather: None,
    items: None,
    clock: Clock {
        seconds: 60,
        timeouts: 4,
    },
};

const TEAMS: &[Seating] = &[
    seat(Seat::Red, 0),
    seat(Seat::Yellow, 1),
    seat(Seat::Blue, 0),
    seat(Seat::Green, 1),
];
const FORTRESS: Stacks = Stacks::Fortress {
    perch: Faces::of(&[]),
};
const PERCHES: Stacks = Stacks::Fortress {
    perch: Faces::of(&[6]),
};
const FIVE_OR_SIX: Faces = Faces::of(&[5, 6]);

static BOUNCE_BACK: Ruleset = Ruleset::new(TABLE);
static EXACT: Ruleset = Ruleset::new(Spec {
    name: "exact",
    ending: Ending::Exact,
    take_off: FIVE_OR_SIX,
    stacks: FORTRESS,
    ..TABLE
});
static SURPLUS: Ruleset = Ruleset::new(Spec {
    name: "surplus",
    ending: Ending::Surplus,
    stacks: PERCHES,
    ..TABLE
});

/// A lane that is shorter than the drawn one: home is two cells nearer.
static SHORT_LANE: Ruleset = Ruleset::new(Spec {
    name: "short lane",
    track: Track {
        lane: 4,
        flights: &[Flight {
            entry: 17,
            exit: 29,
            crosses: 2,
        }],
        ..TABLE.track
    },
    ..TABLE
});

static PARTNERS: Ruleset = Ruleset::new(Spec {
    name: "partners",
    seats: TEAMS,
    ..TABLE
});
static PARTNERS_EXACT: Ruleset = Ruleset::new(Spec {
    name: "partners_exact",
    seats: TEAMS,
    ending: Ending::Exact,
    stacks: FORTRESS,
    take_off: FIVE_OR_SIX,
    ..TABLE
});
static THREE: Ruleset = Ruleset::new(Spec {
    name: "three",
    seats: &[seat(Seat::Red, 0), seat(Seat::Yellow, 1), seat(Seat::Blue, 2)],
    take_off: FIVE_OR_SIX,
    ..TABLE
});
static TWO: Ruleset = Ruleset::new(Spec {
    name: "two",
    seats: &[seat(Seat::Red, 0), seat(Seat::Blue, 1)],
    ending: Ending::Exact,
    stacks: FORTRESS,
    ..TABLE
});

/// The duel's rules with all four colours of the wide cross, clockwise.
const WIDE: Spec = Spec {
    name: "wide",
    board: Board::wide_cross(),
    seats: &[
        seat(Seat::Red, 0),
        seat(Seat::Yellow, 1),
        seat(Seat::Green, 2),
        seat(Seat::Blue, 3),
    ],
    track: Track {
        start: Start::Pad,
        home_entry: 50,
        lane: 6,
        own_colour: 2,
        plain: &[],
        jump: 4,
        flights: &[Flight {
            entry: 18,
            exit: 30,
            crosses: 3,
        }],
    },
    take_off: FIVE_OR_SIX,
    roll_again: Faces::of(&[6]),
    stacks: PERCHES,
    ending: Ending::Surplus,
    weather: Some(WeatherRules {
        kinds: &WeatherKind::ALL,
        schedule: Schedule { first: 2, every: 3 },
        amount: Amount { least: 2, spread: 2 },
        tornado_reach: 2,
        airstream_turns: 4,
        storm_turns: 4,
        thunder_turns: 2,
    }),
    items: Some(ItemRules {
        kinds: &Item::ALL,
        schedule: Schedule { first: 1, every: 7 },
        amount: Amount { least: 2, spread: 2 },
        missile_range: 6,
        knock_back: 3,
        radar_turns: 4,
    }),
    clock: Clock {
        seconds: 60,
        timeouts: 4,
    },
};

static WIDE_FOUR: Ruleset = Ruleset::new(WIDE);
static WIDE_PARTNERS: Ruleset = Ruleset::new(Spec {
    name: "wide_partners",
    seats: &[
        seat(Seat::Red, 0),
        seat(Seat::Yellow, 1),
        seat(Seat::Green, 0),
        seat(Seat::Blue, 1),
    ],
    ending: Ending::BounceBack,
    ..WIDE
});
/// One tornado that throws anywhere, and missiles only.
static WIDE_STORMY: Ruleset = Ruleset::new(Spec {
    name: "wide_stormy",
    seats: &[seat(Seat::Blue, 0), seat(Seat::Green, 1), seat(Seat::Yellow, 2)],
    stacks: Stacks::Loose,
    ending: Ending::Exact,
    weather: Some(WeatherRules {
        kinds: &[WeatherKind::Tornado],
        schedule: Schedule { first: 1, every: 3 },
        amount: Amount { least: 1, spread: 1 },
        tornado_reach: 14,
        airstream_turns: 1,
        storm_turns: 1,
        thunder_turns: 1,
    }),
    items: Some(ItemRules {
        kinds: &[Item::Missile, Item::Radar],
        schedule: Schedule { first: 1, every: 2 },
        amount: Amount { least: 1, spread: 2 },
        missile_range: 12,
        knock_back: 6,
        radar_turns: 2,
    }),
    ..WIDE
});

fn all() -> [&'static Ruleset; 11] {
    [
        &SHORT_LANE,
        &BOUNCE_BACK,
        &EXACT,
        &SURPLUS,
        &PARTNERS,
        &PARTNERS_EXACT,
        &THREE,
        &TWO,
        &WIDE_FOUR,
        &WIDE_PARTNERS,
        &WIDE_STORMY,
    ]
}

fn factor() -> u32 {
    std::env::var("FLYCHESS_CASES").map_or(1, |factor| {
        factor.parse().expect("FLYCHESS_CASES: a whole number")
    })
}

/// Plays so many random games of each rule set.
fn for_games(rules: &[&'static Ruleset], games: u32, mood: Mood, law: impl Fn(&Step)) {
    for rules in rules {
        for game in 0..games * factor() {
            let end = games::play(rules, &format!("{}:{game}", rules.name()), mood, &law);
            assert!(end.outcome().is_some());
        }
    }
}

#[test]
fn a_board_is_one_ring_with_four_equal_quarters() {
    for rules in [&BOUNCE_BACK, &WIDE_FOUR] {
        let board = rules.board();
        let point = |index: u8| board.point(Cell::new(index % 52).expect("on the ring"));
        let mut drawn: Vec<Point> = (0..52).map(point).collect();
        for index in 0..52 {
            assert_eq!(
                point(index).distance(point(index + 1)),
                1,
                "cell {index} lies beside the next"
            );
            assert_eq!(point(index).turned(1), point(index + 13));
        }
        for seat in rules.seats() {
            let sector = board.sector(seat);
            let entry = rules.cell(seat, rules.spec().track.home_entry);
            assert_eq!(
                board.point(entry).distance(sector.lane[0]),
                1,
                "the lane begins beside the home entry"
            );
            assert!(sector.lane.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
            assert!(sector.lane[usize::from(LANE) - 1].distance(Point::new(0, 0)) == 1);
            drawn.extend(sector.lane);
            drawn.extend(sector.hangar);
            drawn.push(sector.pad);
        }
        let count = drawn.len();
        drawn.sort_by_key(|point| (point.x, point.y));
        drawn.dedup();
        assert_eq!(drawn.len(), count, "no two things are drawn on one point");
        assert!(drawn.iter().all(|point| point.distance(Point::new(0, 0)) <= 7));
    }
}

#[test]
fn the_narrow_cross_is_the_one_that_is_told() {
    let point = |index| NARROW.point(Cell::new(index).expect("on the ring"));
    assert_eq!((point(0), point(50)), (Point::new(-6, -1), Point::new(-7, 0)));
    let lane = NARROW.sector(Seat::Red).lane;
    assert_eq!((lane[0], lane[4]), (Point::new(-6, 0), Point::new(-2, 0)));
    let offsets = [Seat::Red, Seat::Yellow, Seat::Blue, Seat::Green].map(|seat| NARROW.sector(seat).offset);
    assert_eq!(offsets, [0, 13, 26, 39]);
}

#[test]
fn table_games_keep_the_laws_to_their_ends() {
    for_games(&all()[..7], 100, Mood::OFFERED, games::step_holds);
}

#[test]
fn wide_games_keep_the_laws_to_their_ends() {
    for_games(&all()[7..], 100, Mood::OFFERED, games::step_holds);
}

#[test]
fn hasty_games_keep_the_laws_to_their_ends() {
    for_games(&all(), 100, Mood::HASTY, games::step_holds);
}

#[test]
fn thousands_of_games_end() {
    for_games(&all(), 300, Mood::OFFERED, |_| ());
}

#[test]
fn games_keep_the_costly_laws_now_and_then() {
    for_games(&all(), 6, Mood::OFFERED, |step| {
        if step.version % 32 != 0 {
            return;
        }
        let chance = Seeded::new([step.version as u8; 32]);
        legality::agrees(&step.before, &chance);
        legality::draws_exactly(&step.before, step.seat, step.action, &chance);
        preview::holds(&step.before, &chance);
        soundness::is_written_canonically(&step.after);
        telling::are_written(&step.events);
    });
}

#[test]
fn legal_positions_keep_the_laws() {
    for rules in all() {
        for case in 0..150 * factor() {
            let mut stream = Seeded::new(games::seed(&format!("{}:position:{case}", rules.name())).0);
            let bytes: Vec<u8> = (0..200).map(|_| stream.uniform(256) as u8).collect();
            let setup = positions::setup(rules, &mut Choices::new(&bytes));
            let position = positions::position(rules, &setup);
            assert_eq!(Setup::from(&position), setup);
            soundness::is_sound(&position);
            legality::agrees(&position, &stream);
            preview::holds(&position, &stream);
            for (seat, action) in legality::accepted(&position) {
                legality::draws_exactly(&position, seat, action, &stream);
                let (after, events) =
                    legality::played(&position, seat, action, &mut stream.clone()).expect("accepted");
                soundness::is_sound(&after);
                soundness::spares(&position, &after, seat, &events);
                telling::tells_all(&position, &events, &after);
            }
        }
    }
}

#[test]
fn a_replay_is_the_live_game_at_each_version() {
    for rules in all() {
        for game in 0..10 * factor() {
            let match_seed = games::seed(&format!("{}:replay:{game}", rules.name()));
            let live = games::live(rules, match_seed, Mood::HASTY);
            games::replay_is_live(rules, match_seed, &live);
        }
    }
}

#[test]
fn partners_never_hit_each_other_and_win_together() {
    for_games(
        &[&PARTNERS, &PARTNERS_EXACT, &WIDE_PARTNERS],
        60,
        Mood::OFFERED,
        |step| {
            let rules = step.before.rules();
            for event in &step.events {
                if let Event::Hit {
                    by: Some(by),
                    victims,
                    ..
                } = event
                {
                    assert!(
                        victims
                            .iter()
                            .all(|victim| rules.team(victim.seat) != rules.team(by.seat))
                    );
                }
            }
            if let Some(outcome) = step.after.outcome() {
                let mates = rules
                    .seats()
                    .filter(|&mate| rules.team(mate) == rules.team(outcome.winner));
                assert_eq!(
                    mates.filter(|&mate| step.after.player(mate).is_home()).count(),
                    2,
                    "eight planes are home"
                );
            }
        },
    );
}

#[test]
fn seats_take_turns_and_a_round_is_one_of_each() {
    for rules in all() {
        let order: Vec<Seat> = rules.seats().collect();
        let turns = std::cell::Cell::new(0_usize);
        games::play(rules, "turns", Mood::OFFERED, |step| {
            assert_eq!(step.before.turn(), order[turns.get() % order.len()]);
            assert_eq!(step.before.round() as usize, 1 + turns.get() / order.len());
            if step
                .events
                .iter()
                .any(|event| matches!(event, Event::TurnEnded { .. }))
            {
                turns.set(turns.get() + 1);
            }
        });
    }
}

/// How often planes turned round at home, and came home with exactly the steps that were left, or more.
#[derive(Default)]
struct Homecomings {
    bounced: u32,
    exact: u32,
    surplus: u32,
}

fn homecomings(rules: &'static Ruleset) -> Homecomings {
    let counted = std::cell::RefCell::new(Homecomings::default());
    for_games(&[rules], 40, Mood::OFFERED, |step| {
        let mut counted = counted.borrow_mut();
        let Action::Select { plane } = step.action else {
            return;
        };
        let flychess::rules::Phase::Select(roll) = step.before.phase() else {
            return;
        };
        let plane = step.before.plane(PlaneId {
            seat: step.seat,
            plane,
        });
        let left = step.before.steps_home(step.seat, plane.place);
        for event in &step.events {
            match event {
                Event::Bounced { at: Place::Home, .. } => counted.bounced += 1,
                Event::CameHome { .. } if left == Some(plane.steps(roll)) => counted.exact += 1,
                Event::CameHome { .. } if left < Some(plane.steps(roll)) => counted.surplus += 1,
                _ => {}
            }
        }
    });
    counted.into_inner()
}

#[test]
fn surplus_steps_come_home() {
    let Homecomings {
        bounced,
        exact,
        surplus,
    } = homecomings(&SURPLUS);
    assert!(bounced == 0 && exact > 0 && surplus > 0);
}

#[test]
fn surplus_steps_are_walked_back() {
    let Homecomings {
        bounced,
        exact,
        surplus,
    } = homecomings(&BOUNCE_BACK);
    assert!(bounced > 0 && exact > 0 && surplus == 0);
}

#[test]
fn only_exact_steps_come_home() {
    let Homecomings {
        bounced,
        exact,
        surplus,
    } = homecomings(&EXACT);
    assert!(bounced == 0 && exact > 0 && surplus == 0);
}

/// A position in which only these planes have left their hangars.
fn position(rules: &'static Ruleset, turn: Seat, planes: &[(Seat, &[Place])]) -> Position {
    let mut players = serde_json::Map::new();
    for &(seat, places) in planes {
        let list = (0..4).map(|i| {
            places
                .get(i)
                .map_or(json!({"at": "hangar"}), |place| json!(place))
        });
        players.insert(seat.to_string(), json!({"planes": list.collect::<Vec<_>>()}));
    }
    let setup = json!({"turn": turn, "players": players});
    let setup: Setup = serde_json::from_value(setup).expect("a setup");
    positions::position(rules, &setup)
}

/// Where the planes of a position are after one roll, of its plane 0.
fn roll(position: &Position, die: i64) -> (Position, Vec<Event>) {
    let script = [Drawn::Dice(vec![die])];
    let mut chance = Scripted::new(&script);
    let (mut after, mut events) = (*position, Vec::new());
    let seat = position.turn();
    after
        .play(seat, Action::Roll, &mut chance, &mut events)
        .expect("a roll");
    after
        .play(seat, Action::Select { plane: 0 }, &mut chance, &mut events)
        .expect("plane 0 can move");
    (after, events)
}

fn place(position: &Position, seat: Seat, plane: u8) -> Place {
    position.plane(PlaneId { seat, plane }).place
}

/// The ring cell at a seat's progress as the table's text counts it, from 0 on the start cell.
fn at(rules: &Ruleset, seat: Seat, progress: u8) -> Place {
    Place::Ring(rules.cell(seat, progress + 1))
}

#[test]
fn taking_off_hits_who_stands_on_the_start_cell_and_does_not_jump() {
    for stacks in [&BOUNCE_BACK, &THREE] {
        let start = at(stacks, Seat::Yellow, 0);
        let before = position(stacks, Seat::Yellow, &[(Seat::Red, &[start, start])]);
        let (after, events) = roll(&before, 6);
        assert_eq!(place(&after, Seat::Yellow, 0), start);
        assert_eq!(
            [0, 1].map(|plane| place(&after, Seat::Red, plane)),
            [Place::Hangar; 2]
        );
        assert!(!events.iter().any(|event| matches!(event, Event::Jumped { .. })));
        assert_eq!(after.turn(), Seat::Yellow, "a six gives another roll");
    }
}

#[test]
fn the_table_flies_from_16_to_28_and_jumps_to_32() {
    for seat in BOUNCE_BACK.seats() {
        let facing = BOUNCE_BACK.facing(seat).expect("four seats face each other");
        let before = position(
            &BOUNCE_BACK,
            seat,
            &[
                (seat, &[at(&BOUNCE_BACK, seat, 13)]),
                (facing, &[Place::Lane(4), Place::Lane(3)]),
            ],
        );
        let (after, _) = roll(&before, 3);
        assert_eq!(place(&after, seat, 0), at(&BOUNCE_BACK, seat, 32));
        assert_eq!(
            place(&after, facing, 0),
            Place::Hangar,
            "the lane's fourth cell is crossed"
        );
        assert_eq!(place(&after, facing, 1), Place::Lane(3));
    }
}

#[test]
fn a_flight_over_a_partners_lane_touches_nobody_and_nothing_blocks_it() {
    let before = position(
        &PARTNERS_EXACT,
        Seat::Red,
        &[
            (Seat::Red, &[at(&PARTNERS_EXACT, Seat::Red, 13)]),
            (Seat::Blue, &[Place::Lane(4), Place::Lane(4)]),
        ],
    );
    let (after, _) = roll(&before, 3);
    assert_eq!(place(&after, Seat::Red, 0), at(&PARTNERS_EXACT, Seat::Red, 32));
    assert_eq!(
        [0, 1].map(|plane| place(&after, Seat::Blue, plane)),
        [Place::Lane(4); 2]
    );
}

#[test]
fn a_flight_over_an_empty_seat_is_a_flight() {
    // Of three seats nobody faces Yellow.
    assert_eq!(THREE.facing(Seat::Yellow), None);
    let before = position(
        &THREE,
        Seat::Yellow,
        &[(Seat::Yellow, &[at(&THREE, Seat::Yellow, 13)])],
    );
    assert_eq!(
        place(&roll(&before, 3).0, Seat::Yellow, 0),
        at(&THREE, Seat::Yellow, 32)
    );
}

#[test]
fn own_colour_48_does_not_jump_and_50_turns_off() {
    for seat in BOUNCE_BACK.seats() {
        let from = |progress| position(&BOUNCE_BACK, seat, &[(seat, &[at(&BOUNCE_BACK, seat, progress)])]);
        assert_eq!(place(&roll(&from(45), 3).0, seat, 0), at(&BOUNCE_BACK, seat, 48));
        assert_eq!(
            place(&roll(&from(41), 3).0, seat, 0),
            at(&BOUNCE_BACK, seat, 48),
            "44 jumps, onto 48"
        );
        assert_eq!(place(&roll(&from(48), 3).0, seat, 0), Place::Lane(1));
        assert_eq!(place(&roll(&from(50), 5).0, seat, 0), Place::Lane(5));
        assert_eq!(BOUNCE_BACK.steps_from_start_to_home(), 56);
    }
}

trait Length {
    fn steps_from_start_to_home(&'static self) -> u8;
}

impl Length for Ruleset {
    fn steps_from_start_to_home(&'static self) -> u8 {
        let start = Place::Ring(self.cell(self.first(), 1));
        Position::new(self)
            .steps_home(self.first(), start)
            .expect("on the way")
    }
}

#[test]
fn planes_of_partners_are_one_fortress() {
    // A plane of Red and one of Blue on a cell: each alone, together a fortress of their side.
    let cell = at(&PARTNERS_EXACT, Seat::Yellow, 5);
    let planes = |from| {
        [
            (Seat::Yellow, [at(&PARTNERS_EXACT, Seat::Yellow, from)]),
            (Seat::Red, [cell]),
            (Seat::Blue, [cell]),
        ]
    };
    let of = |from| {
        let planes = planes(from);
        let planes: Vec<(Seat, &[Place])> =
            planes.iter().map(|(seat, places)| (*seat, &places[..])).collect();
        position(&PARTNERS_EXACT, Seat::Yellow, &planes)
    };
    let (after, _) = roll(&of(2), 3);
    assert_eq!(
        [Seat::Yellow, Seat::Red, Seat::Blue].map(|seat| place(&after, seat, 0)),
        [Place::Hangar; 3]
    );
    let (after, events) = roll(&of(3), 3);
    assert!(events.iter().any(|event| matches!(event, Event::Bounced { .. })));
    // Back to 4, of its own colour, from where a jump meets the fortress again: 5, then back to 4, 3, 2.
    assert_eq!(
        place(&after, Seat::Yellow, 0),
        at(&PARTNERS_EXACT, Seat::Yellow, 2)
    );
    // Two enemies that are no partners are no fortress: both are hit.
    let four = [
        (Seat::Yellow, at(&EXACT, Seat::Yellow, 2)),
        (Seat::Red, cell),
        (Seat::Blue, cell),
    ];
    let four = four.map(|(seat, place)| (seat, [place]));
    let planes: Vec<(Seat, &[Place])> = four.iter().map(|(seat, places)| (*seat, &places[..])).collect();
    let (after, _) = roll(&position(&EXACT, Seat::Yellow, &planes), 3);
    assert_eq!(
        [Seat::Red, Seat::Blue].map(|seat| place(&after, seat, 0)),
        [Place::Hangar; 2]
    );
    assert_eq!(place(&after, Seat::Yellow, 0), cell);
}

#[test]
fn a_resignation_or_a_fourth_timeout_ends_the_match_for_the_table() {
    for_games(
        &all(),
        40,
        Mood {
            timeouts: 3,
            resignations: 400,
        },
        |step| {
            let Some(outcome) = step.after.outcome() else {
                return;
            };
            let rules = step.after.rules();
            if outcome.reason != Reason::Home {
                assert_ne!(
                    rules.team(outcome.winner),
                    rules.team(step.seat),
                    "the other side wins"
                );
            }
        },
    );
}

#[test]
fn a_preview_knows_all_seats() {
    let before = position(
        &WIDE_FOUR,
        Seat::Red,
        &[
            (Seat::Red, &[Place::Ring(WIDE_FOUR.cell(Seat::Red, 15))]),
            (Seat::Green, &[Place::Lane(3)]),
            (Seat::Blue, &[Place::Ring(WIDE_FOUR.cell(Seat::Red, 30))]),
        ],
    );
    let mut after = before;
    let script = [Drawn::Dice(vec![3])];
    after
        .play(
            Seat::Red,
            Action::Roll,
            &mut Scripted::new(&script),
            &mut Vec::new(),
        )
        .expect("a roll");
    let preview = after.preview_select(0).expect("it can move");
    let hit = [Seat::Blue, Seat::Green].map(|seat| PlaneId { seat, plane: 0 });
    assert_eq!(preview.hits, hit.into_iter().collect());
    assert_eq!(
        preview.end,
        End::Certain(Place::Ring(WIDE_FOUR.cell(Seat::Red, 34)))
    );
}
