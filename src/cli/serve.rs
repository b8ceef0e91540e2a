//! `flychess serve`: the server.

use std::path::PathBuf;
use std::process::ExitCode;

use flychess::server::{Config, run as serve};

/// Serve the game to browsers (the default).
///
/// Every setting can be given here or in the environment; what is given here has the last word.
#[derive(clap::Args, Default)]
pub(crate) struct Arguments {
    /// The file in which everything is kept; made if it is not there. [default: data/flychess.db]
    #[arg(long, env = "FLYCHESS_DATABASE", value_name = "FILE")]
    database: Option<PathBuf>,
    /// Set cookies for TLS: say so when browsers reach this server by https.
    #[arg(long, env = "FLYCHESS_SECURE_COOKIES")]
    secure_cookies: bool,
    /// The address of a proxy that is believed when it says where a request comes from (X-Forwarded-For); several
    /// with commas between them. Without one the other end of the connection counts.
    #[arg(
        long,
        env = "FLYCHESS_TRUSTED_PROXY",
        value_name = "ADDRESS",
        value_delimiter = ','
    )]
    trusted_proxy: Vec<std::net::IpAddr>,
    /// Tests alone: milliseconds for each phase.
    #[cfg(feature = "testing")]
    #[arg(long, env = "FLYCHESS_TEST_CLOCK_MS", value_name = "MS")]
    test_clock_ms: Option<u64>,
    /// Tests alone: the seed of every match, 64 hex digits. Whoever knows it knows the dice.
    #[cfg(feature = "testing")]
    #[arg(long, env = "FLYCHESS_TEST_SEED", value_name = "HEX")]
    test_seed: Option<flychess::rules::hash::Hash>,
}

impl Arguments {
    fn apply(self, config: &mut Config) {
        if let Some(database) = self.database {
            config.database = database;
        }
        config.cookies.secure = self.secure_cookies;
        config.proxies = self.trusted_proxy;
        #[cfg(feature = "testing")]
        {
            config.terms.clock_ms = self.test_clock_ms.unwrap_or(config.terms.clock_ms);
            config.terms.fixed_seed = self.test_seed;
        }
    }
}

/// Serves until the process is told to stop.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let served = Config::load()
        .map_err(Box::<dyn std::error::Error>::from)
        .and_then(|mut config| {
            arguments.apply(&mut config);
            Ok(serve(config)?)
        });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("flychess: {why}");
            ExitCode::FAILURE
        }
    }
}
