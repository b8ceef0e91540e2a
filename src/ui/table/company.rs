//! What kind of match it is, and who else is there.

use leptos::prelude::*;

use super::Table;
use crate::ui::words;

/// How many watch; and that a match between friends changes no score.
#[component]
pub(super) fn Company(
    /// The table.
    table: Table,
) -> impl IntoView {
    let watchers = Memo::new(move |_| table.ask(|it| it.view().presence.watchers));
    let is_scored = table.followed.with_untracked(|it| it.view().scored);
    view! {
        <p class="company">
            {(!is_scored).then(|| view! { <span data-testid="not-scored">{words::NOT_SCORED}</span> })}
            <span data-testid="watchers" data-count=watchers>{move || words::watching(watchers.get())}</span>
        </p>
    }
}
