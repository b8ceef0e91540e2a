//! The built files: program, glue and style sheet under names that carry their hash, icons under plain ones.

use axum::{
    Router,
    http::{HeaderValue, StatusCode, header},
    response::Response,
    routing::get_service,
};
use leptos::config::LeptosOptions;
use tower::ServiceBuilder;
use tower_http::services::ServeDir;

/// A year: a name that carries its content's hash never means anything else.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The folder of hashed files, under its own path.
pub(super) fn hashed<S: Clone + Send + Sync + 'static>(options: &LeptosOptions) -> Router<S> {
    let folder = std::path::Path::new(&*options.site_root).join(&*options.site_pkg_dir);
    let files = ServiceBuilder::new()
        .map_response(keep_for_ever)
        .service(folder_service(&folder));
    Router::new().nest_service(&format!("/{}", options.site_pkg_dir), get_service(files))
}

/// All other files of the site; what is not among them falls through to `otherwise`.
pub(super) fn plain<F>(options: &LeptosOptions, otherwise: F) -> ServeDir<F> {
    folder_service(std::path::Path::new(&*options.site_root)).fallback(otherwise)
}

fn folder_service(folder: &std::path::Path) -> ServeDir {
    ServeDir::new(folder)
        .append_index_html_on_directories(false)
        .precompressed_br()
        .precompressed_gzip()
}

/// Only what was found: an absent file may be there after the next start.
fn keep_for_ever<B>(mut response: Response<B>) -> Response<B> {
    if matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED) {
        response.headers_mut().insert(header::CACHE_CONTROL, FOR_EVER);
    }
    response
}
