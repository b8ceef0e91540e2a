//! Records of finished matches as files: `/replays/{id}/record.json`. Nothing of a match that is under way is among
//! them, for a record shows the server's seed.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::state::Server;
use super::status;
use crate::protocol::{ApiError, MatchId};

/// A finished match never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The record of a match as a download, or why there is none.
pub(super) async fn download(State(server): State<Server>, Path(id): Path<String>) -> Response {
    let Ok(id) = id.parse::<MatchId>() else {
        return refused(&ApiError::NoSuchMatch);
    };
    match server.registry.record(&id).await {
        Ok(record) => {
            let name = format!("attachment; filename=\"flychess-{id}.json\"");
            let mut response = axum::Json(record).into_response();
            let headers = response.headers_mut();
            headers.insert(header::CACHE_CONTROL, FOR_EVER);
            if let Ok(name) = HeaderValue::try_from(name) {
                headers.insert(header::CONTENT_DISPOSITION, name);
            }
            response
        }
        Err(why) => refused(&why),
    }
}

fn refused(why: &ApiError) -> Response {
    let status = match why {
        // There is no such file, or not yet.
        ApiError::NotOver => StatusCode::NOT_FOUND,
        why => status::of(why),
    };
    (status, format!("{why}\n")).into_response()
}
