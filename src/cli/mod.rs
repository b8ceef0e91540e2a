//! The subcommands, one file each: arguments, then `run`. Results go to standard output, everything else to
//! standard error.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

pub(crate) mod referee;
#[cfg(feature = "ssr")]
#[path = "serve.rs"]
pub(crate) mod serve;
#[cfg(not(feature = "ssr"))]
#[path = "no_server.rs"]
pub(crate) mod serve;
pub(crate) mod simulate;
pub(crate) mod verify;

/// Exit status for input that is not understood.
const NOT_UNDERSTOOD: u8 = 2;

/// Says on standard error what was wrong, and gives the exit status for input that is not understood.
fn not_understood(what: impl std::fmt::Display) -> ExitCode {
    eprintln!("flychess: {what}");
    ExitCode::from(NOT_UNDERSTOOD)
}

/// The whole of a file, or of standard input for no file or `-`; one byte more than `largest` at the most, so that
/// a reader can tell what is too large.
fn read(file: Option<&Path>, largest: usize) -> io::Result<Vec<u8>> {
    let mut document = Vec::new();
    let limit = largest as u64 + 1;
    match file.filter(|file| *file != Path::new("-")) {
        Some(file) => File::open(file)?.take(limit).read_to_end(&mut document)?,
        None => io::stdin().lock().take(limit).read_to_end(&mut document)?,
    };
    Ok(document)
}

/// Writes to standard output. A reader that has gone (`flychess … | head`) is no fault of ours and ends us quietly.
fn print(text: &str) -> io::Result<()> {
    use io::Write;
    let written = writeln!(io::stdout().lock(), "{text}");
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
