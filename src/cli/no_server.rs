//! `flychess serve` in a build of the tools alone.

use std::process::ExitCode;

/// Says that this build has no server.
pub(crate) fn run() -> ExitCode {
    eprintln!(
        "flychess: this build has only the tools; the server is built with the feature ssr (make build)"
    );
    ExitCode::FAILURE
}
