//! Fits the weights of the computer players' outlook to the results of games that they play against each other, and
//! prints `src/rules/bot/weights.rs`. Run it twice or more, each time with the weights of the last:
//!
//! ```text
//! cargo run --release --features cli --example fit -- --games 40000 --seed 1 > weights.rs
//! ```
//!
//! Each roll phase of a game is an example: its features, and who won. The weights are those under which the results
//! were likeliest (logistic regression with a small pull toward zero, by Adam). Equal arguments give equal weights on
//! one machine.

use std::thread;

use clap::Parser;
use flychess::rules::bot::Policy;
use flychess::rules::bot::outlook::{FEATURES, Outlook};
use flychess::rules::hash::Hash;
use flychess::rules::{Game, Phase, Ruleset, Seeded, Silent};

/// Fit the weights of the computer players.
#[derive(Parser)]
struct Arguments {
    /// How many games to learn from.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// The word from which all chance comes.
    #[arg(long, default_value = "1")]
    seed: String,
    /// How often all examples are gone through.
    #[arg(long, default_value_t = 12)]
    rounds: u32,
    /// How many actions the player looks ahead who plays every other game; `easy` plays the rest.
    #[arg(long, default_value_t = 1)]
    depth: u8,
    /// Of a hundred actions, so many are taken at random, so that bad positions are learnt too.
    #[arg(long, default_value_t = 6)]
    random: u32,
    /// Threads to play on.
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

/// Some features and whether the side on turn's side won.
struct Example {
    features: Vec<(u16, i16)>,
    has_won: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let examples: Vec<Example> = thread::scope(|scope| {
        let share = |thread: u64| (thread..arguments.games).step_by(arguments.threads as usize);
        let arguments = &arguments;
        let players: Vec<_> = (0..arguments.threads)
            .map(|thread| {
                scope.spawn(move || {
                    share(thread)
                        .flat_map(|game| play(arguments, game))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        players
            .into_iter()
            .flat_map(|player| player.join().expect("no game panics"))
            .collect()
    });
    eprintln!("{} examples", examples.len());
    let weights = fit(&examples, arguments.rounds);
    print_weights(&weights);
}

/// One game; an example for each beginning of a roll phase.
fn play(arguments: &Arguments, index: u64) -> Vec<Example> {
    let seed = |what: &str| {
        Hash::of(&[
            what.as_bytes(),
            b":",
            arguments.seed.as_bytes(),
            b":",
            index.to_string().as_bytes(),
        ])
        .0
    };
    let mut game = Game::begin(Ruleset::duel(), seed("fit"), &mut Silent);
    let mut stream = Seeded::new(seed("wander"));
    // Weaker players come to positions that stronger ones avoid.
    let mut player = if index.is_multiple_of(2) {
        Policy::Easy
    } else {
        Policy::Ahead {
            depth: arguments.depth,
        }
    };
    let outlook = Outlook::new(Ruleset::duel());
    let mut seen = Vec::new();
    while game.position().outcome().is_none() {
        let position = *game.position();
        let turn = position.turn();
        if position.phase() == Phase::Roll && position.used().iter().next().is_none() {
            let mut told = Vec::new();
            outlook.features(&position, turn, |feature, amount| {
                if amount != 0 {
                    told.push((feature as u16, amount as i16));
                }
            });
            seen.push((turn, told));
        }
        let offers = position.offers();
        let wanders = stream.uniform(100) < arguments.random;
        let action = if wanders {
            offers.nth(stream.uniform(offers.len() as u32) as usize)
        } else {
            player.choose(&position)
        };
        game.play(turn, action.expect("a game goes on"), &mut Silent)
            .expect("what is offered is legal");
    }
    let winner = game.position().outcome().map(|outcome| outcome.winner);
    seen.into_iter()
        .map(|(turn, features)| Example {
            features,
            has_won: winner == Some(turn),
        })
        .collect()
}

/// Logistic regression by Adam, one example at a time in an order that goes through all of them.
fn fit(examples: &[Example], rounds: u32) -> [f64; FEATURES] {
    const BATCH: usize = 256;
    let (mut weights, mut mean, mut spread) = ([0.0_f64; FEATURES], [0.0_f64; FEATURES], [0.0_f64; FEATURES]);
    let stride = 104_729;
    let mut step = 0;
    for round in 0..rounds {
        let rate = 0.02 * (1.0 - f64::from(round) / f64::from(rounds));
        let mut loss = 0.0;
        for batch in 0..examples.len() / BATCH {
            let mut slope = [0.0_f64; FEATURES];
            for i in 0..BATCH {
                let example = &examples[((batch * BATCH + i) * stride) % examples.len()];
                let odds: f64 = example
                    .features
                    .iter()
                    .map(|&(f, n)| weights[usize::from(f)] * f64::from(n))
                    .sum();
                let chance = 1.0 / (1.0 + (-odds).exp());
                let won = f64::from(u8::from(example.has_won));
                loss -= if example.has_won {
                    chance.max(1e-9).ln()
                } else {
                    (1.0 - chance).max(1e-9).ln()
                };
                for &(f, n) in &example.features {
                    slope[usize::from(f)] += (chance - won) * f64::from(n) / BATCH as f64;
                }
            }
            step += 1;
            for f in 0..FEATURES {
                let slope = slope[f] + 1e-5 * weights[f];
                mean[f] = 0.9 * mean[f] + 0.1 * slope;
                spread[f] = 0.999 * spread[f] + 0.001 * slope * slope;
                let (m, v) = (
                    mean[f] / (1.0 - 0.9_f64.powi(step)),
                    spread[f] / (1.0 - 0.999_f64.powi(step)),
                );
                weights[f] -= rate * m / (v.sqrt() + 1e-8);
            }
        }
        eprintln!(
            "round {round}: loss {:.5}",
            loss / (examples.len() / BATCH * BATCH) as f64
        );
    }
    weights
}

fn print_weights(weights: &[f64; FEATURES]) {
    println!("//! The weights of the features, fitted to games by `examples/fit.rs`.\n");
    println!("use super::outlook::FEATURES;\n");
    println!("/// In 1/1024 of the logarithm of the odds.");
    println!("#[rustfmt::skip]");
    println!("pub(super) const WEIGHTS: [i32; FEATURES] = [");
    for row in weights.chunks(12) {
        let row: Vec<String> = row
            .iter()
            .map(|weight| format!("{:.0}", weight * 1024.0))
            .collect();
        println!("    {},", row.join(", "));
    }
    println!("];");
}
