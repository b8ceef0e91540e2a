//! Two questions that an operator's machinery asks: does the process live, and does it want requests?

use axum::{Router, http::StatusCode, routing::get};

use super::leave::Leaving;

/// `/healthz` and `/readyz`.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(leaving: Leaving) -> Router<S> {
    Router::new().route("/healthz", get(|| async { "ok\n" })).route(
        "/readyz",
        get(move || {
            let ready = !leaving.has_begun();
            async move {
                if ready {
                    (StatusCode::OK, "ready\n")
                } else {
                    (StatusCode::SERVICE_UNAVAILABLE, "leaving\n")
                }
            }
        }),
    )
}
