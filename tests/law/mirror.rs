//! Red and Green are alike: with the sides swapped and the board turned half round, everything happens turned half round.
//! It is done to JSON documents, so that nothing of the engine is trusted with it.

use flychess::rules::chance::Recorded;
use flychess::rules::setup::LAST_ROUND;
use flychess::rules::{Action, Drawn, Event, Position, Ruleset, Seat, Seeded, Setup};
use serde_json::{Map, Value};

use super::chance::Guided;

/// The other side.
pub(crate) const fn other(seat: Seat) -> Seat {
    match seat {
        Seat::Red => Seat::Green,
        Seat::Green => Seat::Red,
        other => other,
    }
}

fn word(word: &str) -> String {
    match word {
        "red" => "green",
        "green" => "red",
        other => other,
    }
    .into()
}

/// A document with the sides swapped and the board turned: every seat's name, and every ring cell, which are the `cell`
/// of a place on the ring and of a mark.
fn turned(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(word(text)),
        Value::Array(list) => {
            let mut list: Vec<Value> = list.iter().map(turned).collect();
            // Marks are listed by cell and sets of planes by seat, which turning changes.
            if list.iter().all(|value| is_mark(value) || is_plane(value)) {
                list.sort_by_key(|value| (value.get("cell").and_then(Value::as_u64), value.to_string()));
            }
            Value::Array(list)
        }
        Value::Object(fields) => {
            let is_ring = is_mark(value) || value.get("at").is_some_and(|at| at == "ring");
            let turn = |(key, value): (&String, &Value)| {
                let value = match value.as_u64() {
                    Some(cell) if key == "cell" && is_ring => Value::from((cell + 26) % 52),
                    _ => turned(value),
                };
                (word(key), value)
            };
            Value::Object(fields.iter().map(turn).collect::<Map<_, _>>())
        }
        other => other.clone(),
    }
}

fn is_mark(value: &Value) -> bool {
    value.get("cell").is_some() && value.get("kind").is_some()
}

fn is_plane(value: &Value) -> bool {
    value.get("seat").is_some() && value.get("plane").is_some_and(Value::is_u64)
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("string keys")
}

/// The position seen from the other side.
pub(crate) fn position(rules: &'static Ruleset, position: &Position) -> Position {
    let setup: Setup = serde_json::from_value(turned(&json(&Setup::from(position)))).expect("a setup");
    setup
        .position(rules)
        .expect("the mirror of a legal position is legal")
}

fn outcome(drawn: &Drawn) -> Option<Drawn> {
    match drawn {
        Drawn::Dice(faces) => Some(Drawn::Dice(faces.clone())),
        &Drawn::Tornado(cell) => Some(Drawn::Tornado((cell + 26) % 52)),
        Drawn::Weather(_) | Drawn::Items(_) => None,
    }
}

/// What is compared of a side: events up to the turn's end, since a round ends after one side's turn only; and of the
/// position all but the round, and what lies on the board if a new round replaced it.
fn comparable(events: &[Event], after: &Position, is_refreshed: bool) -> (Value, Value) {
    let end = events
        .iter()
        .position(|event| matches!(event, Event::TurnEnded { .. }));
    let mut events = json(&events[..end.map_or(events.len(), |end| end + 1)].to_vec());
    for event in events.as_array_mut().into_iter().flatten() {
        for planes in ["victims", "targets"] {
            if let Some(list) = event.get_mut(planes).and_then(Value::as_array_mut) {
                list.sort_by_key(Value::to_string);
            }
        }
    }
    let mut position = json(&Setup::from(after));
    if let Some(fields) = position.as_object_mut() {
        if end.is_some() {
            fields.remove("round");
        }
        if is_refreshed {
            fields.remove("weather");
            fields.remove("items");
        }
    }
    (events, position)
}

/// One action runs the same from both sides. (Only positions of rounds that a setup may name can be turned.)
pub(crate) fn holds(before: &Position, seat: Seat, action: Action, chance: &Seeded) {
    if before.round() > LAST_ROUND {
        return;
    }
    let mirrored = position(before.rules(), before);
    let mut stream = chance.clone();
    let mut live = Recorded::new(&mut stream);
    let (mut after, mut events) = (*before, Vec::new());
    let played = after.play(seat, action, &mut live, &mut events);
    let script: Vec<Drawn> = live.into_drawn().iter().filter_map(outcome).collect();
    let (mut after_mirrored, mut events_mirrored) = (mirrored, Vec::new());
    let mut guided = Guided::new(&script, chance.clone());
    let played_mirrored = after_mirrored.play(other(seat), action, &mut guided, &mut events_mirrored);
    assert_eq!(played, played_mirrored);
    let refreshed = |event: &Event| {
        matches!(
            event,
            Event::WeatherRefreshed { .. } | Event::ItemsRefreshed { .. }
        )
    };
    let is_refreshed = events.iter().chain(&events_mirrored).any(refreshed);
    let (told, stands) = comparable(&events, &after, is_refreshed);
    let expected = (turned(&told), turned(&stands));
    assert_eq!(
        comparable(&events_mirrored, &after_mirrored, is_refreshed),
        expected
    );
}
