//! The dice of a match: a seal while it goes on, and the check when it is over, without anybody asking for it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Table;
use crate::api;
use crate::ui::keep;
use crate::ui::practice::{Desk, DeskRecord};
use crate::ui::replay::checked::{Checks, LIMITS, Verdict};

/// What is known of the dice before the end: who promised what, and whose seed did not come.
#[component]
pub(super) fn Seal(
    /// The table.
    table: Table,
) -> impl IntoView {
    let (fairness, order) = table
        .followed
        .with_untracked(|it| (it.view().fairness, it.view().order));
    let who = |place: usize| {
        let is_me = order.map(usize::from) == Some(place);
        match (is_me, order.is_some()) {
            (true, _) => "You".to_owned(),
            (false, true) => "Your opponent".to_owned(),
            (false, false) if place == 0 => "The first player".to_owned(),
            (false, false) => "The second player".to_owned(),
        }
    };
    let absent = (0..2).filter(|&place| fairness.absent[place]).map(|place| {
        view! {
            <p class="seal-absent" data-testid="absent">
                {format!("{}: no seed came in time, so zeros stand for it.", who(place))}
            </p>
        }
    });
    let promise = |name: String, commitment: String| view! { <div><dt>{name}</dt><dd><code>{commitment}</code></dd></div> };
    let promises = (0..2).map(|place| promise(who(place), fairness.client_commitments[place].to_string()));
    view! {
        <details class="seal" data-testid="seal">
            <summary>
                <svg class="icon" viewBox="-12 -12 24 24" aria-hidden="true">
                    <path d="M0-10 8-7V0C8 5 4 9 0 11-4 9-8 5-8 0V-7ZM-4 0-1 3 4-3"></path>
                </svg>
                "The dice are sealed"
            </summary>
            <p>
                "Both browsers and the server each promised a secret number before any was shown; all rolls follow from the three. \
                 When the match is over, this page checks that every promise was kept."
            </p>
            {absent.collect_view()}
            <dl class="promises">
                {promise("The server".to_owned(), fairness.server_commitment.to_string())} {promises.collect_view()}
            </dl>
            <p><a href="/dice" target="_blank" rel="noopener">"How the dice are made"</a></p>
        </details>
    }
}

/// How far the check is.
#[derive(Clone, Debug, PartialEq)]
enum Checking {
    UnderWay,
    Done {
        verdict: Verdict,
        has_note: bool,
    },
    /// The record could not be had.
    NoRecord,
}

/// The check at the end.
#[component]
pub(super) fn DiceCheck(
    /// The table.
    table: Table,
) -> impl IntoView {
    let state = RwSignal::new(Checking::UnderWay);
    Effect::new(move || check(table, state));
    // Of a game that this page holds there was nobody to promise anything to.
    let is_player = table.desk.is_none() && table.followed.with_untracked(|it| it.view().order.is_some());
    let shown = move || {
        match state.get() {
        Checking::UnderWay => view! { <p class="dice-check" data-testid="dice-check" data-state="under-way">"Checking the dice…"</p> }.into_any(),
        Checking::NoRecord => view! {
            <p class="dice-check" data-testid="dice-check" data-state="no-record">
                "The record could not be fetched, so the dice are not checked yet. "
                <button type="button" class="button quiet small" on:click=move |_| check(table, state)>"Try again"</button>
            </p>
        }
        .into_any(),
        Checking::Done { verdict, has_note } => {
            let holds = verdict.holds;
            let title = match (holds, has_note) {
                (true, true) => "Dice checked: they are the ones that were promised",
                (true, false) => "Dice checked: the record holds",
                (false, _) => "The dice do NOT hold",
            };
            let lacks = (is_player && !has_note).then_some(
                "This browser has kept no note of the pairing, so it cannot compare the promises with what they were before play.",
            );
            view! {
                <details class="dice-check" data-testid="dice-check" data-state=if holds { "holds" } else { "fails" } open=!holds>
                    <summary>{title}</summary>
                    <Checks verdict />
                    {lacks.map(|said| view! { <p>{said}</p> })}
                    <p class="limits">{LIMITS} " " <a href="/dice" target="_blank" rel="noopener">"How the dice are made"</a></p>
                </details>
            }
            .into_any()
        }
    }
    };
    let replay = table.id.with_value(|id| format!("/replays/{id}"));
    let ways = match table.desk {
        None => {
            view! { <a data-testid="replay-link" href=replay target="_blank" rel="noopener">"Look at the match step by step"</a> }
                .into_any()
        }
        Some(desk) => view! { <DeskRecord desk /> }.into_any(),
    };
    // Nobody made the dice of two at one screen but their own browser: there is nothing to check.
    let is_checked = table.desk.is_none_or(Desk::is_against_computer);
    view! {
        {is_checked.then_some(shown)}
        <p class="result-links">{ways}</p>
    }
}

/// Fetches the record and compares it with what was promised.
fn check(table: Table, state: RwSignal<Checking>) {
    if let Some(desk) = table.desk {
        let verdict = desk.record().map(|record| Verdict::of(&record, None));
        let has_note = false;
        state.set(verdict.map_or(Checking::NoRecord, |verdict| Checking::Done { verdict, has_note }));
        return;
    }
    state.set(Checking::UnderWay);
    let id = table.id.get_value();
    spawn_local(async move {
        let note = keep::note_of(&id);
        let next = match api::record(id).await {
            Ok(record) => Checking::Done {
                verdict: Verdict::of(&record, note.as_ref()),
                has_note: note.is_some(),
            },
            Err(_) => Checking::NoRecord,
        };
        // The page may have gone on meanwhile.
        let _ = state.try_set(next);
    });
}
