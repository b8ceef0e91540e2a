//! The table put together.

use leptos::prelude::*;

use super::{
    Table, company::Company, fair::Seal, follow::Followed, hand::Hand, log::Log, preview::told,
    resign::Resign, result::Ended, seats::SeatBar, stock::StockBar,
};
use crate::protocol::{MatchView, Stage};
use crate::rules::{Item, PlaneId, PlaneSet, Seat};
use crate::ui::{
    board::{Board, Hands, Piece, Scene, Status},
    browser,
    live::Link,
    practice::{Desk, DeskBar, LessonBar},
    preview::Preview,
    words,
};

/// A match, from what the server says of it.
#[component]
pub(in crate::ui) fn TableView(
    /// The match as the server told it.
    view: MatchView,
    /// When the page asked for it.
    asked: f64,
) -> impl IntoView {
    match Followed::new(view) {
        Ok(followed) => {
            let told = told(&followed);
            let table = Table::new(followed, None);
            begin(table, asked);
            view! {
                <Preview title=told.title description=told.description picture=told.picture />
                <Whole table />
            }
            .into_any()
        }
        Err(_) => view! { <Unfollowed /> }.into_any(),
    }
}

/// What only the browser does.
fn begin(table: Table, asked: f64) {
    let left_ms = table.followed.with_untracked(|it| it.view().left_ms);
    Effect::new(move || table.clock.start(left_ms, asked));
    Effect::new(move || table.show_seed());
    table.listen();
    table.line_up_for_the_lead();
    table.reload_when_outdated();
    begin_to_play(table);
}

/// The same wherever the match is held.
fn begin_to_play(table: Table) {
    table.roll_by_itself();
    table.resign_when_told_to();
    table.hear_keys();
    table.call();
}

/// A game that this page holds itself.
#[component]
pub(in crate::ui) fn PracticeView(
    /// The game.
    desk: Desk,
) -> impl IntoView {
    let followed = match desk.begin() {
        None => Followed::new(desk.view()),
        Some(position) => Ok(Followed::from_here(desk.view(), position)),
    };
    match followed {
        Ok(followed) => {
            let table = Table::new(followed, Some(desk));
            begin_to_play(table);
            table.answer_here(desk);
            view! { <Laid table /> }.into_any()
        }
        // The game's own engine has made it.
        Err(_) => view! { <Unfollowed /> }.into_any(),
    }
}

#[component]
fn Unfollowed() -> impl IntoView {
    view! {
        <main class="not-found">
            <h1>"This page is too old for this match"</h1>
            <p>"Load it anew; the match goes on meanwhile."</p>
        </main>
    }
}

#[component]
fn Whole(table: Table) -> impl IntoView {
    let stage = Memo::new(move |_| match table.ask(|it| it.view().stage) {
        Stage::Over => Stage::Live,
        stage => stage,
    });
    move || match stage.get() {
        Stage::Pairing => view! { <Pairing table /> }.into_any(),
        Stage::Dissolved => view! { <Dissolved /> }.into_any(),
        Stage::Live | Stage::Over => view! { <Laid table /> }.into_any(),
    }
}

#[component]
fn Pairing(table: Table) -> impl IntoView {
    view! {
        <main class="not-found">
            <h1>"An opponent is here"</h1>
            <p role="status">"The seats are being drawn; both sides show the seeds of their dice."</p>
            <Connection table />
        </main>
    }
}

#[component]
fn Dissolved() -> impl IntoView {
    view! {
        <main class="not-found">
            <h1>"No match came about"</h1>
            <p>"Neither side was there to begin. You can play again from the lobby."</p>
            <p><a class="button" href="/">"Back to the lobby"</a></p>
        </main>
    }
}

#[component]
fn Laid(table: Table) -> impl IntoView {
    let near = table
        .followed
        .with_untracked(|it| it.view().me.unwrap_or(it.position().rules().first()));
    let rules = table.followed.with_untracked(|it| it.position().rules());
    let far = rules.facing(near).unwrap_or(near);
    let outcome = Memo::new(move |_| table.ask(|it| it.position().outcome()));
    let lesson = table
        .desk
        .and_then(|desk| desk.lesson().map(|number| (desk, number)));
    let game = table.desk.filter(|_| lesson.is_none());
    let is_mine = Signal::derive(move || table.ask(|it| it.mine().is_some()));
    view! {
        <main class="match" data-testid="table" data-seat=near.name()>
            <h1 class="unseen">{if table.desk.is_some() { "Practice" } else { "Match" }}</h1>
            <SeatBar table seat=far place="far" />
            <Picture table near />
            <SeatBar table seat=near place="near" />
            <div class="side">
                {table.desk.is_none().then(|| view! { <Connection table /> })}
                {lesson.map(|(desk, number)| view! { <LessonBar desk number /> })}
                {move || match outcome.get() {
                    None => view! { <Hand table /> }.into_any(),
                    Some(outcome) => view! { <Ended table outcome /> }.into_any(),
                }}
                <Caption table />
                <StockBar table />
                {move || game.filter(|_| outcome.get().is_none()).map(|desk| view! { <DeskBar desk is_mine /> })}
                {table.desk.is_none().then(|| view! { <Company table /> })}
                <Log table />
                <Resign table />
                // Once the match is over the dice are checked, and sealed no more.
                {move || (table.desk.is_none() && outcome.get().is_none()).then(|| view! { <Seal table /> })}
            </div>
        </main>
    }
}

/// The board, and what can be done with it.
#[component]
fn Picture(table: Table, near: Seat) -> impl IntoView {
    let rules = table.followed.with_untracked(|it| it.position().rules());
    let scene = Memo::new(move |_| table.ask(|it| Scene::of(it.position())));
    let status = Memo::new(move |_| {
        table.ask(|it| Status {
            version: it.version(),
            phase: it.phase(),
            seat: it.view().me.map_or("none", Seat::name),
            check: it.digest(),
        })
    });
    let choosable = Memo::new(move |_| choosable(table));
    let trails = Memo::new(move |_| table.ask(|it| it.trails().to_vec()));
    let preview = Memo::new(move |_| match preview(table) {
        Some((trails, _)) => trails,
        None if is_missile_looked_at(table) => table.ask(Followed::preview_missile),
        None => Vec::new(),
    });
    let hands = Hands {
        status: status.into(),
        choosable: choosable.into(),
        choose: Callback::new(move |id| table.choose(id)),
        look: Callback::new(move |piece| table.looked_at.set(piece)),
        trails: trails.into(),
        preview: preview.into(),
    };
    view! {
        <div class="table-board" data-near=near.name()>
            <Board rules scene label="The board" hands moment=table.playback.moment() />
        </div>
    }
}

/// My planes that can be chosen now; none while a command is under way.
fn choosable(table: Table) -> PlaneSet {
    let aiming = table.aiming.get();
    if table.pending.get().is_some() {
        return PlaneSet::NONE;
    }
    table.ask(|it| {
        let mine = |seat| {
            it.choosable(aiming)
                .iter()
                .map(move |plane| PlaneId { seat, plane })
        };
        it.mine().into_iter().flat_map(mine).collect()
    })
}

fn preview(table: Table) -> Option<(Vec<crate::ui::board::Trail>, String)> {
    let Some(Piece::Plane(id)) = table.looked_at.get() else {
        return None;
    };
    let aiming = table.aiming.get();
    table.ask(|it| {
        it.mine()
            .filter(|&me| me == id.seat)
            .and_then(|_| it.preview(id.plane, aiming))
    })
}

/// Whether a missile is being considered: it shows what it could do before it is fired.
fn is_missile_looked_at(table: Table) -> bool {
    let is_held = table.item.get() == Some(Item::Missile) && table.ask(|it| it.usable(Item::Missile).is_ok());
    is_held || table.aiming.get()
}

/// What is looked at, in words; else what is to be done. Its place is always there, so nothing shifts.
#[component]
fn Caption(table: Table) -> impl IntoView {
    let said = move || {
        if let Some((_, said)) = preview(table) {
            return said;
        }
        if let Some(said) = table.item.get().map(|item| super::stock::said(table, item)) {
            return said;
        }
        match table.looked_at.get() {
            Some(piece) => table.ask(|it| words::piece(piece, it.position())),
            None => table.notice.get().unwrap_or_default().to_owned(),
        }
    };
    view! {
        <p class="caption" data-testid="caption" aria-live="polite">{said}</p>
    }
}

/// A calm word when the connection is lost: what still runs, and that it comes back by itself.
#[component]
fn Connection(table: Table) -> impl IntoView {
    let word = move || match table.link.get() {
        Link::Opening => ("opening", "Connecting"),
        Link::Good => ("good", "Connected"),
        Link::Lost { .. } => (
            "lost",
            "Connection lost. The clock still runs; the page comes back by itself.",
        ),
        Link::Crowded => (
            "crowded",
            "Too many of your tabs are open. Close some; this page tries again by itself.",
        ),
        Link::Outdated => ("outdated", "The game has been updated: load this page anew."),
        Link::Ended => ("ended", "This match cannot be followed any more."),
        Link::Switched => ("switched", "This browser has logged in or out."),
    };
    let doubt = move || {
        let pending = table.pending.get();
        let is_seen =
            pending.is_some_and(|pending| pending.in_doubt) || matches!(table.link.get(), Link::Lost { .. });
        pending
            .filter(|_| is_seen)
            .map(|_| " Your last move is under way.")
    };
    view! {
        <p class="connection" data-testid="connection" data-state=move || word().0 role="status">
            <span>{move || word().1}{doubt}</span>
            <Show when=move || table.link.get() == Link::Outdated>
                <button type="button" class="button quiet" on:click=move |_| browser::reload()>"Reload"</button>
            </Show>
        </p>
    }
}
