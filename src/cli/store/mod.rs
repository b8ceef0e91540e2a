//! The commands that look after a database.

pub(crate) mod backup;
pub(crate) mod check;

use std::future::Future;
use std::path::PathBuf;

use super::{not_understood, one_line, print};

/// Which database is looked after.
#[derive(clap::Args)]
struct Database {
    /// The database.
    #[arg(
        long = "database",
        env = "FLYCHESS_DATABASE",
        value_name = "FILE",
        default_value = "data/flychess.db"
    )]
    file: PathBuf,
}

/// Runs to its end what asks a database.
fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime on the thread that there is")
        .block_on(work)
}
