//! The log in words, newest first; also what a screen reader is told.

use leptos::prelude::*;

use super::Table;
use crate::ui::words::Line;

/// Lines that are shown.
const SHOWN: usize = 400;

/// The log.
#[component]
pub(super) fn Log(
    /// The table.
    table: Table,
) -> impl IntoView {
    let lines = move || table.ask(|it| newest(it.log()));
    view! {
        <section class="log" aria-labelledby="log-title">
            <h2 id="log-title">"What happened"</h2>
            <div class="log-lines" tabindex="0" role="group" aria-labelledby="log-title">
                <ol data-testid="log" aria-live="polite" aria-relevant="additions">
                    <For each=lines key=|(number, _)| *number let((_, line))>
                        <li class=line.class()>{line.text().to_owned()}</li>
                    </For>
                </ol>
            </div>
        </section>
    }
}

/// The newest lines with their numbers, which never change.
fn newest(log: &[Line]) -> Vec<(usize, Line)> {
    log.iter().cloned().enumerate().rev().take(SHOWN).collect()
}
