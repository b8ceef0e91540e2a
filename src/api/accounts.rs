//! Accounts and scores, as a page asks for them.

use leptos::prelude::*;
use leptos::server_fn::codec::Json;

use super::ApiError;
#[cfg(feature = "ssr")]
use super::asked;
use crate::protocol::{self, Identity, MatchId, Profile, Shown, Turn};

/// Make an account with this nickname, and be logged in. The credential is told here and never again.
///
/// # Errors
///
/// [`ApiError::Nickname`], [`ApiError::NicknameTaken`], [`ApiError::LoggedIn`], [`ApiError::Queued`],
/// [`ApiError::Bound`], [`ApiError::TooMany`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "create-account", input = Json, output = Json)]
pub async fn create_account(nickname: String) -> Result<Shown, ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    let changed = server.accounts.create(who, &browser, &nickname).await?;
    Ok(asked::remember(changed))
}

/// Log in.
///
/// # Errors
///
/// [`ApiError::Mistyped`], [`ApiError::WrongCredential`], [`ApiError::LoggedIn`], [`ApiError::Queued`],
/// [`ApiError::Bound`], [`ApiError::TooMany`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "log-in", input = Json, output = Json)]
pub async fn log_in(credential: String) -> Result<Identity, ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    let changed = server.accounts.log_in(who, &browser, &credential).await?;
    Ok(asked::remember(changed))
}

/// Log out: be this browser's guest again.
///
/// # Errors
///
/// [`ApiError::NotLoggedIn`], [`ApiError::Queued`], [`ApiError::Bound`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "log-out", input = Json, output = Json)]
pub async fn log_out() -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    asked::remember(server.accounts.log_out(who).await?);
    Ok(())
}

/// Have another credential. The one before, and every other browser that is logged in, end with it.
///
/// # Errors
///
/// [`ApiError::NotLoggedIn`], [`ApiError::TooMany`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "renew-credential", input = Json, output = Json)]
pub async fn renew_credential() -> Result<Shown, ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    server.accounts.renew(who, &browser).await
}

/// A page of the leaderboard, beside a player who is named.
///
/// # Errors
///
/// [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "leaderboard", input = Json, output = Json)]
pub async fn leaderboard(turn: Turn<String>) -> Result<protocol::Leaderboard, ApiError> {
    let (server, who) = asked::by().await?;
    server.accounts.leaderboard(&who, turn).await
}

/// A player, and a page of their matches beside one of them.
///
/// # Errors
///
/// [`ApiError::NoSuchPlayer`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "player", input = Json, output = Json)]
pub async fn player(name: String, turn: Turn<MatchId>) -> Result<Profile, ApiError> {
    let (server, _) = asked::by().await?;
    server.accounts.profile(&name, turn).await
}
