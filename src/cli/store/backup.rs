//! `flychess backup`: a copy of the database.

use std::path::PathBuf;
use std::process::ExitCode;

use flychess::server::store::backup;

/// Copy the database as it is at this moment; a server may go on using it.
///
/// The copy is a whole database: to restore it, stop the server and start it with the copy in the place of the file.
/// Keep it secret: it foretells the dice of matches that are under way.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    database: super::Database,
    /// The copy; nothing that is there is overwritten.
    to: PathBuf,
}

/// Copies.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match super::wait(backup(&arguments.database.file, &arguments.to)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("flychess: {}", super::one_line(why));
            ExitCode::FAILURE
        }
    }
}
