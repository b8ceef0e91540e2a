//! What a game here needs of its browser: random numbers, the calendar, and a place where it is kept.

use web_sys::js_sys::Date;

use super::game::{Entropy, Now, Practice};
use super::saved::{Against, Unusable};
use crate::protocol::Step;
use crate::rules::{Action, Illegal, Seat};
use crate::ui::{browser, keep};

/// What is kept from an earlier visit.
#[derive(Clone)]
pub(super) enum Kept {
    /// Nothing.
    Nothing,
    /// A game.
    Game(Box<Practice>),
    /// Something that this program cannot go on with.
    Unusable(Unusable),
}

/// Looks for a game that was kept.
pub(super) fn kept() -> Kept {
    let Some(text) = keep::text(keep::PRACTICE) else {
        return Kept::Nothing;
    };
    match Practice::resume(&text) {
        Ok(game) => Kept::Game(Box::new(game)),
        Err(why) => Kept::Unusable(why),
    }
}

/// Begins a game and keeps it; nothing in a browser without random numbers.
pub(super) fn begin(against: Against) -> Option<Practice> {
    let entropy = Entropy {
        id: browser::random()?,
        server: browser::random()?,
        own: browser::random()?,
    };
    let game = Practice::begin(against, entropy, &now());
    keep::set_text(keep::PRACTICE, &game.text());
    Some(game)
}

/// Does something for a side, and keeps the game as it then stands.
pub(super) fn play(game: &mut Practice, seat: Seat, action: Action) -> Result<Step, Illegal> {
    let step = game.play(seat, action, now().ms)?;
    keep::set_text(keep::PRACTICE, &game.text());
    Ok(step)
}

/// Keeps nothing any more.
pub(super) fn forget() {
    keep::forget(keep::PRACTICE);
}

fn now() -> Now {
    let now = Date::new_0();
    Now {
        ms: now.get_time() as u64,
        written: now.to_iso_string().into(),
    }
}
