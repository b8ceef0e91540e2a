//! The ledger and what is counted by it. Ranks are sums over the standings, pages of lists begin beside an entry and
//! follow an index: nothing here reads more rows than it shows, but the few of the standings.

use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Row, SqliteConnection, SqlitePool};

use super::row::{broken, hash, identity, match_id, read_word};
use super::{Entry, Page, PlayerKey, Standing};
use crate::protocol::{MatchId, Turn, score_change};

type Query<'q> = sqlx::query::Query<'q, sqlx::Sqlite, SqliteArguments>;

/// Enters the result of a match that has just ended, in the transaction that ends it: one row for each account that
/// played, if the match counts. The ledger moves scores and standings by itself.
pub(super) async fn enter(
    connection: &mut SqliteConnection,
    id: &MatchId,
    winner: usize,
    t: u64,
) -> sqlx::Result<()> {
    sqlx::query(ENTER)
        .bind(id.as_str())
        .bind(i64::try_from(winner).map_err(|_| broken("a place that is none"))?)
        .bind(score_change(true))
        .bind(score_change(false))
        .bind(i64::try_from(t).unwrap_or(i64::MAX))
        .execute(connection)
        .await?;
    Ok(())
}

const ENTER: &str = "\
    INSERT INTO ledger (match_id, place, account, change, at_ms)
    SELECT matches.id, place, accounts.id, iif(place = ?2, ?3, ?4), began_ms + ?5
    FROM matches
    JOIN players ON match_id = matches.id
    JOIN accounts ON accounts.player = players.player
    WHERE matches.id = ?1 AND scored AND kind = 'account'";

const STANDING: &str = "SELECT player, name, folded, score, won, lost, created_ms FROM accounts";

pub(super) async fn of_player(readers: &SqlitePool, player: PlayerKey) -> sqlx::Result<Option<Standing>> {
    let found = query(&format!("{STANDING} WHERE player = ?"))
        .bind(player.0.0.to_vec())
        .fetch_optional(readers)
        .await?;
    match found {
        Some(row) => ranked_row(readers, &row).await.map(Some),
        None => Ok(None),
    }
}

pub(super) async fn named(readers: &SqlitePool, folded: &str) -> sqlx::Result<Option<(PlayerKey, Standing)>> {
    let found = query(&format!("{STANDING} WHERE folded = ?"))
        .bind(folded)
        .fetch_optional(readers)
        .await?;
    match found {
        Some(row) => Ok(Some((
            PlayerKey(hash(&row, "player")?),
            ranked_row(readers, &row).await?,
        ))),
        None => Ok(None),
    }
}

/// A query that is put together from constants of this file.
fn query(text: &str) -> Query<'static> {
    sqlx::query(sqlx::AssertSqlSafe(text.to_owned()))
}

async fn ranked_row(readers: &SqlitePool, row: &SqliteRow) -> sqlx::Result<Standing> {
    let mut standing = standing(row)?;
    if standing.won + standing.lost > 0 {
        standing.rank = Some(1 + better(readers, standing.score).await?);
    }
    Ok(standing)
}

fn standing(row: &SqliteRow) -> sqlx::Result<Standing> {
    Ok(Standing {
        rank: None,
        name: row.try_get("name")?,
        score: row.try_get("score")?,
        won: row.try_get::<i64, _>("won")?.unsigned_abs(),
        lost: row.try_get::<i64, _>("lost")?.unsigned_abs(),
        since: row.try_get("created_ms")?,
    })
}

/// How many stand better.
async fn better(readers: &SqlitePool, score: i64) -> sqlx::Result<u64> {
    let sum: i64 = sqlx::query_scalar(BETTER).bind(score).fetch_one(readers).await?;
    Ok(sum.unsigned_abs())
}

const BETTER: &str = "SELECT coalesce(sum(accounts), 0) FROM standings WHERE score > ?1";

pub(super) async fn ranked(readers: &SqlitePool) -> sqlx::Result<u64> {
    better(readers, i64::MIN).await
}

/// One way along a list, away from an entry.
struct Way {
    /// What else stands at the same level, in this direction.
    level: &'static str,
    /// What stands at other levels, in this direction.
    beyond: &'static str,
}

const DOWN: Way = Way {
    level: "score = ?1 AND folded > ?2 ORDER BY folded",
    beyond: "score < ?1 ORDER BY score DESC, folded",
};
const UP: Way = Way {
    level: "score = ?1 AND folded < ?2 ORDER BY folded DESC",
    beyond: "score > ?1 ORDER BY score, folded DESC",
};

pub(super) async fn leaderboard(
    readers: &SqlitePool,
    turn: Turn<String>,
    most: usize,
) -> sqlx::Result<Page<Standing>> {
    let (way, of) = match &turn {
        Turn::First => (&DOWN, None),
        Turn::Above { of } => (&UP, Some(of)),
        Turn::Below { of } => (&DOWN, Some(of)),
    };
    let from = match of {
        Some(of) => place(readers, of).await?,
        None => Some((i64::MAX, String::new())),
    };
    let rows = match from {
        Some((score, folded)) => walk(readers, way, score, &folded, most + 1).await?,
        // Nobody of that name stands anywhere.
        None => Vec::new(),
    };
    let standings = rows.iter().map(standing).collect::<sqlx::Result<Vec<_>>>()?;
    let mut page = cut(standings, &turn, most);
    rank(readers, &mut page.rows).await?;
    Ok(page)
}

/// A page from what was found on one way and may be one entry too many.
fn cut<T, U>(mut rows: Vec<T>, turn: &Turn<U>, most: usize) -> Page<T> {
    let has_more = rows.len() > most;
    rows.truncate(most);
    match turn {
        Turn::Above { .. } => {
            rows.reverse();
            Page {
                rows,
                has_above: has_more,
                has_below: true,
            }
        }
        Turn::First | Turn::Below { .. } => Page {
            rows,
            has_above: matches!(turn, Turn::Below { .. }),
            has_below: has_more,
        },
    }
}

async fn place(readers: &SqlitePool, folded: &str) -> sqlx::Result<Option<(i64, String)>> {
    let found = sqlx::query("SELECT score FROM accounts WHERE folded = ?")
        .bind(folded)
        .fetch_optional(readers)
        .await?;
    found
        .map(|row| Ok((row.try_get("score")?, folded.to_owned())))
        .transpose()
}

fn ranked_query(part: &str) -> String {
    format!("{STANDING} WHERE won + lost > 0 AND {part} LIMIT ?3")
}

async fn walk(
    readers: &SqlitePool,
    way: &Way,
    score: i64,
    folded: &str,
    most: usize,
) -> sqlx::Result<Vec<SqliteRow>> {
    let mut rows = Vec::new();
    for part in [way.level, way.beyond] {
        let left = i64::try_from(most - rows.len()).unwrap_or(i64::MAX);
        if left > 0 {
            let part = query(&ranked_query(part));
            rows.extend(
                part.bind(score)
                    .bind(folded.to_owned())
                    .bind(left)
                    .fetch_all(readers)
                    .await?,
            );
        }
    }
    Ok(rows)
}

/// Equal scores share a rank, and the next rank is one more than there are better ones.
async fn rank(readers: &SqlitePool, standings: &mut [Standing]) -> sqlx::Result<()> {
    let (Some(first), Some(last)) = (standings.first(), standings.last()) else {
        return Ok(());
    };
    let mut rank = 1 + better(readers, first.score).await?;
    let between = sqlx::query(BETWEEN)
        .bind(last.score)
        .bind(first.score)
        .fetch_all(readers)
        .await?;
    for row in between {
        let (score, accounts): (i64, i64) = (row.try_get("score")?, row.try_get("accounts")?);
        let equal = standings.iter_mut().filter(|standing| standing.score == score);
        equal.for_each(|standing| standing.rank = Some(rank));
        rank += accounts.unsigned_abs();
    }
    Ok(())
}

const BETWEEN: &str = "SELECT score, accounts FROM standings WHERE score BETWEEN ? AND ? ORDER BY score DESC";

const HISTORY: &str = "\
    SELECT ledger.match_id, ledger.at_ms, ledger.change, matches.reason, players.name, players.kind
    FROM ledger
    JOIN matches ON matches.id = ledger.match_id
    JOIN players ON players.match_id = ledger.match_id AND players.place = 1 - ledger.place
    WHERE account = (SELECT id FROM accounts WHERE player = ?1)";

/// Both rows of a match have its time, so either of them is its place in the list.
fn history_query(turn: &Turn<MatchId>) -> String {
    const BESIDE: &str = "(ledger.at_ms, ledger.match_id)";
    const OF: &str = "(SELECT at_ms, match_id FROM ledger WHERE match_id = ?2 LIMIT 1)";
    let (guard, order) = match turn {
        Turn::First => ("?2 = ''".to_owned(), "DESC"),
        Turn::Above { .. } => (format!("{BESIDE} > {OF}"), "ASC"),
        Turn::Below { .. } => (format!("{BESIDE} < {OF}"), "DESC"),
    };
    format!("{HISTORY} AND {guard} ORDER BY ledger.at_ms {order}, ledger.match_id {order} LIMIT ?3")
}

pub(super) async fn history(
    readers: &SqlitePool,
    player: PlayerKey,
    turn: Turn<MatchId>,
    most: usize,
) -> sqlx::Result<Page<Entry>> {
    let of = match &turn {
        Turn::First => "",
        Turn::Above { of } | Turn::Below { of } => of.as_str(),
    };
    let rows = query(&history_query(&turn))
        .bind(player.0.0.to_vec())
        .bind(of.to_owned())
        .bind(i64::try_from(most + 1).unwrap_or(i64::MAX))
        .fetch_all(readers)
        .await?;
    let entries = rows.iter().map(entry).collect::<sqlx::Result<Vec<_>>>()?;
    Ok(cut(entries, &turn, most))
}

fn entry(row: &SqliteRow) -> sqlx::Result<Entry> {
    Ok(Entry {
        id: match_id(row.try_get("match_id")?)?,
        at: row.try_get("at_ms")?,
        change: row.try_get("change")?,
        reason: read_word(row.try_get("reason")?)?,
        opponent: identity(row)?,
    })
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;

    /// What the database does for a query, one step a line.
    async fn plan(connection: &mut SqliteConnection, text: &str) -> Vec<String> {
        let steps = query(&format!("EXPLAIN QUERY PLAN {text}"));
        let steps = steps.fetch_all(connection).await.expect("it is a query");
        steps.iter().map(|step| step.get("detail")).collect()
    }

    #[tokio::test]
    async fn no_question_looks_through_a_whole_table() {
        let mut connection = SqliteConnection::connect("sqlite::memory:")
            .await
            .expect("there is memory");
        sqlx::migrate!("migrations/sqlite")
            .run(&mut connection)
            .await
            .expect("the tables can be made");
        let of = || "some".parse().expect("letters");
        let ways = [&DOWN, &UP].into_iter().flat_map(|way| [way.level, way.beyond]);
        let turns = [Turn::First, Turn::Above { of: of() }, Turn::Below { of: of() }];
        let mut all: Vec<String> = ways.map(ranked_query).collect();
        all.extend(turns.iter().map(history_query));
        all.extend(["player", "folded"].map(|by| format!("{STANDING} WHERE {by} = ?1")));
        all.extend([ENTER, BETTER, BETWEEN].map(str::to_owned));
        for text in all {
            for step in plan(&mut connection, &text).await {
                let is_quick = step.starts_with("SEARCH") || step.contains("SUBQUERY");
                assert!(is_quick, "{text}:\n{step}");
            }
        }
    }
}
