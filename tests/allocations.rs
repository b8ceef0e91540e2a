//! An action allocates nothing on the heap when nobody asks for its events, nor when they are told to a list with room.

use allocation_counter::measure;
use flychess::rules::bot::{Level, Policy};
use flychess::rules::simulation::Simulation;
use flychess::rules::{BySeat, Event, Game, Ruleset, Silent, Sink};

/// Plays a game to its end, after it was begun and its players made; says how often memory was asked for on
/// the way, and how many actions there were.
fn allocations(index: u64, level: Level, sink: &mut impl Sink, after_each: impl Fn(&mut Game)) -> (u64, u32) {
    let rules = Ruleset::duel();
    let seed = Simulation::new(rules, "allocations", BySeat::new([level; 4])).match_seed(index);
    let mut policies = BySeat::from_fn(|seat| Policy::new(level, "allocations", index, seat));
    let mut game = Game::begin(rules, seed.0, sink);
    let allocated = measure(|| {
        while let Some(action) = policies[game.position().turn()].choose(game.position()) {
            let seat = game.position().turn();
            let mark = sink.mark();
            game.play(seat, action, sink).expect("what is chosen is offered");
            sink.forget_from(mark);
            after_each(&mut game);
        }
    });
    (allocated.count_total, game.version())
}

#[test]
fn silent_games_allocate_nothing() {
    for index in 0..100 {
        let (count, actions) = allocations(index, Level::Random, &mut Silent, |_| ());
        assert_eq!(count, 0, "game {index} with {actions} actions");
        assert!(actions > 100);
    }
}

#[test]
fn the_computer_player_allocates_nothing_either() {
    for index in 0..3 {
        assert_eq!(
            allocations(index, Level::Easy, &mut Silent, |_| ()).0,
            0,
            "game {index}"
        );
    }
}

#[test]
fn telling_events_to_a_list_with_room_allocates_nothing() {
    for index in 0..20 {
        let mut events: Vec<Event> = Vec::with_capacity(256);
        assert_eq!(
            allocations(index, Level::Random, &mut events, |_| ()).0,
            0,
            "game {index}"
        );
    }
}

#[test]
fn an_allocation_would_be_seen() {
    let (count, actions) = allocations(0, Level::Random, &mut Silent, |game| {
        std::hint::black_box(game.position().missile_targets(0).len() + game.position().canonical().len());
    });
    assert!(count >= u64::from(actions));
}
