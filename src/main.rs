//! One binary: the server, and the tools of the rules engine (FORMATS.md).

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod cli;

/// FLYCHESS: flying chess for two, online; and its rules engine as a tool.
#[derive(Parser)]
#[command(name = "flychess", version, about, long_about = None, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
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
    /// Serve the game to browsers (the default).
    Serve,
    Referee(cli::referee::Arguments),
    Simulate(cli::simulate::Arguments),
    Verify(cli::verify::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command.unwrap_or(Command::Serve) {
        Command::Serve => cli::serve::run(),
        Command::Referee(arguments) => cli::referee::run(&arguments),
        Command::Simulate(arguments) => cli::simulate::run(&arguments),
        Command::Verify(arguments) => cli::verify::run(&arguments),
    }
}
