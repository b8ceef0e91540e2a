//! One bit of a record, or of a note, is another: what is said against it names the thing that was changed, field by
//! field, whether or not the digest was made anew.

use flychess::rules::Reason;
use flychess::rules::hash::Hash;
use flychess::rules::record::{NOTE_FORMAT, Note, Own, PersonKind, Record, Unreadable};
use proptest::prelude::*;
use serde_json::{Value, json};

mod common;

use common::{Plot, none_of};

/// A match with timeouts and items; the second player's seed did not come in time.
fn plot() -> Plot {
    Plot {
        kinds: [PersonKind::Guest, PersonKind::Account],
        absent: [false, true],
        timeouts: 30,
        resigns_after: Some(90),
        ..Plot::new("flips21")
    }
}

fn document() -> Value {
    serde_json::to_value(plot().play().record).expect("a record can be written")
}

/// What is said against a document; nothing if it holds.
fn says(document: &Value) -> Option<String> {
    match Record::read(document.to_string().as_bytes()) {
        Ok(record) => record.verify().err().map(|fault| fault.to_string()),
        Err(unreadable) => Some(unreadable.to_string()),
    }
}

/// The same after a forger has made the digest anew.
fn says_when_sealed(document: &Value) -> Option<String> {
    match Record::read(document.to_string().as_bytes()) {
        Ok(mut record) => {
            record.seal();
            record.verify().err().map(|fault| fault.to_string())
        }
        Err(unreadable) => Some(unreadable.to_string()),
    }
}

/// Names and numbers of the way to each value that is no object or list.
fn leaves(value: &Value) -> Vec<Vec<String>> {
    let below = |name: String, value: &Value| {
        leaves(value).into_iter().map(move |mut rest| {
            rest.insert(0, name.clone());
            rest
        })
    };
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| below(name.clone(), value))
            .collect(),
        Value::Array(list) => (0..)
            .zip(list)
            .flat_map(|(i, value): (u32, _)| below(i.to_string(), value))
            .collect(),
        _ => vec![Vec::new()],
    }
}

fn with(document: &Value, place: &[String], value: Value) -> Value {
    let mut document = document.clone();
    *document.pointer_mut(&pointer(place)).expect("it was listed") = value;
    document
}

fn pointer(place: &[String]) -> String {
    place.iter().map(|name| format!("/{name}")).collect()
}

/// A place as messages name it: `fairness.client_seeds[0]`.
fn field(place: &[String]) -> String {
    let step = |name: &String| match name.parse::<u32>() {
        Ok(number) => format!("[{number}]"),
        Err(_) => format!(".{name}"),
    };
    let whole: String = place.iter().map(step).collect();
    whole.trim_start_matches('.').to_owned()
}

/// The value with one bit flipped: of its text, its number, or itself. `None` if no JSON value is written so.
fn flipped(value: &Value, at: usize, bit: u32) -> Option<Value> {
    match value {
        Value::String(text) => {
            let mut bytes = text.clone().into_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            String::from_utf8(bytes).ok().map(Value::from)
        }
        Value::Number(number) => {
            let bit = (8 * at as u32 + bit) % 54;
            Some((number.as_u64().expect("a whole number") ^ (1 << bit)).into())
        }
        Value::Bool(flag) => Some((!flag).into()),
        other => panic!("a record has no {other}"),
    }
}

/// The first time in a document that cannot be, by the words of the formats page.
fn wrong_time(document: &Value) -> Option<String> {
    let clock = document["clock_ms"].as_u64().expect("a number");
    let (mut before, mut phase_began) = (0, 0);
    for (number, action) in (0..).zip(document["actions"].as_array().expect("a list")) {
        let number: u32 = number;
        let t = action["t"].as_u64().expect("a number");
        if t < before {
            return Some(format!(
                "action {number}: its time is before that of the action before it"
            ));
        }
        if action["do"] == "timeout" && t - phase_began < clock {
            return Some(format!(
                "action {number}: a timeout before the clock of its phase had run out"
            ));
        }
        before = t;
        if action["do"] != "use" {
            phase_began = t;
        }
    }
    None
}

/// What must be said against a document in which only this place was changed and the digest was made anew.
enum Said {
    /// Nothing depends on it.
    Nothing,
    /// Exactly this.
    This(String),
    /// Something that begins so.
    Begins(&'static str),
    /// This action or a later one, or what became of the match.
    From(u32),
    /// Anything but a digest or a commitment: other dice.
    OtherDice,
}

fn expected(place: &[String], changed: &Value) -> Said {
    let commitments = |what: &str| Said::This(format!("commitments: {what}"));
    let not_opened = |who: &str| commitments(&format!("{who} does not open its commitment"));
    let place: Vec<&str> = place.iter().map(String::as_str).collect();
    match place[..] {
        ["started"] | ["players", _, "name" | "kind"] | ["digest"] => Said::Nothing,
        // The second player was absent: what it had promised does not matter.
        ["fairness", "client_commitments", "1"] => Said::Nothing,
        ["fairness", "server_seed" | "server_commitment"] => not_opened("the server's seed"),
        ["fairness", "client_seeds" | "client_commitments", "0"] => {
            not_opened("the seed of the first of the queue")
        }
        ["fairness", "absent", "0"] => {
            commitments("the first of the queue was absent, but its seed is not 64 zeros")
        }
        ["fairness", "client_seeds", "1"] => {
            commitments("the second of the queue was absent, but its seed is not 64 zeros")
        }
        ["fairness", "absent", "1"] => not_opened("the seed of the second of the queue"),
        ["fairness", "first_in_queue"] => Said::Begins("seats: the match seed draws "),
        ["match"] => Said::OtherDice,
        ["result", _] => Said::Begins("result: the match was won by "),
        ["final"] => Said::Begins("final: "),
        ["clock_ms"] | ["actions", _, "t"] => wrong_time(changed).map_or(Said::Nothing, Said::This),
        ["actions", number, "seat"] => {
            let number: usize = number.parse().expect("a number");
            if changed["actions"][number]["do"] == "resign" {
                Said::Begins("result: the match was won by ")
            } else {
                Said::This(format!("action {number}: not_your_turn: another side is on turn"))
            }
        }
        ["actions", number, "do" | "item" | "plane"] => Said::From(number.parse().expect("a number")),
        ref other => panic!("{other:?} is not looked at by this test"),
    }
}

/// Whether what is said is what must be.
fn fits(said: Option<&str>, expected: &Said) -> bool {
    match (said, expected) {
        (None, Said::Nothing) => true,
        (Some(said), Said::This(this)) => said == this,
        (Some(said), Said::Begins(start)) => said.starts_with(start),
        (Some(said), Said::From(least)) => match action(said) {
            Some(number) => number >= *least,
            None => said.starts_with("result: ") || said.starts_with("final: "),
        },
        (Some(said), Said::OtherDice) => {
            action(said).is_some()
                || ["seats: ", "result: ", "final: "]
                    .iter()
                    .any(|it| said.starts_with(it))
        }
        _ => false,
    }
}

/// The number of the action that is said not to hold.
fn action(said: &str) -> Option<u32> {
    let (number, _) = said.strip_prefix("action ")?.split_once(": ")?;
    number.parse().ok()
}

/// What is wrong with what is said of a document in which this place was changed.
fn misnamed(sound: &Value, place: &[String], value: Value) -> Option<String> {
    let changed = with(sound, place, value.clone());
    let (unsealed, sealed) = (says(&changed), says_when_sealed(&changed));
    let tell = || {
        Some(format!(
            "{} as {value}: {unsealed:?}, sealed {sealed:?}",
            field(place)
        ))
    };
    let why = unsealed.as_deref().unwrap_or_default();
    if field(place) == "format" {
        return if why.starts_with("no record of a known version: format ") {
            None
        } else {
            tell()
        };
    }
    if let Err(Unreadable::Form(_)) = Record::read(changed.to_string().as_bytes()) {
        let form = format!("form: {}", field(place));
        // A kind of action that lacks its field is named by the action.
        let whole = place
            .split_last()
            .map(|(_, action)| format!("form: {}: ", field(action)));
        return if why.starts_with(&form) || whole.is_some_and(|whole| why.starts_with(&whole)) {
            None
        } else {
            tell()
        };
    }
    if why.starts_with("digest: ") && fits(sealed.as_deref(), &expected(place, &changed)) {
        None
    } else {
        tell()
    }
}

#[test]
fn the_match_has_every_field() {
    let document = document();
    assert_eq!(says(&document), None, "it holds as it is");
    let fields: Vec<_> = leaves(&document).iter().map(|place| field(place)).collect();
    let actions = document["actions"].as_array().expect("a list");
    for verb in ["roll", "select", "use", "timeout", "resign"] {
        assert!(actions.iter().any(|action| action["do"] == verb), "{verb}");
    }
    for name in ["seat", "t", "do", "item", "plane"] {
        assert!(actions.iter().any(|action| action.get(name).is_some()), "{name}");
    }
    for name in document.as_object().expect("a record is an object").keys() {
        assert!(
            fields.iter().any(|field| field.starts_with(name.as_str())),
            "{name}"
        );
    }
}

proptest! {
    // Each case changes every field of the record.
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn a_flipped_bit_of_any_field_is_named(at in 0..64_usize, bit in 0..8_u32) {
        let sound = document();
        let wrong = leaves(&sound).into_iter().filter_map(|place| {
            let value = sound.pointer(&pointer(&place)).expect("it was listed");
            misnamed(&sound, &place, flipped(value, at, bit)?)
        });
        let wrong: Vec<_> = wrong.collect();
        prop_assert!(wrong.is_empty(), "byte {at}, bit {bit}:\n{}", wrong.join("\n"));
    }

    #[test]
    fn a_flipped_bit_of_a_note_is_named(at in 0..64_usize, bit in 0..8_u32) {
        let (note, record) = note();
        for place in leaves(&note) {
            let value = note.pointer(&pointer(&place)).expect("it was listed");
            let Some(value) = flipped(value, at, bit) else { continue };
            let said = noted(&with(&note, &place, value.clone()), &record);
            prop_assert!(note_fits(&place, said.as_deref()), "{} as {value}: {said:?}", field(&place));
        }
    }
}

/// The words that may stand in a place.
fn words(place: &[String]) -> &'static [&'static str] {
    match place.last().map(String::as_str) {
        Some("seat" | "winner" | "first_in_queue") => &["red", "green"],
        Some("do") => &["roll", "select", "use", "timeout", "resign"],
        Some("item") => &["flare", "missile", "radar", "six_die", "power_unit"],
        Some("kind") => &["account", "guest", "computer"],
        Some("reason") => &["home", "resign", "timeouts"],
        _ => &[],
    }
}

/// No single bit turns one word into another, so these changes are made on purpose.
#[test]
fn a_word_that_is_another_is_named() {
    let sound = document();
    let mut wrong = Vec::new();
    for place in leaves(&sound) {
        let value = sound.pointer(&pointer(&place)).expect("it was listed");
        for word in words(&place).iter().filter(|word| value != *word) {
            wrong.extend(misnamed(&sound, &place, json!(word)));
        }
    }
    none_of(&wrong);
}

/// The note of the first player, and the record.
fn note() -> (Value, Record) {
    let (plot, record) = (plot(), plot().play().record);
    assert_eq!(record.result.reason, Reason::Resign);
    let note = Note {
        client_commitments: record.fairness.client_commitments,
        format: NOTE_FORMAT.into(),
        id: plot.id.clone(),
        own: Some(Own {
            order: 0,
            seed: plot.drawn()[0],
            shown: true,
        }),
        server_commitment: Hash::of(&[&plot.secret("server").0]),
    };
    assert_eq!(note.check(&record), Ok(()));
    (serde_json::to_value(note).expect("a note can be written"), record)
}

/// What is said against the record by this note, or against the note.
fn noted(note: &Value, record: &Record) -> Option<String> {
    match Note::read(note.to_string().as_bytes()) {
        Ok(note) => note.check(record).err().map(|fault| fault.to_string()),
        Err(unreadable) => Some(unreadable.to_string()),
    }
}

fn note_fits(place: &[String], said: Option<&str>) -> bool {
    let name = field(place);
    let fault = match name.as_str() {
        "match" => Some("note: the record is of another match"),
        "server_commitment" => Some("note: the server's commitment was another before the match"),
        "client_commitments[0]" | "client_commitments[1]" => {
            Some("note: the players' commitments, or their order, were others before the match")
        }
        "own.seed" => Some("note: the own seed was another"),
        // The second player was absent; a note that says otherwise is its own.
        "own.order" => Some("note: the own seed was shown in time, but the record calls its player absent"),
        // Who is not sure to have shown the seed in time complains of nothing.
        "own.shown" => None,
        "format" => return said.is_some_and(|said| said.contains("format ")),
        other => panic!("{other} is not looked at by this test"),
    };
    // What is no value of this field is named by the field.
    said == fault
        || said.is_some_and(|said| said.starts_with("no record") && said.contains(&format!(": {name}: ")))
}
