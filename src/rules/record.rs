//! A match as it is stored and shared: seeds and actions, from which everything else follows (FORMATS.md,
//! section 4). [`verify`](super::verify) plays it again, [`fairness`](super::fairness) is where its dice come from.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::fairness::{Fairness, NOTE_FORMAT, Note, NoteFault, Own, match_seed};
use super::hash::Hash;
use super::notation::Written;
use super::position::Outcome;
use super::ruleset::Ruleset;
use super::seat::BySeat;
use super::strict::{self, object, objects, words};
pub use super::verify::{ActionFault, Fault, Replay};

/// The version that this program writes and reads.
pub const FORMAT: &str = "flychess-record/1";

/// The largest record that is read, in bytes.
pub const LARGEST: usize = 4 << 20;

/// The largest whole number that every JSON reader keeps exactly.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// A match, as one JSON document. Fields are in canonical order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// What was done, and when.
    #[serde(deserialize_with = "objects")]
    pub actions: Vec<Written>,
    /// Milliseconds for each phase.
    pub clock_ms: u64,
    /// SHA-256 over the canonical form of all other fields.
    pub digest: Hash,
    /// Where the dice came from.
    #[serde(deserialize_with = "object")]
    pub fairness: Fairness,
    /// Digest of the final position.
    #[serde(rename = "final")]
    pub last: Hash,
    /// [`FORMAT`].
    pub format: String,
    /// The match's id.
    #[serde(rename = "match")]
    pub id: String,
    /// Who sat where.
    pub players: BySeat<Option<Person>>,
    /// How it ended.
    #[serde(deserialize_with = "object")]
    pub result: Outcome,
    /// Name of the rule set.
    pub ruleset: String,
    /// When the match seed was made, as RFC 3339 in UTC.
    pub started: String,
}

/// Somebody who played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What kind of player.
    pub kind: PersonKind,
    /// The name at that time.
    pub name: String,
}

/// What kind of player somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PersonKind {
    /// With a nickname account.
    Account,
    /// A guest.
    Guest,
    /// The computer.
    Computer,
    /// One of two people at one screen.
    Local,
}

words!(PersonKind { Account = "account", Guest = "guest", Computer = "computer", Local = "local" });

/// Why a file holds no record that this program can check.
#[derive(Debug)]
pub enum Unreadable {
    /// Not a record, or one of a version that is not known.
    NoRecord(NoRecord),
    /// A record of a known version with a field that is unknown, missing, doubled or of a wrong type.
    Form(String),
}

/// Why a document is no record, or no note, of a known version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRecord {
    /// Larger than [`LARGEST`] bytes.
    TooLarge,
    /// Not JSON, with the reader's reason.
    NotJson(String),
    /// Nothing says what it is.
    NoFormat {
        /// The format that was expected.
        expected: &'static str,
    },
    /// It says that it is something else, perhaps of a later version.
    OtherFormat {
        /// What it says.
        found: String,
        /// The format that was expected.
        expected: &'static str,
    },
    /// It is a note, but has not exactly the fields of one.
    Form(String),
}

impl fmt::Display for NoRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "larger than {LARGEST} bytes"),
            Self::NotJson(why) => write!(f, "not JSON: {why}"),
            Self::NoFormat { expected } => write!(f, "no field `format`: expected \"{expected}\""),
            Self::OtherFormat { found, expected } => {
                write!(f, "format {found:?}: expected \"{expected}\"")
            }
            Self::Form(why) => write!(f, "not a note: {why}"),
        }
    }
}

impl NoRecord {
    /// Whether a document says that it is of this format.
    pub(super) fn check_format(document: &[u8], expected: &'static str) -> Result<serde_json::Value, Self> {
        if document.len() > LARGEST {
            return Err(Self::TooLarge);
        }
        let value: serde_json::Value =
            serde_json::from_slice(document).map_err(|error| Self::NotJson(error.to_string()))?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(format) if format == expected => Ok(value),
            Some(other) => Err(Self::OtherFormat {
                found: other.chars().take(40).collect(),
                expected,
            }),
            None => Err(Self::NoFormat { expected }),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecord(why) => write!(f, "no record of a known version: {why}"),
            Self::Form(why) => write!(f, "form: {why}"),
        }
    }
}

impl std::error::Error for Unreadable {}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// When it is no record of a known version, or has not exactly the fields of one.
    pub fn read(document: &[u8]) -> Result<Self, Unreadable> {
        let value = NoRecord::check_format(document, FORMAT).map_err(Unreadable::NoRecord)?;
        let record: Self = strict::read(document).map_err(Unreadable::Form)?;
        record.check_form().map_err(Unreadable::Form)?;
        // The digest is taken over what was read, so nothing may have been written in another way.
        if serde_json::to_value(&record).ok().as_ref() != Some(&value) {
            return Err(Unreadable::Form(
                "a value is not written as this version writes it".into(),
            ));
        }
        Ok(record)
    }

    fn check_form(&self) -> Result<(), String> {
        let rules = Ruleset::named(&self.ruleset)
            .ok_or_else(|| format!("ruleset: unknown rule set `{}`", self.ruleset))?;
        if self.id.is_empty()
            || !self
                .id
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        {
            return Err("match: expected letters a-z and digits".into());
        }
        if let Some((seat, _)) = self
            .players
            .iter()
            .find(|(seat, person)| person.is_some() != rules.has(*seat))
        {
            return Err(format!(
                "players.{seat}: expected exactly the seats of the rule set"
            ));
        }
        if !is_utc_instant(&self.started) {
            return Err("started: expected an instant as 2026-11-30T20:41:00Z".into());
        }
        if self.clock_ms > LARGEST_NUMBER {
            return Err("clock_ms: too large".into());
        }
        let seats = [
            ("result.winner", self.result.winner),
            ("fairness.first_in_queue", self.fairness.first_in_queue),
        ];
        if let Some((field, seat)) = seats.into_iter().find(|&(_, seat)| !rules.has(seat)) {
            return Err(format!("{field}: `{seat}` is no seat of the rule set"));
        }
        for (number, action) in self.actions.iter().enumerate() {
            if action.seat.is_none_or(|seat| !rules.has(seat)) {
                return Err(format!("actions[{number}].seat: expected a seat of the rule set"));
            }
            if action.t.is_none_or(|t| t > LARGEST_NUMBER) {
                return Err(format!("actions[{number}].t: expected whole milliseconds"));
            }
            action
                .action()
                .map_err(|misfit| format!("actions[{number}]: {misfit}"))?;
        }
        Ok(())
    }

    /// The digest of all fields but `digest` itself.
    pub fn expected_digest(&self) -> Hash {
        let mut value = serde_json::to_value(self).expect("a record has string keys and whole numbers only");
        if let Some(fields) = value.as_object_mut() {
            fields.remove("digest");
        }
        // Objects of `serde_json` keep their keys sorted, which makes this text canonical (RFC 8785).
        Hash::of(&[value.to_string().as_bytes()])
    }

    /// Sets `digest` to what it should be; the last thing that is done to a new record.
    pub fn seal(&mut self) {
        self.digest = self.expected_digest();
    }
}

/// Whether a text is an instant as RFC 3339 writes it in UTC, with or without a fraction of a second.
fn is_utc_instant(text: &str) -> bool {
    let shape = |pattern: &str, text: &str| {
        pattern.len() == text.len()
            && pattern
                .bytes()
                .zip(text.bytes())
                .all(|(p, b)| if p == b'0' { b.is_ascii_digit() } else { p == b })
    };
    let number =
        |range: std::ops::Range<usize>| text.get(range).and_then(|digits| digits.parse::<u32>().ok());
    let within = |range: std::ops::Range<usize>, least: u32, most: u32| {
        number(range).is_some_and(|number| (least..=most).contains(&number))
    };
    let Some((head, tail)) = text.split_at_checked(19) else {
        return false;
    };
    let tail_is_right = tail == "Z"
        || tail
            .strip_prefix('.')
            .and_then(|tail| tail.strip_suffix('Z'))
            .is_some_and(|digits| {
                !digits.is_empty() && digits.len() <= 9 && digits.bytes().all(|b| b.is_ascii_digit())
            });
    shape("0000-00-00T00:00:00", head)
        && tail_is_right
        && within(5..7, 1, 12)
        && within(8..10, 1, 31)
        && within(11..13, 0, 23)
        && within(14..16, 0, 59)
        && within(17..19, 0, 60)
}
