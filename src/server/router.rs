//! Which path leads where. The only place in the server that knows the pages.

use std::time::Duration;

use axum::{
    Router,
    http::StatusCode,
    middleware,
    routing::{MethodRouter, any},
};
use leptos::config::LeptosOptions;
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_to_stream_in_order};
use tower_http::{limit::RequestBodyLimitLayer, timeout::TimeoutLayer};

use super::{config::Config, files, headers, health, leave::Leaving, same_origin};
use crate::ui::{App, shell};

/// A page that is not rendered by then never will be.
const PAGE_TIME: Duration = Duration::from_secs(10);

/// Nothing that a page sends is near this.
const BODY_BYTES: usize = 64 * 1024;

/// The whole site as one service.
pub fn router(config: &Config, leaving: Leaving) -> Router {
    let options = config.leptos.clone();
    let pages = Router::new()
        .leptos_routes(&options, generate_route_list(App), {
            let options = options.clone();
            move || shell(options.clone())
        })
        .merge(files::hashed(&options))
        .fallback_service(files::plain(&options, not_found(options.clone())))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            PAGE_TIME,
        ))
        .with_state(options);
    pages
        .merge(health::routes(leaving))
        .layer(middleware::from_fn(same_origin::required))
        .layer(middleware::from_fn(headers::complete))
}

/// The page for paths that lead nowhere; the page itself sets the status.
fn not_found(options: LeptosOptions) -> MethodRouter {
    any(render_app_to_stream_in_order(move || shell(options.clone())))
}
