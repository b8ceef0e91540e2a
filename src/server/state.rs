//! What every request may need: handles on the lobby and the tables.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;

use super::accounts::Accounts;
use super::browsers::Browsers;
use super::clock::Clock;
use super::config::Config;
use super::crowd::Crowd;
use super::identity::Cookies;
use super::invitations::Invitations;
use super::leave::Leaving;
use super::limits::Limits;
use super::lobby::Lobby;
use super::registry::Registry;
use super::sessions::Sessions;
use super::store::{Store, Unavailable};

/// The running server, cheap to clone.
#[derive(Clone)]
pub struct Server {
    /// The queue.
    pub lobby: Lobby,
    /// The matches.
    pub registry: Registry,
    /// Matches between two who know each other.
    pub invitations: Invitations,
    /// Accounts and scores.
    pub accounts: Accounts,
    /// Whether the server is about to stop.
    pub leaving: Leaving,
    pub(super) crowd: Crowd,
    pub(super) cookies: Cookies,
    pub(super) proxies: Arc<[IpAddr]>,
    pub(super) sessions: Sessions,
    pub(super) browsers: Browsers,
    pub(super) options: LeptosOptions,
}

impl Server {
    /// Takes up what the store holds: matches under way first, then the queue.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub async fn open(
        config: &Config,
        store: Arc<dyn Store>,
        clock: Clock,
        leaving: Leaving,
    ) -> Result<Self, Unavailable> {
        let registry = Registry::new(Arc::clone(&store), clock, config.terms.rules);
        registry.recover().await?;
        let lobby = Lobby::open(Arc::clone(&store), registry.clone(), clock, config.terms).await?;
        let (sessions, browsers) = (Sessions::new(Arc::clone(&store)), Browsers::default());
        let limits = Limits::new(clock);
        let invitations = Invitations {
            lobby: lobby.clone(),
            limits: limits.clone(),
        };
        let accounts = Accounts {
            store,
            lobby: lobby.clone(),
            clock,
            cookies: config.cookies,
            sessions: sessions.clone(),
            browsers: browsers.clone(),
            limits,
        };
        Ok(Self {
            lobby,
            registry,
            invitations,
            accounts,
            leaving,
            crowd: Crowd::default(),
            cookies: config.cookies,
            proxies: config.proxies.iter().map(IpAddr::to_canonical).collect(),
            sessions,
            browsers,
            options: config.leptos.clone(),
        })
    }
}

impl FromRef<Server> for LeptosOptions {
    fn from_ref(server: &Server) -> Self {
        server.options.clone()
    }
}
