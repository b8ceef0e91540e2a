//! What is shown in place of a page that cannot be had without a network.

use leptos::ev;
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::use_query_map;

/// Whether a text is the path of a page of this site, and nothing that a browser could take for another one's address.
fn is_path(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '%' | '~');
    text.starts_with('/') && !text.contains("//") && text.chars().all(is_plain)
}

/// What goes on without a network, and the way back to what was wanted. The service worker leads here, with the wanted
/// path in `to`; the page goes there by itself once the network is back.
#[component]
pub fn Offline() -> impl IntoView {
    let query = use_query_map();
    // The page is kept as it is for every path: only the browser knows which was wanted.
    let wanted = RwSignal::new("/".to_owned());
    Effect::new(move || {
        let to = query.with(|query| query.get("to"));
        if let Some(to) = to.filter(|to| is_path(to)) {
            wanted.set(to);
        }
        let listener = window_event_listener(ev::online, move |_| {
            // A browser that refuses leaves the link.
            let _ = window().location().replace(&wanted.get_untracked());
        });
        on_cleanup(move || listener.remove());
    });
    view! {
        <Title text="No network · FLYCHESS" />
        <Meta name="robots" content="noindex" />
        <main class="not-found" data-testid="offline">
            <h1>"No network"</h1>
            <p>"This page needs the server, and there is no way to it just now. Playing the computer and the rules need none."</p>
            <p>
                <a class="button" data-testid="offline-practice" href="/practice" rel="external">"Play the computer"</a>
                " "
                <a class="button quiet" href="/rules" rel="external">"Rules"</a>
            </p>
            <p><a data-testid="offline-again" href=wanted rel="external">"Try again"</a></p>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn only_paths_of_this_site_are_gone_back_to() {
        for path in ["/", "/leaderboard", "/players/J%C3%BCrgen", "/match/0a1b"] {
            assert!(is_path(path), "{path}");
        }
        for other in [
            "",
            "//elsewhere.example",
            "/\\elsewhere.example",
            "/\t/elsewhere.example",
            "https://x",
            "x",
            "/a?b",
        ] {
            assert!(!is_path(other), "{other:?}");
        }
    }
}
