//! The page of a finished match put together.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Player;
use super::checked::{Checks, LIMITS, Verdict};
use super::controls::Controls;
use super::film::Film;
use super::list::{Actions, seconds};
use super::review::Review;
use crate::rules::record::Record;
use crate::rules::{Place, PlaneSet, Seat};
use crate::ui::board::{Board, Hands, Piece, Scene, Status, shapes};
use crate::ui::table::held;
use crate::ui::{browser, dice, words};

/// A record, to be stepped through.
#[component]
pub(in crate::ui) fn ReplayView(
    /// The record.
    record: Record,
    /// Where it can be downloaded, if a server has it.
    #[prop(optional_no_strip)]
    download: Option<String>,
) -> impl IntoView {
    let verdict = Verdict::of(&record, None);
    match Film::of(record) {
        Some(film) => view! { <Whole player=Player::new(film) verdict download /> }.into_any(),
        None => {
            view! { <p class="loading">"This program does not know the game of this record."</p> }.into_any()
        }
    }
}

#[component]
fn Whole(player: Player, verdict: Verdict, download: Option<String>) -> impl IntoView {
    player.begin();
    let near = RwSignal::new(
        player
            .film
            .with_value(|film| film.frame(0).position.rules().first()),
    );
    let turned = move || {
        let seat = near.get();
        player
            .film
            .with_value(|film| film.frame(0).position.rules().facing(seat))
            .unwrap_or(seat)
    };
    let scene = Memo::new(move |_| player.ask(|film, at| Scene::of(&film.frame(at).position)));
    let looked_at = RwSignal::new(None::<Piece>);
    let hands = Hands {
        status: Signal::derive(move || player.ask(status)),
        choosable: Signal::stored(PlaneSet::NONE),
        choose: Callback::new(|_| ()),
        look: Callback::new(move |piece| looked_at.set(piece)),
        trails: Signal::derive(move || player.ask(|film, at| film.frame(at).trails.clone())),
        preview: Signal::stored(Vec::new()),
    };
    let rules = player.film.with_value(|film| film.frame(0).position.rules());
    view! {
        <main class="match replay" data-testid="replay">
            {move || view! { <Side player seat=turned() place="far" /> }}
            <div class="table-board" data-near=move || near.get().name()>
                <Board rules scene label="The board" hands moment=player.playback.moment() />
            </div>
            {move || view! { <Side player seat=near.get() place="near" /> }}
            <div class="side">
                <Summary player />
                <Now player looked_at />
                <Controls player />
                <Actions player />
                <Ways player download on_turn=Callback::new(move |()| near.set(turned())) />
                <Review player />
                <Dice verdict />
            </div>
        </main>
    }
}

fn status(film: &Film, at: usize) -> Status {
    let position = &film.frame(at).position;
    let digest = crate::rules::hash::Hash(position.digest());
    Status {
        version: u32::try_from(at).unwrap_or(u32::MAX),
        phase: words::phase(position.phase()),
        seat: "none",
        check: digest.to_string(),
    }
}

/// One side's strip at the moment that is shown.
#[component]
fn Side(player: Player, seat: Seat, place: &'static str) -> impl IntoView {
    let name = player.film.with_value(|film| film.name(seat));
    let side = move || player.ask(|film, at| *film.frame(at).position.player(seat));
    let home = move || side().at(Place::Home).len();
    let timeouts = move || side().timeouts;
    let radar = move || side().radar;
    let is_on_turn = move || player.ask(|film, at| film.frame(at).position.turn() == seat);
    view! {
        <section class=format!("seat seat-{place} {}", seat.name()) data-turn=move || is_on_turn().to_string() aria-label=words::side(seat)>
            <svg class="seat-mark" viewBox="-18 -18 36 36" aria-hidden="true">
                <path class="hull" d=shapes::aircraft(seat)></path>
            </svg>
            <p class="seat-who">
                <b class="seat-name">{name}</b>
                <span class="seat-side">{words::side(seat)}</span>
            </p>
            <p class="seat-facts">
                <span>{move || format!("home {}/4", home())}</span>
                <span data-testid=format!("timeouts-{}", seat.name())>{move || format!("timeouts {}/4", timeouts())}</span>
                <span class="seat-radar">{move || (radar() > 0).then(|| format!("radar {}", radar()))}</span>
            </p>
            {held(move |item| side().stock.count(item))}
        </section>
    }
}

/// Who played, and how it ended.
#[component]
fn Summary(player: Player) -> impl IntoView {
    let (title, how, when) = player.film.with_value(|film| {
        let result = film.record.result;
        let names: Vec<_> = film
            .frame(0)
            .position
            .rules()
            .seats()
            .map(|seat| film.name(seat))
            .collect();
        let winner = film.name(result.winner);
        let day = film.record.started.get(..10).unwrap_or_default().to_owned();
        (
            names.join(" – "),
            format!("{winner} won: {}.", words::reason(result)),
            day,
        )
    });
    let broken = player
        .film
        .with_value(|film| film.broken.as_ref().map(ToString::to_string));
    view! {
        <header class="replay-summary">
            <h1>{title}</h1>
            <p data-testid="replay-result">{how}" "<time>{when}</time></p>
            {broken.map(|why| view! { <p class="replay-broken" role="alert">"This record can be played no further than here: "{why}</p> })}
        </header>
    }
}

/// The moment in words: its number, the dice, what happened.
#[component]
fn Now(player: Player, looked_at: RwSignal<Option<Piece>>) -> impl IntoView {
    let last = player.last();
    let faces = Memo::new(move |_| player.ask(|film, at| dice::faces(film.frame(at).roll)));
    let said = move || match looked_at.get() {
        Some(piece) => player.ask(|film, at| words::piece(piece, &film.frame(at).position)),
        None => player.ask(|film, at| {
            let lines: Vec<_> = film
                .frame(at)
                .lines
                .iter()
                .map(|line| line.text().to_owned())
                .collect();
            lines.join(" · ")
        }),
    };
    let clock = move || {
        player.ask(|film, at| {
            let frame = film.frame(at);
            let minutes = frame.time / 60_000;
            format!(
                "{minutes}:{:02} · this took {}",
                frame.time / 1000 % 60,
                seconds(frame.used)
            )
        })
    };
    view! {
        <section class="hand replay-now" aria-label="This moment">
            <p class="dice" data-testid="die" role="img" aria-label="The last roll">
                {move || dice::row(faces.get())}
            </p>
            <div class="hand-words">
                <p class="turn" data-testid="moment">{move || format!("Action {} of {last}", player.at.get())}</p>
                <p class="hand-facts">
                    <span data-testid="round">{move || player.ask(|film, at| format!("Round {}", film.frame(at).position.round()))}</span>
                    <span>{clock}</span>
                </p>
            </div>
            <p class="replay-said" aria-live="polite">{said}</p>
        </section>
    }
}

/// Turning the board, the link to this moment, the record as a file.
#[component]
fn Ways(player: Player, download: Option<String>, on_turn: Callback<()>) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let at = player.at.get_untracked();
        spawn_local(async move {
            if let Some(link) = browser::link_to(&format!("v={at}")) {
                let is_copied = browser::copy(&link).await;
                // The page may have gone on meanwhile.
                let _ = copied.try_set(is_copied);
            }
        });
    };
    Effect::new(move || {
        player.at.track();
        copied.set(false);
    });
    let is_served = download.is_some();
    view! {
        <p class="replay-ways">
            <button type="button" class="button quiet" data-testid="turn-board" on:click=move |_| on_turn.run(())>"Turn the board"</button>
            {is_served.then(|| view! {
                <button type="button" class="button quiet" data-testid="copy-link" on:click=copy>
                    {move || if copied.get() { "Link copied" } else { "Copy link to this moment" }}
                </button>
            })}
            {download.map(|path| view! { <a class="button quiet" data-testid="download" href=path download="" rel="external">"Download the record"</a> })}
        </p>
    }
}

/// What of the record holds.
#[component]
fn Dice(verdict: Verdict) -> impl IntoView {
    let holds = verdict.holds;
    let title = match (holds, verdict.has_dice) {
        (true, true) => "Dice checked: all of it holds",
        (true, false) => "Played again: all of it holds",
        (false, _) => "This record does not hold",
    };
    view! {
        <details class="replay-dice" open=!holds>
            <summary data-testid="dice-checked" data-holds=holds.to_string()>{title}</summary>
            <Checks verdict />
            <p>{LIMITS} " " <a href="/dice">"How the dice are made"</a></p>
        </details>
    }
}
