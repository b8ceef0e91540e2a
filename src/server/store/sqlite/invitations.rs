//! Who has invited whom.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::row::{broken, guarded, hash, optional_hash, read_word, word};
use super::{Guarded, Invitation, PlayerKey, Waiting};
use crate::protocol::{Code, Identity};

pub(super) async fn invite(
    connection: &mut SqliteConnection,
    code: Code,
    host: Waiting,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "INSERT INTO invitations (code, host, host_name, host_kind, host_commitment, made_ms)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6
         WHERE NOT EXISTS (SELECT 1 FROM queue WHERE player = ?2)
         AND NOT EXISTS (SELECT 1 FROM invitations WHERE ?2 IN (host, guest))
         ON CONFLICT DO NOTHING",
    )
    .bind(code.to_string())
    .bind(host.player.0.0.to_vec())
    .bind(host.identity.name)
    .bind(word(&host.identity.kind))
    .bind(host.commitment.0.to_vec())
    .bind(host.joined)
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn accept(
    connection: &mut SqliteConnection,
    code: Code,
    guest: Waiting,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE invitations
         SET guest = ?2, guest_name = ?3, guest_kind = ?4, guest_commitment = ?5, accepted_ms = ?6
         WHERE code = ?1 AND guest IS NULL
         AND NOT EXISTS (SELECT 1 FROM queue WHERE player = ?2)
         AND NOT EXISTS (SELECT 1 FROM invitations WHERE ?2 IN (host, guest))",
    )
    .bind(code.to_string())
    .bind(guest.player.0.0.to_vec())
    .bind(guest.identity.name)
    .bind(word(&guest.identity.kind))
    .bind(guest.commitment.0.to_vec())
    .bind(guest.joined)
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn withdraw(connection: &mut SqliteConnection, host: PlayerKey) -> sqlx::Result<Guarded> {
    let query = sqlx::query("DELETE FROM invitations WHERE host = ?").bind(host.0.0.to_vec());
    Ok(guarded(query.execute(connection).await?.rows_affected()))
}

pub(super) async fn step_back(connection: &mut SqliteConnection, guest: PlayerKey) -> sqlx::Result<Guarded> {
    let done = sqlx::query(
        "UPDATE invitations
         SET guest = NULL, guest_name = NULL, guest_kind = NULL, guest_commitment = NULL, accepted_ms = NULL
         WHERE guest = ?",
    )
    .bind(guest.0.0.to_vec())
    .execute(connection)
    .await?;
    Ok(guarded(done.rows_affected()))
}

/// Uses an invitation: it is gone, if these two stood in it.
pub(super) async fn meet(
    connection: &mut SqliteConnection,
    host: PlayerKey,
    guest: PlayerKey,
) -> sqlx::Result<Guarded> {
    let done = sqlx::query("DELETE FROM invitations WHERE host = ? AND guest = ?")
        .bind(host.0.0.to_vec())
        .bind(guest.0.0.to_vec())
        .execute(connection)
        .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn all(readers: &SqlitePool) -> sqlx::Result<Vec<Invitation>> {
    let rows = sqlx::query("SELECT * FROM invitations ORDER BY made_ms, code")
        .fetch_all(readers)
        .await?;
    rows.iter().map(invitation).collect()
}

fn invitation(row: &SqliteRow) -> sqlx::Result<Invitation> {
    let code: String = row.try_get("code")?;
    let guest = optional_hash(row, "guest")?.map(|_| {
        waiting(
            row,
            [
                "guest",
                "guest_name",
                "guest_kind",
                "guest_commitment",
                "accepted_ms",
            ],
        )
    });
    Ok(Invitation {
        code: code.parse().map_err(|_| broken("a code that is none"))?,
        host: waiting(
            row,
            ["host", "host_name", "host_kind", "host_commitment", "made_ms"],
        )?,
        guest: guest.transpose()?,
    })
}

fn waiting(row: &SqliteRow, [player, name, kind, commitment, since]: [&str; 5]) -> sqlx::Result<Waiting> {
    Ok(Waiting {
        player: PlayerKey(hash(row, player)?),
        identity: Identity {
            kind: read_word(row.try_get(kind)?)?,
            name: row.try_get(name)?,
        },
        commitment: hash(row, commitment)?,
        joined: row.try_get(since)?,
    })
}
