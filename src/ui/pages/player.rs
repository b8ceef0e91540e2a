//! The page of one player: how they stand, and what they have played.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use super::not_found::{Absent, NotNow, answer_not_found};
use crate::api;
use crate::protocol::{ApiError, Identity, MatchId, Past, PersonKind, Profile, Ranked, Turn};
use crate::rules::Reason;
use crate::ui::{address, words};

/// A player with a nickname.
#[component]
pub fn Player() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let asked = Memo::new(move |_| {
        let name = params.with(|params| params.get("name").unwrap_or_default());
        let beside = |key: &str| query.with(|query| query.get(key)?.parse::<MatchId>().ok());
        let turn = match (beside("after"), beside("before")) {
            (Some(of), _) => Turn::Above { of },
            (None, Some(of)) => Turn::Below { of },
            (None, None) => Turn::First,
        };
        (name, turn)
    });
    let profile = Resource::new(move || asked.get(), |(name, turn)| api::player(name, turn));
    let shown = move || {
        Suspend::new(async move {
            match profile.await {
                Ok(profile) => whole(profile).into_any(),
                Err(ApiError::NoSuchPlayer) => {
                    answer_not_found();
                    view! { <Absent title="No such player" text="Nobody plays under this nickname." /> }
                        .into_any()
                }
                Err(_) => view! { <NotNow what="this player" /> }.into_any(),
            }
        })
    };
    view! { <Suspense fallback=|| view! { <p class="loading">"One moment…"</p> }>{shown}</Suspense> }
}

fn whole(profile: Profile) -> impl IntoView {
    let Ranked {
        rank,
        name,
        score,
        won,
        lost,
    } = profile.player;
    let page = address::player(&name);
    let turn = |of: Option<&Past>, key: &str| of.map(|past| format!("{page}?{key}={}", past.id));
    let later = turn(profile.matches.first().filter(|_| profile.has_later), "after");
    let earlier = turn(profile.matches.last().filter(|_| profile.has_earlier), "before");
    let since = date(&profile.since);
    view! {
        <Title text=format!("{name} · FLYCHESS") />
        <main class="scores" data-testid="player">
            <h1>{name}</h1>
            <dl class="figures">
                <Figure label="Score" value=words::signed(score) />
                <Figure label="Rank" value=rank.map_or("\u{2013}".to_owned(), |rank| rank.to_string()) />
                <Figure label="Won" value=won.to_string() />
                <Figure label="Lost" value=lost.to_string() />
            </dl>
            <h2>"Matches"</h2>
            {if profile.matches.is_empty() {
                view! { <p>"None that counted yet."</p> }.into_any()
            } else {
                view! {
                    <table class="ranks past" data-testid="matches">
                        <thead>
                            <tr>
                                <th scope="col">"Date"</th>
                                <th scope="col">"Against"</th>
                                <th scope="col">"Result"</th>
                                <th scope="col">"Score"</th>
                            </tr>
                        </thead>
                        <tbody>{profile.matches.into_iter().map(|it| row(it).into_any()).collect_view()}</tbody>
                    </table>
                }
                    .into_any()
            }}
            <nav class="pager" aria-label="More matches">
                {later.map(|href| view! { <a rel="prev" href=href>"Later"</a> })}
                {earlier.map(|href| view! { <a rel="next" href=href>"Earlier"</a> })}
                <a href="/leaderboard">"Leaderboard"</a>
                <a href="/">"Lobby"</a>
            </nav>
            <p class="count">{format!("Here since {since}")}</p>
        </main>
    }
}

#[component]
fn Figure(label: &'static str, value: String) -> impl IntoView {
    view! {
        <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
        </div>
    }
}

fn row(past: Past) -> impl IntoView {
    let has_won = past.change > 0;
    view! {
        <tr data-match=past.id.to_string() data-result=if has_won { "won" } else { "lost" }>
            <td><time datetime=past.at.clone()>{date(&past.at)}</time></td>
            <td>{opponent(past.opponent)}</td>
            <td><a href=format!("/replays/{}", past.id)>{result(has_won, past.reason)}</a></td>
            <td>{words::signed(past.change.into())}</td>
        </tr>
    }
}

fn opponent(who: Identity) -> impl IntoView {
    if who.kind == PersonKind::Account {
        let address = address::player(&who.name);
        view! { <a href=address>{who.name}</a> }.into_any()
    } else {
        who.name.into_any()
    }
}

const fn result(has_won: bool, reason: Reason) -> &'static str {
    match (has_won, reason) {
        (true, Reason::Home) => "Won: all home",
        (true, Reason::Resign) => "Won: the other resigned",
        (true, Reason::Timeouts) => "Won: the other ran out of time",
        (false, Reason::Home) => "Lost: the other was home first",
        (false, Reason::Resign) => "Lost: resigned",
        (false, Reason::Timeouts) => "Lost: ran out of time",
    }
}

/// The day of an instant, which is written in UTC.
fn date(instant: &str) -> String {
    instant.split('T').next().unwrap_or_default().to_owned()
}
