//! Invitations: a match with somebody one knows. It does not count for scores.

use leptos::prelude::*;
use leptos::server_fn::codec::Json;

use super::ApiError;
#[cfg(feature = "ssr")]
use super::asked;
use crate::protocol::{Code, Invited};
use crate::rules::hash::Hash;

/// Make an invitation, with the commitment to a fresh seed. Its code is told as my place in the lobby.
///
/// # Errors
///
/// [`ApiError::AlreadyWaiting`], [`ApiError::Bound`], [`ApiError::TooMany`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "invite", input = Json, output = Json)]
pub async fn invite(commitment: Hash) -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    server.invitations.invite(who, &browser, commitment).await
}

/// Look at an invitation. This changes nothing: whoever merely opens a link has not taken it up.
///
/// # Errors
///
/// [`ApiError::NoSuchInvitation`], [`ApiError::TooMany`].
#[server(prefix = "/api", endpoint = "invitation", input = Json, output = Json)]
pub async fn invitation(code: Code) -> Result<Invited, ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    server.invitations.open(&who, &browser, code).await
}

/// Take up an invitation, with the commitment to a fresh seed. The match begins once both are there.
///
/// # Errors
///
/// [`ApiError::NoSuchInvitation`], [`ApiError::OwnInvitation`], [`ApiError::AlreadyWaiting`], [`ApiError::Bound`],
/// [`ApiError::TooMany`], [`ApiError::Unavailable`].
#[server(prefix = "/api", endpoint = "accept", input = Json, output = Json)]
pub async fn accept(code: Code, commitment: Hash) -> Result<(), ApiError> {
    let (server, who) = asked::by().await?;
    let browser = asked::from().await?;
    server.invitations.accept(who, &browser, code, commitment).await
}
