//! Looking after a file beside the server that uses it: a copy of it as it is at one moment, and whether its scores
//! are what its ledger says.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

/// Why it could not be done.
#[derive(Debug)]
#[non_exhaustive]
pub enum CareError {
    /// The database cannot be read.
    File(PathBuf, sqlx::Error),
    /// The copy cannot be written.
    Copy(PathBuf, std::io::Error),
}

impl fmt::Display for CareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, cause) => write!(f, "the database {} cannot be read: {cause}", path.display()),
            Self::Copy(path, cause) => write!(f, "the copy {} cannot be written: {cause}", path.display()),
        }
    }
}

impl std::error::Error for CareError {}

async fn open(file: &Path) -> Result<SqliteConnection, CareError> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(30));
    SqliteConnection::connect_with(&options)
        .await
        .map_err(|cause| CareError::File(file.to_owned(), cause))
}

/// Writes a copy of a database, as it is at one moment, to a file that is not there yet. A server may go on using the
/// database meanwhile.
///
/// # Errors
///
/// When the database cannot be read, or the copy is there already or cannot be written.
pub async fn backup(file: &Path, copy: &Path) -> Result<(), CareError> {
    let failed = |cause| CareError::Copy(copy.to_owned(), cause);
    let mut connection = open(file).await?;
    // Empty, and for nobody else's eyes: seeds of matches under way are in it.
    private(copy).map_err(failed)?;
    let written = sqlx::query("VACUUM INTO ?")
        .bind(copy.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    if let Err(cause) = written {
        // Half a copy helps nobody.
        let _ = std::fs::remove_file(copy);
        return Err(CareError::File(file.to_owned(), cause));
    }
    let copied = std::fs::File::open(copy).map_err(failed)?;
    copied.sync_all().map_err(failed)
}

#[cfg(unix)]
fn private(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(file).map(|_| ())
}

#[cfg(not(unix))]
fn private(file: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(file)
        .map(|_| ())
}

/// Where scores and ledger disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// An account's matches are not those of the ledger.
    Account {
        /// The nickname.
        name: String,
        /// Matches won and lost, as the account has them.
        counted: (i64, i64),
        /// The same as the ledger has them.
        entered: (i64, i64),
    },
    /// The number of those with a score is not the one by which ranks are found.
    Standing {
        /// The score.
        score: i64,
    },
    /// What is entered of a match is not what it should be: a row for each account in it once it is over, if it counts, and one
    /// winner.
    Match {
        /// Its id.
        id: String,
    },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Account {
                name,
                counted,
                entered,
            } => write!(
                f,
                "{name}: won {} and lost {}, but the ledger has {} and {}",
                counted.0, counted.1, entered.0, entered.1
            ),
            Self::Standing { score } => write!(f, "score {score}: the number of those who have it is wrong"),
            Self::Match { id } => write!(f, "match {id}: the ledger does not have its result"),
        }
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Accounts.
    pub accounts: i64,
    /// Rows of the ledger.
    pub entries: i64,
    /// Where they disagree.
    pub disagreements: Vec<Disagreement>,
}

/// Whether the scores in a database are the sums of its ledger, and the ledger has every result once.
///
/// # Errors
///
/// When the database cannot be read.
pub async fn check(file: &Path) -> Result<Checked, CareError> {
    let mut connection = open(file).await?;
    all(&mut connection)
        .await
        .map_err(|cause| CareError::File(file.to_owned(), cause))
}

async fn all(connection: &mut SqliteConnection) -> sqlx::Result<Checked> {
    // One moment for all of it: a server may go on writing.
    let mut read = connection.begin().await?;
    let count = |table| sqlx::query_scalar(table);
    let accounts = count("SELECT count(*) FROM accounts")
        .fetch_one(&mut *read)
        .await?;
    let entries = count("SELECT count(*) FROM ledger").fetch_one(&mut *read).await?;
    let mut disagreements = Vec::new();
    for (name, won, lost, up, down) in sqlx::query_as::<_, (String, i64, i64, i64, i64)>(ACCOUNTS)
        .fetch_all(&mut *read)
        .await?
    {
        disagreements.push(Disagreement::Account {
            name,
            counted: (won, lost),
            entered: (up, down),
        });
    }
    let scores = sqlx::query_scalar::<_, i64>(STANDINGS)
        .fetch_all(&mut *read)
        .await?;
    disagreements.extend(scores.into_iter().map(|score| Disagreement::Standing { score }));
    let ids = sqlx::query_scalar::<_, String>(MATCHES)
        .fetch_all(&mut *read)
        .await?;
    disagreements.extend(ids.into_iter().map(|id| Disagreement::Match { id }));
    Ok(Checked {
        accounts,
        entries,
        disagreements,
    })
}

const ACCOUNTS: &str = "\
    WITH entered AS (
        SELECT account, sum(change > 0) AS up, sum(change < 0) AS down FROM ledger GROUP BY account
    )
    SELECT name, won, lost, coalesce(up, 0), coalesce(down, 0)
    FROM accounts LEFT JOIN entered ON account = id
    WHERE won <> coalesce(up, 0) OR lost <> coalesce(down, 0)
    ORDER BY name";

const STANDINGS: &str = "\
    WITH counted AS (SELECT score, count(*) AS found FROM accounts WHERE won + lost > 0 GROUP BY score)
    SELECT coalesce(counted.score, standings.score)
    FROM counted FULL JOIN standings ON counted.score = standings.score
    WHERE coalesce(found, 0) <> coalesce(accounts, 0)
    ORDER BY 1";

const MATCHES: &str = "\
    SELECT matches.id
    FROM matches
    JOIN players ON players.match_id = matches.id AND kind = 'account'
    JOIN accounts ON accounts.player = players.player
    LEFT JOIN ledger ON ledger.match_id = matches.id AND ledger.place = players.place
    WHERE (stage = 'over' AND scored) <> (account IS NOT NULL) OR account <> accounts.id
    UNION
    SELECT match_id FROM ledger GROUP BY match_id HAVING count(*) = 2 AND sum(change) <> 0
    ORDER BY 1";
