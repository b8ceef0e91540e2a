//! `flychess serve`: the server.

use std::process::ExitCode;

use flychess::server::{Config, run as serve};

/// Serves until the process is told to stop.
pub(crate) fn run() -> ExitCode {
    let served = Config::load()
        .map_err(Box::<dyn std::error::Error>::from)
        .and_then(|config| Ok(serve(config)?));
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("flychess: {why}");
            ExitCode::FAILURE
        }
    }
}
