//! What a link to a match shows where it is sent: no more than whoever opens it sees.

use super::follow::Followed;
use crate::protocol::Stage;
use crate::rules::Seat;
use crate::ui::words;

/// A title, a sentence, and where the picture is.
pub(super) struct Told {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) picture: String,
}

/// Of a match as it stands.
pub(super) fn told(it: &Followed) -> Told {
    let (title, description) = match (it.view().stage, it.position().outcome()) {
        (Stage::Dissolved, _) => ("FLYCHESS".to_owned(), "No match came about here.".to_owned()),
        (Stage::Pairing, _) => (
            "A match of flying chess".to_owned(),
            "It is about to begin. Open the link to watch.".to_owned(),
        ),
        (_, None) => (
            format!("{}, live", against(it)),
            format!(
                "Round {}: {}. Open the link to watch.",
                it.position().round(),
                standing(it)
            ),
        ),
        (_, Some(outcome)) => (
            against(it),
            format!(
                "{} has won in round {}: {}.",
                name(it, outcome.winner),
                it.position().round(),
                words::reason(outcome)
            ),
        ),
    };
    Told {
        title,
        description,
        // Whoever keeps pictures by their address fetches another when the match has gone on.
        picture: format!("/match/{}/board.png?version={}", it.view().id, it.version()),
    }
}

fn against(it: &Followed) -> String {
    let names: Vec<String> = it.position().rules().seats().map(|seat| name(it, seat)).collect();
    names.join(" against ")
}

fn standing(it: &Followed) -> String {
    let seats = it.position().rules().seats();
    let each: Vec<String> = seats
        .map(|seat| format!("{} has {} of 4 planes home", name(it, seat), it.home(seat)))
        .collect();
    each.join(", ")
}

fn name(it: &Followed, seat: Seat) -> String {
    match &it.view().players[seat] {
        Some(player) => player.name.clone(),
        None => words::side(seat).to_owned(),
    }
}
