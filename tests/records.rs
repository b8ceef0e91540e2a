//! Records of matches: what was played comes out again at every version, what was changed is found and named, and the
//! note of the pairing is kept.

use std::fs;

use flychess::rules::event::Silent;
use flychess::rules::hash::Hash;
use flychess::rules::notation::Misfit;
use flychess::rules::record::{
    ActionFault, Fault, LARGEST, NOTE_FORMAT, Note, NoteFault, Own, PersonKind, Record, Unreadable,
};
use flychess::rules::{Action, Illegal, Outcome, Reason, Seat, Use};
use proptest::prelude::*;
use serde_json::{Value, json};

mod common;

use common::{CLOCK_MS, Played, Plot, data, malformed, none_of};

/// The plot of `home.json`.
fn home() -> Plot {
    Plot::new("home9")
}

/// The plot of `resigned.json`: short, with timeouts, and the second player's seed came too late.
fn resigned() -> Plot {
    let kinds = [PersonKind::Guest, PersonKind::Account];
    Plot {
        kinds,
        absent: [false, true],
        timeouts: 9,
        resigns_after: Some(30),
        ..Plot::new("resigned4")
    }
}

/// Matches of every kind, some of them whole.
fn plots() -> Vec<Plot> {
    let whole = (0..4).map(|i| Plot::new(format!("whole{i}")));
    let timed_out = (0..4).map(|i| Plot {
        timeouts: 12,
        ..Plot::new(format!("timeouts{i}"))
    });
    let given_up = (0..4).map(|i| Plot {
        resigns_after: Some(i * 7),
        timeouts: 20,
        ..Plot::new(format!("given{i}"))
    });
    let local = Plot {
        kinds: [PersonKind::Local; 2],
        absent: [true; 2],
        ..Plot::new("local")
    };
    let computer = [PersonKind::Account, PersonKind::Computer];
    let practice = Plot {
        kinds: computer,
        absent: [false, true],
        resigns_after: Some(50),
        ..Plot::new("practice")
    };
    whole
        .chain(timed_out)
        .chain(given_up)
        .chain([home(), resigned(), local, practice])
        .collect()
}

#[test]
fn a_match_that_was_played_holds() {
    let mut reasons = Vec::new();
    for plot in plots() {
        let Played {
            record, positions, ..
        } = plot.play();
        let last = positions.last().expect("a match has a beginning");
        assert_eq!(record.verify().as_ref(), Ok(last), "{}", plot.id);
        reasons.push(record.result.reason);
    }
    for reason in [Reason::Home, Reason::Resign, Reason::Timeouts] {
        assert!(reasons.contains(&reason), "some match ends by {reason:?}");
    }
}

#[test]
fn replay_is_live_play_at_every_version() {
    for plot in plots() {
        let played = plot.play();
        let mut opening = Vec::new();
        let mut replay = played.record.replay(&mut opening).expect("the rule set is known");
        assert_eq!(opening, played.opening);
        for (version, position) in played.positions.iter().enumerate() {
            assert_eq!(
                (replay.game().version() as usize, replay.game().position()),
                (version, position),
                "{}",
                plot.id
            );
            assert_eq!(
                replay.next_events().expect("it was played").as_ref(),
                played.events.get(version)
            );
        }
    }
}

#[test]
fn a_record_is_canonical_as_it_is_written() {
    for plot in plots() {
        let record = plot.play().record;
        let text = serde_json::to_string(&record).expect("a record can be written");
        let canonical = serde_json_canonicalizer::to_string(&record).expect("a record can be written");
        assert_eq!(text, canonical, "{}", plot.id);
        assert_eq!(
            Record::read(text.as_bytes()).expect("it was just written"),
            record
        );
        let mut rest: Value = serde_json::from_str(&text).expect("a record is JSON");
        rest.as_object_mut()
            .expect("a record is an object")
            .remove("digest");
        let rest = serde_json_canonicalizer::to_vec(&rest).expect("a record can be written");
        assert_eq!(Hash::of(&[&rest]), record.digest, "{}", plot.id);
    }
}

/// What is wrong with a record after a change, the digest made anew as a forger would.
fn forged(record: &Record, change: impl FnOnce(&mut Record)) -> Option<Fault> {
    let mut record = record.clone();
    change(&mut record);
    record.seal();
    record.verify().err()
}

#[test]
fn the_first_that_fails_is_named() {
    let mut record = home().play().record;
    let of = |record: &Record| record.verify().expect_err("it was changed").to_string();
    let seal = |record: &mut Record| {
        record.seal();
        of(record)
    };
    // Each change leaves the ones before it in place and is checked earlier.
    record.last = Hash::ZERO;
    assert!(seal(&mut record).starts_with("final: "));
    let right = record.result;
    record.result.reason = Reason::Resign;
    assert_eq!(
        seal(&mut record),
        format!(
            "result: the match was won by {}, reason {}",
            right.winner,
            right.reason.name()
        )
    );
    let spare = record.actions.pop();
    assert_eq!(
        seal(&mut record),
        "result: the match is not over after the last action"
    );
    record.actions.extend(spare);
    record.actions[50].t = Some(0);
    assert_eq!(
        seal(&mut record),
        "action 50: its time is before that of the action before it"
    );
    record.actions[20].seat = other(record.actions[20].seat);
    assert_eq!(
        seal(&mut record),
        "action 20: not_your_turn: another side is on turn"
    );
    record.fairness.first_in_queue = other(Some(record.fairness.first_in_queue)).expect("there is another");
    assert!(seal(&mut record).starts_with("seats: the match seed draws "));
    record.fairness.client_seeds[1] = Hash::ZERO;
    assert_eq!(
        seal(&mut record),
        "commitments: the seed of the second of the queue does not open its commitment"
    );
    record.fairness.server_seed = Hash::ZERO;
    assert_eq!(
        seal(&mut record),
        "commitments: the server's seed does not open its commitment"
    );
    record.started = "2026-11-30T20:41:01Z".into();
    let expected = record.expected_digest();
    assert_eq!(
        of(&record),
        format!("digest: the fields were changed after the digest was made; expected {expected}")
    );
}

fn other(seat: Option<Seat>) -> Option<Seat> {
    seat.map(|seat| if seat == Seat::Red { Seat::Green } else { Seat::Red })
}

#[test]
fn every_digit_of_seeds_commitments_and_final_counts() {
    let record = resigned().play().record;
    for at in 0..32 {
        let fault = forged(&record, |record| record.fairness.server_seed.0[at] ^= 1);
        assert!(
            matches!(fault, Some(Fault::Commitment(_))),
            "server_seed, byte {at}: {fault:?}"
        );
        let fault = forged(&record, |record| record.fairness.server_commitment.0[at] ^= 1);
        assert!(
            matches!(fault, Some(Fault::Commitment(_))),
            "server_commitment, byte {at}: {fault:?}"
        );
        for player in 0..2 {
            let fault = forged(&record, |record| record.fairness.client_seeds[player].0[at] ^= 1);
            assert!(
                matches!(fault, Some(Fault::Commitment(_))),
                "client_seeds[{player}], byte {at}: {fault:?}"
            );
        }
        let fault = forged(&record, |record| record.fairness.client_commitments[0].0[at] ^= 1);
        assert!(
            matches!(fault, Some(Fault::Commitment(_))),
            "client_commitments[0], byte {at}: {fault:?}"
        );
        let fault = forged(&record, |record| record.last.0[at] ^= 1);
        assert_eq!(
            fault,
            Some(Fault::Final {
                expected: record.last
            }),
            "final, byte {at}"
        );
    }
    // The second player's seed did not come in time: it need not open anything.
    assert_eq!(
        forged(&record, |record| record.fairness.client_commitments[1] =
            Hash::ZERO),
        None
    );
}

#[test]
fn who_was_absent_is_checked() {
    let record = resigned().play().record;
    for absent in [[true, true], [true, false], [false, false]] {
        let fault = forged(&record, |record| record.fairness.absent = absent);
        assert!(
            matches!(fault, Some(Fault::Commitment(_))),
            "{absent:?}: {fault:?}"
        );
    }
    let nobody = Plot {
        absent: [true; 2],
        ..home()
    };
    let both_absent = Fault::Commitment("both players are absent: no match comes about");
    assert_eq!(nobody.play().record.verify(), Err(both_absent.clone()));
    let [local, guest] = [PersonKind::Local, PersonKind::Guest];
    for kinds in [[local, guest], [guest, local], [guest; 2]] {
        assert_eq!(
            Plot {
                kinds,
                ..nobody.clone()
            }
            .play()
            .record
            .verify(),
            Err(both_absent.clone()),
            "{kinds:?}"
        );
    }
    assert!(
        Plot {
            kinds: [local; 2],
            ..nobody
        }
        .play()
        .record
        .verify()
        .is_ok(),
        "two at one screen"
    );
}

#[test]
fn the_id_decides_the_dice() {
    let record = home().play().record;
    let fault = forged(&record, |record| record.id = "home8".into());
    assert!(fault.is_some_and(|fault| !matches!(fault, Fault::Digest { .. } | Fault::Commitment(_))));
}

#[test]
fn an_action_that_could_not_have_happened_is_named_by_its_number() {
    let record = resigned().play().record;
    let fault = |number: usize, why| Some(Fault::Action { number, why });
    let end = record.actions.len();
    for number in 0..end - 1 {
        let change = |record: &mut Record| record.actions[number].seat = other(record.actions[number].seat);
        assert_eq!(
            forged(&record, change),
            fault(number, ActionFault::Illegal(Illegal::NotYourTurn))
        );
        let change = |record: &mut Record| record.actions[number].t = None;
        assert_eq!(
            forged(&record, change),
            fault(number, ActionFault::Misfit(Misfit::Missing("t")))
        );
        let change = |record: &mut Record| record.actions[number].seat = None;
        assert_eq!(
            forged(&record, change),
            fault(number, ActionFault::Misfit(Misfit::Missing("seat")))
        );
        let change = |record: &mut Record| record.actions[number].plane = Some(4);
        let why = match record.actions[number].plane {
            Some(_) => ActionFault::Illegal(Illegal::NoSuchPlane),
            None => ActionFault::Misfit(Misfit::Unknown("plane")),
        };
        assert_eq!(forged(&record, change), fault(number, why));
    }
    let more = |record: &mut Record| record.actions.push(*record.actions.last().expect("there is one"));
    assert_eq!(
        forged(&record, more),
        fault(end, ActionFault::Illegal(Illegal::GameOver)),
        "none after the end"
    );
    let fewer = |record: &mut Record| record.actions.truncate(end - 1);
    assert_eq!(forged(&record, fewer), Some(Fault::Result { reached: None }));
    let nothing = |record: &mut Record| record.actions.clear();
    assert_eq!(forged(&record, nothing), Some(Fault::Result { reached: None }));
}

#[test]
fn times_never_fall_and_are_checked_before_legality() {
    let record = home().play().record;
    for number in 1..record.actions.len() {
        let before = record.actions[number - 1].t.expect("a record has times");
        let at = |t: u64| move |record: &mut Record| record.actions[number].t = Some(t);
        let falls = Some(Fault::Action {
            number,
            why: ActionFault::TimeFalls,
        });
        assert_eq!(forged(&record, at(before - 1)), falls);
        assert_eq!(
            forged(&record, at(before)),
            None,
            "two actions in one millisecond"
        );
    }
    let both = |record: &mut Record| {
        record.actions[9].t = Some(0);
        record.actions[9].seat = other(record.actions[9].seat);
    };
    let falls = Some(Fault::Action {
        number: 9,
        why: ActionFault::TimeFalls,
    });
    assert_eq!(forged(&record, both), falls);
}

#[test]
fn a_timeout_needs_the_whole_clock_of_its_phase() {
    let (mut timeouts, mut after_items) = (0, 0);
    for plot in (0..20).map(|i| Plot {
        timeouts: 5,
        ..Plot::new(format!("clock{i}"))
    }) {
        let record = plot.play().record;
        assert_eq!(record.verify().err(), None, "{}", plot.id);
        let mut phase_began = 0;
        for (number, written) in record.actions.iter().enumerate() {
            let (action, t) = (
                written.action().expect("it was played"),
                written.t.expect("a record has times"),
            );
            if action == Action::Timeout {
                timeouts += 1;
                let by_item = record.actions[..number].last().and_then(|before| before.item);
                // An item that was used in the phase leaves its clock alone.
                after_items += u32::from(by_item.is_some());
                let early = |record: &mut Record| record.actions[number].t = Some(phase_began + CLOCK_MS - 1);
                let fault = Fault::Action {
                    number,
                    why: ActionFault::EarlyTimeout,
                };
                assert_eq!(forged(&record, early), Some(fault), "{} {number}", plot.id);
                let sharp = |record: &mut Record| record.actions[number].t = Some(phase_began + CLOCK_MS);
                assert_eq!(forged(&record, sharp), None, "{} {number}", plot.id);
            }
            if !matches!(action, Action::Use(_)) {
                phase_began = t;
            }
        }
    }
    assert!(
        timeouts >= 80 && after_items >= 1,
        "{timeouts} timeouts, {after_items} of them after an item"
    );
}

#[test]
fn result_names_how_the_match_ended() {
    let record = home().play().record;
    let reached = Some(record.result);
    for reason in [Reason::Home, Reason::Resign, Reason::Timeouts] {
        for winner in [Seat::Red, Seat::Green] {
            let claimed = Outcome { reason, winner };
            let fault = forged(&record, |record| record.result = claimed);
            assert_eq!(
                fault,
                (claimed != record.result).then_some(Fault::Result { reached }),
                "{claimed:?}"
            );
        }
    }
}

#[test]
fn what_nothing_depends_on_is_kept_by_the_digest_alone() {
    let record = home().play().record;
    let changes: [fn(&mut Record); 3] = [
        |record| record.started = "1999-12-31T23:59:59.999Z".into(),
        |record| record.players[Seat::Red].as_mut().expect("Red sits").name = String::new(),
        |record| record.clock_ms = 1,
    ];
    for change in changes {
        assert_eq!(forged(&record, change), None);
        let mut record = record.clone();
        change(&mut record);
        assert!(matches!(record.verify(), Err(Fault::Digest { .. })));
    }
}

/// How a document fares: what reading or checking says against it.
fn says(document: &[u8]) -> Result<(), String> {
    let record = Record::read(document).map_err(|error| error.to_string())?;
    record.verify().map(drop).map_err(|fault| fault.to_string())
}

/// A short record as text, compact and for people.
fn texts() -> [String; 2] {
    let record = Plot {
        resigns_after: Some(12),
        ..resigned()
    }
    .play()
    .record;
    let [compact, pretty] = [
        serde_json::to_string(&record),
        serde_json::to_string_pretty(&record),
    ];
    [
        compact.expect("a record can be written"),
        pretty.expect("a record can be written"),
    ]
}

fn named(why: &str) -> bool {
    ["digest: ", "form: ", "no record of a known version: "]
        .iter()
        .any(|start| why.starts_with(start))
}

/// Places of all values that are no objects or lists, as JSON pointers.
fn leaves(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| leaves(value, format!("{place}/{name}"), found)),
        Value::Array(list) => (0..)
            .zip(list)
            .for_each(|(i, value): (u32, _)| leaves(value, format!("{place}/{i}"), found)),
        _ => found.push(place),
    }
}

/// The text of a value with one character replaced, as the text of a value of the same kind; `None` if that makes no
/// other value.
fn with_other_character(value: &Value, at: usize, character: char) -> Option<Value> {
    let put = |text: &str| {
        let mut characters: Vec<char> = text.chars().collect();
        let at = at.checked_rem(characters.len())?;
        characters[at] = character;
        Some(characters.into_iter().collect::<String>())
    };
    let changed = match value {
        Value::String(text) => put(text)?.into(),
        Value::Number(number) => serde_json::from_str(&put(&number.to_string())?).ok()?,
        Value::Bool(flag) => (!flag).into(),
        _ => return None,
    };
    (changed != *value).then_some(changed)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_flipped_bit_goes_unseen(at in any::<prop::sample::Index>(), bit in 0..8_u32, pretty in any::<bool>()) {
        let sound = &texts()[usize::from(pretty)];
        let mut document = sound.clone().into_bytes();
        let at = at.index(document.len());
        document[at] ^= 1_u8 << bit;
        match says(&document) {
            Err(why) => prop_assert!(named(&why), "byte {at}, bit {bit}: {why}"),
            Ok(()) => {
                let [changed, sound] = [&document[..], sound.as_bytes()].map(serde_json::from_slice::<Value>);
                prop_assert_eq!(changed.expect("it was read"), sound.expect("a record is JSON"), "byte {}, bit {}", at, bit);
            }
        }
    }

    #[test]
    fn no_changed_character_goes_unseen(
        place in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        character in prop_oneof![
            prop::char::range('0', '9'), prop::char::range('a', 'z'), any::<char>(), Just('\\'), Just('"'), Just('\0'),
        ],
    ) {
        let mut document: Value = serde_json::from_str(&texts()[0]).expect("a record is JSON");
        let mut places = Vec::new();
        leaves(&document, String::new(), &mut places);
        let place = place.get(&places);
        let value = document.pointer_mut(place).expect("it was found");
        let changed = with_other_character(value, at.index(usize::MAX), character);
        prop_assume!(changed.is_some());
        *value = changed.unwrap_or_default();
        let why = says(document.to_string().as_bytes()).expect_err("a value was changed");
        prop_assert!(named(&why), "{place}: {why}");
    }
}

#[test]
fn a_record_of_another_form_is_refused() {
    let sound: Value = serde_json::from_str(&texts()[0]).expect("a record is JSON");
    let mut wrong = Vec::new();
    for (place, document) in malformed(&sound) {
        let read = Record::read(document.as_bytes());
        // The list of all values has no field that tells its version.
        let named = if place == " as a list" {
            matches!(read, Err(Unreadable::NoRecord(_)))
        } else {
            matches!(read, Err(Unreadable::Form(_)))
        };
        if !named {
            wrong.push(format!("{place}: {:?}", read.map(|_| "accepted")));
        }
    }
    let mut places = Vec::new();
    leaves(&sound, String::new(), &mut places);
    for place in places.iter().filter(|place| *place != "/format") {
        for other in [
            Value::Null,
            json!({}),
            json!([]),
            json!(-1),
            json!(1.5),
            json!("?"),
        ] {
            let (mut document, any_text) = (sound.clone(), ["/players/red/name", "/players/green/name"]);
            if other == "?" && any_text.contains(&place.as_str()) {
                continue;
            }
            *document.pointer_mut(place).expect("it was found") = other.clone();
            let read = Record::read(document.to_string().as_bytes());
            if !matches!(read, Err(Unreadable::Form(_))) {
                wrong.push(format!("{place} as {other}: {:?}", read.map(|_| "accepted")));
            }
        }
    }
    none_of(&wrong);
}

#[test]
fn a_field_of_a_record_is_one_of_its_words() {
    let sound: Value = serde_json::from_str(&texts()[0]).expect("a record is JSON");
    let upper = |place: &str| {
        sound
            .pointer(place)
            .and_then(Value::as_str)
            .expect("a text")
            .to_uppercase()
    };
    let wrong = [
        ("/ruleset", json!("chess")),
        ("/match", json!("")),
        ("/match", json!("K3V9")),
        ("/match", json!("k3-v9")),
        ("/match", json!("k3v9é")),
        ("/started", json!("2026-11-30")),
        ("/started", json!("2026-11-30T20:41:00+01:00")),
        ("/started", json!("2026-13-30T20:41:00Z")),
        ("/started", json!("2026-11-30T24:41:00Z")),
        ("/started", json!("2026-11-30T20:41:00.Z")),
        ("/started", json!("２026-11-30T20:41:00Z")),
        ("/players", json!({"red": {"kind": "guest", "name": ""}})),
        ("/players/blue", json!({"kind": "guest", "name": ""})),
        ("/players/red/kind", json!("robot")),
        ("/result/winner", json!("blue")),
        ("/result/reason", json!("draw")),
        ("/fairness/first_in_queue", json!("yellow")),
        ("/fairness/server_seed", json!(upper("/fairness/server_seed"))),
        ("/final", json!(&upper("/final")[..62])),
        ("/digest", json!(upper("/digest"))),
        ("/fairness/absent", json!([false])),
        ("/fairness/client_seeds", json!(["00"])),
        ("/actions/0/seat", json!("blue")),
        ("/actions/0/item", json!("flare")),
        ("/actions/0/plane", json!(0)),
        ("/actions/0/t", json!(1_u64 << 53)),
        ("/clock_ms", json!(1_u64 << 53)),
    ];
    for (place, value) in wrong {
        let mut document = sound.clone();
        let (parent, name) = place.rsplit_once('/').expect("a pointer");
        document
            .pointer_mut(parent)
            .and_then(Value::as_object_mut)
            .expect("an object")
            .insert(name.into(), value.clone());
        let read = Record::read(document.to_string().as_bytes());
        assert!(
            matches!(read, Err(Unreadable::Form(_))),
            "{place} as {value}: {:?}",
            read.map(|_| "accepted")
        );
    }
}

#[test]
fn only_a_record_of_a_known_version_is_one() {
    let [sound, _] = texts();
    let unknown = [
        "".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        "null".to_owned(),
        "\"flychess-record/1\"".to_owned(),
        format!("{sound}{sound}"),
        sound[..sound.len() - 1].to_owned(),
        sound.replace("flychess-record/1", "flychess-record/2"),
        sound.replace("\"flychess-record/1\"", "1"),
        sound.replace("\"format\":\"flychess-record/1\",", ""),
        "[".repeat(100_000),
        format!("{sound}{}", " ".repeat(LARGEST)),
    ];
    for document in unknown {
        let read = Record::read(document.as_bytes());
        let shown: String = document.chars().take(60).collect();
        assert!(
            matches!(read, Err(Unreadable::NoRecord(_))),
            "{shown}: {:?}",
            read.map(|_| "accepted")
        );
    }
    let padded = format!("{sound}{}", " ".repeat(LARGEST - sound.len()));
    assert!(
        Record::read(padded.as_bytes()).is_ok(),
        "exactly as large as a record may be"
    );
}

/// What the first player of the resigned match was told.
fn note_of(plot: &Plot) -> Note {
    let fairness = plot.play().record.fairness;
    Note {
        client_commitments: fairness.client_commitments,
        format: NOTE_FORMAT.into(),
        id: plot.id.clone(),
        own: Some(Own {
            order: 0,
            seed: plot.drawn()[0],
            shown: true,
        }),
        server_commitment: fairness.server_commitment,
    }
}

#[test]
fn a_record_is_compared_with_the_note() {
    let (plot, record) = (resigned(), resigned().play().record);
    let note = note_of(&plot);
    let with = |change: &dyn Fn(&mut Note)| {
        let mut note = note.clone();
        change(&mut note);
        note.check(&record)
    };
    let own = |order, seed, shown| with(&|note| note.own = Some(Own { order, seed, shown }));
    let [first, second] = plot.drawn();
    assert_eq!(note.check(&record), Ok(()));
    assert_eq!(
        with(&|note| note.own = None),
        Ok(()),
        "a note need not keep the own seed"
    );
    assert_eq!(with(&|note| note.id = "home9".into()), Err(NoteFault::Match));
    assert_eq!(
        with(&|note| note.server_commitment = Hash::ZERO),
        Err(NoteFault::ServerCommitment)
    );
    assert_eq!(
        with(&|note| note.client_commitments.reverse()),
        Err(NoteFault::ClientCommitments)
    );
    assert_eq!(
        with(&|note| note.client_commitments[1] = Hash::ZERO),
        Err(NoteFault::ClientCommitments)
    );
    assert_eq!(own(0, second, true), Err(NoteFault::OwnSeed));
    assert_eq!(
        own(1, second, true),
        Err(NoteFault::CalledAbsent),
        "shown in time, and yet called absent"
    );
    assert_eq!(own(1, second, false), Ok(()), "absent indeed");
    assert_eq!(
        own(0, first, false),
        Ok(()),
        "not sure whether it came in time; it did"
    );
}

#[test]
fn a_note_is_read_as_strictly_as_a_record() {
    let note = note_of(&resigned());
    let sound = serde_json::to_value(&note).expect("a note can be written");
    assert_eq!(
        Note::read(sound.to_string().as_bytes()).expect("it was just written"),
        note
    );
    let mut documents = malformed(&sound);
    let mut change = |place: &str, value: Value| {
        let mut document = sound.clone();
        *document.pointer_mut(place).expect("a field of a note") = value;
        documents.push((place.to_owned(), document.to_string()));
    };
    change("/own/order", json!(2));
    change("/own/order", json!(-1));
    change("/own", Value::Null);
    change("/format", json!("flychess-note/2"));
    change("/server_commitment", json!("00"));
    let accepted = documents
        .iter()
        .filter(|(_, document)| Note::read(document.as_bytes()).is_ok());
    none_of(
        &accepted
            .map(|(place, document)| format!("{place}: {document}"))
            .collect::<Vec<_>>(),
    );
}

/// The files of `tests/data/records`: sound ones, the same broken, and a note.
fn samples() -> Vec<(&'static str, String)> {
    let line = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("it can be written") + "\n";
    let [home, short] = [home(), resigned()].map(|plot| plot.play().record);
    let mut changed = home.clone();
    changed.actions[100].t = changed.actions[100].t.map(|t| t + 1);
    let mut forged = short.clone();
    let seat = forged.actions[7].seat;
    // Nobody holds an item that early.
    forged.actions[7] =
        flychess::rules::notation::Written::new(Action::Use(Use::Radar), seat, forged.actions[7].t);
    forged.seal();
    let note = note_of(&resigned());
    vec![
        ("home.json", line(&|| serde_json::to_string(&home))),
        ("home_changed.json", line(&|| serde_json::to_string(&changed))),
        ("resigned.json", line(&|| serde_json::to_string(&short))),
        ("resigned_forged.json", line(&|| serde_json::to_string(&forged))),
        ("resigned_note.json", line(&|| serde_json::to_string(&note))),
    ]
}

#[test]
fn the_sample_records_are_what_these_rules_make() {
    for (name, text) in samples() {
        let kept =
            fs::read_to_string(data("records").join(name)).expect("the sample is part of the repository");
        assert!(
            kept == text,
            "{name}: the rules or the format changed; records of finished matches no longer hold"
        );
    }
}

#[test]
#[ignore = "writes the sample records anew"]
fn write_the_sample_records() {
    for (name, text) in samples() {
        fs::write(data("records").join(name), text).expect("the folder can be written");
    }
}

#[test]
fn the_sample_records_hold_or_fail_as_they_say() {
    let read =
        |name: &str| fs::read(data("records").join(name)).expect("the sample is part of the repository");
    let verified = |name: &str| Record::read(&read(name)).expect("a record").verify().map(drop);
    assert_eq!(verified("home.json"), Ok(()));
    assert!(matches!(verified("home_changed.json"), Err(Fault::Digest { .. })));
    assert_eq!(verified("resigned.json"), Ok(()));
    let forged = verified("resigned_forged.json");
    assert!(
        matches!(forged, Err(Fault::Action { number: 7, .. })),
        "{forged:?}"
    );
    let note = Note::read(&read("resigned_note.json")).expect("a note");
    assert_eq!(
        note.check(&Record::read(&read("resigned.json")).expect("a record")),
        Ok(())
    );
    let mut replay = Record::read(&read("home.json")).expect("a record");
    replay.ruleset = "chess".into();
    assert!(
        replay.replay(&mut Silent).is_none(),
        "a rule set that is not known cannot be played"
    );
}

#[test]
fn a_list_is_no_record_and_is_not_repeated_in_the_answer() {
    let record = std::fs::read_to_string("tests/data/records/home.json").expect("a sample record");
    for document in ["[\"flychess-record/1\"]".to_owned(), format!("[{record}]")] {
        let error = Record::read(document.as_bytes()).expect_err("a list is no record");
        assert!(matches!(error, Unreadable::NoRecord(_)), "{error}");
        assert!(error.to_string().len() < 200);
    }
}

#[test]
fn a_note_has_the_size_limit_of_a_record() {
    let mut note = std::fs::read("tests/data/records/resigned_note.json").expect("a sample note");
    note.resize(flychess::rules::record::LARGEST + 1, b' ');
    assert!(matches!(Note::read(&note), Err(Unreadable::NoRecord(_))));
}
