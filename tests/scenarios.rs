//! Every rule case of `tests/data`: scenarios with what must come of them, positions that are legal or not, documents
//! that must be refused; and whether the list of the cases is whole.

use std::collections::BTreeSet;
use std::fs;

use flychess::rules::scenario::Scenario;
use flychess::rules::{Illegal, Ruleset, Setup};
use serde_json::Value;

mod common;

use common::{cases, data, files, none_of};

#[test]
fn every_scenario_comes_out_as_written() {
    let wrong: Vec<String> = cases("scenarios")
        .iter()
        .filter_map(|(name, case)| Some(format!("scenarios/{name}.json: {}", compare(case).err()?)))
        .collect();
    none_of(&wrong);
}

/// Runs the scenario of a case and compares all that the case expects.
fn compare(case: &Value) -> Result<(), String> {
    let document = serde_json::to_vec(&case["scenario"]).map_err(|error| error.to_string())?;
    let report = Scenario::read(&document)
        .map_err(|error| format!("not understood: {error}"))?
        .run();
    let mut result = serde_json::to_value(&report).map_err(|error| error.to_string())?;
    let mut expect = case["expect"].clone();
    for value in [&mut result, &mut expect] {
        sort_sets(value);
    }
    same("ok", &expect["ok"], &result["ok"])?;
    same(
        "failed_action",
        &expect["failed_action"],
        &result["failed_action"],
    )?;
    same("code", &expect["code"], &result["error"]["code"])?;
    for optional in ["opening", "events"] {
        if let Some(events) = expect.get(optional) {
            same(optional, events, &result[optional])?;
        }
    }
    let position =
        serde_json_canonicalizer::to_string(&expect["position"]).map_err(|error| error.to_string())?;
    let reached = report.position.canonical();
    if reached != position {
        return Err(format!("position: expected {position}\n    found {reached}"));
    }
    // What is printed can be read again, and means the same.
    let setup: Setup =
        serde_json::from_str(&reached).map_err(|error| format!("printed position: {error}"))?;
    match setup.position(Ruleset::duel()) {
        Ok(again) if again == report.position => Ok(()),
        Ok(again) => Err(format!("printed position, read again: {}", again.canonical())),
        Err(error) => Err(format!("printed position: {error}")),
    }
}

/// The planes that an event names together are a set; the formats give them no order.
fn sort_sets(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("victims" | "targets", Value::Array(planes)) => planes.sort_by_key(Value::to_string),
                    (_, value) => sort_sets(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(sort_sets),
        _ => {}
    }
}

fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected}\n    found {found}"))
    }
}

#[test]
fn a_setup_is_a_position_exactly_when_it_is_legal() {
    let wrong: Vec<String> = cases("setups")
        .iter()
        .filter_map(|(name, case)| Some(format!("setups/{name}.json: {}", check_legality(case).err()?)))
        .collect();
    none_of(&wrong);
}

fn check_legality(case: &Value) -> Result<(), String> {
    let document = serde_json::to_vec(&case["scenario"]).map_err(|error| error.to_string())?;
    match (
        Scenario::read(&document),
        case["legal"].as_bool(),
        case["field"].as_str(),
    ) {
        (Ok(_), Some(true), None) => Ok(()),
        (Ok(_), ..) => Err("accepted, though it is not legal".into()),
        (Err(error), Some(true), _) => Err(format!("refused, though it is legal: {error}")),
        (Err(error), Some(false), Some(field)) => {
            let names = error
                .to_string()
                .starts_with(&format!("not a legal position: {field}: expected "));
            names
                .then_some(())
                .ok_or(format!("refused, but not for {field}: {error}"))
        }
        _ => Err("the case is not written as one: `legal`, and `field` if it is not".into()),
    }
}

#[test]
fn a_malformed_document_is_refused() {
    let wrong: Vec<String> = files("documents")
        .iter()
        .filter(|(_, document)| Scenario::read(document).is_ok())
        .map(|(name, _)| format!("documents/{name}: accepted"))
        .collect();
    none_of(&wrong);
}

/// The part of the list of cases under a heading.
fn section<'a>(list: &'a str, heading: &str) -> &'a str {
    let (_, from) = list
        .split_once(&format!("\n## {heading}"))
        .unwrap_or_else(|| panic!("no section {heading}"));
    from.split("\n## ").next().unwrap_or_default()
}

/// The words in code quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn difference(what: &str, listed: &BTreeSet<String>, there: &BTreeSet<String>) -> Vec<String> {
    let gone = listed
        .difference(there)
        .map(|name| format!("{what}: `{name}` is listed, but there is no such file"));
    let missed = there
        .difference(listed)
        .map(|name| format!("{what}: `{name}` is not listed"));
    gone.chain(missed).collect()
}

#[test]
fn the_list_of_cases_names_every_file_and_no_other() {
    let list = fs::read_to_string(data("README.md")).expect("the list is part of the repository");
    // A row's last cell lists cases; what stands before it may quote other words.
    let last_cells = |heading| {
        let rows = section(&list, heading)
            .lines()
            .filter(|line| line.starts_with("| "));
        rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next())
            .flat_map(quoted)
    };
    let headings = [
        "The text of the game",
        "Rulings",
        "Phase transitions",
        "Error codes",
    ];
    let scenarios = headings
        .into_iter()
        .flat_map(last_cells)
        .map(str::to_owned)
        .collect();
    let (_, setups) = section(&list, "Legal positions")
        .split_once("\n| 1.")
        .expect("a table by points");
    let setups = setups
        .lines()
        .filter_map(|row| row.split_once(" | "))
        .flat_map(|(_, cells)| quoted(cells));
    // Its first lines name the folder and the word that legal ones begin with.
    let setups = setups.map(str::to_owned).collect();
    let (_, documents) = section(&list, "Malformed documents")
        .split_once("\n\n`")
        .expect("a list of files");
    let documents = format!("`{documents}");
    let documents = quoted(&documents).map(str::to_owned).collect();
    let records = quoted(section(&list, "Records"))
        .filter(|word| word.ends_with(".json"))
        .map(str::to_owned);
    let names = |folder: &str| files(folder).into_keys().collect::<BTreeSet<_>>();
    let stems = |folder: &str| cases(folder).into_keys().collect::<BTreeSet<_>>();
    let mut wrong = difference("scenarios", &scenarios, &stems("scenarios"));
    wrong.extend(difference("setups", &setups, &stems("setups")));
    wrong.extend(difference("documents", &documents, &names("documents")));
    wrong.extend(difference("records", &records.collect(), &names("records")));
    none_of(&wrong);
}

#[test]
fn every_reason_to_refuse_an_action_has_its_cases() {
    let list = fs::read_to_string(data("README.md")).expect("the list is part of the repository");
    let cases = cases("scenarios");
    let mut wrong = Vec::new();
    for code in Illegal::ALL.map(Illegal::code) {
        let row = section(&list, "Error codes")
            .lines()
            .find(|row| row.starts_with(&format!("| `{code}` |")));
        let listed: BTreeSet<&str> = row.map(quoted).into_iter().flatten().skip(1).collect();
        let refused = cases.iter().filter(|(_, case)| case["expect"]["code"] == code);
        let refused: BTreeSet<&str> = refused.map(|(name, _)| name.as_str()).collect();
        let missed: Vec<_> = refused.difference(&listed).collect();
        if refused.is_empty() || !missed.is_empty() {
            wrong.push(format!("{code}: {} cases, not listed {missed:?}", refused.len()));
        }
    }
    none_of(&wrong);
}
