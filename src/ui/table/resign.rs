//! Giving up, which asks once more.

use leptos::html::Dialog;
use leptos::prelude::*;

use super::Table;
use crate::rules::Action;
use crate::ui::dialog;

/// The button and its question.
#[component]
pub(super) fn Resign(
    /// The table.
    table: Table,
) -> impl IntoView {
    let may = move || table.ask(|it| it.may(Action::Resign));
    let question = NodeRef::<Dialog>::new();
    // A match that has ended has nothing more to ask.
    Effect::new(move || {
        if !may() {
            dialog::close(question);
        }
    });
    view! {
        <div class="resign" hidden=move || !may()>
            <button type="button" class="button quiet" data-testid="resign" on:click=move |_| dialog::open(question)>
                "Resign"
            </button>
            <dialog class="dialog" node_ref=question aria-labelledby="resign-title">
                <h2 id="resign-title">"Give this match up?"</h2>
                <p>"It counts as lost, and it is over at once."</p>
                <p class="dialog-buttons">
                    <button type="button" class="button quiet" on:click=move |_| dialog::close(question)>
                        "Play on"
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-testid="confirm-resign"
                        on:click=move |_| {
                            dialog::close(question);
                            table.give_up();
                        }
                    >
                        "Resign"
                    </button>
                </p>
            </dialog>
        </div>
    }
}
