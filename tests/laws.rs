//! Laws of the duel: over whole random games, and over random legal positions whether or not a game can reach them.
//!
//! The cases are the same at every run. `FLYCHESS_CASES=100` tries a hundred times as many, `FLYCHESS_SEED=word` others.
//! What fails is printed as a scenario for `flychess referee`, as small as it could be made.

mod law;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use flychess::rules::bot::{Level, Policy};
use flychess::rules::hash::Hash;
use flychess::rules::simulation::{Simulation, digest};
use flychess::rules::{Action, BySeat, Position, Ruleset, Scripted, Seat, Seeded, Setup};
use law::choices::Choices;
use law::games::{self, Mood, Step};
use law::{legality, mirror, positions, preview, same, soundness, telling};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

/// SHA-256 over the final positions of the first thousand random games of seed 1. The optimised program, the one in
/// WebAssembly, and these tests in debug must all come to it.
const THOUSAND_GAMES: &str = "3abbe663c0cce428979a8d7cddf28ead6557c6e1e64ae966680f89b294858569";

fn factor() -> u32 {
    std::env::var("FLYCHESS_CASES").map_or(1, |factor| {
        factor.parse().expect("FLYCHESS_CASES: a whole number")
    })
}

fn seed() -> String {
    std::env::var("FLYCHESS_SEED").unwrap_or_else(|_| "1".into())
}

/// A legal position, and a stream for whatever chance is then asked.
struct Case {
    setup: Setup,
    position: Position,
    chance: Seeded,
}

impl Case {
    fn new(bytes: &[u8]) -> Self {
        let mut choices = Choices::new(bytes);
        let chance = choices.stream();
        let setup = positions::setup(Ruleset::duel(), &mut choices);
        let position = positions::position(Ruleset::duel(), &setup);
        Self {
            setup,
            position,
            chance,
        }
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            r#"{{"position": {}, "actions": []}}"#,
            self.position.canonical()
        )
    }
}

/// Tries a law on so many legal positions, shrinking the first one that breaks it.
fn for_positions(cases: u32, law: impl Fn(&Case)) {
    let config = Config {
        cases: cases * factor(),
        failure_persistence: None,
        ..Config::default()
    };
    let key = Hash::of(&[b"positions:", seed().as_bytes()]).0;
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &key));
    let cases = vec(any::<u8>(), 0..400).prop_map(|bytes| Case::new(&bytes));
    let held = runner.run(&cases, |case| {
        law(&case);
        Ok::<(), TestCaseError>(())
    });
    if let Err(broken) = held {
        panic!("{broken}");
    }
}

/// Tries a law on every action of so many random games.
fn for_games(games: u32, mood: Mood, law: impl Fn(&Step)) {
    for game in 0..games * factor() {
        games::play(Ruleset::duel(), &format!("{}:{game}", seed()), mood, &law);
    }
}

#[test]
fn every_position_is_sound_and_comes_back_from_its_setup() {
    for_positions(6000, |case| {
        soundness::is_sound(&case.position);
        assert_eq!(Setup::from(&case.position), case.setup);
        soundness::is_written_canonically(&case.position);
        let mut in_another_order = case.setup.clone();
        in_another_order.used.reverse();
        in_another_order.weather.reverse();
        in_another_order.items.reverse();
        same(
            &positions::position(Ruleset::duel(), &in_another_order),
            &case.position,
            "order means nothing",
        );
    });
}

/// Laws over positions that reach nothing would prove nothing: what can be done in them makes every event happen.
#[test]
fn the_drawn_positions_reach_every_rule() {
    let counted = RefCell::new(BTreeMap::<String, u32>::new());
    for_positions(4000, |case| {
        for (seat, action) in legality::accepted(&case.position) {
            let mut chance = case.chance.clone();
            let (_, events) = legality::played(&case.position, seat, action, &mut chance).expect("accepted");
            for event in events {
                let event = serde_json::to_value(event).expect("string keys");
                let word = event["type"].as_str().expect("every event has a type");
                *counted.borrow_mut().entry(word.into()).or_default() += 1;
            }
        }
    });
    let counted = counted.into_inner();
    assert_eq!(counted.len(), 28, "{counted:?}");
    assert!(counted.values().all(|&count| count >= 40), "{counted:?}");
}

#[test]
fn what_is_offered_is_what_is_accepted() {
    for_positions(6000, |case| legality::agrees(&case.position, &case.chance));
}

#[test]
fn every_action_keeps_positions_sound_and_tells_all() {
    for_positions(4000, |case| {
        for (seat, action) in legality::accepted(&case.position) {
            let mut chance = case.chance.clone();
            let (after, events) =
                legality::played(&case.position, seat, action, &mut chance).expect("accepted");
            soundness::is_sound(&after);
            soundness::is_written_canonically(&after);
            soundness::spares(&case.position, &after, seat, &events);
            telling::tells_all(&case.position, &events, &after);
            telling::are_written(&events);
        }
    });
}

#[test]
fn every_action_draws_exactly_what_it_needs() {
    for_positions(2500, |case| {
        for (seat, action) in legality::accepted(&case.position) {
            legality::draws_exactly(&case.position, seat, action, &case.chance);
        }
    });
}

#[test]
fn a_preview_is_what_then_happens() {
    for_positions(10000, |case| preview::holds(&case.position, &case.chance));
}

#[test]
fn red_and_green_are_alike() {
    for_positions(1500, |case| {
        for (seat, action) in legality::accepted(&case.position) {
            mirror::holds(&case.position, seat, action, &case.chance);
        }
    });
}

#[test]
fn a_computer_player_chooses_what_is_offered() {
    // The further one looks ahead, the longer it takes.
    for (level, cases) in [
        (Level::Random, 3000),
        (Level::Easy, 3000),
        (Level::Normal, 1500),
        (Level::Hard, 100),
    ] {
        for_positions(cases, |case| {
            let turn = case.position.turn();
            let chosen = Policy::new(level, "laws", 0, turn).choose(&case.position);
            let offers = case.position.offers();
            match chosen {
                Some(action) => assert!(offers.contains(action), "{level:?} chose {action:?}"),
                None => assert!(offers.is_empty(), "{level:?} chose nothing"),
            }
        });
    }
}

#[test]
fn every_position_leads_to_an_end() {
    for_positions(200, |case| {
        let end = games::play_on(case.position, "end", Mood::OFFERED, |_| ());
        assert!(end.outcome().is_some());
    });
}

#[test]
fn every_action_of_a_game_keeps_the_laws() {
    for_games(200, Mood::HASTY, games::step_holds);
}

#[test]
fn whole_games_keep_the_costly_laws_now_and_then() {
    for_games(60, Mood::OFFERED, |step| {
        games::step_holds(step);
        if step.version % 16 != 0 {
            return;
        }
        let chance = Seeded::new([step.version as u8; 32]);
        legality::agrees(&step.before, &chance);
        legality::draws_exactly(&step.before, step.seat, step.action, &chance);
        preview::holds(&step.before, &chance);
        mirror::holds(&step.before, step.seat, step.action, &chance);
        soundness::is_written_canonically(&step.after);
        telling::are_written(&step.events);
    });
}

#[test]
fn a_game_goes_on_from_its_written_position_as_if_never_interrupted() {
    for_games(40, Mood::HASTY, |step| {
        let text = step.before.canonical();
        let setup: Setup = serde_json::from_str(&text).expect("a printed position is read");
        let restored = setup
            .position(Ruleset::duel())
            .expect("a reached position is legal");
        let mut chance = Scripted::new(&step.drawn);
        let (after, events) =
            legality::played(&restored, step.seat, step.action, &mut chance).expect("accepted");
        same(&after, &step.after, "it goes on as before");
        assert_eq!(events, step.events);
        assert_eq!(chance.left(), []);
    });
}

#[test]
fn a_replay_is_the_live_game_at_each_version() {
    for game in 0..60 * factor() {
        let match_seed = Hash::of(&[b"replay:", seed().as_bytes(), game.to_string().as_bytes()]);
        let live = games::live(Ruleset::duel(), match_seed, Mood::HASTY);
        games::replay_is_live(Ruleset::duel(), match_seed, &live);
    }
}

#[test]
fn a_match_ends_once_and_for_all() {
    for_games(400, Mood::HASTY, |step| {
        let Some(outcome) = step.after.outcome() else {
            return;
        };
        assert!(Ruleset::duel().has(outcome.winner));
        assert_eq!(
            step.after.turn(),
            step.before.turn(),
            "nothing of a turn's end is done"
        );
        assert_eq!(step.after.round(), step.before.round());
        match step.action {
            Action::Resign | Action::Timeout => assert_eq!(outcome.winner, mirror::other(step.seat)),
            _ => assert!(step.after.player(step.seat).is_home() && outcome.winner == step.seat),
        }
    });
}

#[test]
fn a_thousand_games_in_debug_end_as_they_do_everywhere() {
    let simulation = Simulation::new(Ruleset::duel(), "1", BySeat::new([Level::Random; 4]));
    let finals: Vec<Hash> = (0..1000)
        .map(|game| {
            let (position, _) = simulation
                .play(game, &mut flychess::rules::Silent)
                .expect("every game ends");
            Hash(position.digest())
        })
        .collect();
    assert_eq!(
        digest(&finals[..10]).to_string(),
        "14e87869cc5c39f1cb1fe73ad616fa5eb7fd5d436158296def00a8180e331c16"
    );
    assert_eq!(digest(&finals).to_string(), THOUSAND_GAMES);
}

#[test]
fn colours_that_do_not_sit_at_the_table_may_do_nothing() {
    for_positions(100, |case| {
        for seat in [Seat::Blue, Seat::Yellow] {
            assert!(legality::all_actions().all(|action| case.position.check(seat, action).is_err()));
        }
    });
}
