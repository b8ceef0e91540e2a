//! Whole random games, watched action by action.

use flychess::rules::chance::Recorded;
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::record::{self, FORMAT, Fairness, Person, PersonKind, Record};
use flychess::rules::{Action, BySeat, Drawn, Event, Game, Position, Ruleset, Seat, Seeded, Silent};

use super::telling;
use super::{same, soundness};

/// No random game comes near: the longest of a million duels has some 700 actions.
const ENDLESS: u32 = 100_000;

/// The clock of a recorded match.
const CLOCK_MS: u64 = 60_000;

/// One action of a game, and what came of it.
pub(crate) struct Step {
    pub(crate) version: u32,
    pub(crate) before: Position,
    pub(crate) seat: Seat,
    pub(crate) action: Action,
    pub(crate) drawn: Vec<Drawn>,
    pub(crate) events: Vec<Event>,
    pub(crate) after: Position,
}

/// How wild a game is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mood {
    /// One action in so many is a timeout; none for 0.
    pub(crate) timeouts: u32,
    /// One action in so many is a resignation; none for 0.
    pub(crate) resignations: u32,
}

impl Mood {
    /// Only what is offered.
    pub(crate) const OFFERED: Self = Self {
        timeouts: 0,
        resignations: 0,
    };
    /// With clocks that run out, and a resignation in some games.
    pub(crate) const HASTY: Self = Self {
        timeouts: 60,
        resignations: 700,
    };
}

/// Any action that is offered, each as likely; and now and then one that is always possible.
pub(crate) fn random_action(position: &Position, mood: Mood, stream: &mut Seeded) -> (Seat, Action) {
    let turn = position.turn();
    let mut one_in = |n: u32| n > 0 && stream.uniform(n) == 0;
    if one_in(mood.timeouts) {
        return (turn, Action::Timeout);
    }
    if one_in(mood.resignations) {
        let seats: Vec<Seat> = position.rules().seats().collect();
        return (seats[stream.uniform(seats.len() as u32) as usize], Action::Resign);
    }
    let offers = position.offers();
    let action = offers.nth(stream.uniform(offers.len() as u32) as usize);
    (turn, action.expect("a match that is not over offers something"))
}

/// The seed that a word names.
pub(crate) fn seed(word: &str) -> Hash {
    Hash::of(&[word.as_bytes()])
}

/// Plays from a position to the end, showing every action to `watch`. Returns the final position.
pub(crate) fn play_on(
    mut position: Position,
    seed: &str,
    mood: Mood,
    mut watch: impl FnMut(&Step),
) -> Position {
    let mut stream = Seeded::new(Hash::of(&[b"chance:", seed.as_bytes()]).0);
    let mut choice = Seeded::new(Hash::of(&[b"choice:", seed.as_bytes()]).0);
    let mut version = 0;
    while position.outcome().is_none() {
        let before = position;
        let (seat, action) = random_action(&position, mood, &mut choice);
        let mut events = Vec::new();
        let mut chance = Recorded::new(&mut stream);
        position
            .play(seat, action, &mut chance, &mut events)
            .expect("a random action is accepted");
        version += 1;
        assert!(version < ENDLESS, "the game does not end");
        watch(&Step {
            version,
            before,
            seat,
            action,
            drawn: chance.into_drawn(),
            events,
            after: position,
        });
    }
    position
}

/// Plays a game from its beginning.
pub(crate) fn play(rules: &'static Ruleset, seed: &str, mood: Mood, watch: impl FnMut(&Step)) -> Position {
    let mut chance = Seeded::new(Hash::of(&[b"begin:", seed.as_bytes()]).0);
    let (position, first) =
        Position::begin(rules, &mut chance, &mut Silent).expect("a stream serves every draw");
    assert!((first as usize) < rules.seats().len());
    play_on(position, seed, mood, watch)
}

/// What holds for every action of every game.
pub(crate) fn step_holds(step: &Step) {
    soundness::is_sound(&step.after);
    soundness::spares(&step.before, &step.after, step.seat, &step.events);
    telling::tells_all(&step.before, &step.events, &step.after);
}

/// A game played through the same door as the server's, with the actions of all seats written down.
pub(crate) struct Live {
    pub(crate) actions: Vec<(Seat, Action)>,
    pub(crate) opening: Vec<Event>,
    pub(crate) events: Vec<Vec<Event>>,
    pub(crate) positions: Vec<Position>,
}

/// Plays a seeded game to its end.
pub(crate) fn live(rules: &'static Ruleset, match_seed: Hash, mood: Mood) -> Live {
    let mut opening = Vec::new();
    let mut game = Game::begin(rules, match_seed.0, &mut opening);
    let mut choice = Seeded::new(Hash::of(&[b"choice:", &match_seed.0]).0);
    let mut live = Live {
        actions: Vec::new(),
        opening,
        events: Vec::new(),
        positions: vec![*game.position()],
    };
    while game.position().outcome().is_none() {
        let (seat, action) = random_action(game.position(), mood, &mut choice);
        let mut events = Vec::new();
        game.play(seat, action, &mut events)
            .expect("a random action is accepted");
        live.actions.push((seat, action));
        live.events.push(events);
        live.positions.push(*game.position());
        assert_eq!(game.version() as usize, live.actions.len());
    }
    live
}

/// Seed and actions are the whole game: played again it is the same at each version, told or silent.
pub(crate) fn replay_is_live(rules: &'static Ruleset, match_seed: Hash, live: &Live) {
    let mut opening = Vec::new();
    let mut told = Game::begin(rules, match_seed.0, &mut opening);
    let mut silent = Game::begin(rules, match_seed.0, &mut Silent);
    assert_eq!(opening, live.opening);
    same(told.position(), &live.positions[0], "the beginning");
    for (version, &(seat, action)) in live.actions.iter().enumerate() {
        let mut events = Vec::new();
        told.play(seat, action, &mut events)
            .expect("it was accepted before");
        silent
            .play(seat, action, &mut Silent)
            .expect("it was accepted before");
        assert_eq!(events, live.events[version]);
        same(told.position(), &live.positions[version + 1], "told");
        same(silent.position(), &live.positions[version + 1], "silent");
    }
}

/// A record of a whole random duel, sealed, as a server would store it.
pub(crate) fn record(id: &str, mood: Mood) -> Record {
    let [server_seed, first, second] = ["server", "first", "second"].map(|who| seed(&format!("{id}:{who}")));
    let match_seed = record::match_seed(id, server_seed, [first, second]);
    let rules = Ruleset::duel();
    let live = live(rules, match_seed, mood);
    let last = live.positions[live.actions.len()];
    // Every phase begins where the one before it ended; the clock runs out where it must.
    let mut t = 0;
    let actions = live.actions.iter().map(|&(seat, action)| {
        t += if action == Action::Timeout { CLOCK_MS } else { 900 };
        Written::new(action, Some(seat), Some(t))
    });
    let person = |name: &str| Person {
        kind: PersonKind::Guest,
        name: name.into(),
    };
    let mut record = Record {
        actions: actions.collect(),
        clock_ms: CLOCK_MS,
        digest: Hash::ZERO,
        fairness: Fairness {
            absent: [false; 2],
            client_commitments: [first, second].map(|seed| Hash::of(&[&seed.0])),
            client_seeds: [first, second],
            first_in_queue: Game::begin(rules, match_seed.0, &mut Silent).first_in_queue(),
            server_commitment: Hash::of(&[&server_seed.0]),
            server_seed,
        },
        last: Hash(last.digest()),
        format: FORMAT.into(),
        id: id.into(),
        players: BySeat::from_fn(|seat| rules.has(seat).then(|| person(seat.name()))),
        result: last.outcome().expect("the game was played to its end"),
        ruleset: rules.name().into(),
        started: "2026-11-30T20:41:00Z".into(),
    };
    record.seal();
    record
}
