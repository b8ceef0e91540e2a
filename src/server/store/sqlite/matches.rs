//! Matches from their pairing to their end: every write guards itself.

use sqlx::SqliteConnection;

use super::row::{broken, guarded, word};
use super::{After, Append, Guarded, Millis, Occasion, PlayerKey, RULES_VERSION, StoredMatch, StoredStage};
use super::{invitations, queue, scores};
use crate::protocol::{MatchId, Outage};
use crate::rules::hash::Hash;

pub(super) async fn pair(connection: &mut SqliteConnection, paired: StoredMatch) -> sqlx::Result<Guarded> {
    let [first, second] = &paired.members;
    let StoredStage::Pairing { deadline } = paired.stage else {
        return Ok(Guarded::Refused);
    };
    let met = match paired.occasion {
        Occasion::Queue => queue::meet(connection, first.player, second.player).await?,
        Occasion::Invitation => invitations::meet(connection, first.player, second.player).await?,
    };
    if met == Guarded::Refused {
        return Ok(Guarded::Refused);
    }
    sqlx::query(
        "INSERT INTO matches (id, ruleset, rules_version, stage, server_seed, fixed_seed, created_ms, clock_ms, deadline_ms, scored)
         VALUES (?, ?, ?, 'pairing', ?, ?, ?, ?, ?, ?)",
    )
    .bind(paired.id.as_str())
    .bind(&paired.ruleset)
    .bind(RULES_VERSION)
    .bind(paired.server_seed.0.to_vec())
    .bind(paired.fixed_seed.map(|seed| seed.0.to_vec()))
    .bind(deadline)
    .bind(i64::try_from(paired.clock_ms).unwrap_or(i64::MAX))
    .bind(deadline)
    .bind(paired.occasion.is_scored())
    .execute(&mut *connection)
    .await?;
    for (place, member) in (0_i64..).zip(&paired.members) {
        sqlx::query(
            "INSERT INTO players (match_id, place, player, name, kind, commitment) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(paired.id.as_str())
        .bind(place)
        .bind(member.player.0.0.to_vec())
        .bind(&member.identity.name)
        .bind(word(&member.identity.kind))
        .bind(member.commitment.0.to_vec())
        .execute(&mut *connection)
        .await?;
    }
    Ok(Guarded::Stored)
}

pub(super) async fn reveal(
    connection: &mut SqliteConnection,
    id: MatchId,
    player: PlayerKey,
    seed: Hash,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE players SET seed = coalesce(seed, ?3) WHERE match_id = ?1 AND player = ?2
         AND (SELECT stage FROM matches WHERE id = ?1) = 'pairing'",
    )
    .bind(id.as_str())
    .bind(player.0.0.to_vec())
    .bind(seed.0.to_vec())
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn begin(
    connection: &mut SqliteConnection,
    id: MatchId,
    began: Millis,
    deadline: Millis,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE matches SET stage = 'live', began_ms = ?2, deadline_ms = ?3
         WHERE id = ?1 AND stage = 'pairing'
         AND EXISTS (SELECT 1 FROM players WHERE match_id = ?1 AND seed IS NOT NULL)",
    )
    .bind(id.as_str())
    .bind(began)
    .bind(deadline)
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn dissolve(connection: &mut SqliteConnection, id: MatchId) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE matches SET stage = 'dissolved', deadline_ms = NULL
         WHERE id = ?1 AND stage = 'pairing'
         AND NOT EXISTS (SELECT 1 FROM players WHERE match_id = ?1 AND seed IS NOT NULL)",
    )
    .bind(id.as_str())
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() > 0 {
        // Nothing came about, so nobody is bound by it.
        sqlx::query("UPDATE players SET has_left = 1 WHERE match_id = ?")
            .bind(id.as_str())
            .execute(connection)
            .await?;
    }
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn put_off(
    connection: &mut SqliteConnection,
    id: MatchId,
    outage: Outage,
    deadline: Millis,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE matches SET deadline_ms = ? WHERE id = ? AND version = ? AND stage IN ('pairing', 'live')",
    )
    .bind(deadline)
    .bind(id.as_str())
    .bind(outage.version)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(Guarded::Refused);
    }
    sqlx::query("INSERT OR REPLACE INTO outages (match_id, version, at_ms, granted_ms) VALUES (?, ?, ?, ?)")
        .bind(id.as_str())
        .bind(outage.version)
        .bind(outage.at_ms)
        .bind(i64::try_from(outage.granted_ms).unwrap_or(i64::MAX))
        .execute(connection)
        .await?;
    Ok(Guarded::Stored)
}

pub(super) async fn leave(
    connection: &mut SqliteConnection,
    id: MatchId,
    player: PlayerKey,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE players SET has_left = 1 WHERE match_id = ?1 AND player = ?2
         AND (SELECT stage FROM matches WHERE id = ?1) IN ('over', 'dissolved')",
    )
    .bind(id.as_str())
    .bind(player.0.0.to_vec())
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn append(connection: &mut SqliteConnection, append: Append) -> sqlx::Result<Guarded> {
    let (stage, deadline, outcome) = match append.then {
        After::Deadline(deadline) => ("live", Some(deadline), None),
        After::Over { outcome, .. } => ("over", None, Some(outcome)),
    };
    let moved = sqlx::query(
        "UPDATE matches SET version = version + 1, stage = ?, deadline_ms = ?, winner = ?, reason = ?
         WHERE id = ? AND version = ? AND stage = 'live'",
    )
    .bind(stage)
    .bind(deadline)
    .bind(outcome.map(|outcome| word(&outcome.winner)))
    .bind(outcome.map(|outcome| word(&outcome.reason)))
    .bind(append.id.as_str())
    .bind(append.follows)
    .execute(&mut *connection)
    .await?;
    if moved.rows_affected() == 0 {
        return Ok(Guarded::Refused);
    }
    let act = serde_json::to_string(&append.act).map_err(|_| broken("an action that cannot be written"))?;
    sqlx::query("INSERT INTO actions (match_id, version, act) VALUES (?, ?, ?)")
        .bind(append.id.as_str())
        .bind(append.follows)
        .bind(act)
        .execute(&mut *connection)
        .await?;
    if let After::Over { winner, .. } = append.then {
        scores::enter(connection, &append.id, winner, append.act.t.unwrap_or(0)).await?;
    }
    Ok(Guarded::Stored)
}
