//! Who waits, in the order of joining.

use sqlx::SqliteConnection;

use super::row::{guarded, word};
use super::{Guarded, PlayerKey, Waiting};

pub(super) async fn join(connection: &mut SqliteConnection, waiting: Waiting) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "INSERT INTO queue (player, name, kind, commitment, joined_ms) VALUES (?, ?, ?, ?, ?)
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
