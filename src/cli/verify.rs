//! `flychess verify`: checks records by playing them again (FORMATS.md, section 4).

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use flychess::rules::record::{LARGEST, Note, Record, Unreadable};

use super::{NOT_UNDERSTOOD, not_understood, one_line, print, read};

/// Check records of matches by playing them again.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The note of the pairing that a player's browser kept; the records are compared with it too.
    #[arg(long, value_name = "NOTE")]
    note: Option<PathBuf>,
    /// The records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Checked in this order, naming the first that fails: form, digest, commitments, seats, each action (numbered from 0:
its time, then whether the rules allow it), result, final position; then the note, if one is given.

Exit status: 0 when all hold; 1 when at least one does not; 2 when a file could not be read or is no record of a
known version.

Examples:
  flychess verify match.json
  flychess verify --note note.json match.json     also that the dice were fixed before play
  flychess verify records/*.json | grep -v ': ok'";

/// How one file came out.
enum Verdict {
    Holds,
    Fails(String),
    Unknown(String),
}

/// Checks each file, one line each.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let note = match arguments.note.as_deref().map(read_note).transpose() {
        Ok(note) => note,
        Err(why) => return not_understood(why),
    };
    let mut status = 0;
    for file in &arguments.files {
        let (line, this) = match check(file, note.as_ref()) {
            Verdict::Holds => ("ok".to_owned(), 0),
            Verdict::Fails(why) => (format!("FAILS: {why}"), 1),
            Verdict::Unknown(why) => (format!("UNKNOWN: {why}"), NOT_UNDERSTOOD),
        };
        status = status.max(this);
        if let Err(error) = print(&format!("{}: {}", one_line(file.display()), one_line(line))) {
            return not_understood(format_args!("the result cannot be written: {error}"));
        }
    }
    ExitCode::from(status)
}

fn read_note(file: &Path) -> Result<Note, String> {
    let document = read(Some(file), LARGEST).map_err(|error| format!("{}: {error}", file.display()))?;
    Note::read(&document).map_err(|error| format!("{}: {error}", file.display()))
}

fn check(file: &Path, note: Option<&Note>) -> Verdict {
    let document = match read(Some(file), LARGEST) {
        Ok(document) => document,
        Err(error) => return Verdict::Unknown(format!("cannot be read: {error}")),
    };
    let record = match Record::read(&document) {
        Ok(record) => record,
        Err(unreadable @ Unreadable::NoRecord(_)) => return Verdict::Unknown(unreadable.to_string()),
        Err(unreadable @ Unreadable::Form(_)) => return Verdict::Fails(unreadable.to_string()),
    };
    if let Err(fault) = record.verify() {
        return Verdict::Fails(fault.to_string());
    }
    match note.map(|note| note.check(&record)) {
        Some(Err(fault)) => Verdict::Fails(fault.to_string()),
        Some(Ok(())) | None => Verdict::Holds,
    }
}
