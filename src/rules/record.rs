//! A match as it is stored and shared: seeds and actions, from which everything else follows; replaying and
//! verifying it (FORMATS.md, section 4).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::action::Illegal;
use super::event::{Event, Silent, Sink};
use super::game::Game;
use super::hash::Hash;
use super::notation::{Misfit, Verb, Written};
use super::position::{Outcome, Position};
use super::ruleset::Ruleset;
use super::seat::{BySeat, Seat};
use super::strict::{Object, given_object, object, objects};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Where the dice of a match came from. Arrays are in queue order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fairness {
    /// Whose seed did not come in time; it is then zeros and need not open its commitment.
    pub absent: [bool; 2],
    /// SHA-256 of each client seed, given before the server's was fixed.
    pub client_commitments: [Hash; 2],
    /// The clients' seeds.
    pub client_seeds: [Hash; 2],
    /// The seat that was drawn for the first of the queue.
    pub first_in_queue: Seat,
    /// SHA-256 of the server's seed, given before the clients showed theirs.
    pub server_commitment: Hash,
    /// The server's seed, shown when the match was over.
    pub server_seed: Hash,
}

/// The key of all chance of a match: SHA-256("flychess/1:" ‖ id ‖ ":" ‖ server seed ‖ the clients' seeds in queue
/// order).
pub fn match_seed(id: &str, server_seed: Hash, client_seeds: [Hash; 2]) -> Hash {
    let [first, second] = client_seeds;
    Hash::of(&[
        b"flychess/1:",
        id.as_bytes(),
        b":",
        &server_seed.0,
        &first.0,
        &second.0,
    ])
}

impl Fairness {
    /// The key of all chance of the match with this id.
    pub fn match_seed(&self, id: &str) -> Hash {
        match_seed(id, self.server_seed, self.client_seeds)
    }
}

/// Why a file holds no record that this program can check.
#[derive(Debug)]
pub enum Unreadable {
    /// Not a record, or one of a version that is not known.
    NoRecord(String),
    /// A record of a known version with a field that is unknown, missing, doubled or of a wrong type.
    Form(String),
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

/// The first thing that does not hold in a record, in the order in which they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The digest is not that of the other fields.
    Digest {
        /// What it should be.
        expected: Hash,
    },
    /// A seed does not open its commitment.
    Commitment(&'static str),
    /// The seats are not those that the match seed draws.
    Seats {
        /// The seat that was drawn for the first of the queue.
        drawn: Seat,
    },
    /// An action could not have happened.
    Action {
        /// Which, from 0.
        number: usize,
        /// Why.
        why: ActionFault,
    },
    /// The result is not how the match ended.
    Result {
        /// How it ended; `None` if it has not.
        reached: Option<Outcome>,
    },
    /// The final position is another.
    Final {
        /// Its digest.
        expected: Hash,
    },
}

/// Why an action of a record could not have happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionFault {
    /// Its time lies before that of the action before it.
    TimeFalls,
    /// A timeout before the clock could have run out.
    EarlyTimeout,
    /// A field that is missing or means nothing.
    Misfit(Misfit),
    /// The rules refuse it.
    Illegal(Illegal),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest { expected } => {
                write!(
                    f,
                    "digest: the fields were changed after the digest was made; expected {expected}"
                )
            }
            Self::Commitment(what) => write!(f, "commitments: {what}"),
            Self::Seats { drawn } => {
                write!(
                    f,
                    "seats: the match seed draws {drawn} for the first of the queue"
                )
            }
            Self::Action { number, why } => write!(f, "action {number}: {why}"),
            Self::Result { reached: None } => {
                f.write_str("result: the match is not over after the last action")
            }
            Self::Result {
                reached: Some(Outcome { winner, reason }),
            } => {
                write!(
                    f,
                    "result: the match was won by {winner}, reason {}",
                    reason.name()
                )
            }
            Self::Final { expected } => write!(f, "final: the final position has the digest {expected}"),
        }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for ActionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeFalls => f.write_str("its time is before that of the action before it"),
            Self::EarlyTimeout => f.write_str("a timeout before the clock of its phase had run out"),
            Self::Misfit(misfit) => write!(f, "{misfit}"),
            Self::Illegal(illegal) => write!(f, "{}: {illegal}", illegal.code()),
        }
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    ///
    /// When it is no record of a known version, or has not exactly the fields of one.
    pub fn read(document: &[u8]) -> Result<Self, Unreadable> {
        if document.len() > LARGEST {
            return Err(Unreadable::NoRecord(format!("larger than {LARGEST} bytes")));
        }
        let not_json = |error| Unreadable::NoRecord(format!("not JSON: {error}"));
        let value: serde_json::Value = serde_json::from_slice(document).map_err(not_json)?;
        match value.get("format").and_then(serde_json::Value::as_str) {
            Some(FORMAT) => {}
            Some(other) => {
                let other: String = other.chars().take(40).collect();
                return Err(Unreadable::NoRecord(format!(
                    "format {other:?}: expected \"{FORMAT}\""
                )));
            }
            None => {
                return Err(Unreadable::NoRecord(format!(
                    "no field `format`: expected \"{FORMAT}\""
                )));
            }
        }
        let Object(record) = serde_json::from_slice::<Object<Self>>(document)
            .map_err(|error| Unreadable::Form(error.to_string()))?;
        record.check_form().map_err(Unreadable::Form)?;
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
        let seats = [self.result.winner, self.fairness.first_in_queue];
        if let Some(seat) = seats.into_iter().find(|&seat| !rules.has(seat)) {
            return Err(format!("`{seat}` is no seat of the rule set"));
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

    /// Checks everything that a record claims, by playing it again. Returns the final position.
    ///
    /// # Errors
    ///
    /// The first thing that does not hold.
    pub fn verify(&self) -> Result<Position, Fault> {
        let expected = self.expected_digest();
        if self.digest != expected {
            return Err(Fault::Digest { expected });
        }
        self.check_commitments()?;
        let mut replay = self.replay(&mut Silent).ok_or(Fault::Result { reached: None })?;
        let drawn = replay.game().first_in_queue();
        if drawn != self.fairness.first_in_queue {
            return Err(Fault::Seats { drawn });
        }
        while replay.advance(&mut Silent)? {}
        let position = *replay.game().position();
        let reached = position.outcome();
        if reached != Some(self.result) {
            return Err(Fault::Result { reached });
        }
        let expected = Hash(position.digest());
        if self.last != expected {
            return Err(Fault::Final { expected });
        }
        Ok(position)
    }

    fn check_commitments(&self) -> Result<(), Fault> {
        let fairness = &self.fairness;
        if Hash::of(&[&fairness.server_seed.0]) != fairness.server_commitment {
            return Err(Fault::Commitment(
                "the server's seed does not open its commitment",
            ));
        }
        for i in 0..2 {
            let (seed, commitment) = (fairness.client_seeds[i], fairness.client_commitments[i]);
            if fairness.absent[i] && seed != Hash::ZERO {
                return Err(Fault::Commitment("an absent player's seed is not 64 zeros"));
            }
            if !fairness.absent[i] && Hash::of(&[&seed.0]) != commitment {
                return Err(Fault::Commitment("a player's seed does not open its commitment"));
            }
        }
        let is_local = |(_, person): (Seat, &Option<Person>)| {
            person
                .as_ref()
                .is_none_or(|person| person.kind == PersonKind::Local)
        };
        if fairness.absent == [true, true] && !self.players.iter().all(is_local) {
            return Err(Fault::Commitment("both players are absent: no match comes about"));
        }
        Ok(())
    }

    /// Plays the match again from its beginning; `None` if the rule set is not known.
    pub fn replay(&self, opening: &mut impl Sink) -> Option<Replay<'_>> {
        let rules = Ruleset::named(&self.ruleset)?;
        let game = Game::begin(rules, self.fairness.match_seed(&self.id).0, opening);
        Some(Replay {
            record: self,
            game,
            time: 0,
            phase_began: 0,
        })
    }
}

/// A record that is being played again, action by action.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    game: Game,
    time: u64,
    phase_began: u64,
}

impl Replay<'_> {
    /// The game as far as it has been played again.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Plays the next action; false if there is none left.
    ///
    /// # Errors
    ///
    /// A [`Fault::Action`] when that action could not have happened.
    pub fn advance(&mut self, sink: &mut impl Sink) -> Result<bool, Fault> {
        let number = self.game.version() as usize;
        let Some(written) = self.record.actions.get(number) else {
            return Ok(false);
        };
        self.apply(written, sink)
            .map_err(|why| Fault::Action { number, why })?;
        Ok(true)
    }

    fn apply(&mut self, written: &Written, sink: &mut impl Sink) -> Result<(), ActionFault> {
        let t = written.t.ok_or(ActionFault::Misfit(Misfit::Missing("t")))?;
        let seat = written.seat.ok_or(ActionFault::Misfit(Misfit::Missing("seat")))?;
        if t < self.time {
            return Err(ActionFault::TimeFalls);
        }
        if written.verb == Verb::Timeout && t - self.phase_began < self.record.clock_ms {
            return Err(ActionFault::EarlyTimeout);
        }
        let action = written.action().map_err(ActionFault::Misfit)?;
        self.game.play(seat, action, sink).map_err(ActionFault::Illegal)?;
        self.time = t;
        // Using an item begins no new phase (RULES.md, section 7).
        if written.verb != Verb::Use {
            self.phase_began = t;
        }
        Ok(())
    }

    /// The events of the next action, for showing a match again step by step.
    ///
    /// # Errors
    ///
    /// As [`Replay::advance`].
    pub fn next_events(&mut self) -> Result<Option<Vec<Event>>, Fault> {
        let mut events = Vec::new();
        Ok(self.advance(&mut events)?.then_some(events))
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

/// What a player was told when the match was paired: kept by the browser, compared with the record at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The two players' commitments in queue order.
    pub client_commitments: [Hash; 2],
    /// [`NOTE_FORMAT`].
    pub format: String,
    /// The match's id.
    #[serde(rename = "match")]
    pub id: String,
    /// What this player itself gave, if the note keeps it.
    #[serde(
        default,
        deserialize_with = "given_object",
        skip_serializing_if = "Option::is_none"
    )]
    pub own: Option<Own>,
    /// The server's commitment.
    pub server_commitment: Hash,
}

/// A player's own part in the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Own {
    /// 0 for the first of the queue, 1 for the second.
    pub order: u8,
    /// The seed that was shown.
    pub seed: Hash,
    /// Whether it was shown in time.
    pub shown: bool,
}

/// The version of notes that this program writes and reads.
pub const NOTE_FORMAT: &str = "flychess-note/1";

/// Where a record differs from the note of the pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteFault {
    /// It is of another match.
    Match,
    /// The server's commitment was another.
    ServerCommitment,
    /// The players' commitments, or their order, were others.
    ClientCommitments,
    /// The own seed was another.
    OwnSeed,
    /// The own seed was shown in time, and the record calls this player absent.
    CalledAbsent,
}

impl fmt::Display for NoteFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Match => "note: the record is of another match",
            Self::ServerCommitment => "note: the server's commitment was another before the match",
            Self::ClientCommitments => {
                "note: the players' commitments, or their order, were others before the match"
            }
            Self::OwnSeed => "note: the own seed was another",
            Self::CalledAbsent => {
                "note: the own seed was shown in time, but the record calls its player absent"
            }
        })
    }
}

impl std::error::Error for NoteFault {}

impl Note {
    /// Reads a note.
    ///
    /// # Errors
    ///
    /// When it is no note of a known version.
    pub fn read(document: &[u8]) -> Result<Self, Unreadable> {
        if document.len() > LARGEST {
            return Err(Unreadable::NoRecord(format!("larger than {LARGEST} bytes")));
        }
        let Object(note) = serde_json::from_slice::<Object<Self>>(document)
            .map_err(|error| Unreadable::NoRecord(format!("not a note: {error}")))?;
        if note.format != NOTE_FORMAT {
            return Err(Unreadable::NoRecord(format!(
                "format {:?}: expected \"{NOTE_FORMAT}\"",
                note.format
            )));
        }
        if note.own.is_some_and(|own| own.order > 1) {
            return Err(Unreadable::NoRecord("own.order: expected 0 or 1".into()));
        }
        Ok(note)
    }

    /// Compares a record with what was told before play.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn check(&self, record: &Record) -> Result<(), NoteFault> {
        let fairness = &record.fairness;
        if record.id != self.id {
            return Err(NoteFault::Match);
        }
        if fairness.server_commitment != self.server_commitment {
            return Err(NoteFault::ServerCommitment);
        }
        if fairness.client_commitments != self.client_commitments {
            return Err(NoteFault::ClientCommitments);
        }
        let Some(own) = self.own else { return Ok(()) };
        let order = usize::from(own.order.min(1));
        match (fairness.absent[order], own.shown) {
            (true, true) => Err(NoteFault::CalledAbsent),
            (false, _) if fairness.client_seeds[order] != own.seed => Err(NoteFault::OwnSeed),
            _ => Ok(()),
        }
    }
}
