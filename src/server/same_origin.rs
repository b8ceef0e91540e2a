//! Keeps other sites from acting in a visitor's name.
//!
//! Whatever changes something, and the handshake of a socket, must come from a page of ours: browsers say so
//! in `Sec-Fetch-Site`, older ones in `Origin`. A request with neither is refused, for nothing vouches for it.

use axum::{
    extract::Request,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// Lets a request pass when it changes nothing or comes from a page of ours.
pub(super) async fn required(request: Request, next: Next) -> Response {
    if is_harmless(request.method(), request.headers()) || is_ours(request.headers()) {
        next.run(request).await
    } else {
        (
            StatusCode::FORBIDDEN,
            "a page of another site may not ask for this\n",
        )
            .into_response()
    }
}

fn is_harmless(method: &Method, headers: &HeaderMap) -> bool {
    method.is_safe() && !headers.contains_key(header::UPGRADE) && !headers.contains_key("sec-websocket-key")
}

fn is_ours(headers: &HeaderMap) -> bool {
    match text(headers, "sec-fetch-site") {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => text(headers, "origin")
            .and_then(|origin| origin.parse::<Uri>().ok())
            .and_then(|origin| origin.authority().cloned())
            .is_some_and(|origin| text(headers, "host") == Some(origin.as_str())),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(pairs: &[(&'static str, &'static str)]) -> bool {
        is_ours(
            &pairs
                .iter()
                .map(|(k, v)| (k.parse().unwrap(), v.parse().unwrap()))
                .collect(),
        )
    }

    #[test]
    fn the_browsers_word_counts_before_the_origin() {
        assert!(ours(&[("sec-fetch-site", "same-origin")]));
        assert!(ours(&[("sec-fetch-site", "none")]));
        assert!(!ours(&[
            ("sec-fetch-site", "same-site"),
            ("origin", "http://a.test"),
            ("host", "a.test")
        ]));
        assert!(!ours(&[("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn an_origin_counts_by_name_and_port() {
        assert!(ours(&[
            ("origin", "https://a.test:8443"),
            ("host", "a.test:8443")
        ]));
        assert!(!ours(&[("origin", "https://a.test:8443"), ("host", "a.test")]));
        assert!(!ours(&[("origin", "null"), ("host", "a.test")]));
        assert!(!ours(&[("host", "a.test")]));
    }

    #[test]
    fn a_socket_is_never_harmless() {
        let mut headers = HeaderMap::new();
        assert!(is_harmless(&Method::GET, &headers));
        assert!(!is_harmless(&Method::POST, &headers));
        headers.insert(header::UPGRADE, "websocket".parse().unwrap());
        assert!(!is_harmless(&Method::GET, &headers));
    }
}
