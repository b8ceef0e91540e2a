//! How fast the engine is: whole games, single actions, and what is done beside them. `make bench`.

#[path = "../tests/law/mod.rs"]
mod law;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use flychess::rules::bot::{Level, Policy};
use flychess::rules::simulation::Simulation;
use flychess::rules::{Action, BySeat, Event, Game, Phase, Position, Ruleset, Seeded, Silent, Sink};
use law::games::{self, Mood};

fn main() {
    divan::main();
}

/// Games that are played in one go; single ones differ too much in length.
const GAMES: u64 = 64;

fn simulation() -> Simulation {
    Simulation::new(Ruleset::duel(), "bench", BySeat::new([Level::Random; 4]))
}

fn played(bencher: Bencher<'_, '_>, sink: impl Fn() -> Box<dyn FnMut(&Simulation, u64) -> u32>) {
    let simulation = simulation();
    bencher
        .counter(ItemsCount::new(GAMES))
        .with_inputs(sink)
        .bench_local_values(|mut play| (0..GAMES).map(|game| play(&simulation, game)).sum::<u32>());
}

/// Items are games.
#[divan::bench]
fn random_games(bencher: Bencher<'_, '_>) {
    played(bencher, || {
        Box::new(|simulation, game| play(simulation, game, &mut Silent))
    });
}

/// Items are games; all events of a game are kept.
#[divan::bench]
fn random_games_with_events(bencher: Bencher<'_, '_>) {
    played(bencher, || {
        let mut events: Vec<Event> = Vec::new();
        Box::new(move |simulation, game| {
            events.clear();
            play(simulation, game, &mut events)
        })
    });
}

fn play(simulation: &Simulation, game: u64, sink: &mut impl Sink) -> u32 {
    simulation.play(game, sink).expect("every game ends").1
}

/// Positions out of the middle of games, so many of each phase.
const POSITIONS: usize = 256;

fn positions(is_wanted: impl Fn(&Position) -> bool) -> Vec<Position> {
    let mut positions = Vec::new();
    for index in 0.. {
        let mut game = Game::begin(Ruleset::duel(), simulation().match_seed(index).0, &mut Silent);
        let mut players = BySeat::from_fn(|seat| Policy::new(Level::Random, "bench", index, seat));
        while let Some(action) = players[game.position().turn()].choose(game.position()) {
            if game.version().is_multiple_of(8) && is_wanted(game.position()) {
                positions.push(*game.position());
                if positions.len() == POSITIONS {
                    return positions;
                }
            }
            game.play(game.position().turn(), action, &mut Silent)
                .expect("what is chosen is offered");
        }
    }
    positions
}

fn to_select() -> Vec<Position> {
    positions(|position| matches!(position.phase(), Phase::Select(_)))
}

fn to_roll() -> Vec<Position> {
    positions(|position| position.phase() == Phase::Roll)
}

/// Measures something that is done with each of the positions; items are positions.
fn each<T>(bencher: Bencher<'_, '_>, positions: Vec<Position>, mut look: impl FnMut(&Position) -> T) {
    bencher.counter(ItemsCount::new(POSITIONS)).bench_local(|| {
        for position in &positions {
            black_box(look(black_box(position)));
        }
    });
}

#[divan::bench]
fn roll(bencher: Bencher<'_, '_>) {
    let mut chance = Seeded::new([1; 32]);
    each(bencher, to_roll(), |position| {
        let mut after = *position;
        after.play(after.turn(), Action::Roll, &mut chance, &mut Silent)
    });
}

#[divan::bench]
fn select(bencher: Bencher<'_, '_>) {
    let mut chance = Seeded::new([1; 32]);
    each(bencher, to_select(), |position| {
        let mut after = *position;
        let action = after.offers().nth(0).expect("there is something to select");
        after.play(after.turn(), action, &mut chance, &mut Silent)
    });
}

#[divan::bench]
fn refuse(bencher: Bencher<'_, '_>) {
    let mut chance = Seeded::new([1; 32]);
    each(bencher, to_roll(), |position| {
        let mut after = *position;
        after.play(
            after.turn(),
            Action::Select { plane: 0 },
            &mut chance,
            &mut Silent,
        )
    });
}

#[divan::bench]
fn copy(bencher: Bencher<'_, '_>) {
    each(bencher, to_roll(), |position| *position);
}

#[divan::bench]
fn offers(bencher: Bencher<'_, '_>) {
    each(bencher, to_roll(), Position::offers);
}

#[divan::bench]
fn preview(bencher: Bencher<'_, '_>) {
    each(bencher, to_select(), |position| {
        position
            .selectable()
            .iter()
            .filter_map(|plane| position.preview_select(plane))
            .count()
    });
}

#[divan::bench]
fn digest(bencher: Bencher<'_, '_>) {
    each(bencher, to_roll(), Position::digest);
}

/// Decisions before a selection; items are decisions.
#[divan::bench(args = [1, 2, 3])]
fn player_ahead(bencher: Bencher<'_, '_>, depth: u8) {
    each(bencher, to_select(), |position| {
        Policy::Ahead { depth }.choose(position)
    });
}

#[divan::bench]
fn easy_player(bencher: Bencher<'_, '_>) {
    each(bencher, to_roll(), |position| Policy::Easy.choose(position));
}

/// One game with all that is checked of its record; items are actions.
#[divan::bench]
fn verify_record(bencher: Bencher<'_, '_>) {
    let record = games::record("bench", Mood::OFFERED);
    let count = ItemsCount::new(record.actions.len());
    bencher
        .counter(count)
        .bench_local(|| black_box(&record).verify().expect("it holds"));
}

/// One game of which only the actions are played again; items are actions.
#[divan::bench]
fn replay_record(bencher: Bencher<'_, '_>) {
    let record = games::record("bench", Mood::OFFERED);
    let count = ItemsCount::new(record.actions.len());
    bencher.counter(count).bench_local(|| {
        let mut replay = black_box(&record).replay(&mut Silent).expect("the duel is known");
        while replay.advance(&mut Silent).expect("it holds") {}
        replay.game().version()
    });
}
