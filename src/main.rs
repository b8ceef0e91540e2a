//! One binary: the server, and the tools of the rules engine (FORMATS.md).

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod cli;

/// FLYCHESS: flying chess for two, online; and its rules engine as a tool.
#[derive(Parser)]
#[command(name = "flychess", version, about, long_about = None, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  flychess                                     serve the game (the same as: flychess serve)
  flychess referee scenario.json               apply a scenario's actions, print what happened
  echo '{\"actions\":[]}' | flychess referee     print the start position
  flychess simulate --games 1000 --seed 1      play a thousand games, print what was counted
  flychess verify match.json                   check a record by playing it again

`flychess help COMMAND` says more about each.";

#[derive(Subcommand)]
enum Command {
    Serve(cli::serve::Arguments),
    Referee(cli::referee::Arguments),
    Simulate(cli::simulate::Arguments),
    Verify(cli::verify::Arguments),
    Check(cli::store::check::Arguments),
    Backup(cli::store::backup::Arguments),
}

/// Without a subcommand it serves, so that settings from the environment hold then too.
fn arguments() -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() == 1 {
        arguments.push("serve".into());
    }
    arguments
}

fn main() -> ExitCode {
    match Arguments::parse_from(arguments()).command {
        Command::Serve(arguments) => cli::serve::run(arguments),
        Command::Referee(arguments) => cli::referee::run(&arguments),
        Command::Simulate(arguments) => cli::simulate::run(&arguments),
        Command::Verify(arguments) => cli::verify::run(&arguments),
        Command::Check(arguments) => cli::store::check::run(&arguments),
        Command::Backup(arguments) => cli::store::backup::run(&arguments),
    }
}
