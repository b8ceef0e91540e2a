//! Reading: the queue, a match whole, and where somebody is bound.

use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection, SqlitePool};

use super::row::{broken, hash, match_id, member, optional_hash, stage, waiting};
use super::{Occasion, PlayerKey, StoredMatch, Waiting};
use crate::protocol::{MatchId, Outage};

pub(super) async fn queue(readers: &SqlitePool) -> sqlx::Result<Vec<Waiting>> {
    let rows = sqlx::query("SELECT * FROM queue ORDER BY place")
        .fetch_all(readers)
        .await?;
    rows.iter().map(waiting).collect()
}

pub(super) async fn load(
    connection: &mut SqliteConnection,
    id: &MatchId,
) -> sqlx::Result<Option<StoredMatch>> {
    // One read transaction, so that the parts are of one moment.
    let mut read = connection.begin().await?;
    let found = sqlx::query("SELECT * FROM matches WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(&mut *read)
        .await?;
    let Some(row) = found else { return Ok(None) };
    let members = sqlx::query("SELECT * FROM players WHERE match_id = ? ORDER BY place")
        .bind(id.as_str())
        .fetch_all(&mut *read)
        .await?;
    let actions =
        sqlx::query_scalar::<_, String>("SELECT act FROM actions WHERE match_id = ? ORDER BY version")
            .bind(id.as_str())
            .fetch_all(&mut *read)
            .await?;
    let outages =
        sqlx::query("SELECT version, at_ms, granted_ms FROM outages WHERE match_id = ? ORDER BY at_ms")
            .bind(id.as_str())
            .fetch_all(&mut *read)
            .await?;
    read.commit().await?;
    let [first, second] = members.as_slice() else {
        return Err(broken("a match without two players"));
    };
    let outage = |row: &SqliteRow| {
        let granted: i64 = row.try_get("granted_ms")?;
        Ok(Outage {
            at_ms: row.try_get("at_ms")?,
            version: row.try_get("version")?,
            granted_ms: granted.unsigned_abs(),
        })
    };
    Ok(Some(StoredMatch {
        id: id.clone(),
        ruleset: row.try_get("ruleset")?,
        occasion: if row.try_get("scored")? {
            Occasion::Queue
        } else {
            Occasion::Invitation
        },
        stage: stage(&row)?,
        server_seed: hash(&row, "server_seed")?,
        fixed_seed: optional_hash(&row, "fixed_seed")?,
        clock_ms: row.try_get::<i64, _>("clock_ms")?.unsigned_abs(),
        members: [member(first)?, member(second)?],
        actions: actions
            .iter()
            .map(|act| serde_json::from_str(act).map_err(|_| broken("an action that is not known")))
            .collect::<sqlx::Result<_>>()?,
        outages: outages.iter().map(outage).collect::<sqlx::Result<_>>()?,
    }))
}

pub(super) async fn under_way(readers: &SqlitePool) -> sqlx::Result<Vec<MatchId>> {
    let ids = sqlx::query_scalar::<_, String>("SELECT id FROM matches WHERE stage IN ('pairing', 'live')")
        .fetch_all(readers)
        .await?;
    ids.iter().map(|id| match_id(id)).collect()
}

pub(super) async fn bound(readers: &SqlitePool, player: PlayerKey) -> sqlx::Result<Option<MatchId>> {
    let id = sqlx::query_scalar::<_, String>(
        "SELECT match_id FROM players JOIN matches ON matches.id = match_id
         WHERE player = ? AND has_left = 0 ORDER BY created_ms DESC LIMIT 1",
    )
    .bind(player.0.0.to_vec())
    .fetch_optional(readers)
    .await?;
    id.map(|id| match_id(&id)).transpose()
}
