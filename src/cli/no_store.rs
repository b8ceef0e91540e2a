//! The commands that look after a database, in a build of the tools alone: each says that it is not there.

/// `flychess backup`.
pub(crate) mod backup {
    /// Copy the database; not in this build.
    #[derive(clap::Args)]
    pub(crate) struct Arguments {}

    /// Says that this build has no database.
    pub(crate) fn run(_: &Arguments) -> std::process::ExitCode {
        crate::cli::serve::run(crate::cli::serve::Arguments::default())
    }
}

/// `flychess check`.
pub(crate) mod check {
    /// Check the scores of a database; not in this build.
    #[derive(clap::Args)]
    pub(crate) struct Arguments {}

    /// Says that this build has no database.
    pub(crate) fn run(_: &Arguments) -> std::process::ExitCode {
        crate::cli::serve::run(crate::cli::serve::Arguments::default())
    }
}
