//! The fuzz targets of `fuzz/`, on the stable toolchain and for a bounded time: with bytes of no meaning, and with real
//! documents that were damaged. `FLYCHESS_CASES=100` tries a hundred times as many.

mod law;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use flychess::rules::hash::Hash;
use flychess::rules::scenario::Scenario;
use law::choices::Choices;
use law::fuzzed;
use law::games::{self, Mood};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

fn for_bytes(cases: u32, longest: usize, target: impl Fn(&[u8])) {
    let factor: u32 = std::env::var("FLYCHESS_CASES").map_or(1, |factor| {
        factor.parse().expect("FLYCHESS_CASES: a whole number")
    });
    let seed = std::env::var("FLYCHESS_SEED").unwrap_or_else(|_| "1".into());
    let config = Config {
        cases: cases * factor,
        failure_persistence: None,
        ..Config::default()
    };
    let key = Hash::of(&[b"bytes:", seed.as_bytes()]).0;
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &key));
    let held = runner.run(&vec(any::<u8>(), 0..longest), |bytes| {
        target(&bytes);
        Ok::<(), TestCaseError>(())
    });
    if let Err(broken) = held {
        panic!("{broken}");
    }
}

/// Pieces that mean something to a reader of our documents, put where they do not belong.
const PIECES: &[&str] = &[
    "null",
    "true",
    "[]",
    "{}",
    "\"\"",
    "-1",
    "0",
    "1",
    "3",
    "4",
    "5",
    "6",
    "51",
    "52",
    "255",
    "256",
    "999",
    "1000",
    "1000000",
    "1000001",
    "4294967296",
    "9007199254740993",
    "18446744073709551616",
    "1e400",
    "1.5",
    "-0",
    "\"red\"",
    "\"green\"",
    "\"blue\"",
    "\"start\"",
    "\"roll\"",
    "\"select\"",
    "\"timeout\"",
    "\"resign\"",
    "\"tornado\"",
    "\"six_die\"",
    "\"power_unit\"",
    "\"ring\"",
    "\"lane\"",
    "\"hangar\"",
    "\"home\"",
    "\"pad\"",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    ",",
    ":",
    "[",
    "]",
    "{",
    "}",
    "\"",
];

/// A document with a few things changed.
fn damaged(documents: &[Vec<u8>], choices: &mut Choices<'_>) -> Vec<u8> {
    let pick = |choices: &mut Choices<'_>| documents[choices.below(documents.len() as u32) as usize].clone();
    let mut document = pick(choices);
    for _ in 0..1 + choices.below(3) {
        let at = choices.below(document.len() as u32 + 1) as usize;
        let until = (at + choices.below(24) as usize).min(document.len());
        match choices.below(8) {
            0 => drop(document.splice(at..until, [])),
            1 => {
                let again = document[at..until].to_vec();
                drop(document.splice(at..at, again));
            }
            2 if at < document.len() => document[at] ^= 1 << choices.below(8),
            3 => {
                let other = pick(choices);
                let from = choices.below(other.len() as u32 + 1) as usize;
                let until = (from + choices.below(40) as usize).min(other.len());
                drop(document.splice(at..at, other[from..until].iter().copied()));
            }
            4 => document.truncate(at),
            _ => replace_a_value(&mut document, at, choices),
        }
    }
    document
}

/// Puts a piece in the place of the next number or word, which keeps most documents well formed.
fn replace_a_value(document: &mut Vec<u8>, from: usize, choices: &mut Choices<'_>) {
    let is_value =
        |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-' | b'"');
    let Some(start) = document[from..]
        .iter()
        .position(|byte| *byte == b':')
        .map(|at| from + at + 1)
    else {
        return;
    };
    let Some(start) = document[start..].iter().position(is_value).map(|at| start + at) else {
        return;
    };
    let length = document[start..].iter().take_while(|byte| is_value(byte)).count();
    let piece = choices.pick(PIECES);
    document.splice(start..start + length, piece.bytes());
}

fn files(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(folder);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| fs::read(path).expect("the file can be read"))
        .collect()
}

/// The scenarios of the rule cases and of the legality cases, and the documents that are refused.
fn scenarios() -> Vec<Vec<u8>> {
    let cases = files("scenarios").into_iter().chain(files("setups"));
    let scenario = |case: Vec<u8>| {
        let case: serde_json::Value = serde_json::from_slice(&case).expect("a case is JSON");
        case["scenario"].to_string().into_bytes()
    };
    cases.map(scenario).chain(files("documents")).collect()
}

fn records() -> Vec<Vec<u8>> {
    let record = |i: u32| {
        games::record(
            &format!("fuzz{i}"),
            if i.is_multiple_of(2) {
                Mood::HASTY
            } else {
                Mood::OFFERED
            },
        )
    };
    (0..6)
        .map(|i| serde_json::to_vec(&record(i)).expect("a record can be written"))
        .collect()
}

#[test]
fn bytes_of_no_meaning_are_refused() {
    for_bytes(2000, 400, |bytes| {
        fuzzed::referee(bytes);
        fuzzed::record(bytes);
    });
}

#[test]
fn real_scenarios_keep_the_laws() {
    let scenarios = scenarios();
    assert!(scenarios.len() > 300);
    scenarios.iter().for_each(|document| fuzzed::referee(document));
}

#[test]
fn damaged_scenarios_are_refused_or_keep_the_laws() {
    let scenarios = scenarios();
    let (tried, understood) = (Cell::new(0), Cell::new(0));
    for_bytes(6000, 60, |bytes| {
        let document = damaged(&scenarios, &mut Choices::new(bytes));
        tried.set(tried.get() + 1);
        understood.set(understood.get() + u32::from(Scenario::read(&document).is_ok()));
        fuzzed::referee(&document);
    });
    assert!(
        understood.get() > tried.get() / 8,
        "{understood:?} of {tried:?}: too few to prove anything"
    );
}

#[test]
fn real_records_hold() {
    let corpus = std::env::var_os("FLYCHESS_CORPUS");
    for (i, record) in records().into_iter().enumerate() {
        if let Some(corpus) = &corpus {
            fs::write(Path::new(corpus).join(format!("record{i}.json")), &record)
                .expect("the corpus can be written");
        }
        let read = flychess::rules::record::Record::read(&record).expect("a record");
        assert!(read.verify().is_ok());
        fuzzed::record(&record);
    }
}

#[test]
fn damaged_records_are_refused_or_keep_the_laws() {
    let records = records();
    for_bytes(150, 60, |bytes| {
        fuzzed::record(&damaged(&records, &mut Choices::new(bytes)))
    });
}

#[test]
fn whatever_is_done_in_a_legal_position_keeps_the_laws() {
    for_bytes(1000, 600, fuzzed::actions);
}
