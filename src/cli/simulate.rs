//! `flychess simulate`: whole games of engine against engine (FORMATS.md, section 3).

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use flychess::rules::bot::Level;
use flychess::rules::evenness::{Faces, LIMIT};
use flychess::rules::hash::Hash;
use flychess::rules::simulation::{Fired, Simulation, Spread, Stuck, Tally, digest};
use flychess::rules::{BySeat, Item, Ruleset, Seat, WeatherKind};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{not_understood, print};

/// Play whole games of engine against engine and print what was counted.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The word from which all chance comes; equal words give equal games.
    #[arg(long, value_name = "S", default_value = "1")]
    seed: String,
    /// Who plays Red.
    #[arg(long, value_name = "POLICY", default_value = "random")]
    red: Policy,
    /// Who plays Green.
    #[arg(long, value_name = "POLICY", default_value = "random")]
    green: Policy,
    /// A side that never uses an item, though its policy may want to: shows what items are worth.
    #[arg(long, value_name = "SIDE")]
    without_items: Option<Side>,
    /// Threads to play on; the digest does not depend on it.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  flychess simulate --games 10 --seed 1
      ten random games; their digest is the same on every machine
  flychess simulate --games 4000 --seed ladder --red easy --green random
      how much better is easy?
  flychess simulate --games 1000000 --threads 2 --json
      a million games, as JSON
  flychess simulate --games 2000 --red normal --green normal --without-items green
      what are items worth?";

impl Arguments {
    /// Who plays which seat; nobody sits at the other two.
    fn levels(&self) -> BySeat<Level> {
        BySeat::from_fn(|seat| match seat {
            Seat::Green => self.green.0,
            Seat::Red | Seat::Blue | Seat::Yellow => self.red.0,
        })
    }
}

/// A policy by its word.
#[derive(Clone, Copy)]
struct Policy(Level);

impl ValueEnum for Policy {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [Policy; Level::ALL.len()] = [
            Policy(Level::Random),
            Policy(Level::Easy),
            Policy(Level::Normal),
            Policy(Level::Hard),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

/// A side by its word.
#[derive(Clone, Copy)]
struct Side(Seat);

impl ValueEnum for Side {
    fn value_variants<'a>() -> &'a [Self] {
        &[Side(Seat::Red), Side(Seat::Green)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()))
    }
}

/// Plays, counts, prints.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let levels = arguments.levels();
    let mut simulation = Simulation::new(Ruleset::duel(), &arguments.seed, levels);
    if let Some(Side(seat)) = arguments.without_items {
        simulation = simulation.without_items(seat);
    }
    let began = Instant::now();
    let (tally, finals) = match play(&simulation, arguments.games, u64::from(arguments.threads)) {
        Ok(played) => played,
        Err(stuck) => {
            eprintln!("flychess: {stuck}; this is a fault of the engine");
            return ExitCode::FAILURE;
        }
    };
    let result = Summary::new(arguments, &tally, digest(&finals), began.elapsed());
    let text = if arguments.json {
        result.json()
    } else {
        result.text()
    };
    match print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => not_understood(format_args!("the result cannot be written: {error}")),
    }
}

/// Each thread plays a contiguous share, so that the finals come out in the order of the games.
fn play(simulation: &Simulation, games: u64, threads: u64) -> Result<(Tally, Vec<Hash>), Stuck> {
    let share = |thread: u64| games * thread / threads..games * (thread + 1) / threads;
    let shares = thread::scope(|scope| {
        let run = |games: std::ops::Range<u64>| {
            let mut tally = Tally::default();
            let finals: Result<Vec<Hash>, Stuck> =
                games.map(|game| simulation.tally(game, &mut tally)).collect();
            finals.map(|finals| (tally, finals))
        };
        let others: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(move || run(share(thread))))
            .collect();
        let mut shares = vec![run(share(0))];
        shares.extend(
            others
                .into_iter()
                .map(|other| other.join().expect("a thread that plays does not panic")),
        );
        shares
    });
    let (mut tally, mut finals) = (Tally::default(), Vec::new());
    for share in shares {
        let (counted, played) = share?;
        tally.merge(&counted);
        finals.extend(played);
    }
    Ok((tally, finals))
}

/// What is printed.
#[derive(Serialize)]
struct Summary {
    games: u64,
    seed: String,
    policies: Map<String, Value>,
    seconds: f64,
    games_per_second: f64,
    turns: Value,
    actions: Value,
    wins: Map<String, Value>,
    ends: Value,
    fired: Fired,
    weather: Map<String, Value>,
    items: Map<String, Value>,
    dice: Dice,
    digest: Hash,
}

impl Summary {
    fn new(arguments: &Arguments, tally: &Tally, digest: Hash, took: Duration) -> Self {
        let seconds = took.as_secs_f64();
        let games = tally.games as f64;
        let win = |seat: Seat| {
            let (low, high) = wilson(tally.wins[seat], tally.games);
            let share = if tally.games == 0 {
                0.0
            } else {
                tally.wins[seat] as f64 / games
            };
            json!({"games": tally.wins[seat], "share": share, "low": low, "high": high})
        };
        let seats = || Ruleset::duel().seats();
        let levels = arguments.levels();
        let weather = WeatherKind::ALL.iter().zip(tally.weather);
        let items = Item::ALL.iter().zip(tally.items);
        Self {
            games: tally.games,
            seed: arguments.seed.clone(),
            policies: seats()
                .map(|seat| (seat.to_string(), levels[seat].name().into()))
                .collect(),
            seconds,
            games_per_second: if seconds > 0.0 { games / seconds } else { 0.0 },
            turns: spread(tally.turns, tally.games),
            actions: spread(tally.actions, tally.games),
            wins: seats().map(|seat| (seat.to_string(), win(seat))).collect(),
            ends: json!(tally.ends),
            fired: tally.fired,
            weather: weather.map(|(kind, count)| (word(kind), count.into())).collect(),
            items: items.map(|(item, count)| (word(item), count.into())).collect(),
            dice: Dice::new(&tally.dice),
            digest,
        }
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a summary has string keys and finite numbers only")
    }

    fn text(&self) -> String {
        let per_game = |count: u64| {
            if self.games == 0 {
                0.0
            } else {
                count as f64 / self.games as f64
            }
        };
        let mut lines = vec![
            format!(
                "{} games in {:.2} s: {:.0} games a second",
                self.games, self.seconds, self.games_per_second
            ),
            format!("turns a game    {}", spread_text(&self.turns)),
            format!("actions a game  {}", spread_text(&self.actions)),
        ];
        for (seat, win) in &self.wins {
            let per_cent = |field: &str| win[field].as_f64().unwrap_or(0.0) * 100.0;
            lines.push(format!(
                "{seat} ({}) won {}: {:.2} % (95 %: {:.2} to {:.2})",
                self.policies[seat].as_str().unwrap_or_default(),
                win["games"],
                per_cent("share"),
                per_cent("low"),
                per_cent("high"),
            ));
        }
        let counts = [("ends", &self.ends), ("rules, a game", &json!(self.fired))];
        for (title, value) in counts {
            lines.push(format!("{title}:"));
            for (name, count) in value.as_object().into_iter().flatten() {
                let count = count.as_u64().unwrap_or_default();
                lines.push(format!("  {name:<16} {count:>12} {:>10.3}", per_game(count)));
            }
        }
        for (title, counts) in [
            ("weather met, a game:", &self.weather),
            ("items used, a game:", &self.items),
        ] {
            lines.push(title.into());
            for (name, count) in counts {
                let count = count.as_u64().unwrap_or_default();
                lines.push(format!("  {name:<16} {count:>12} {:>10.3}", per_game(count)));
            }
        }
        lines.extend(self.dice.text());
        lines.push(format!("digest {}", self.digest));
        lines.join("\n")
    }
}

/// What was rolled, and whether it fell evenly.
#[derive(Serialize)]
struct Dice {
    faces: [u64; 6],
    chi_square: f64,
    limit: f64,
}

impl Dice {
    fn new(faces: &Faces) -> Self {
        Self {
            faces: faces.counts(),
            chi_square: faces.chi_square(),
            limit: LIMIT,
        }
    }

    fn text(&self) -> Vec<String> {
        let dice: u64 = self.faces.iter().sum();
        let share = |count: u64| {
            if dice == 0 {
                0.0
            } else {
                count as f64 / dice as f64
            }
        };
        let mut lines = vec![format!("{dice} dice, share of each face:")];
        for (face, count) in (1..).zip(self.faces) {
            lines.push(format!("  {face:<16} {count:>12} {:>10.5}", share(count)));
        }
        lines.push(format!(
            "dice: chi-square {:.3}; fair dice stay below {} in 999 of 1000 runs",
            self.chi_square, self.limit
        ));
        lines
    }
}

fn word(kind: impl Serialize) -> String {
    json!(kind).as_str().unwrap_or_default().to_owned()
}

fn spread(spread: Spread, games: u64) -> Value {
    if games == 0 {
        return json!({"mean": 0.0, "min": 0, "max": 0});
    }
    json!({"mean": spread.sum as f64 / games as f64, "min": spread.min, "max": spread.max})
}

fn spread_text(spread: &Value) -> String {
    format!(
        "mean {:.1}, min {}, max {}",
        spread["mean"].as_f64().unwrap_or(0.0),
        spread["min"],
        spread["max"]
    )
}

/// The 95 % interval of a share by Wilson's score, which also holds for few games and for shares near 0 or 1.
fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, 1.959_964);
    let p = wins as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    ((centre - half) / whole, (centre + half) / whole)
}
