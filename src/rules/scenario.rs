//! A scenario: a position, outcomes of chance, actions, and what comes of them (FORMATS.md, section 1). The
//! referee reads them, the rule cases are written in them, and the rules page steps through them.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::action::{Action, Illegal};
use super::chance::{Chance, Drawn, Scripted, Seeded, Unknown};
use super::event::Event;
use super::hash::Hash;
use super::notation::{Verb, Written};
use super::position::Position;
use super::ruleset::Ruleset;
use super::seat::Seat;
use super::setup::Setup;
use super::strict::{Object, given, objects};

/// The largest document that is read, in bytes.
pub const LARGEST: usize = 16 << 20;

/// A document that is understood.
#[derive(Clone, Debug)]
pub struct Scenario {
    rules: &'static Ruleset,
    start: Start,
    chance: Outcomes,
    steps: Vec<(Option<Seat>, Action)>,
}

/// Where a scenario starts.
#[derive(Clone, Debug)]
enum Start {
    Position(Box<Position>),
    Match,
}

/// Where its chance comes from.
#[derive(Clone, Debug)]
enum Outcomes {
    Script(Vec<Drawn>),
    Seed([u8; 32]),
    None,
}

/// Why a document is not understood; the text says what, where, and what was expected.
#[derive(Debug)]
pub struct NotUnderstood(String);

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotUnderstood {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenario {
    #[serde(default, deserialize_with = "given")]
    ruleset: Option<String>,
    #[serde(default, deserialize_with = "given")]
    position: Option<RawStart>,
    #[serde(default, deserialize_with = "given")]
    chance: Option<Vec<Drawn>>,
    #[serde(default, deserialize_with = "given")]
    seed: Option<String>,
    #[serde(deserialize_with = "objects")]
    actions: Vec<Written>,
}

/// `"start"`, or a position.
enum RawStart {
    Match,
    Position(Box<Setup>),
}

impl<'de> Deserialize<'de> for RawStart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = RawStart;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position object or \"start\"")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<RawStart, E> {
                match word {
                    "start" => Ok(RawStart::Match),
                    other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawStart, A::Error> {
                let setup = Setup::deserialize(MapAccessDeserializer::new(map))?;
                Ok(RawStart::Position(Box::new(setup)))
            }
        }

        deserializer.deserialize_any(Either)
    }
}

impl Scenario {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// When it is not one JSON document of this format, is too large, or its position is not legal.
    pub fn read(document: &[u8]) -> Result<Self, NotUnderstood> {
        if document.len() > LARGEST {
            return Err(NotUnderstood(format!(
                "the document is too large: expected at most {LARGEST} bytes"
            )));
        }
        let Object(raw) = serde_json::from_slice::<Object<RawScenario>>(document)
            .map_err(|error| NotUnderstood(format!("not a scenario: {error}")))?;
        raw.scenario().map_err(NotUnderstood)
    }

    /// Applies the actions in order, until one is refused.
    pub fn run(&self) -> Report {
        match &self.chance {
            Outcomes::Script(script) => self.run_with(Scripted::new(script)),
            Outcomes::Seed(seed) => self.run_with(Seeded::new(*seed)),
            Outcomes::None => self.run_with(Unknown),
        }
    }

    fn run_with(&self, mut chance: impl Chance) -> Report {
        let (mut position, opening) = match &self.start {
            Start::Position(position) => (**position, None),
            Start::Match => {
                let mut opening = Vec::new();
                match Position::begin(self.rules, &mut chance, &mut opening) {
                    Ok((position, _)) => (position, Some(opening)),
                    Err(illegal) => {
                        let refused = Refused { at: -1, illegal };
                        let position = Position::new(self.rules);
                        return Report {
                            position,
                            opening: Some(opening),
                            events: Vec::new(),
                            refused: Some(refused),
                        };
                    }
                }
            }
        };
        let mut all = Vec::with_capacity(self.steps.len());
        for (at, &(seat, action)) in (0..).zip(&self.steps) {
            let mut events = Vec::new();
            let seat = seat.unwrap_or(position.turn());
            if let Err(illegal) = position.play(seat, action, &mut chance, &mut events) {
                return Report {
                    position,
                    opening,
                    events: all,
                    refused: Some(Refused { at, illegal }),
                };
            }
            all.push(events);
        }
        Report {
            position,
            opening,
            events: all,
            refused: None,
        }
    }
}

impl RawScenario {
    fn scenario(self) -> Result<Scenario, String> {
        let name = self.ruleset.as_deref().unwrap_or("duel");
        let known = || Ruleset::all().map(Ruleset::name).join(", ");
        let rules = Ruleset::named(name)
            .ok_or_else(|| format!("ruleset: unknown rule set `{name}`: expected one of: {}", known()))?;
        let start = match self.position {
            None => Start::Position(Box::new(Position::new(rules))),
            Some(RawStart::Match) => Start::Match,
            Some(RawStart::Position(setup)) => Start::Position(Box::new(
                setup.position(rules).map_err(|not_legal| not_legal.to_string())?,
            )),
        };
        let chance = match (self.chance, self.seed) {
            (Some(_), Some(_)) => return Err("both `chance` and `seed`: expected one of them".into()),
            (Some(script), None) => Outcomes::Script(script),
            (None, Some(seed)) => Outcomes::Seed(seed.parse::<Hash>().map_err(|e| format!("seed: {e}"))?.0),
            (None, None) => Outcomes::None,
        };
        let step =
            |(i, written): (usize, &Written)| step(written, rules).map_err(|e| format!("actions[{i}]: {e}"));
        let steps = self
            .actions
            .iter()
            .enumerate()
            .map(step)
            .collect::<Result<_, _>>()?;
        Ok(Scenario {
            rules,
            start,
            chance,
            steps,
        })
    }
}

fn step(written: &Written, rules: &Ruleset) -> Result<(Option<Seat>, Action), String> {
    if written.t.is_some() {
        return Err("unknown field `t`: only records have times".into());
    }
    if let Some(seat) = written.seat.filter(|&seat| !rules.has(seat)) {
        return Err(format!("seat: `{seat}` is no seat of the rule set"));
    }
    if written.verb == Verb::Resign && written.seat.is_none() {
        return Err("missing field `seat`: a resignation names who resigns".into());
    }
    Ok((
        written.seat,
        written.action().map_err(|misfit| misfit.to_string())?,
    ))
}

/// What came of a scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// The position after the last action that was accepted.
    pub position: Position,
    /// The events before the first action, where the scenario begins as a match does.
    pub opening: Option<Vec<Event>>,
    /// The events of each action that was accepted.
    pub events: Vec<Vec<Event>>,
    /// The action that was refused, if one was.
    pub refused: Option<Refused>,
}

/// A refused action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which action, from 0; -1 for the opening.
    pub at: i64,
    /// Why.
    pub illegal: Illegal,
}

#[derive(Serialize)]
struct RawReport<'a> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed_action: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RawError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<&'a [Event]>,
    events: &'a [Vec<Event>],
    position: Setup,
}

#[derive(Serialize)]
struct RawError {
    code: &'static str,
    message: String,
}

impl Serialize for Report {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let error = |refused: Refused| RawError {
            code: refused.illegal.code(),
            message: refused.illegal.to_string(),
        };
        RawReport {
            ok: self.refused.is_none(),
            failed_action: self.refused.map(|refused| refused.at),
            error: self.refused.map(error),
            opening: self.opening.as_deref(),
            events: &self.events,
            position: Setup::from(&self.position),
        }
        .serialize(serializer)
    }
}
