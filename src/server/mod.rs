//! The server: renders the pages, serves the files that the browser takes, and leaves in good order.
//!
//! [`run`] is the way in for a program, [`serve`] the same for one that has a runtime already.

mod accounts;
mod address;
mod archive;
mod browsers;
mod chance;
mod clock;
mod config;
mod credential;
mod crowd;
mod files;
mod headers;
mod health;
mod identity;
mod invitations;
mod leave;
mod limits;
mod listen;
mod lobby;
mod nickname;
mod pictures;
mod records;
mod registry;
mod router;
mod same_origin;
mod sessions;
mod socket;
mod state;
mod status;
pub mod store;
mod stream;
mod switch;
mod table;

use std::{io, net::SocketAddr, sync::Arc};

use tokio::net::TcpListener;
use tracing::{info, warn};

pub use accounts::Accounts;
pub(crate) use accounts::Changed;
pub use archive::record;
pub use clock::Clock;
pub use config::{Config, ConfigError};
pub use credential::{Credential, Mistyped};
pub(crate) use identity::Browser;
pub use identity::{Cookies, Pass, Who};
pub use invitations::Invitations;
pub use leave::Leaving;
pub use listen::listen;
pub use lobby::{Lobby, Terms};
pub use nickname::Nickname;
pub use registry::Registry;
pub use router::router;
pub use state::Server;

/// Why the server could not run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The threads that it runs on could not be made.
    Runtime(io::Error),
    /// The address could not be listened on.
    Listen(SocketAddr, io::Error),
    /// The database could not be opened.
    Store(store::OpenError),
    /// What the database holds could not be taken up.
    Recover,
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Runtime(_) => f.write_str("cannot start the server's threads"),
            Self::Listen(address, _) => write!(f, "cannot listen on {address}"),
            Self::Store(cause) => write!(f, "{cause}"),
            Self::Recover => {
                f.write_str("the matches and the queue in the database cannot be read (see the log)")
            }
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Runtime(cause) | Self::Listen(_, cause) => Some(cause),
            Self::Store(cause) => Some(cause),
            Self::Recover => None,
        }
    }
}

/// Makes the threads that the server runs on, starts the log, and serves until the process is told to stop.
///
/// # Errors
///
/// When there are no threads to be had, or the address cannot be listened on.
pub fn run(config: Config) -> Result<(), ServeError> {
    start_log(&config);
    tokio::runtime::Builder::new_multi_thread()
        // Rendering a page on a single worker can wait for itself; four is the least that never did.
        .worker_threads(std::thread::available_parallelism().map_or(4, |cores| cores.get().max(4)))
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?
        .block_on(serve(config))
}

/// Serves until the process is told to stop (SIGINT or SIGTERM), then lets what is under way finish.
///
/// # Errors
///
/// When the address cannot be listened on, or the database cannot be opened.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    let address = config.leptos.site_addr;
    let leaving = leave::Leaving::default();
    let _claim = store::Claim::take(&config.database).map_err(ServeError::Store)?;
    // The list of pages is made by rendering the site once, which must be over before a request comes in.
    let store = Arc::new(
        store::Sqlite::open(&config.database)
            .await
            .map_err(ServeError::Store)?,
    );
    let server = Server::open(&config, store, Clock::new(), leaving.clone())
        .await
        .map_err(|_| ServeError::Recover)?;
    let router = router(&config, &server);
    let listener = TcpListener::bind(address)
        .await
        .map_err(|cause| ServeError::Listen(address, cause))?;
    let bound = listener
        .local_addr()
        .map_err(|cause| ServeError::Listen(address, cause))?;
    info!("FLYCHESS is on http://{bound}");

    tokio::spawn(server.registry.clone().watch_for_pauses());
    tokio::spawn(leave::on_signal(leaving.clone()));
    let all_done = async {
        // Requests that are under way, which stores what they asked for; then the sockets, which nobody else waits for.
        listen(listener, router, leaving.clone()).await;
        leaving.all_gone().await;
    };
    tokio::select! {
        () = all_done => {}
        () = leaving.clone().out_of_patience(config.patience) => warn!("left with requests unfinished"),
    }
    info!("left");
    Ok(())
}

/// Log lines go to standard error.
fn start_log(config: &Config) {
    // A second call finds the log started already, which is as good.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(&config.log))
        .with_writer(io::stderr)
        .try_init();
}
