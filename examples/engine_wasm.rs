//! The engine for `tests/wasm/`: the games of `flychess simulate`, played in WebAssembly. Empty on other machines.
#![cfg(target_family = "wasm")]

use flychess::rules::bot::{Level, Policy};
use flychess::rules::hash::Hash;
use flychess::rules::simulation::{Simulation, Tally, digest};
use flychess::rules::{Action, BySeat, Game, Ruleset, Silent};
use wasm_bindgen::prelude::wasm_bindgen;

fn finals(games: u32, seed: &str, level: Level) -> Vec<Hash> {
    let simulation = Simulation::new(Ruleset::duel(), seed, BySeat::new([level; 4]));
    let mut tally = Tally::default();
    (0..u64::from(games))
        .map(|game| simulation.tally(game, &mut tally).expect("every game ends"))
        .collect()
}

/// Plays games of a level against itself; the digest of all their final positions is the one of `flychess simulate`.
#[wasm_bindgen]
pub fn simulate_digest(games: u32, seed: &str, level: &str) -> String {
    let level = Level::ALL
        .into_iter()
        .find(|known| known.name() == level)
        .expect("a level");
    digest(&finals(games, seed, level)).to_string()
}

/// Plays random games of one seed and says how many came to their end: all of them.
#[wasm_bindgen]
pub fn play(games: u32) -> u32 {
    finals(games, "speed", Level::Random).len() as u32
}

/// A game of the hard player against itself, one decision after the other.
#[wasm_bindgen]
pub struct Decisions {
    game: Game,
    player: Policy,
    next: Option<Action>,
}

#[wasm_bindgen]
impl Decisions {
    /// Begins the game of this number.
    #[wasm_bindgen(constructor)]
    pub fn new(index: u32) -> Self {
        let seed = Hash::of(&[b"decisions:", index.to_string().as_bytes()]);
        Self {
            game: Game::begin(Ruleset::duel(), seed.0, &mut Silent),
            player: Policy::new(Level::Hard, "decisions", index.into(), Ruleset::duel().first()),
            next: None,
        }
    }

    /// Decides; this is what takes time. False when the game is over.
    pub fn decide(&mut self) -> bool {
        self.next = self.player.choose(self.game.position());
        self.next.is_some()
    }

    /// Does what was decided.
    pub fn act(&mut self) {
        if let Some(action) = self.next {
            let turn = self.game.position().turn();
            self.game
                .play(turn, action, &mut Silent)
                .expect("what is chosen is offered");
        }
    }
}
