//! Whole games of engine against engine, and what is counted in them (FORMATS.md, section 3). Equal arguments give
//! equal games on every machine.

use serde::Serialize;

use super::action::Action;
use super::bot::{Level, Policy};
use super::dice::Source;
use super::evenness::Faces;
use super::event::{Event, Sink};
use super::game::Game;
use super::hash::Hash;
use super::position::{Position, Reason};
use super::ruleset::Ruleset;
use super::seat::{BySeat, Seat};

/// A simulation: who plays, and the word from which all seeds come.
#[derive(Clone, Debug)]
pub struct Simulation {
    rules: &'static Ruleset,
    seed: String,
    levels: BySeat<Level>,
    without_items: Option<Seat>,
}

/// Actions after which a game is given up as endless. The longest of a million random duels has a fiftieth of it.
const ENDLESS: u32 = 1_000_000;

/// A game that did not end, or a policy that was refused: a fault of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Which game.
    pub game: u64,
    /// After how many actions.
    pub version: u32,
}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "game {} did not go on after {} actions",
            self.game, self.version
        )
    }
}

impl std::error::Error for Stuck {}

impl Simulation {
    /// A simulation of a game with a policy for each seat.
    pub fn new(rules: &'static Ruleset, seed: impl Into<String>, levels: BySeat<Level>) -> Self {
        Self {
            rules,
            seed: seed.into(),
            levels,
            without_items: None,
        }
    }

    /// The same with one side that never uses an item.
    #[must_use]
    pub fn without_items(mut self, seat: Seat) -> Self {
        self.without_items = Some(seat);
        self
    }

    /// The match seed of game `index`: SHA-256(seed ‖ ":" ‖ index in decimal).
    pub fn match_seed(&self, index: u64) -> Hash {
        Hash::of(&[self.seed.as_bytes(), b":", index.to_string().as_bytes()])
    }

    /// Plays one game to its end and returns its final position, telling `sink` every event and `turns` how many
    /// turns were ended.
    ///
    /// # Errors
    ///
    /// [`Stuck`] when the game does not end; none is known.
    pub fn play(&self, index: u64, sink: &mut impl Sink) -> Result<(Position, u32), Stuck> {
        let mut game = Game::begin(self.rules, self.match_seed(index).0, sink);
        let mut policies = BySeat::from_fn(|seat| {
            self.rules.has(seat).then(|| {
                let policy = Policy::new(self.levels[seat], &self.seed, index, seat);
                if self.without_items == Some(seat) {
                    policy.without_items()
                } else {
                    policy
                }
            })
        });
        while game.position().outcome().is_none() {
            let stuck = Stuck {
                game: index,
                version: game.version(),
            };
            let seat = game.position().turn();
            let policy = policies[seat].as_mut().ok_or(stuck)?;
            let action: Action = policy.choose(game.position()).ok_or(stuck)?;
            game.play(seat, action, sink).map_err(|_| stuck)?;
            if game.version() >= ENDLESS {
                return Err(stuck);
            }
        }
        Ok((*game.position(), game.version()))
    }

    /// Plays one game and adds it to a tally; returns the digest of its final position.
    ///
    /// # Errors
    ///
    /// As [`Simulation::play`].
    pub fn tally(&self, index: u64, tally: &mut Tally) -> Result<Hash, Stuck> {
        tally.turns_of_game = 0;
        let (position, actions) = self.play(index, tally)?;
        tally.games += 1;
        tally.actions.add(u64::from(actions));
        tally.turns.add(u64::from(tally.turns_of_game));
        if let Some(outcome) = position.outcome() {
            tally.wins[outcome.winner] += 1;
            *match outcome.reason {
                Reason::Home => &mut tally.ends.home,
                Reason::Resign => &mut tally.ends.resign,
                Reason::Timeouts => &mut tally.ends.timeouts,
            } += 1;
        }
        Ok(Hash(position.digest()))
    }
}

/// The digest of a simulation: SHA-256 over the digests of the final positions, in the order of the games.
pub fn digest(finals: &[Hash]) -> Hash {
    let parts: Vec<&[u8]> = finals.iter().map(|hash| &hash.0[..]).collect();
    Hash::of(&parts)
}

/// A number that is counted once a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Sum over all games.
    pub sum: u64,
    /// The smallest of a game.
    pub min: u64,
    /// The largest of a game.
    pub max: u64,
}

impl Default for Spread {
    fn default() -> Self {
        Self {
            sum: 0,
            min: u64::MAX,
            max: 0,
        }
    }
}

impl Spread {
    const fn add(&mut self, number: u64) {
        self.sum += number;
        if number < self.min {
            self.min = number;
        }
        if number > self.max {
            self.max = number;
        }
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

/// How matches ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ends {
    /// All planes home.
    pub home: u64,
    /// Given up.
    pub resign: u64,
    /// Out of time.
    pub timeouts: u64,
}

/// How often each rule fired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "each is the event of that name")]
pub struct Fired {
    pub rolls: u64,
    pub no_moves: u64,
    pub take_offs: u64,
    pub bounces: u64,
    pub perches: u64,
    pub jumps: u64,
    pub flights: u64,
    pub blocked_flights: u64,
    pub hits: u64,
    pub crashes: u64,
    pub homecomings: u64,
    pub pick_ups: u64,
    pub knock_backs: u64,
    pub settlements: u64,
    pub timeouts: u64,
}

/// What a simulation counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Turns of a game.
    pub turns: Spread,
    /// Actions of a game.
    pub actions: Spread,
    /// Games won.
    pub wins: BySeat<u64>,
    /// Why they ended.
    pub ends: Ends,
    /// How often each rule fired.
    pub fired: Fired,
    /// How often each weather was met, in the order of [`WeatherKind::ALL`](super::WeatherKind::ALL).
    pub weather: [u64; 4],
    /// How often each item was used, in the order of [`Item::ALL`](super::Item::ALL).
    pub items: [u64; 5],
    /// What was rolled; a sure six was not.
    pub dice: Faces,
    turns_of_game: u32,
}

impl Tally {
    /// Adds what another thread counted.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.turns.merge(other.turns);
        self.actions.merge(other.actions);
        for seat in Seat::ALL {
            self.wins[seat] += other.wins[seat];
        }
        self.ends.home += other.ends.home;
        self.ends.resign += other.ends.resign;
        self.ends.timeouts += other.ends.timeouts;
        self.fired.merge(&other.fired);
        self.weather
            .iter_mut()
            .zip(other.weather)
            .for_each(|(sum, count)| *sum += count);
        self.items
            .iter_mut()
            .zip(other.items)
            .for_each(|(sum, count)| *sum += count);
        self.dice.merge(&other.dice);
    }
}

impl Fired {
    fn merge(&mut self, other: &Self) {
        self.rolls += other.rolls;
        self.no_moves += other.no_moves;
        self.take_offs += other.take_offs;
        self.bounces += other.bounces;
        self.perches += other.perches;
        self.jumps += other.jumps;
        self.flights += other.flights;
        self.blocked_flights += other.blocked_flights;
        self.hits += other.hits;
        self.crashes += other.crashes;
        self.homecomings += other.homecomings;
        self.pick_ups += other.pick_ups;
        self.knock_backs += other.knock_backs;
        self.settlements += other.settlements;
        self.timeouts += other.timeouts;
    }
}

impl Sink for Tally {
    #[inline]
    fn tell(&mut self, event: Event) {
        let fired = &mut self.fired;
        let count = match event {
            Event::Rolled { roll, .. } => {
                if roll.0.source() != Source::SixDie {
                    roll.0.dice().for_each(|die| self.dice.add(die));
                }
                &mut fired.rolls
            }
            Event::NoMove { .. } => &mut fired.no_moves,
            Event::TookOff { .. } => &mut fired.take_offs,
            Event::Bounced { .. } => &mut fired.bounces,
            Event::Perched { .. } => &mut fired.perches,
            Event::Jumped { .. } => &mut fired.jumps,
            Event::Flew { .. } => &mut fired.flights,
            Event::FlightBlocked { .. } => &mut fired.blocked_flights,
            Event::Hit { .. } => &mut fired.hits,
            Event::Crashed { .. } => &mut fired.crashes,
            Event::CameHome { .. } => &mut fired.homecomings,
            Event::PickedUp { .. } => &mut fired.pick_ups,
            Event::KnockedBack { .. } => &mut fired.knock_backs,
            Event::Settled { .. } => &mut fired.settlements,
            Event::TimedOut { .. } => &mut fired.timeouts,
            Event::WeatherMet { kind, .. } => &mut self.weather[kind as usize],
            Event::ItemUsed { item, .. } => &mut self.items[item as usize],
            Event::TurnEnded { .. } => {
                self.turns_of_game += 1;
                return;
            }
            Event::GameOver(_) => {
                // The turn in which the match ended is not handed over.
                self.turns_of_game += 1;
                return;
            }
            _ => return,
        };
        *count += 1;
    }

    fn mark(&self) -> usize {
        0
    }

    /// A refused action of a seeded game tells nothing, so there is nothing to forget.
    fn forget_from(&mut self, _: usize) {}
}
