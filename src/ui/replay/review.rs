//! The choices of a match that cost most, looked for when somebody wants to know.

use std::time::Duration;

use leptos::prelude::*;

use super::{Player, film::Film};
use crate::rules::bot::{Slip, playouts, slip};
use crate::rules::{Action, PlaneId, Seat, Use};
use crate::ui::words;

/// So many of each side are told.
const TOLD: usize = 3;
/// So many of each side are played out, the likeliest first.
const PLAYED: usize = 6;
/// So many games for each of them, and as many for what would have been better.
const GAMES: u32 = 300;
/// So many choices are weighed before the page may do something else.
const AT_ONCE: usize = 8;

/// A choice that cost something.
#[derive(Clone, Debug)]
struct Costly {
    /// The version that the choice led from.
    version: usize,
    seat: Seat,
    slip: Slip,
    /// The chance to win that there was, and that was left, of a hundred.
    chances: Option<(u32, u32)>,
}

/// How far the search is.
#[derive(Clone, Debug)]
enum Stage {
    Idle,
    /// Choices are being weighed or played out.
    Busy,
    Done(Vec<Costly>),
}

#[component]
pub(super) fn Review(player: Player) -> impl IntoView {
    let stage = RwSignal::new(Stage::Idle);
    let begin = move |_| {
        stage.set(Stage::Busy);
        weigh(player, stage, 0, Vec::new());
    };
    let shown = move || match stage.get() {
        Stage::Idle => view! {
            <button type="button" class="button quiet" data-testid="review" on:click=begin>
                "Which choices cost most?"
            </button>
        }
        .into_any(),
        Stage::Busy => view! { <p role="status" data-testid="review-busy">"Playing it out…"</p> }.into_any(),
        Stage::Done(found) => list(player, found).into_any(),
    };
    view! { <section class="review" aria-label="The choices that cost most">{shown}</section> }
}

fn list(player: Player, found: Vec<Costly>) -> impl IntoView {
    let rows = found.into_iter().map(|it| {
        let name = player.film.with_value(|film| film.name(it.seat));
        let chances = it
            .chances
            .map(|(was, left)| format!("{was} of 100 games would have been won, then {left}"));
        let said = format!(
            "{name}: {}; better: {}. {}",
            words_of(it.seat, it.slip.action),
            words_of(it.seat, it.slip.better),
            chances.unwrap_or_default()
        );
        let version = it.version;
        view! {
            <li class=it.seat.name() data-version=version>
                <button type="button" on:click=move |_| player.go(version)>
                    <span class="replay-number">{version + 1}</span>
                    <span>{said}</span>
                </button>
            </li>
        }
    });
    let rows: Vec<_> = rows.collect();
    let is_empty = rows.is_empty();
    view! {
        <h2>"The choices that cost most"</h2>
        <ol class="replay-rows" data-testid="review-found">{rows}</ol>
        {is_empty.then(|| view! { <p>"None that would have mattered."</p> })}
        <p class="limits">
            "Found by the computer player that looks furthest, then played out with other dice. Luck of the dice is not counted."
        </p>
    }
}

/// What was done, in a few words.
fn words_of(seat: Seat, action: Action) -> String {
    match action {
        Action::Select { plane } => format!("chose {}", words::name(PlaneId { seat, plane })),
        Action::Use(Use::Missile { plane }) => {
            format!("a missile from {}", words::name(PlaneId { seat, plane }))
        }
        Action::Use(item) => format!("used the {}", words::item_title(item.item()).to_lowercase()),
        _ => "rolled".to_owned(),
    }
}

/// Weighs some choices, then goes on after the page has breathed.
fn weigh(player: Player, stage: RwSignal<Stage>, from: usize, mut found: Vec<Costly>) {
    let Some(next) = player
        .film
        .try_with_value(|film| weigh_some(film, from, &mut found))
    else {
        return;
    };
    let go_on = move || match next {
        Some(next) => weigh(player, stage, next, found),
        None => play_out(player, stage, likeliest(found), 0),
    };
    set_timeout(go_on, Duration::ZERO);
}

/// Where to go on; nothing when all are weighed.
fn weigh_some(film: &Film, from: usize, found: &mut Vec<Costly>) -> Option<usize> {
    let to = (from + AT_ONCE).min(film.last());
    for version in from..to {
        let act = &film.record.actions[version];
        let (Some(seat), Ok(action)) = (act.seat, act.action()) else {
            continue;
        };
        let position = &film.frame(version).position;
        if let Some(slip) = slip(position, action).filter(|_| position.turn() == seat) {
            found.push(Costly {
                version,
                seat,
                slip,
                chances: None,
            });
        }
    }
    (to < film.last()).then_some(to)
}

/// Of each side those that `hard` holds for the worst.
fn likeliest(mut found: Vec<Costly>) -> Vec<Costly> {
    found.sort_by(|one, other| other.slip.loss.total_cmp(&one.slip.loss));
    let mut kept: Vec<Costly> = Vec::new();
    for it in found {
        if kept.iter().filter(|kept| kept.seat == it.seat).count() < PLAYED {
            kept.push(it);
        }
    }
    kept
}

/// Plays one of them out, then goes on after the page has breathed.
fn play_out(player: Player, stage: RwSignal<Stage>, mut found: Vec<Costly>, at: usize) {
    let Some(it) = found.get_mut(at) else {
        // The page may have gone on meanwhile.
        let _ = stage.try_set(Stage::Done(worst(found)));
        return;
    };
    let chances = player.film.try_with_value(|film| {
        let position = &film.frame(it.version).position;
        let share = |action| percent(playouts(position, action, GAMES, &film.record.id));
        (share(it.slip.better), share(it.slip.action))
    });
    if chances.is_none() {
        return;
    }
    it.chances = chances;
    set_timeout(move || play_out(player, stage, found, at + 1), Duration::ZERO);
}

/// Of each side those that cost most when they were played out, in the order of the match.
fn worst(mut found: Vec<Costly>) -> Vec<Costly> {
    let cost = |it: &Costly| it.chances.map_or(0, |(was, left)| was.saturating_sub(left));
    found.retain(|it| cost(it) > 0);
    found.sort_by_key(|it| std::cmp::Reverse(cost(it)));
    let mut told: Vec<Costly> = Vec::new();
    for it in found {
        if told.iter().filter(|told| told.seat == it.seat).count() < TOLD {
            told.push(it);
        }
    }
    told.sort_by_key(|it| it.version);
    told
}

fn percent(share: f32) -> u32 {
    (share * 100.0).round() as u32
}
