//! The engine for `tests/wasm/`: the games of `flychess simulate`, played in WebAssembly. Empty on other machines.
#![cfg(target_family = "wasm")]

use flychess::rules::bot::Level;
use flychess::rules::hash::Hash;
use flychess::rules::simulation::{Simulation, Tally, digest};
use flychess::rules::{BySeat, Ruleset};
use wasm_bindgen::prelude::wasm_bindgen;

fn finals(games: u32, seed: &str) -> Vec<Hash> {
    let simulation = Simulation::new(Ruleset::duel(), seed, BySeat::new([Level::Random; 4]));
    let mut tally = Tally::default();
    (0..u64::from(games))
        .map(|game| simulation.tally(game, &mut tally).expect("every game ends"))
        .collect()
}

/// Plays random games; the digest of all their final positions is the one of `flychess simulate`.
#[wasm_bindgen]
pub fn simulate_digest(games: u32, seed: &str) -> String {
    digest(&finals(games, seed)).to_string()
}

/// Plays random games of one seed and says how many came to their end: all of them.
#[wasm_bindgen]
pub fn play(games: u32) -> u32 {
    finals(games, "speed").len() as u32
}
