//! The address of the site itself, as links need it that are sent elsewhere. Host and scheme are those by which the
//! browser came; no page is shown to anybody else.

#[cfg(feature = "ssr")]
mod here {
    use axum::http::header::HOST;
    use axum::http::request::Parts;
    use axum::http::uri::Authority;
    use leptos::prelude::use_context;

    use super::Scheme;

    pub(super) fn origin() -> Option<String> {
        let Scheme(scheme) = use_context()?;
        let parts: Parts = use_context()?;
        let host: Authority = parts.headers.get(HOST)?.to_str().ok()?.parse().ok()?;
        Some(format!("{scheme}://{host}"))
    }
}

#[cfg(not(feature = "ssr"))]
mod here {
    use leptos::prelude::window;

    pub(super) fn origin() -> Option<String> {
        window().location().origin().ok()
    }
}

/// How browsers reach this server: `http` or `https`. The server gives it to every page.
#[derive(Clone, Copy, Debug)]
pub struct Scheme(pub &'static str);

/// The whole address of a path of this site; the path alone if nobody knows more.
pub(super) fn absolute(path: &str) -> String {
    format!("{}{path}", here::origin().unwrap_or_default())
}
