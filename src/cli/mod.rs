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
#[cfg(feature = "ssr")]
#[path = "store/mod.rs"]
pub(crate) mod store;
#[cfg(not(feature = "ssr"))]
#[path = "no_store.rs"]
pub(crate) mod store;
pub(crate) mod verify;

/// Exit status for input that is not understood.
const NOT_UNDERSTOOD: u8 = 2;

/// Says on standard error what was wrong, and gives the exit status for input that is not understood.
fn not_understood(what: impl std::fmt::Display) -> ExitCode {
    eprintln!("flychess: {}", one_line(what));
    ExitCode::from(NOT_UNDERSTOOD)
}

/// Anything as one line of a decent length: what others wrote may not pass for a line of ours, or steer a terminal.
fn one_line(text: impl std::fmt::Display) -> String {
    const MOST: usize = 300;
    let text = text.to_string();
    let escaped = text.chars().flat_map(|c| {
        let (plain, escape) = if c.is_control() {
            (None, Some(c.escape_default()))
        } else {
            (Some(c), None)
        };
        plain.into_iter().chain(escape.into_iter().flatten())
    });
    let mut line: String = escaped.take(MOST).collect();
    if line.chars().count() == MOST {
        line.push('…');
    }
    line
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
