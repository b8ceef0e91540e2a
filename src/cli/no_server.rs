//! `flychess serve` in a build of the tools alone.

use std::process::ExitCode;

/// Serve the game to browsers (the default); not in this build.
#[derive(clap::Args, Default)]
pub(crate) struct Arguments {}

/// Says that this build has no server.
pub(crate) fn run(_: Arguments) -> ExitCode {
    eprintln!(
        "flychess: this build has only the tools; the server is built with the feature ssr (make build)"
    );
    ExitCode::FAILURE
}
