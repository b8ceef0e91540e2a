//! What is shown in place of a page that cannot be had without a network.

use leptos::ev;
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::use_query_map;

/// What goes on without a network, and the way back to what was wanted. The service worker leads here, with the wanted
/// path in `to`; the page goes there by itself once the network is back.
#[component]
pub fn Offline() -> impl IntoView {
    let query = use_query_map();
    // The page is kept as it is for every path: only the browser knows which was wanted.
    let wanted = RwSignal::new("/".to_owned());
    Effect::new(move || {
        let to = query.with(|query| query.get("to"));
        // Nothing but a path of this site.
        if let Some(to) = to.filter(|to| to.starts_with('/') && !to.starts_with("//")) {
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
