//! What every request may need: handles on the lobby and the tables.

use std::sync::Arc;

use axum::extract::FromRef;
use leptos::config::LeptosOptions;

use super::clock::Clock;
use super::config::Config;
use super::crowd::Crowd;
use super::leave::Leaving;
use super::lobby::Lobby;
use super::registry::Registry;
use super::store::{Store, Unavailable};

/// The running server, cheap to clone.
#[derive(Clone)]
pub struct Server {
    /// The queue.
    pub lobby: Lobby,
    /// The matches.
    pub registry: Registry,
    /// Whether the server is about to stop.
    pub leaving: Leaving,
    pub(super) crowd: Crowd,
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
        let registry = Registry::new(Arc::clone(&store), clock);
        registry.recover().await?;
        let lobby = Lobby::open(store, registry.clone(), clock, config.terms).await?;
        Ok(Self {
            lobby,
            registry,
            leaving,
            crowd: Crowd::default(),
            options: config.leptos.clone(),
        })
    }
}

impl FromRef<Server> for LeptosOptions {
    fn from_ref(server: &Server) -> Self {
        server.options.clone()
    }
}
