//! My items, as buttons that say why they cannot be used now.

use leptos::prelude::*;

use super::Table;
use crate::rules::Item;
use crate::ui::{board::shapes, settings::Settings, words};

/// My stock.
#[component]
pub(super) fn StockBar(
    /// The table.
    table: Table,
) -> impl IntoView {
    let settings = Settings::get();
    let plays = move || table.ask(|it| it.view().me.is_some() && it.is_live());
    view! {
        <section class="stock" aria-label="Your items" hidden=move || !plays()>
            <ul class="stock-items">{Item::ALL.map(|item| button(table, item))}</ul>
            <p class="stock-note" hidden=move || !settings.auto_roll.get()>
                "Auto-Roll is on: to use an item, switch it off before your turn."
            </p>
        </section>
    }
}

fn button(table: Table, item: Item) -> impl IntoView {
    let count = move || {
        table.ask(|it| {
            let me = it.view().me?;
            Some(it.position().player(me).stock.count(item))
        })
    };
    let can = move || table.pending.get().is_none() && table.ask(|it| it.usable(item).is_ok());
    let is_aimed = move || item == Item::Missile && table.aiming.get();
    view! {
        <li>
            <button
                type="button"
                class="item"
                data-testid=format!("item-{}", item.name())
                data-count=move || count().unwrap_or(0)
                aria-disabled=move || (!can()).to_string()
                aria-pressed=move || (item == Item::Missile).then(|| is_aimed().to_string())
                title=move || said(table, item)
                on:click=move |_| press(table, item)
                on:pointerenter=move |_| table.item.set(Some(item))
                on:pointerleave=move |_| table.item.set(None)
                on:focus=move |_| table.item.set(Some(item))
                on:blur=move |_| table.item.set(None)
            >
                <svg viewBox="-13 -13 26 26" aria-hidden="true"><path d=shapes::item(item)></path></svg>
                <span class="item-name">{words::item_title(item)}</span>
                <span class="item-count">{move || count().unwrap_or(0)}</span>
            </button>
        </li>
    }
}

fn press(table: Table, item: Item) {
    table.item.set(Some(item));
    table.use_item(item);
}

/// What an item does, and why it cannot be used now.
pub(super) fn said(table: Table, item: Item) -> String {
    let does = format!("{}: {}", words::item_title(item), words::item_does(item));
    match table.ask(|it| it.usable(item)) {
        Ok(()) if item == Item::Missile => {
            let names: Vec<_> = table.ask(|it| it.in_range().iter().map(words::name).collect());
            format!("{does}. In range: {}", names.join(", "))
        }
        Ok(()) => does,
        Err(why) => format!("{}. {does}", words::why(why)),
    }
}
