//! What several test programs share: the data files, and matches that are played and recorded here.

#![allow(dead_code, reason = "each test program uses its own part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use flychess::rules::event::Event;
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::record::{FORMAT, Fairness, Person, PersonKind, Record};
use flychess::rules::{Action, BySeat, Game, Position, Ruleset, Seat, Seeded};
use serde_json::Value;

/// A folder, or a file, of `tests/data`.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// All files of a folder of `tests/data`, by name.
pub(crate) fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(data(folder)).expect("the folder is part of the repository");
    let files = entries.map(|entry| entry.expect("the folder can be read").path());
    files
        .map(|path| {
            let name = path
                .file_name()
                .expect("an entry has a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(&path).expect("the file can be read"))
        })
        .collect()
}

/// The files of a folder that holds JSON, by name without the ending.
pub(crate) fn cases(folder: &str) -> BTreeMap<String, Value> {
    let read = |(name, text): (String, Vec<u8>)| {
        let value = serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
        (name.trim_end_matches(".json").to_owned(), value)
    };
    files(folder).into_iter().map(read).collect()
}

/// Fails with all that was found wrong, one to a line, so that one run shows everything.
#[track_caller]
pub(crate) fn none_of(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Documents like this one that no strict reader takes, each with the place that was changed: every object in it
/// once with an unknown field, once with each of its fields doubled, and once as the list of its values.
pub(crate) fn malformed(sound: &Value) -> Vec<(String, String)> {
    const SPARE: &str = "spare";
    let mut all = Vec::new();
    for place in objects(sound, String::new()) {
        let fields = sound
            .pointer(&place)
            .and_then(Value::as_object)
            .expect("it was listed as an object")
            .clone();
        let changed = |new: Value| {
            let mut document = sound.clone();
            *document.pointer_mut(&place).expect("it was listed") = new;
            document.to_string()
        };
        let mut spared = fields.clone();
        spared.insert(SPARE.into(), Value::Null);
        let spared = changed(spared.into());
        for (name, value) in &fields {
            let again = format!("{}:{value}", Value::from(name.as_str()));
            let doubled = spared.replacen(&format!("\"{SPARE}\":null"), &again, 1);
            all.push((format!("{place}/{name} doubled"), doubled));
        }
        all.push((format!("{place} with an unknown field"), spared));
        all.push((
            format!("{place} as a list"),
            changed(fields.values().cloned().collect()),
        ));
    }
    all
}

/// JSON pointers of all objects in a document, itself included.
fn objects(value: &Value, place: String) -> Vec<String> {
    match value {
        Value::Object(fields) => {
            let inner = fields
                .iter()
                .flat_map(|(name, value)| objects(value, format!("{place}/{name}")));
            let inner: Vec<_> = inner.collect();
            std::iter::once(place).chain(inner).collect()
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .flat_map(|(i, value)| objects(value, format!("{place}/{i}")))
            .collect(),
        _ => Vec::new(),
    }
}

/// How a match goes that is played here. Equal plots give equal matches, for ever: nothing in it depends on a
/// computer player, only on the actions that a position offers.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    /// The match's id, from which all its chance comes.
    pub(crate) id: String,
    /// What kind of players, Red's first.
    pub(crate) kinds: [PersonKind; 2],
    /// Whose seed did not come in time, in queue order.
    pub(crate) absent: [bool; 2],
    /// One phase in so many runs out of time; 0 for none.
    pub(crate) timeouts: u32,
    /// After so many actions somebody gives up, if the match still goes on.
    pub(crate) resigns_after: Option<usize>,
}

impl Plot {
    /// A match that is played to its end by two people with accounts.
    pub(crate) fn new(id: impl Into<String>) -> Self {
        let kinds = [PersonKind::Account, PersonKind::Account];
        Self {
            id: id.into(),
            kinds,
            absent: [false; 2],
            timeouts: 0,
            resigns_after: None,
        }
    }

    /// Thirty-two bytes that are this match's own.
    pub(crate) fn secret(&self, what: &str) -> Hash {
        Hash::of(&[b"test-match:", self.id.as_bytes(), b":", what.as_bytes()])
    }

    /// The seeds that the two players drew, whether or not they came in time.
    pub(crate) fn drawn(&self) -> [Hash; 2] {
        ["first", "second"].map(|what| self.secret(what))
    }

    fn fairness(&self) -> Fairness {
        let (server_seed, drawn) = (self.secret("server"), self.drawn());
        let in_time = |i: usize| if self.absent[i] { Hash::ZERO } else { drawn[i] };
        Fairness {
            absent: self.absent,
            client_commitments: drawn.map(|seed| Hash::of(&[&seed.0])),
            client_seeds: [in_time(0), in_time(1)],
            first_in_queue: Seat::Red,
            server_commitment: Hash::of(&[&server_seed.0]),
            server_seed,
        }
    }

    /// Plays the match and records it.
    pub(crate) fn play(&self) -> Played {
        let (mut fairness, mut opening) = (self.fairness(), Vec::new());
        let mut game = Game::begin(Ruleset::duel(), fairness.match_seed(&self.id).0, &mut opening);
        fairness.first_in_queue = game.first_in_queue();
        let mut people = People {
            stream: Seeded::new(self.secret("people").0),
            time: 0,
            phase_began: 0,
        };
        let (mut actions, mut events) = (Vec::new(), Vec::new());
        let mut positions = vec![*game.position()];
        while game.position().outcome().is_none() {
            let (seat, action, t) = people.act(self, game.position(), actions.len());
            let mut told = Vec::new();
            game.play(seat, action, &mut told)
                .expect("an action that was offered is legal");
            actions.push(Written::new(action, Some(seat), Some(t)));
            events.push(told);
            positions.push(*game.position());
        }
        let record = self.record(fairness, actions, game.position());
        Played {
            record,
            opening,
            events,
            positions,
        }
    }

    fn record(&self, fairness: Fairness, actions: Vec<Written>, last: &Position) -> Record {
        let [red, green] = self.kinds;
        // Names are the place where any text can come into a record, so these are not plain.
        let person = |seat| match seat {
            Seat::Red => Some(Person {
                kind: red,
                name: "飞行员 \"Ängström\" \u{1f6e9}\t\\".into(),
            }),
            Seat::Green => Some(Person {
                kind: green,
                name: "GUEST-4821".into(),
            }),
            Seat::Blue | Seat::Yellow => None,
        };
        let mut record = Record {
            actions,
            clock_ms: CLOCK_MS,
            digest: Hash::ZERO,
            fairness,
            last: Hash(last.digest()),
            format: FORMAT.into(),
            id: self.id.clone(),
            players: BySeat::from_fn(person),
            result: last.outcome().expect("the match is over"),
            ruleset: "duel".into(),
            started: "2026-11-30T20:41:00Z".into(),
        };
        record.seal();
        record
    }
}

/// Milliseconds for each phase.
pub(crate) const CLOCK_MS: u64 = 60_000;

/// Two people who do what a stream of chance tells them, in plausible times.
struct People {
    stream: Seeded,
    time: u64,
    phase_began: u64,
}

impl People {
    fn act(&mut self, plot: &Plot, position: &Position, number: usize) -> (Seat, Action, u64) {
        let mut seat = position.turn();
        let runs_out = plot.timeouts > 0 && self.stream.uniform(plot.timeouts) == 0;
        let action = if plot.resigns_after.is_some_and(|after| number >= after) {
            seat = if self.stream.uniform(2) == 0 {
                Seat::Red
            } else {
                Seat::Green
            };
            Action::Resign
        } else if runs_out {
            Action::Timeout
        } else {
            let offers = position.offers();
            offers
                .nth(self.stream.uniform(offers.len() as u32) as usize)
                .expect("a side on turn is offered something")
        };
        self.time = match action {
            Action::Timeout => self.phase_began + CLOCK_MS + u64::from(self.stream.uniform(300)),
            // At most six actions, items included, are possible in one phase: no clock runs out by this.
            _ => self.time + 200 + u64::from(self.stream.uniform(9000)),
        };
        // Using an item begins no new phase.
        if !matches!(action, Action::Use(_)) {
            self.phase_began = self.time;
        }
        (seat, action, self.time)
    }
}

/// A match that was played here.
pub(crate) struct Played {
    /// What was recorded of it.
    pub(crate) record: Record,
    /// The events before the first action.
    pub(crate) opening: Vec<Event>,
    /// The events of each action.
    pub(crate) events: Vec<Vec<Event>>,
    /// The positions by version: one more than there are actions.
    pub(crate) positions: Vec<Position>,
}

impl Played {
    /// All events, in order.
    pub(crate) fn all_events(&self) -> impl Iterator<Item = Event> {
        self.opening.iter().chain(self.events.iter().flatten()).copied()
    }
}
