//! Where the dice of a match come from, so that neither the server nor a player can choose them, and the note that a
//! player keeps to see afterwards that nobody did (FORMATS.md, section 4).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hash::Hash;
use super::record::{NoRecord, Record, Unreadable};
use super::seat::Seat;
use super::strict::{self, given_object};

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
        NoRecord::check_format(document, NOTE_FORMAT).map_err(Unreadable::NoRecord)?;
        let form = |why: String| Unreadable::NoRecord(NoRecord::Form(why));
        let note: Self = strict::read(document).map_err(form)?;
        if note.own.is_some_and(|own| own.order > 1) {
            return Err(form("own.order: expected 0 or 1".into()));
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
