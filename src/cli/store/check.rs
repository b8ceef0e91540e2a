//! `flychess check`: are the scores what the ledger says?

use std::process::ExitCode;

use flychess::server::store::{Checked, check};

/// Check that all scores are the sums of the ledger, and that the ledger has every result once.
///
/// A server may go on using the database. Exit status 0 if all is well, 1 if not; then each difference is a line.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    database: super::Database,
}

/// Checks, and says what was found.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let checked = super::wait(check(&arguments.database.file));
    let Checked {
        accounts,
        entries,
        disagreements,
    } = match checked {
        Ok(checked) => checked,
        Err(why) => return super::not_understood(why),
    };
    let lines = disagreements.iter().map(super::one_line);
    let last = if disagreements.is_empty() {
        format!("{accounts} accounts, {entries} rows in the ledger: every score is the sum of its rows")
    } else {
        format!(
            "{accounts} accounts, {entries} rows in the ledger: {} differences",
            disagreements.len()
        )
    };
    let text: Vec<String> = lines.chain([last]).collect();
    if super::print(&text.join("\n")).is_err() || !disagreements.is_empty() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
