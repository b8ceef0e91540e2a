//! The public formats: published digests, the canonical form against another library's, every event and every word.

use std::collections::{BTreeMap, BTreeSet};

use flychess::rules::bot::Level;
use flychess::rules::event::Event;
use flychess::rules::hash::Hash;
use flychess::rules::item::Item;
use flychess::rules::record::{Record, match_seed};
use flychess::rules::scenario::Scenario;
use flychess::rules::simulation::Simulation;
use flychess::rules::{BySeat, Illegal, Lasting, Reason, Ruleset, Seat, Setup, Source, WeatherKind};
use serde::Serialize;
use serde_json::{Value, json};

mod common;

use common::{Played, Plot, cases, malformed, none_of};

fn run(document: &Value) -> flychess::rules::scenario::Report {
    Scenario::read(document.to_string().as_bytes())
        .expect("the document is understood")
        .run()
}

#[test]
fn the_start_value_has_its_published_digest() {
    let start = run(&json!({"actions": []})).position;
    assert_eq!(
        start.canonical(),
        concat!(
            r#"{"armed":null,"items":[],"phase":{"kind":"roll"},"players":{"#,
            r#""green":{"items":{},"perched":null,"planes":[{"at":"hangar"},{"at":"hangar"},{"at":"hangar"},{"at":"hangar"}],"radar":0,"timeouts":0},"#,
            r#""red":{"items":{},"perched":null,"planes":[{"at":"hangar"},{"at":"hangar"},{"at":"hangar"},{"at":"hangar"}],"radar":0,"timeouts":0}},"#,
            r#""round":1,"turn":"red","used":[],"weather":[]}"#,
        ),
    );
    let digest = Hash(start.digest()).to_string();
    assert_eq!(
        digest,
        "ec86904abbb74f5783c464a89dba0dde46516fce4ae4962ae47a1f0babd7bd43"
    );
}

#[test]
fn a_match_by_the_seed_of_zeros_has_its_published_digest() {
    let seed = "0".repeat(64);
    let report = run(&json!({"position": "start", "seed": seed, "actions": []}));
    let digest = Hash(report.position.digest()).to_string();
    assert_eq!(
        digest,
        "3b34596ad6fd4b99c60e051640ed50071957f1a52572b93cd34efb7b693ff5a7"
    );
    let result = serde_json::to_value(&report).expect("a report can be written");
    let items = json!([{"kind": "power_unit", "cell": 3}, {"kind": "radar", "cell": 37}]);
    let opening = json!([{"type": "round_began", "round": 1}, {"type": "items_refreshed", "items": items}]);
    assert_eq!(result["opening"], opening);
    let rolled = run(&json!({"position": "start", "seed": seed, "actions": [{"do": "roll"}]}));
    let rolled = serde_json::to_value(rolled.events[0][0]).expect("an event can be written");
    assert_eq!(
        rolled,
        json!({"type": "rolled", "seat": "red", "dice": [3], "source": "natural"})
    );
}

#[test]
fn seeds_are_made_as_published() {
    let simulation = Simulation::new(Ruleset::duel(), "1", BySeat::from_fn(|_| Level::Random));
    let seed = simulation.match_seed(0).to_string();
    assert_eq!(
        seed,
        "a6685f3b62d57bfc4935263140bae87fcd48088975c238c1c8455fa2c716659d"
    );
    let [server, first, second] = [1, 2, 3].map(|byte| Hash([byte; 32]));
    let seed = match_seed("k3v9", server, [first, second]).to_string();
    assert_eq!(
        seed,
        "c46a558104617920aefba4f6eb51758822ff412638ad28f6975c0c84c6c2b478"
    );
}

/// Matches that meet about everything that can happen.
fn matches() -> Vec<Played> {
    let whole = (0..20).map(|i| Plot::new(format!("formats{i}")));
    let timeouts = (0..20).map(|i| Plot {
        timeouts: 40,
        ..Plot::new(format!("slow{i}"))
    });
    whole.chain(timeouts).map(|plot| plot.play()).collect()
}

#[test]
fn the_canonical_form_is_that_of_rfc_8785() {
    let mut wrong = Vec::new();
    for position in matches().iter().flat_map(|played| &played.positions) {
        let canonical = position.canonical();
        let other =
            serde_json_canonicalizer::to_string(&Setup::from(position)).expect("a position can be written");
        if canonical != other {
            wrong.push(format!("{canonical}\n    expected {other}"));
        }
        assert_eq!(Hash(position.digest()), Hash::of(&[other.as_bytes()]));
        let setup: Setup = serde_json::from_str(&canonical).expect("what is printed can be read");
        assert_eq!(setup.position(Ruleset::duel()).as_ref(), Ok(position));
    }
    none_of(&wrong);
}

/// Every event of the formats page with its fields.
const EVENTS: [(&str, &[&str]); 28] = [
    ("rolled", &["seat", "dice", "source"]),
    ("no_move", &["seat"]),
    ("took_off", &["plane"]),
    ("stepped", &["plane", "to"]),
    ("bounced", &["plane", "at"]),
    ("perched", &["plane", "at"]),
    ("jumped", &["plane", "from"]),
    ("flew", &["plane", "from", "to"]),
    ("flight_blocked", &["plane", "at"]),
    ("weather_met", &["plane", "kind", "at"]),
    ("blown", &["plane", "from", "to"]),
    ("hit", &["by", "victims", "at"]),
    ("crashed", &["plane", "victims", "at"]),
    ("came_home", &["plane"]),
    ("picked_up", &["plane", "item", "at"]),
    ("item_used", &["seat", "item"]),
    ("launched", &["by", "targets"]),
    ("knocked_back", &["plane", "from", "to"]),
    ("settled", &["plane", "at"]),
    ("effect_ended", &["plane", "kind"]),
    ("radar_ended", &["seat"]),
    ("timed_out", &["seat", "count"]),
    ("turn_ended", &["seat"]),
    ("round_began", &["round"]),
    ("weather_refreshed", &["weather"]),
    ("weather_cleared", &[]),
    ("items_refreshed", &["items"]),
    ("game_over", &["winner", "reason"]),
];

/// All events of the matches and of the rule cases, each once.
fn events() -> BTreeMap<String, Event> {
    let mut events: Vec<Event> = matches().iter().flat_map(Played::all_events).collect();
    for case in cases("scenarios").values() {
        events.extend(run(&case["scenario"]).events.into_iter().flatten());
    }
    let text = |event: &Event| serde_json::to_string(event).expect("an event can be written");
    events.iter().map(|event| (text(event), *event)).collect()
}

#[test]
fn events_are_written_as_published_and_can_be_read() {
    let published: BTreeMap<&str, BTreeSet<&str>> = EVENTS
        .iter()
        .map(|&(name, fields)| (name, fields.iter().copied().chain(["type"]).collect()))
        .collect();
    let (mut met, mut wrong) = (BTreeSet::new(), Vec::new());
    for (text, event) in events() {
        let value: Value = serde_json::from_str(&text).expect("an event is JSON");
        let fields = value.as_object().expect("an event is an object");
        let name = fields["type"].as_str().expect("an event has a type").to_owned();
        let fields: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
        if published.get(&*name) != Some(&fields) {
            wrong.push(format!("{name}: fields {fields:?}"));
        }
        met.insert(name);
        match serde_json::from_str::<Event>(&text) {
            Ok(again) if again == event => {}
            again => wrong.push(format!("{text}: read as {again:?}")),
        }
    }
    wrong.extend(
        published
            .keys()
            .filter(|name| !met.contains(**name))
            .map(|name| format!("{name} never occurred")),
    );
    none_of(&wrong);
}

#[test]
fn events_name_planes_and_places_as_published() {
    let events = events();
    let of = |name: &str| -> Vec<Value> {
        let start = format!("{{\"type\":\"{name}\"");
        let texts = events.keys().filter(|text| text.starts_with(&start));
        texts
            .map(|text| serde_json::from_str(text).expect("an event is JSON"))
            .collect()
    };
    let plane = |value: &Value| {
        let known = ["red", "green"].contains(&value["seat"].as_str().unwrap_or_default());
        known
            && value["plane"].as_u64().is_some_and(|plane| plane < 4)
            && value.as_object().is_some_and(|plane| plane.len() == 2)
    };
    let hits = of("hit");
    assert!(
        hits.iter().any(|hit| hit["by"].is_null()),
        "a settlement's hit is by nobody"
    );
    assert!(hits.iter().all(|hit| hit["by"].is_null() || plane(&hit["by"])));
    assert!(
        hits.iter().any(|hit| hit["at"]["at"] == "lane"),
        "a flight hits on the crossed lane"
    );
    for sets in [hits, of("crashed")] {
        let victims = |event: &Value| event["victims"].as_array().cloned().unwrap_or_default();
        assert!(
            sets.iter()
                .all(|event| !victims(event).is_empty() && victims(event).iter().all(plane))
        );
    }
    let places: BTreeSet<String> = of("stepped")
        .iter()
        .map(|event| event["to"]["at"].to_string())
        .collect();
    assert_eq!(
        places.into_iter().collect::<Vec<_>>(),
        ["\"home\"", "\"lane\"", "\"pad\"", "\"ring\""]
    );
    let sources: BTreeSet<String> = of("rolled")
        .iter()
        .map(|event| event["source"].to_string())
        .collect();
    assert_eq!(sources.len(), 3, "{sources:?}");
    let dice = |event: &Value| event["dice"].as_array().map(Vec::len);
    assert!(
        of("rolled")
            .iter()
            .all(|event| dice(event) == Some(1 + usize::from(event["source"] == "power_unit")))
    );
}

fn words<T: Serialize>(all: impl IntoIterator<Item = T>) -> Vec<String> {
    let word = |value| {
        serde_json::to_value(value)
            .expect("a word can be written")
            .as_str()
            .map(str::to_owned)
    };
    all.into_iter().filter_map(word).collect()
}

#[test]
fn every_word_is_the_published_one() {
    assert_eq!(
        words(Item::ALL),
        ["flare", "missile", "radar", "six_die", "power_unit"]
    );
    assert_eq!(words(Item::ALL), Item::ALL.map(Item::name));
    assert_eq!(
        words(WeatherKind::ALL),
        ["airstream", "storm", "thunder", "tornado"]
    );
    assert_eq!(
        words([Lasting::Airstream, Lasting::Storm, Lasting::Thunder]),
        ["airstream", "storm", "thunder"]
    );
    assert_eq!(words(Ruleset::duel().seats()), ["red", "green"]);
    assert_eq!(words(Seat::ALL), Seat::ALL.map(Seat::name));
    assert_eq!(
        words([Source::Natural, Source::SixDie, Source::PowerUnit]),
        ["natural", "six_die", "power_unit"]
    );
    assert_eq!(
        words([Reason::Home, Reason::Resign, Reason::Timeouts]),
        ["home", "resign", "timeouts"]
    );
    assert_eq!(Ruleset::duel().name(), "duel");
}

#[test]
fn every_error_code_is_published_and_has_a_message() {
    let published = [
        "not_your_turn",
        "wrong_phase",
        "game_over",
        "not_selectable",
        "no_such_plane",
        "no_item",
        "item_used",
        "dice_item_armed",
        "radar_active",
        "no_weather",
        "no_target",
        "bad_chance",
    ];
    let codes: BTreeSet<&str> = Illegal::ALL.map(Illegal::code).into();
    assert_eq!(codes, published.into());
    let messages: BTreeSet<String> = Illegal::ALL.map(|illegal| illegal.to_string()).into();
    assert_eq!(
        messages.len(),
        Illegal::ALL.len(),
        "each has a message of its own"
    );
}

/// A scenario in which every kind of object of the format occurs.
fn full(phase: &Value, armed: &Value) -> Value {
    let planes = |effect: &str, turns: u8| {
        json!([
            {"at": "ring", "cell": 20, "effect": {"kind": effect, "turns": turns}}, {"at": "pad"},
            {"at": "lane", "cell": 2}, {"at": "hangar"},
        ])
    };
    let stock = json!({"flare": 1, "missile": 2, "power_unit": 3, "radar": 4, "six_die": 5});
    let green =
        json!({"planes": planes("thunder", 2), "items": stock, "radar": 1, "timeouts": 2, "perched": 0});
    let red =
        json!({"planes": planes("storm", 4), "items": stock, "radar": 4, "timeouts": 3, "perched": null});
    json!({
        "ruleset": "duel",
        "position": {
            "round": 4, "turn": "red", "phase": phase, "armed": armed, "used": ["six_die", "radar"],
            "players": {"red": red, "green": green},
            "weather": [{"kind": "tornado", "cell": 5}], "items": [{"kind": "flare", "cell": 7}],
        },
        "chance": [
            {"dice": [3]}, {"tornado": 4}, {"weather": [{"kind": "storm", "cell": 12}]},
            {"items": [{"kind": "radar", "cell": 9}]},
        ],
        "actions": [
            {"do": "roll", "seat": "red"}, {"do": "select", "plane": 0}, {"do": "use", "item": "missile", "plane": 0},
            {"do": "use", "item": "flare"}, {"do": "timeout"}, {"do": "resign", "seat": "green"},
        ],
    })
}

#[test]
fn unknown_and_doubled_fields_are_refused_everywhere() {
    let mut wrong = Vec::new();
    let phases = [
        (json!({"kind": "roll"}), json!("six_die")),
        (
            json!({"kind": "select", "dice": [6], "source": "six_die"}),
            Value::Null,
        ),
        (
            json!({"kind": "over", "winner": "red", "reason": "resign"}),
            Value::Null,
        ),
    ];
    for (phase, armed) in phases {
        let sound = full(&phase, &armed);
        assert!(Scenario::read(sound.to_string().as_bytes()).is_ok(), "{sound}");
        for (place, document) in malformed(&sound) {
            match Scenario::read(document.as_bytes()) {
                Ok(_) => wrong.push(format!("{place}: accepted")),
                Err(error) if error.to_string().is_empty() => {
                    wrong.push(format!("{place}: refused without a word"))
                }
                Err(_) => {}
            }
        }
    }
    none_of(&wrong);
}

#[test]
fn null_is_a_value_of_two_fields_only() {
    let sound = full(&json!({"kind": "roll"}), &Value::Null);
    let mut wrong = Vec::new();
    for place in places(&sound, String::new()) {
        let mut document = sound.clone();
        *document.pointer_mut(&place).expect("it was listed") = Value::Null;
        let may_be_null = [
            "/position/armed",
            "/position/players/red/perched",
            "/position/players/green/perched",
        ];
        let accepted = Scenario::read(document.to_string().as_bytes()).is_ok();
        if accepted != may_be_null.contains(&place.as_str()) {
            wrong.push(format!(
                "{place} as null: {}",
                if accepted { "accepted" } else { "refused" }
            ));
        }
    }
    none_of(&wrong);
}

/// JSON pointers of all values in a document, itself included.
fn places(value: &Value, place: String) -> Vec<String> {
    let inner: Vec<String> = match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| places(value, format!("{place}/{name}")))
            .collect(),
        Value::Array(list) => list
            .iter()
            .enumerate()
            .flat_map(|(i, value)| places(value, format!("{place}/{i}")))
            .collect(),
        _ => Vec::new(),
    };
    std::iter::once(place).chain(inner).collect()
}

/// Puts `{word: null}` in the place of every string, one at a time: derived readers take that for the word.
fn dressed_words(value: &Value) -> Vec<Value> {
    match value {
        Value::String(word) => vec![json!({ word: null })],
        Value::Array(list) => (0..list.len())
            .flat_map(|i| {
                dressed_words(&list[i]).into_iter().map(move |changed| {
                    let mut list = list.clone();
                    list[i] = changed;
                    Value::Array(list)
                })
            })
            .collect(),
        Value::Object(fields) => fields
            .keys()
            .flat_map(|key| {
                dressed_words(&fields[key]).into_iter().map(move |changed| {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), changed);
                    Value::Object(fields)
                })
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_word_is_a_string_and_nothing_else() {
    let mut count = 0;
    let files = std::fs::read_dir("tests/data/scenarios").expect("the rule cases");
    for file in files.take(120) {
        let text = std::fs::read(file.expect("a file").path()).expect("a rule case");
        let case: Value = serde_json::from_slice(&text).expect("JSON");
        for changed in dressed_words(&case["scenario"]) {
            count += 1;
            let document = changed.to_string();
            assert!(Scenario::read(document.as_bytes()).is_err(), "{document}");
        }
    }
    let record: Value =
        serde_json::from_slice(&std::fs::read("tests/data/records/home.json").expect("a record"))
            .expect("JSON");
    for changed in dressed_words(&record) {
        count += 1;
        assert!(Record::read(changed.to_string().as_bytes()).is_err(), "{changed}");
    }
    assert!(count > 1000, "{count}");
}
