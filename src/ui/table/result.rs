//! How the match ended, and the two ways out of it.

use leptos::html::H2;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::Table;
use super::fair::DiceCheck;
use crate::api;
use crate::protocol::{ApiError, PersonKind, score_change};
use crate::rules::{Outcome, Seat};
use crate::ui::{practice::DeskOut, queue, words};

/// The result.
#[component]
pub(super) fn Ended(
    /// The table.
    table: Table,
    /// How it ended.
    outcome: Outcome,
) -> impl IntoView {
    let me = table.followed.with_untracked(|it| it.view().me);
    let (word, title) = match me {
        Some(me) if me == outcome.winner => ("won", "You have won".to_owned()),
        Some(_) => ("lost", "You have lost".to_owned()),
        None => ("watched", format!("{} has won", words::side(outcome.winner))),
    };
    let figures = table.followed.with_untracked(|it| {
        let rounds = it.position().round();
        let home = |seat: Seat| format!("{} {} of 4 home", words::side(seat), it.home(seat));
        let home: Vec<_> = it.position().rules().seats().map(home).collect();
        format!("Round {rounds} · {}", home.join(" · "))
    });
    let change = table.followed.with_untracked(|it| {
        let view = it.view();
        let mine = view.players[me?].as_ref()?;
        (view.scored && mine.kind == PersonKind::Account).then(|| score_change(me == Some(outcome.winner)))
    });
    let is_scored = table.followed.with_untracked(|it| it.view().scored);
    let is_scored = is_scored || table.desk.is_some();
    let is_bound = me.is_some() && !table.followed.with_untracked(|it| it.view().left);
    let heading = NodeRef::<H2>::new();
    // Whoever sees it end is led to how, wherever on the page they are.
    Effect::new(move || {
        if let Some(heading) = heading.get().filter(|_| !table.came_late) {
            // An element that cannot be focused is where the page already is.
            let _ = heading.focus();
        }
    });
    view! {
        <section class="result" data-testid="result" data-result=word role="status">
            <h2 node_ref=heading tabindex="-1">{title}</h2>
            <p data-testid="result-reason" data-reason=reason(outcome)>{because(outcome, me)}</p>
            {change.map(|change| view! {
                <p class="score-change" data-testid="score-change" data-change=change>
                    "Score " <b>{words::signed(change.into())}</b>
                </p>
            })}
            {(!is_scored).then(|| view! { <p>"A match with a friend is not scored."</p> })}
            {match table.desk {
                Some(desk) => view! { <DeskOut desk /> }.into_any(),
                None if is_bound => view! { <WaysOut table /> }.into_any(),
                None => view! { <p><a class="button" href="/">"To the lobby"</a></p> }.into_any(),
            }} <p class="result-figures">{figures}</p>
            <DiceCheck table />
        </section>
    }
}

const fn reason(outcome: Outcome) -> &'static str {
    use crate::rules::Reason;
    match outcome.reason {
        Reason::Home => "home",
        Reason::Resign => "resign",
        Reason::Timeouts => "timeouts",
    }
}

fn because(outcome: Outcome, me: Option<Seat>) -> String {
    use crate::rules::Reason;
    let is_mine = me == Some(outcome.winner);
    let (whose, loser) = match me {
        Some(_) if is_mine => ("Your".to_owned(), "Your opponent".to_owned()),
        Some(_) => ("Your opponent's".to_owned(), "You".to_owned()),
        None => (
            format!("{}'s", words::side(outcome.winner)),
            "The other side".to_owned(),
        ),
    };
    match outcome.reason {
        Reason::Home => format!("{whose} four planes are home."),
        Reason::Resign => format!("{loser} resigned."),
        Reason::Timeouts => format!("{loser} ran out of time for the fourth time."),
    }
}

/// REMATCH and BACK TO LOBBY.
#[component]
fn WaysOut(table: Table) -> impl IntoView {
    let is_busy = RwSignal::new(false);
    let failed = RwSignal::new(false);
    let navigate = use_navigate();
    let go = move |again: bool| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        failed.set(false);
        let (id, navigate) = (table.id.get_value(), navigate.clone());
        spawn_local(async move {
            match api::leave(id).await {
                // Another tab was first.
                Ok(()) | Err(ApiError::NotOver) => {
                    if again {
                        // The lobby shows what came of it.
                        let _ = queue::join().await;
                    }
                    navigate("/", NavigateOptions::default());
                }
                Err(_) => {
                    is_busy.set(false);
                    failed.set(true);
                }
            }
        });
    };
    let follow = use_navigate();
    // Another tab of mine has left.
    Effect::new(move || {
        if table.ask(|it| it.view().left) && !is_busy.get_untracked() {
            follow("/", NavigateOptions::default());
        }
    });
    let again = go.clone();
    let again_note = if table.followed.with_untracked(|it| it.view().scored) {
        "REMATCH looks for an opponent again; it may be another one."
    } else {
        "REMATCH looks for anybody who is waiting; to play your friend again, invite them from the lobby."
    };
    view! {
        <p class="ways-out">
            <button type="button" class="button" data-testid="rematch" disabled=is_busy on:click=move |_| again(true)>
                "REMATCH"
            </button>
            <button
                type="button"
                class="button quiet"
                data-testid="back-to-lobby"
                disabled=is_busy
                on:click=move |_| go(false)
            >
                "BACK TO LOBBY"
            </button>
        </p>
        <p class="result-note">
            {move || if failed.get() { "No answer from the server; try again." } else {
                again_note
            }}
        </p>
    }
}
