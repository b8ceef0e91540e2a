//! Nicknames and login credentials: what is taken, what is refused and why, and what cannot be told apart.
#![cfg(feature = "ssr")]

mod common;

use std::collections::BTreeSet;

use common::{data, none_of};
use flychess::protocol::BadNickname;
use flychess::server::{Credential, Mistyped, Nickname};
use proptest::prelude::*;
use serde::de::DeserializeOwned;

fn table<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let text = std::fs::read(data("nicknames").join(name)).expect("the table is part of the repository");
    let rows: Vec<T> = serde_json::from_slice(&text).expect("a table is JSON");
    assert!(!rows.is_empty());
    rows
}

#[test]
fn nicknames_are_taken_in_one_spelling() {
    let mut wrong = Vec::new();
    for (text, shown) in table::<(String, String)>("accepted.json") {
        match Nickname::new(&text) {
            Ok(nickname) if nickname.as_str() == shown => {}
            other => wrong.push(format!("{text:?}: {other:?}, not {shown:?}")),
        }
    }
    none_of(&wrong);
}

#[test]
fn what_is_no_nickname_is_refused_for_its_own_reason() {
    let mut wrong = Vec::new();
    for (text, why) in table::<(String, BadNickname)>("refused.json") {
        let said = Nickname::new(&text);
        if said != Err(why) {
            wrong.push(format!("{text:?}: {said:?}, not {why:?}"));
        }
    }
    let long = "a\u{301}\u{316}".repeat(2_000);
    assert_eq!(Nickname::new(&long), Err(BadNickname::TooLong));
    none_of(&wrong);
}

fn looks(text: &str) -> BTreeSet<String> {
    let nickname = Nickname::new(text).unwrap_or_else(|why| panic!("{text:?}: {why}"));
    nickname.looks().map(str::to_owned).collect()
}

#[test]
fn nicknames_that_look_alike_share_a_look_and_no_others_do() {
    let mut wrong = Vec::new();
    let shares = |one: &str, other: &str| !looks(one).is_disjoint(&looks(other));
    for (one, other) in table::<(String, String)>("alike.json") {
        if !shares(&one, &other) || !shares(&other, &one) {
            wrong.push(format!("{one:?} and {other:?} look alike"));
        }
    }
    for (one, other) in table::<(String, String)>("apart.json") {
        if shares(&one, &other) {
            wrong.push(format!("{one:?} and {other:?} do not look alike"));
        }
    }
    none_of(&wrong);
}

#[test]
fn each_reason_is_a_sentence_of_its_own() {
    let reasons: Vec<_> = table::<(String, BadNickname)>("refused.json")
        .into_iter()
        .map(|(_, why)| why)
        .collect();
    let kinds: BTreeSet<_> = reasons.iter().map(|why| format!("{why:?}")).collect();
    let sentences: BTreeSet<_> = reasons.iter().map(ToString::to_string).collect();
    assert_eq!(kinds.len(), sentences.len());
}

proptest! {
    /// Whatever was written: what is taken is taken again in the spelling in which it is shown.
    #[test]
    fn a_nickname_is_its_own_spelling(text in "\\PC{0,20}") {
        if let Ok(nickname) = Nickname::new(&text) {
            prop_assert_eq!(&Nickname::new(nickname.as_str()), &Ok(nickname));
        }
    }
}

/// As somebody might type it who reads it from paper.
fn typed(written: &str) -> [String; 5] {
    [
        written.to_owned(),
        written.to_lowercase(),
        written.replace('-', " "),
        format!(
            "  {}\r\n",
            written.replace('-', "").replace('0', "o").replace('1', "L")
        ),
        written
            .replace('-', "\u{2013}")
            .replace('0', "O")
            .replace('1', "i"),
    ]
}

#[test]
fn a_credential_is_read_however_it_is_typed() {
    for _ in 0..200 {
        let credential = Credential::fresh();
        let written = credential.written();
        let groups: Vec<&str> = written.split('-').collect();
        assert_eq!(groups.len(), 7);
        assert!(groups.iter().all(|group| group.len() == 4), "{written}");
        assert!(!written.contains(['I', 'L', 'O', 'U']), "{written}");
        for typed in typed(&written) {
            assert_eq!(Credential::read(&typed), Ok(credential.clone()), "{typed:?}");
        }
        assert!(!format!("{credential:?}").contains(groups[0]));
    }
}

#[test]
fn fresh_credentials_differ_and_so_do_their_hashes() {
    let all: Vec<_> = (0..1_000).map(|_| Credential::fresh()).collect();
    let written: BTreeSet<_> = all.iter().map(Credential::written).collect();
    let hashes: BTreeSet<_> = all.iter().map(Credential::hash).collect();
    assert_eq!((written.len(), hashes.len()), (1_000, 1_000));
}

#[test]
fn what_is_no_credential_is_told_apart() {
    let written = Credential::fresh().written();
    let short = &written[..written.len() - 1];
    let long = format!("{written}0");
    let foreign = written.replacen('-', "\u{416}", 1);
    let texts = ["", "-", "hello", "U", short, &long, &foreign, &"0".repeat(10_000)];
    for text in texts {
        assert_eq!(Credential::read(text), Err(Mistyped), "{text:?}");
    }
}

#[test]
fn nearly_every_slip_is_noticed() {
    const LETTERS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let (mut slips, mut unnoticed) = (0, 0);
    for _ in 0..20 {
        let credential = Credential::fresh();
        let written = credential.written();
        for at in (0..written.len()).filter(|&at| written.as_bytes()[at] != b'-') {
            for &letter in LETTERS.iter().filter(|&&letter| letter != written.as_bytes()[at]) {
                let mut slip = written.clone().into_bytes();
                slip[at] = letter;
                let slip = String::from_utf8(slip).expect("letters");
                slips += 1;
                match Credential::read(&slip) {
                    Err(Mistyped) => {}
                    Ok(read) => {
                        assert_ne!(read, credential, "another credential is another one");
                        unnoticed += 1;
                    }
                }
            }
        }
    }
    // One in 256 passes the check.
    assert!(unnoticed * 100 < slips, "{unnoticed} of {slips}");
}
