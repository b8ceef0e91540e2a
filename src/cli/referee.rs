//! `flychess referee`: one scenario in, one result out (FORMATS.md, section 1).

use std::path::PathBuf;
use std::process::ExitCode;

use flychess::rules::scenario::{LARGEST, Scenario};

use super::{not_understood, print, read};

/// Apply a scenario's actions to its position and print what happened.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scenario, a JSON document; standard input if it is left out.
    file: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Exit status: 0 when the document was understood, also when an action was refused; 2 when it was not.

Examples:
  The dice are given, the plane on ring cell 2 moves 4 cells and jumps no further:
    echo '{\"position\": {\"players\": {\"red\": {\"planes\": [{\"at\": \"ring\", \"cell\": 2}, {\"at\": \"hangar\"},
           {\"at\": \"hangar\"}, {\"at\": \"hangar\"}]}}},
           \"chance\": [{\"dice\": [4]}],
           \"actions\": [{\"do\": \"roll\"}, {\"do\": \"select\", \"plane\": 0}]}' | flychess referee

  A match's beginning by a seed, and its first roll:
    echo '{\"position\": \"start\", \"seed\": \"'$(printf '%064d' 0)'\", \"actions\": [{\"do\": \"roll\"}]}' | flychess referee";

/// Reads, applies, prints.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let document = match read(arguments.file.as_deref(), LARGEST) {
        Ok(document) => document,
        Err(error) => return not_understood(format_args!("the scenario cannot be read: {error}")),
    };
    let report = match Scenario::read(&document) {
        Ok(scenario) => scenario.run(),
        Err(error) => return not_understood(error),
    };
    let text = serde_json::to_string(&report).expect("a report has string keys and whole numbers only");
    match print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => not_understood(format_args!("the result cannot be written: {error}")),
    }
}
