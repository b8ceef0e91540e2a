//! What a page can ask the server to do. Each is a server function with a stable address; its body only finds who
//! asks and whom to ask.

#![expect(
    missing_docs,
    reason = "the macro makes a struct of each function's arguments; the function is described"
)]

pub mod accounts;
pub mod invitations;

use leptos::prelude::*;
use leptos::server_fn::codec::{Json, JsonEncoding};
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};

pub use accounts::{create_account, leaderboard, log_in, log_out, player, renew_credential};
pub use invitations::{accept, invitation, invite};

use crate::protocol::{self, ApiError, Cancelled, MatchId, MatchView, Version};
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
use crate::rules::record;

/// A failure between page and server: a request that could not be read is the page's fault; of an answer that did
/// not come nobody knows whether it happened.
impl FromServerFnError for ApiError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(_)
            | ServerFnErrorErr::MissingArg(_)
            | ServerFnErrorErr::Deserialization(_) => Self::BadRequest,
            _ => Self::NoAnswer,
        }
    }
}

/// Who I am, and where I am bound.
///
/// # Errors
///
/// [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "whoami", input = Json, output = Json)]
pub async fn whoami() -> Result<protocol::Whoami, ApiError> {
    let (server, who) = asked::by().await?;
    let score = server.accounts.score(&who).await?;
    let me = server.lobby.whoami(who).await?;
    Ok(protocol::Whoami { score, ..me })
}

/// Join the queue with the commitment to a fresh seed.
///
/// # Errors
///
/// [`ApiError::AlreadyWaiting`], [`ApiError::Bound`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "join", input = Json, output = Json)]
pub async fn join(commitment: Hash) -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    server.lobby.join(who, commitment).await
}

/// Leave the queue, withdraw my invitation, or step back from one that I took up. The answer is always one of three:
/// cancelled, already matched, not waiting.
///
/// # Errors
///
/// [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "cancel", input = Json, output = Json)]
pub async fn cancel() -> Result<Cancelled, ApiError> {
    let (server, who) = asked::by().await?;
    server.lobby.cancel(who.key).await
}

/// Show the seed that opens my commitment.
///
/// # Errors
///
/// [`ApiError::WrongSeed`], [`ApiError::NotAPlayer`], [`ApiError::NoSuchMatch`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "reveal", input = Json, output = Json)]
pub async fn reveal(id: MatchId, seed: Hash) -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    server
        .registry
        .with(&id, |table| async move { table.reveal(who.key, seed).await })
        .await?
}

/// Act in a match, on the version that I saw. Returns the version that this made.
///
/// # Errors
///
/// [`ApiError::Stale`], [`ApiError::Illegal`], [`ApiError::NotAPlayer`], [`ApiError::NotBegun`],
/// [`ApiError::NoSuchMatch`], [`ApiError::BadRequest`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "act", input = Json, output = Json)]
pub async fn act(id: MatchId, version: Version, act: Written) -> Result<Version, ApiError> {
    let (server, who) = asked::by().await?;
    // Whose turn it is and when it happened is for the server to say.
    if act.seat.is_some() || act.t.is_some() {
        return Err(ApiError::BadRequest);
    }
    let action = act.action().map_err(|_| ApiError::BadRequest)?;
    server
        .registry
        .with(
            &id,
            |table| async move { table.act(who.key, version, action).await },
        )
        .await?
}

/// The match as I see it.
///
/// # Errors
///
/// [`ApiError::NoSuchMatch`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "look", input = Json, output = Json)]
pub async fn look(id: MatchId) -> Result<MatchView, ApiError> {
    let (server, who) = asked::by().await?;
    server
        .registry
        .with(&id, |table| async move { table.look(who.key).await })
        .await
}

/// The record of a match that is over.
///
/// # Errors
///
/// [`ApiError::NotOver`], [`ApiError::NoSuchMatch`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "record", input = Json, output = Json)]
pub async fn record(id: MatchId) -> Result<record::Record, ApiError> {
    let (server, _) = asked::by().await?;
    server.registry.record(&id).await
}

/// Leave the result of a match for the lobby.
///
/// # Errors
///
/// [`ApiError::NotOver`], [`ApiError::NotAPlayer`], [`ApiError::NoSuchMatch`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "leave", input = Json, output = Json)]
pub async fn leave(id: MatchId) -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    server
        .registry
        .with(&id, |table| async move { table.leave(who.key).await })
        .await?
}

/// Who asks whom.
#[cfg(feature = "ssr")]
mod asked {
    use axum::Extension;
    use axum::http::header::SET_COOKIE;
    use leptos::prelude::use_context;
    use leptos::server_fn::error::ServerFnErrorErr;
    use leptos_axum::{ResponseOptions, extract};

    use crate::protocol::ApiError;
    use crate::server::{Browser, Changed, Server, Who};

    /// The server, and who asks it. A server that is leaving takes no more commands.
    pub(super) async fn by() -> Result<(Server, Who), ApiError> {
        let server: Server = use_context().ok_or(ApiError::Leaving)?;
        if server.leaving.has_begun() {
            return Err(ApiError::Leaving);
        }
        let Extension(who) = extract::<Extension<Who>>()
            .await
            .map_err(|_: ServerFnErrorErr| ApiError::BadRequest)?;
        Ok((server, who))
    }

    /// The browser that asks.
    pub(super) async fn from() -> Result<Browser, ApiError> {
        let Extension(browser) = extract::<Extension<Browser>>()
            .await
            .map_err(|_: ServerFnErrorErr| ApiError::BadRequest)?;
        Ok(browser)
    }

    /// Lets the browser remember who it is from now on.
    pub(super) fn remember<T>(changed: Changed<T>) -> T {
        if let (Some(response), Some(cookie)) = (use_context::<ResponseOptions>(), changed.cookie) {
            response.append_header(SET_COOKIE, cookie);
        }
        changed.told
    }
}
