//! The leaderboard: who has won how much.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

use super::not_found::NotNow;
use crate::api;
use crate::protocol::{self, Ranked, Turn};
use crate::ui::{address, words};

/// All who have played under a nickname, best first.
#[component]
pub fn Leaderboard() -> impl IntoView {
    let query = use_query_map();
    let turn = Memo::new(move |_| {
        query.with(|query| match (query.get("above"), query.get("below")) {
            (Some(of), _) => Turn::Above { of },
            (None, Some(of)) => Turn::Below { of },
            (None, None) => Turn::First,
        })
    });
    let board = Resource::new(move || turn.get(), api::leaderboard);
    let shown = move || {
        Suspend::new(async move {
            match board.await {
                Ok(board) => whole(board).into_any(),
                Err(_) => view! { <NotNow what="the leaderboard" /> }.into_any(),
            }
        })
    };
    view! {
        <Title text="Leaderboard · FLYCHESS" />
        <Suspense fallback=|| view! { <p class="loading">"Counting…"</p> }>{shown}</Suspense>
    }
}

fn whole(board: protocol::Leaderboard) -> impl IntoView {
    let me = board.me.as_ref().map(|me| me.name.clone());
    let is_listed = board.rows.iter().any(|row| Some(&row.name) == me.as_ref());
    let elsewhere = board.me.filter(|_| !is_listed);
    let above = board
        .rows
        .first()
        .filter(|_| board.has_above)
        .map(|row| row.name.clone());
    let below = board
        .rows
        .last()
        .filter(|_| board.has_below)
        .map(|row| row.name.clone());
    let is_first = !board.has_above;
    view! {
        <main class="scores">
            <h1>"Leaderboard"</h1>
            <p class="lead">"+1 for every match won, \u{2212}1 for every match lost. Guests play along without a score."</p>
            {if board.rows.is_empty() {
                let text = if is_first { "Nobody has played under a nickname yet." } else { "Nobody stands here." };
                view! { <p>{text}</p> }.into_any()
            } else {
                view! {
                    <table class="ranks" data-testid="leaderboard">
                        <thead>
                            <tr>
                                <th scope="col">"Rank"</th>
                                <th scope="col">"Player"</th>
                                <th scope="col">"Score"</th>
                                <th scope="col">"Won"</th>
                                <th scope="col">"Lost"</th>
                            </tr>
                        </thead>
                        <tbody>
                            {board.rows.into_iter().map(|it| row(it, me.as_deref()).into_any()).collect_view()}
                        </tbody>
                    </table>
                }
                    .into_any()
            }}
            {elsewhere.map(|it| view! {
                <table class="ranks mine" data-testid="own-row">
                    <caption>"You"</caption>
                    <tbody>{row(it, me.as_deref()).into_any()}</tbody>
                </table>
            })}
            <nav class="pager" aria-label="More of the leaderboard">
                {(!is_first).then(|| view! { <a href="/leaderboard">"Top"</a> })}
                {above.map(|of| view! {
                    <a rel="prev" href=format!("/leaderboard?above={}", address::encoded(&of))>"Higher"</a>
                })}
                {below.map(|of| view! {
                    <a rel="next" href=format!("/leaderboard?below={}", address::encoded(&of))>"Lower"</a>
                })}
                <a href="/">"Lobby"</a>
            </nav>
            <p class="count">{format!("{} with a rank", board.ranked)}</p>
        </main>
    }
}

fn row(it: Ranked, me: Option<&str>) -> impl IntoView + use<> {
    let is_mine = me == Some(&*it.name);
    let (address, player) = (address::player(&it.name), it.name.clone());
    let rank = it.rank.map_or("\u{2013}".to_owned(), |rank| rank.to_string());
    view! {
        <tr data-player=player class:mine=is_mine aria-current=is_mine.then_some("true")>
            <td>{rank}</td>
            <th scope="row"><a href=address>{it.name}</a></th>
            <td>{words::signed(it.score)}</td>
            <td>{it.won}</td>
            <td>{it.lost}</td>
        </tr>
    }
}
