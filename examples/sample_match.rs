//! Looks for the match that the browser tests play: a short one, whole from the first roll to the last plane home,
//! in which every item is used, a plane perches, and the roll that it owes is made. Prints it as a scenario
//! (FORMATS.md, section 1). `make sample` puts it where the tests find it.

use flychess::rules::bot::{Level, Policy};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::simulation::Simulation;
use flychess::rules::{Action, BySeat, Event, Game, Item, Position, Ruleset};
use serde::Serialize;

/// Among so many games the shortest is taken.
const GAMES: u64 = 400_000;
/// From this word come the seeds of the games.
const WORD: &str = "sample";

fn main() {
    let simulation = Simulation::new(Ruleset::duel(), WORD, BySeat::new([Level::Easy; 4]));
    let mut best: Option<Sample> = None;
    for index in 0..GAMES {
        let most = best.as_ref().map_or(usize::MAX, |best| best.actions.len());
        best = Sample::play(simulation.match_seed(index), most).or(best);
    }
    let best = best.expect("one of many games has everything in it");
    eprintln!("{} actions", best.actions.len());
    println!(
        "{}",
        lines(&serde_json::to_string(&best).expect("a sample is plain data"))
    );
}

/// One action a line.
fn lines(json: &str) -> String {
    json.replace("[{", "[\n{")
        .replace("},{", "},\n{")
        .replace("}]", "}\n]")
}

/// A match as a scenario, its keys in canonical order.
#[derive(Serialize)]
struct Sample {
    actions: Vec<Written>,
    position: &'static str,
    ruleset: &'static str,
    seed: Hash,
}

impl Sample {
    /// Plays a game; `None` if it is not shorter than `most`, or lacks something.
    fn play(seed: Hash, most: usize) -> Option<Self> {
        let rules = Ruleset::duel();
        let mut game = Game::begin(rules, seed.0, &mut Vec::new());
        let mut actions = Vec::new();
        let mut seen = Seen::default();
        while let Some(action) = seen.choose(game.position()) {
            if actions.len() >= most {
                return None;
            }
            let before = *game.position();
            let mut events = Vec::new();
            game.play(before.turn(), action, &mut events).ok()?;
            actions.push(Written::new(action, Some(before.turn()), None));
            seen.take(&before, action, &events);
        }
        seen.is_whole().then(|| Self {
            actions,
            position: "start",
            ruleset: rules.name(),
            seed,
        })
    }
}

/// What a game has shown so far.
#[derive(Default)]
struct Seen {
    used: Vec<Item>,
    has_gone_on: bool,
}

impl Seen {
    /// An item that has not been used yet is used as soon as it can be; else what the easy player does.
    fn choose(&self, position: &Position) -> Option<Action> {
        let is_new = |action: &Action| matches!(action, Action::Use(it) if !self.used.contains(&it.item()));
        let new = position.offers().iter().find(is_new);
        new.or_else(|| Policy::Easy.choose(position))
    }

    fn take(&mut self, before: &Position, action: Action, events: &[Event]) {
        if let Action::Use(it) = action {
            self.used.push(it.item());
        }
        let owes = before.player(before.turn()).perched.is_some();
        let has_moved = events.iter().any(|event| matches!(event, Event::Stepped { .. }));
        self.has_gone_on |= owes && action == Action::Roll && has_moved;
    }

    fn is_whole(&self) -> bool {
        self.has_gone_on && Item::ALL.iter().all(|item| self.used.contains(item))
    }
}
