//! The document around the site, written by the server alone, and the one header that belongs to it.

use axum::http::{HeaderValue, header};
use leptos::{nonce::use_nonce, prelude::*};
use leptos_axum::ResponseOptions;
use leptos_meta::{HashedStylesheet, MetaTags};

use super::App;

/// A whole page.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    restrict(std::env::var_os("LEPTOS_WATCH").is_some());
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
                <meta name="color-scheme" content="light dark" />
                <meta name="description" content="Flying chess for two: dice, fortresses, weather and a few well-kept missiles." />
                <meta name="theme-color" content="#efe7d4" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#0c121a" media="(prefers-color-scheme: dark)" />
                <link rel="icon" href="/icon.svg" type="image/svg+xml" />
                <link rel="apple-touch-icon" href="/icon-192.png" />
                <link rel="manifest" href="/site.webmanifest" />
                <HashedStylesheet options=options.clone() id="leptos" />
                <script nonce=use_nonce()>{include_str!("shell.js")}</script>
                <AutoReload options=options.clone() />
                <HydrationScripts options />
                <MetaTags />
            </head>
            <body>
                <App />
                <p class="update" role="status">
                    "A new version of FLYCHESS is here. " <button type="button" class="button quiet small" data-testid="update">"Take it"</button>
                </p>
                <p class="unalive" role="alert">
                    "This page is from before an update, or part of it did not arrive. "
                    <a class="button quiet" href="">"Load it anew"</a>
                </p>
            </body>
        </html>
    }
}

/// Tells the browser what this page may load and run: what carries the page's nonce, what that loads, and nothing
/// inline. While the site is being developed the page may also ask whether it has changed.
fn restrict(watched: bool) {
    let (Some(response), Some(nonce)) = (use_context::<ResponseOptions>(), use_nonce()) else {
        return;
    };
    let reload = if watched { " ws:" } else { "" };
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data:; media-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; connect-src 'self'{reload}; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.insert_header(header::CONTENT_SECURITY_POLICY, policy);
    }
}
