//! The status code of a refusal. Server functions answer every error with 500; here each gets the code that it
//! means, so that what the server does wrong can be told from what it rightly refuses.

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use leptos::server_fn::error::SERVER_FN_ERROR_HEADER;

use crate::protocol::ApiError;

/// No refusal is longer.
const LONGEST: usize = 4 << 10;

/// Gives a refused command the status code that fits it.
pub(super) async fn fitting(response: Response) -> Response {
    let is_refusal = response.status() == StatusCode::INTERNAL_SERVER_ERROR
        && response.headers().contains_key(SERVER_FN_ERROR_HEADER);
    if !is_refusal {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, LONGEST).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if let Ok(refusal) = serde_json::from_slice(&body) {
        parts.status = of(&refusal);
    }
    Response::from_parts(parts, Body::from(body))
}

/// The code that a refusal means.
pub(super) const fn of(refusal: &ApiError) -> StatusCode {
    match refusal {
        ApiError::BadRequest | ApiError::WrongSeed => StatusCode::BAD_REQUEST,
        ApiError::Nickname { .. } | ApiError::Mistyped => StatusCode::UNPROCESSABLE_ENTITY,
        ApiError::WrongCredential => StatusCode::UNAUTHORIZED,
        ApiError::NotAPlayer | ApiError::NotLoggedIn => StatusCode::FORBIDDEN,
        ApiError::NoSuchMatch | ApiError::NoSuchPlayer | ApiError::NoSuchInvitation => StatusCode::NOT_FOUND,
        ApiError::Stale { .. }
        | ApiError::Illegal { .. }
        | ApiError::NotBegun
        | ApiError::NotOver
        | ApiError::Bound { .. }
        | ApiError::AlreadyWaiting
        | ApiError::NicknameTaken
        | ApiError::Queued
        | ApiError::OwnInvitation
        | ApiError::LoggedIn
        | ApiError::Switched => StatusCode::CONFLICT,
        ApiError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        ApiError::Leaving | ApiError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ApiError::NoAnswer => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
