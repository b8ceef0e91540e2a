//! What the server is told before it starts.

use std::{
    env,
    ffi::OsString,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use leptos::config::{LeptosOptions, get_configuration};
use tracing_subscriber::EnvFilter;

use super::identity::Cookies;
use super::lobby::Terms;
use crate::rules::Ruleset;

/// Everything that one run of the server is told; it holds from start to end.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Address, site folder and the like, in the words of the framework.
    pub leptos: LeptosOptions,
    /// How long requests that are under way may take once the server is told to stop.
    pub patience: Duration,
    /// The file in which everything is kept.
    pub database: PathBuf,
    /// How browsers are told to remember who they are.
    pub cookies: Cookies,
    /// Proxies that are believed when they say where a request comes from.
    pub proxies: Vec<IpAddr>,
    /// What new matches are made with.
    pub terms: Terms,
    /// Which lines the log has, in the words of its filter.
    pub log: String,
}

impl Config {
    /// Serves as these options say, with the usual patience.
    #[must_use]
    pub fn new(leptos: LeptosOptions) -> Self {
        Self {
            leptos,
            patience: Duration::from_secs(10),
            database: PathBuf::from("data/flychess.db"),
            cookies: Cookies { secure: false },
            proxies: Vec::new(),
            terms: Terms::of(Ruleset::duel()),
            log: "info".to_owned(),
        }
    }

    /// Reads `Leptos.toml` in the working directory; variables of the environment that begin with `LEPTOS_`
    /// (`LEPTOS_SITE_ADDR`, `LEPTOS_SITE_ROOT`, …) have the last word.
    ///
    /// # Errors
    ///
    /// When a value makes no sense, or the built site is not where it should be.
    pub fn load() -> Result<Self, ConfigError> {
        let file = "Leptos.toml";
        refuse_settings_of_tests()?;
        check_address()?;
        // A deployed server may come without the file and be told everything by its environment.
        let file = Path::new(file).exists().then_some(file);
        let found = get_configuration(file).map_err(|cause| ConfigError::Unreadable(cause.to_string()))?;
        let mut config = Self::new(found.leptos_options);
        if let Some(log) = env::var_os("FLYCHESS_LOG") {
            config.log = checked_filter(&log.to_string_lossy())?;
        }
        config.check_built()?;
        Ok(config)
    }

    /// The same with another address to listen on.
    #[must_use]
    pub fn at(mut self, address: SocketAddr) -> Self {
        self.leptos.site_addr = address;
        self
    }

    /// The folder of built files: style sheet, program, icons.
    #[must_use]
    pub fn site(&self) -> &Path {
        Path::new(&*self.leptos.site_root)
    }

    /// The framework reads the hashes of the built files at the first page and panics when there are none;
    /// better not to start.
    fn check_built(&self) -> Result<(), ConfigError> {
        let hashes = env::current_exe()
            .unwrap_or_default()
            .with_file_name(&*self.leptos.hash_file);
        let needed = [self.site().to_path_buf(), hashes];
        match needed
            .into_iter()
            .enumerate()
            .find(|(i, path)| (*i == 0 || self.leptos.hash_files) && !path.exists())
        {
            None => Ok(()),
            Some((_, path)) => Err(ConfigError::NotBuilt(path)),
        }
    }
}

/// Settings that only tests may have are not just without effect in a server that does not know them: whoever sets them
/// believes to run something else.
fn refuse_settings_of_tests() -> Result<(), ConfigError> {
    let is_of_tests = |name: &OsString| name.to_string_lossy().starts_with("FLYCHESS_TEST_");
    let found = env::vars_os().map(|(name, _)| name).find(is_of_tests);
    match found {
        Some(name) if !cfg!(feature = "testing") => Err(ConfigError::NoSense {
            setting: name.to_string_lossy().into_owned(),
            why: "only a server that is built for tests knows it".to_owned(),
        }),
        _ => Ok(()),
    }
}

/// The framework would say that the configuration is wrong, but not that it is this variable.
fn check_address() -> Result<(), ConfigError> {
    const SETTING: &str = "LEPTOS_SITE_ADDR";
    match env::var_os(SETTING) {
        Some(address) if address.to_string_lossy().parse::<SocketAddr>().is_err() => {
            Err(ConfigError::NoSense {
                setting: SETTING.to_owned(),
                why: "expected an address and a port, as in 127.0.0.1:3000".to_owned(),
            })
        }
        _ => Ok(()),
    }
}

fn checked_filter(filter: &str) -> Result<String, ConfigError> {
    match EnvFilter::try_new(filter) {
        Ok(_) => Ok(filter.to_owned()),
        Err(cause) => Err(ConfigError::NoSense {
            setting: "FLYCHESS_LOG".to_owned(),
            why: cause.to_string(),
        }),
    }
}

/// Why the server cannot start as told.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConfigError {
    /// The configuration could not be understood.
    Unreadable(String),
    /// A setting makes no sense.
    NoSense {
        /// Which.
        setting: String,
        /// Why not.
        why: String,
    },
    /// A part of the built site is missing.
    NotBuilt(PathBuf),
}

impl std::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "the configuration makes no sense: {why}"),
            Self::NoSense { setting, why } => write!(f, "{setting} makes no sense: {why}"),
            Self::NotBuilt(path) => {
                write!(
                    f,
                    "{} is missing: build the site first (make build)",
                    path.display()
                )
            }
        }
    }
}

impl std::error::Error for ConfigError {}
