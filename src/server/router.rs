//! Which path leads where. The only place in the server that knows the pages.

use std::time::Duration;

use axum::http::StatusCode;
use axum::routing::{MethodRouter, any, get};
use axum::{Router, middleware};
use leptos::config::LeptosOptions;
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list, render_app_to_stream_in_order_with_context};
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

use super::config::Config;
use super::pictures::{self, Painter};
use super::state::Server;
use super::{files, headers, health, identity, records, same_origin, status, stream};
use crate::ui::{self, App, Scheme, shell};

/// A page that is not rendered by then never will be.
const PAGE_TIME: Duration = Duration::from_secs(10);

/// Nothing that a page sends is near this.
const BODY_BYTES: usize = 64 * 1024;

/// The whole site as one service.
pub fn router(config: &Config, server: &Server) -> Router {
    let options = config.leptos.clone();
    let known = middleware::from_fn_with_state(server.clone(), identity::known);
    let context = {
        let server = server.clone();
        let scheme = Scheme(if config.cookies.secure { "https" } else { "http" });
        move || {
            provide_context(server.clone());
            provide_context(scheme);
        }
    };
    let pages = Router::new()
        .leptos_routes_with_context(server, generate_route_list(App), context.clone(), {
            let options = options.clone();
            move || shell(options.clone())
        })
        .fallback_service(files::plain(&options, not_found(options.clone(), context)))
        .layer(middleware::map_response(status::fitting))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            PAGE_TIME,
        ))
        .route("/replays/{id}/record.json", get(records::download))
        // A page is mostly the same few words again: a sixth of it travels. Built files were compressed when they were built.
        .layer(CompressionLayer::new())
        .route("/live", any(stream::live))
        .layer(known)
        // Files and health are for everybody, whoever they are.
        .merge(files::hashed(&options))
        .merge(health::routes(server.leaving.clone()))
        .merge(pictures::routes(Painter {
            draw: ui::picture,
            size: ui::PICTURE_SIZE,
            rules: config.terms.rules,
        }))
        .with_state(server.clone());
    pages
        .layer(middleware::from_fn(same_origin::required))
        .layer(middleware::from_fn(headers::complete))
}

/// The page for paths that lead nowhere; the page itself sets the status.
fn not_found(options: LeptosOptions, context: impl Fn() + Clone + Send + Sync + 'static) -> MethodRouter {
    any(render_app_to_stream_in_order_with_context(context, move || {
        shell(options.clone())
    }))
}
