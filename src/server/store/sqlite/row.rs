//! From columns to what they mean, and back.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use tracing::error;

use super::{Guarded, Member, Millis, PlayerKey, StoredStage, Unavailable, Waiting};
use crate::protocol::{Identity, MatchId};
use crate::rules::hash::Hash;
use crate::rules::record::PersonKind;
use crate::rules::{Outcome, Reason, Seat};

pub(super) fn guarded(rows: u64) -> Guarded {
    if rows > 0 {
        Guarded::Stored
    } else {
        Guarded::Refused
    }
}

pub(super) fn unavailable(cause: sqlx::Error) -> Unavailable {
    error!(%cause, "a read failed");
    Unavailable
}

/// A row that holds what this program never writes.
pub(super) fn broken(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

pub(super) fn hash(row: &SqliteRow, column: &str) -> sqlx::Result<Hash> {
    optional_hash(row, column)?.ok_or_else(|| broken("a hash that is missing"))
}

pub(super) fn optional_hash(row: &SqliteRow, column: &str) -> sqlx::Result<Option<Hash>> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes
        .map(|bytes| {
            bytes
                .try_into()
                .map(Hash)
                .map_err(|_| broken("a hash that is not 32 bytes"))
        })
        .transpose()
}

/// Words in columns are those of the public formats.
pub(super) fn word<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

pub(super) fn read_word<T: serde::de::DeserializeOwned>(word: String) -> sqlx::Result<T> {
    serde_json::from_value(serde_json::Value::String(word)).map_err(|_| broken("a word that is not known"))
}

pub(super) fn identity(row: &SqliteRow) -> sqlx::Result<Identity> {
    let kind: PersonKind = read_word(row.try_get("kind")?)?;
    Ok(Identity {
        kind,
        name: row.try_get("name")?,
    })
}

pub(super) fn waiting(row: &SqliteRow) -> sqlx::Result<Waiting> {
    Ok(Waiting {
        player: PlayerKey(hash(row, "player")?),
        identity: identity(row)?,
        commitment: hash(row, "commitment")?,
        joined: row.try_get("joined_ms")?,
    })
}

pub(super) fn member(row: &SqliteRow) -> sqlx::Result<Member> {
    Ok(Member {
        player: PlayerKey(hash(row, "player")?),
        identity: identity(row)?,
        commitment: hash(row, "commitment")?,
        seed: optional_hash(row, "seed")?,
        has_left: row.try_get("has_left")?,
    })
}

pub(super) fn stage(row: &SqliteRow) -> sqlx::Result<StoredStage> {
    let deadline = || {
        row.try_get::<Option<Millis>, _>("deadline_ms")?
            .ok_or_else(|| broken("no deadline"))
    };
    let began = || {
        row.try_get::<Option<Millis>, _>("began_ms")?
            .ok_or_else(|| broken("no beginning"))
    };
    match row.try_get::<String, _>("stage")?.as_str() {
        "pairing" => Ok(StoredStage::Pairing {
            deadline: deadline()?,
        }),
        "live" => Ok(StoredStage::Live {
            began: began()?,
            deadline: deadline()?,
        }),
        "over" => {
            let winner: Seat = read_word(row.try_get("winner")?)?;
            let reason: Reason = read_word(row.try_get("reason")?)?;
            Ok(StoredStage::Over {
                began: began()?,
                outcome: Outcome { reason, winner },
            })
        }
        "dissolved" => Ok(StoredStage::Dissolved),
        _ => Err(broken("a stage that is not known")),
    }
}

pub(super) fn match_id(id: &str) -> sqlx::Result<MatchId> {
    id.parse().map_err(|_| broken("a match id that is none"))
}
