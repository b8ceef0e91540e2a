//! Who waits, in the order of joining.

use sqlx::SqliteConnection;

use super::row::{guarded, word};
use super::{Guarded, PlayerKey, Waiting};

pub(super) async fn join(connection: &mut SqliteConnection, waiting: Waiting) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "INSERT INTO queue (player, name, kind, commitment, joined_ms)
         SELECT ?1, ?2, ?3, ?4, ?5
         WHERE NOT EXISTS (SELECT 1 FROM invitations WHERE ?1 IN (host, guest))
         ON CONFLICT (player) DO NOTHING",
    )
    .bind(waiting.player.0.0.to_vec())
    .bind(waiting.identity.name)
    .bind(word(&waiting.identity.kind))
    .bind(waiting.commitment.0.to_vec())
    .bind(waiting.joined)
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn unjoin(connection: &mut SqliteConnection, player: PlayerKey) -> sqlx::Result<Guarded> {
    let query = sqlx::query("DELETE FROM queue WHERE player = ?").bind(player.0.0.to_vec());
    Ok(guarded(query.execute(connection).await?.rows_affected()))
}

/// Takes two out of the queue together; refused if either has left it.
pub(super) async fn meet(
    connection: &mut SqliteConnection,
    first: PlayerKey,
    second: PlayerKey,
) -> sqlx::Result<Guarded> {
    let waiting: i64 = sqlx::query_scalar("SELECT count(*) FROM queue WHERE player IN (?, ?)")
        .bind(first.0.0.to_vec())
        .bind(second.0.0.to_vec())
        .fetch_one(&mut *connection)
        .await?;
    if waiting != 2 {
        return Ok(Guarded::Refused);
    }
    let taken = sqlx::query("DELETE FROM queue WHERE player IN (?, ?)")
        .bind(first.0.0.to_vec())
        .bind(second.0.0.to_vec())
        .execute(connection)
        .await?;
    Ok(guarded(taken.rows_affected()))
}
