//! Every action in words, each a way to its moment.

use leptos::html::Ol;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Player;
use super::film::Frame;

/// The actions, oldest first, with the time that each took.
#[component]
pub(super) fn Actions(player: Player) -> impl IntoView {
    let list = NodeRef::<Ol>::new();
    keep_in_sight(player, list);
    let rows = player.film.with_value(|film| {
        film.frames()
            .filter(|(_, frame)| !frame.lines.is_empty())
            .map(|(version, frame)| row(player, version, frame).into_any())
            .collect_view()
    });
    view! {
        <section class="log replay-list" aria-labelledby="replay-list-title">
            <h2 id="replay-list-title">"What happened"</h2>
            <ol class="replay-rows" node_ref=list data-testid="actions" tabindex="0">{rows}</ol>
        </section>
    }
}

fn row(player: Player, version: usize, frame: &Frame) -> impl IntoView + use<> {
    let class = frame.seat.map_or("table", crate::rules::Seat::name);
    let words: Vec<_> = frame.lines.iter().map(|line| line.text().to_owned()).collect();
    let used = frame.seat.map(|_| seconds(frame.used));
    let is_here = move || player.at.get() == version;
    view! {
        <li class=class data-version=version aria-current=move || is_here().then_some("step")>
            <button type="button" on:click=move |_| player.go(version)>
                <span class="replay-number">{version}</span>
                <span>{words.join(" · ")}</span>
                <span class="replay-used">{used}</span>
            </button>
        </li>
    }
}

/// Seconds with a tenth, as one reads them off a clock.
pub(super) fn seconds(ms: u64) -> String {
    format!("{}.{} s", ms / 1000, ms % 1000 / 100)
}

/// Scrolls the list, and nothing but the list, to the moment that is shown.
fn keep_in_sight(player: Player, list: NodeRef<Ol>) {
    Effect::new(move || {
        let at = player.at.get();
        let Some(list) = list.get() else { return };
        let row = list
            .query_selector(&format!("li[data-version='{at}']"))
            .ok()
            .flatten();
        let Some(row) = row.and_then(|row| row.dyn_into::<web_sys::HtmlElement>().ok()) else {
            return;
        };
        let (top, height) = (row.offset_top() - list.offset_top(), row.offset_height());
        let (from, room) = (list.scroll_top(), list.client_height());
        if top < from || top + height > from + room {
            list.set_scroll_top(top - (room - height) / 2);
        }
    });
}
