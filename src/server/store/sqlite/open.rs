//! Opening the file: settings, migrations, and why it may not go.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, SqliteConnection};

use super::Sqlite;
use super::writer::Writer;

/// Why the file could not be opened as a store.
#[derive(Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder for it cannot be made.
    Folder(PathBuf, std::io::Error),
    /// The file beside it that keeps other servers off cannot be used.
    Lock(PathBuf, std::io::Error),
    /// Another server runs on it.
    Taken(PathBuf),
    /// The file cannot be opened or is no database.
    File(PathBuf, sqlx::Error),
    /// It cannot be brought to the form that this program knows.
    Migrate(PathBuf, MigrateError),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(path, cause) => write!(f, "the folder {} cannot be made: {cause}", path.display()),
            Self::Lock(path, cause) => write!(f, "the lock {} cannot be used: {cause}", path.display()),
            Self::Taken(path) => write!(
                f,
                "another server runs on the database {}: stop it, or name another file (--database, FLYCHESS_DATABASE)",
                path.display()
            ),
            Self::File(path, cause) => write!(f, "the database {} cannot be opened: {cause}", path.display()),
            Self::Migrate(path, cause) => {
                write!(
                    f,
                    "the database {} cannot be brought up to date: {cause}",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for OpenError {}

impl Sqlite {
    /// Opens the file, making it and bringing it up to date where needed.
    ///
    /// # Errors
    ///
    /// When the file cannot be made, opened or brought up to date.
    pub async fn open(file: &Path) -> Result<Self, OpenError> {
        make_folder(file)?;
        let failed = |cause| OpenError::File(file.to_owned(), cause);
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
        sqlx::migrate!("migrations/sqlite")
            .run(&mut connection)
            .await
            .map_err(|cause| OpenError::Migrate(file.to_owned(), cause))?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await
            .map_err(failed)?;
        Ok(Self {
            writer: Writer::start(connection),
            readers,
        })
    }
}

/// Makes the folder that a file is to lie in.
pub(super) fn make_folder(file: &Path) -> Result<(), OpenError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|cause| OpenError::Folder(folder.to_owned(), cause))
        }
        None => Ok(()),
    }
}
