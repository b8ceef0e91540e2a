//! Accounts, and which browsers are logged in with them.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::row::{guarded, hash};
use super::{Account, Guarded, Millis, NewAccount, PlayerKey, SessionKey};
use crate::rules::hash::Hash;

/// As long as browsers keep a cookie.
const LONGEST_SESSION: Millis = 400 * 24 * 60 * 60 * 1000;

pub(super) async fn create(connection: &mut SqliteConnection, new: NewAccount) -> sqlx::Result<Guarded> {
    for look in &new.looks {
        let taken = sqlx::query("SELECT 1 FROM looks WHERE look = ?")
            .bind(look)
            .fetch_optional(&mut *connection)
            .await?;
        if taken.is_some() {
            return Ok(Guarded::Refused);
        }
    }
    let made = sqlx::query(
        "INSERT INTO accounts (player, name, folded, credential, created_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (folded) DO NOTHING",
    )
    .bind(new.account.player.0.0.to_vec())
    .bind(&new.account.name)
    .bind(&new.folded)
    .bind(new.credential.0.to_vec())
    .bind(new.at)
    .execute(&mut *connection)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(Guarded::Refused);
    }
    let account = made.last_insert_rowid();
    for look in &new.looks {
        sqlx::query("INSERT INTO looks (look, account) VALUES (?, ?)")
            .bind(look)
            .bind(account)
            .execute(&mut *connection)
            .await?;
    }
    begin_session(connection, account, new.session, new.at).await?;
    Ok(Guarded::Stored)
}

async fn begin_session(
    connection: &mut SqliteConnection,
    account: i64,
    session: SessionKey,
    at: Millis,
) -> sqlx::Result<()> {
    // No browser remembers a session for longer.
    sqlx::query("DELETE FROM sessions WHERE account = ? AND began_ms < ?")
        .bind(account)
        .bind(at - LONGEST_SESSION)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO sessions (session, account, began_ms) VALUES (?, ?, ?)")
        .bind(session.0.0.to_vec())
        .bind(account)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn log_in(
    connection: &mut SqliteConnection,
    credential: Hash,
    session: SessionKey,
    at: Millis,
) -> sqlx::Result<Option<Account>> {
    let found = sqlx::query("SELECT id, player, name FROM accounts WHERE credential = ?")
        .bind(credential.0.to_vec())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = found else { return Ok(None) };
    begin_session(connection, row.try_get("id")?, session, at).await?;
    account(&row).map(Some)
}

pub(super) async fn log_out(connection: &mut SqliteConnection, session: SessionKey) -> sqlx::Result<Guarded> {
    let done = sqlx::query("DELETE FROM sessions WHERE session = ?")
        .bind(session.0.0.to_vec())
        .execute(connection)
        .await?;
    Ok(guarded(done.rows_affected()))
}

pub(super) async fn renew_credential(
    connection: &mut SqliteConnection,
    session: SessionKey,
    credential: Hash,
) -> sqlx::Result<Option<Vec<SessionKey>>> {
    let found = sqlx::query_scalar::<_, i64>("SELECT account FROM sessions WHERE session = ?")
        .bind(session.0.0.to_vec())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(account) = found else { return Ok(None) };
    sqlx::query("UPDATE accounts SET credential = ? WHERE id = ?")
        .bind(credential.0.to_vec())
        .bind(account)
        .execute(&mut *connection)
        .await?;
    let ended = sqlx::query("DELETE FROM sessions WHERE account = ? AND session <> ? RETURNING session")
        .bind(account)
        .bind(session.0.0.to_vec())
        .fetch_all(connection)
        .await?;
    let ended = ended.iter().map(|row| hash(row, "session").map(SessionKey));
    ended.collect::<sqlx::Result<_>>().map(Some)
}

pub(super) async fn of_session(readers: &SqlitePool, session: SessionKey) -> sqlx::Result<Option<Account>> {
    let found = sqlx::query(
        "SELECT player, name FROM sessions JOIN accounts ON accounts.id = account WHERE session = ?",
    )
    .bind(session.0.0.to_vec())
    .fetch_optional(readers)
    .await?;
    found.as_ref().map(account).transpose()
}

fn account(row: &SqliteRow) -> sqlx::Result<Account> {
    Ok(Account {
        player: PlayerKey(hash(row, "player")?),
        name: row.try_get("name")?,
    })
}
