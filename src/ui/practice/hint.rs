//! What `hard` would do, and why, in a sentence.

use crate::rules::bot::{Advice, advise};
use crate::rules::{Action, Item, PlaneId, Position, Use};
use crate::ui::words;

/// The hint for whoever is on turn; nothing when the game is over.
pub(super) fn hint(position: &Position) -> Option<String> {
    advise(position).map(|advice| told(position, &advice))
}

fn told(position: &Position, advice: &Advice) -> String {
    let does = done(position, advice.action);
    let chance = percent(advice.chance);
    match advice.other {
        None => format!("{does} There is nothing else to do."),
        Some((other, _)) if matches!(advice.action, Action::Roll) => {
            format!(
                "{does} Keep your items: {} would not help enough.",
                thing(position, other)
            )
        }
        Some((other, other_chance)) => format!(
            "{does} That wins {chance} of 100 games; {} wins {}.",
            thing(position, other),
            percent(other_chance)
        ),
    }
}

/// What to do, and what comes of it.
fn done(position: &Position, action: Action) -> String {
    let plane = |plane| PlaneId {
        seat: position.turn(),
        plane,
    };
    match action {
        Action::Select { plane: it } => match position.preview_select(it) {
            Some(preview) => format!("Choose {}: {}.", it + 1, words::preview(plane(it), &preview)),
            None => format!("Choose {}.", it + 1),
        },
        Action::Use(Use::Missile { plane: it }) => match position.preview_missile(it) {
            Some(preview) => format!(
                "Launch a missile from {}: {}.",
                it + 1,
                words::preview(plane(it), &preview)
            ),
            None => format!("Launch a missile from {}.", it + 1),
        },
        Action::Use(item) => format!(
            "Use the {}: it {}.",
            title(item.item()),
            words::item_does(item.item())
        ),
        _ => "Roll.".to_owned(),
    }
}

/// The same in short, as something that is compared.
fn thing(position: &Position, action: Action) -> String {
    match action {
        Action::Select { plane } => words::name(PlaneId {
            seat: position.turn(),
            plane,
        }),
        Action::Use(item) => format!("the {}", title(item.item())),
        _ => "rolling".to_owned(),
    }
}

fn title(item: Item) -> String {
    words::item_title(item).to_lowercase()
}

fn percent(chance: f32) -> String {
    format!("{:.0}", chance * 100.0)
}
