//! What a fuzzer throws bytes at. Bytes may be anything: nothing panics, nothing hangs, and what is understood keeps the
//! laws.

use flychess::rules::record::Record;
use flychess::rules::scenario::Scenario;
use flychess::rules::setup::LAST_ROUND;
use flychess::rules::{Action, Position, Ruleset, Scripted, Seat, Seeded, Setup, Silent};
use serde_json::{Value, json};

use super::choices::Choices;
use super::{legality, mirror, positions, preview, same, soundness, telling};

/// A document for the referee: what it prints of a position can be given to it again.
pub(crate) fn referee(document: &[u8]) {
    let Ok(scenario) = Scenario::read(document) else {
        return;
    };
    let report = scenario.run();
    soundness::is_sound(&report.position);
    report
        .events
        .iter()
        .chain(&report.opening)
        .for_each(|events| telling::are_written(events));
    let printed = serde_json::to_vec(&report).expect("a report can be printed");
    let printed: Value = serde_json::from_slice(&printed).expect("a report is JSON");
    assert_eq!(printed["ok"], report.refused.is_none());
    if report.position.round() > LAST_ROUND {
        return;
    }
    let again = json!({"position": printed["position"], "actions": []}).to_string();
    let again = Scenario::read(again.as_bytes())
        .expect("a printed position is legal")
        .run();
    same(&again.position, &report.position, "printed and read");
    assert_eq!(
        again.position.canonical(),
        serde_json::to_string(&Setup::from(&report.position)).expect("JSON")
    );
}

/// A legal position, or a match's beginning, and what is done in it.
pub(crate) fn actions(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let rules = Ruleset::duel();
    let mut chance = choices.stream();
    let mut position = if choices.one_in(4) {
        Position::begin(rules, &mut chance, &mut Silent)
            .expect("a stream serves every draw")
            .0
    } else {
        let setup = positions::setup(rules, &mut choices);
        positions::position(rules, &setup)
    };
    soundness::is_sound(&position);
    while !choices.is_empty() && position.outcome().is_none() {
        let (seat, action) = any_action(&position, &mut choices);
        if choices.one_in(8) {
            dear_laws(&position, seat, action, &chance);
        }
        let refusal = legality::refusal(&position, seat, action);
        match legality::played(&position, seat, action, &mut chance) {
            Ok((after, events)) => {
                assert_eq!(refusal, None);
                soundness::is_sound(&after);
                soundness::spares(&position, &after, seat, &events);
                telling::tells_all(&position, &events, &after);
                position = after;
            }
            Err(illegal) => assert_eq!(Some(illegal), refusal),
        }
    }
    soundness::is_written_canonically(&position);
}

/// Mostly what is offered, sometimes anything by anybody.
fn any_action(position: &Position, choices: &mut Choices<'_>) -> (Seat, Action) {
    if choices.one_in(6) {
        let all: Vec<Action> = legality::all_actions().collect();
        return (choices.pick(&Seat::ALL), choices.pick(&all));
    }
    let offers: Vec<Action> = position.offers().iter().collect();
    (position.turn(), choices.pick(&offers))
}

fn dear_laws(position: &Position, seat: Seat, action: Action, chance: &Seeded) {
    legality::agrees(position, chance);
    preview::holds(position, chance);
    if legality::refusal(position, seat, action).is_none() {
        legality::draws_exactly(position, seat, action, chance);
        mirror::holds(position, seat, action, chance);
    }
}

/// A record: what is read is written the same, and verifying it ends with a verdict, also when it was sealed anew so
/// that more than its digest is looked at.
pub(crate) fn record(document: &[u8]) {
    let Ok(record) = Record::read(document) else {
        return;
    };
    let written = serde_json::to_vec(&record).expect("a record can be written");
    assert_eq!(Record::read(&written).expect("a written record is read"), record);
    let _ = record.verify().map_err(|fault| fault.to_string());
    let mut sealed = record;
    sealed.seal();
    if let Ok(position) = sealed.verify() {
        soundness::is_sound(&position);
        assert_eq!(position.outcome(), Some(sealed.result));
    }
    replayed(&sealed);
}

/// The same action by action, as a page shows it: each step by its events.
fn replayed(record: &Record) {
    let Some(mut replay) = record.replay(&mut Silent) else {
        return;
    };
    loop {
        let before = *replay.game().position();
        let Ok(Some(events)) = replay.next_events() else {
            return;
        };
        telling::tells_all(&before, &events, replay.game().position());
        let nothing = legality::played(&before, before.turn(), Action::Roll, &mut Scripted::new(&[]));
        assert!(
            nothing.is_err() || before.armed().is_some(),
            "a roll without dice"
        );
    }
}
