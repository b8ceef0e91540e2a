//! What of a record holds, one thing after the other, in words.

use leptos::prelude::*;

use crate::rules::record::{Fault, Note, NoteFault, PersonKind, Record};

/// How one thing that was checked came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Came {
    Right,
    Wrong,
    /// Something before it is wrong already, so it says nothing.
    Unchecked,
}

impl Came {
    const fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unchecked => "unchecked",
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Self::Right => "✓",
            Self::Wrong => "✗",
            Self::Unchecked => "–",
        }
    }
}

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Check {
    /// Its word, for tests.
    pub(in crate::ui) what: &'static str,
    came: Came,
    said: String,
}

/// Everything that was checked of a record, in the order in which `flychess verify` does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct Verdict {
    pub(in crate::ui) checks: Vec<Check>,
    /// Whether all of it holds.
    pub(in crate::ui) holds: bool,
    /// Whether the dice were made by both sides: of a game at one screen there is nothing to check.
    pub(in crate::ui) has_dice: bool,
}

impl Verdict {
    /// Checks a record, and compares it with the note of its pairing if there is one.
    pub(in crate::ui) fn of(record: &Record, note: Option<&Note>) -> Self {
        let fault = record.verify().err();
        let wrong_at = fault.as_ref().map(place);
        let mut checks: Vec<Check> = (0..)
            .zip(PARTS)
            .map(|(number, (what, right))| {
                let (came, said) = match (wrong_at, &fault) {
                    (Some(at), Some(fault)) if at == number => (Came::Wrong, words(fault)),
                    (Some(at), _) if at < number => (Came::Unchecked, right.to_owned()),
                    _ => (Came::Right, right.to_owned()),
                };
                Check { what, came, said }
            })
            .collect();
        if let Some(note) = note {
            checks.push(compared(note.check(record)));
        }
        Self {
            holds: checks.iter().all(|check| check.came == Came::Right),
            has_dice: !record.players.iter().any(|(_, person)| {
                person
                    .as_ref()
                    .is_some_and(|person| person.kind == PersonKind::Local)
            }),
            checks,
        }
    }
}

/// What is checked, and what is said of it when it is right.
const PARTS: [(&str, &str); 6] = [
    ("digest", "The record is as it was when it was sealed."),
    ("commitments", "Every seed is the one that was promised for it."),
    ("seats", "The seats are those that the seeds draw."),
    (
        "actions",
        "Every roll came from the seeds, and every move was allowed and in time.",
    ),
    ("result", "The match ended as it says."),
    ("final", "The planes stand at the end where it says."),
];

/// Which of the parts a fault belongs to.
const fn place(fault: &Fault) -> usize {
    match fault {
        Fault::Digest { .. } => 0,
        Fault::Commitment(_) => 1,
        Fault::Seats { .. } => 2,
        Fault::Action { .. } => 3,
        Fault::Result { .. } => 4,
        Fault::Final { .. } => 5,
    }
}

fn words(fault: &Fault) -> String {
    match fault {
        Fault::Digest { .. } => "Something in this record was changed after it was sealed.".to_owned(),
        Fault::Commitment(what) => format!("A promise was not kept: {what}."),
        Fault::Seats { .. } => "The seats are not those that the seeds draw.".to_owned(),
        Fault::Action { number, why } => format!("Action {} could not have happened: {why}.", number + 1),
        Fault::Result { reached: None } => "The match is not over after the last action.".to_owned(),
        Fault::Result { .. } => "The match ended otherwise than it says.".to_owned(),
        Fault::Final { .. } => "The planes do not stand at the end where it says.".to_owned(),
    }
}

fn compared(compared: Result<(), NoteFault>) -> Check {
    let (came, said) = match compared {
        Ok(()) => (
            Came::Right,
            "It is what this browser was promised before the first roll.",
        ),
        Err(NoteFault::Match) => (Came::Wrong, "This is another match than the one of the note."),
        Err(NoteFault::ServerCommitment) => (
            Came::Wrong,
            "The server promised another seed before the match than it shows now.",
        ),
        Err(NoteFault::ClientCommitments) => (
            Came::Wrong,
            "The players' promises, or their order, were others before the match.",
        ),
        Err(NoteFault::OwnSeed) => (
            Came::Wrong,
            "The seed that stands for you is not the one that you showed.",
        ),
        Err(NoteFault::CalledAbsent) => (
            Came::Wrong,
            "You showed your seed in time, but the record calls you absent.",
        ),
    };
    Check {
        what: "note",
        came,
        said: said.to_owned(),
    }
}

/// The checks as a list.
#[component]
pub(in crate::ui) fn Checks(
    /// What came out.
    verdict: Verdict,
) -> impl IntoView {
    let holds = verdict.holds;
    let one = |check: Check| {
        view! {
            <li class="check" data-check=check.what data-came=check.came.word()>
                <span class="check-sign" aria-hidden="true">{check.came.sign()}</span>
                <span class="unseen">{check.came.word()}": "</span>
                <span>{check.said}</span>
            </li>
        }
    };
    view! { <ul class="checks" data-testid="checks" data-holds=holds.to_string()>{verdict.checks.into_iter().map(one).collect_view()}</ul> }
}

/// What a check cannot show, which belongs beside every one.
pub(in crate::ui) const LIMITS: &str = "What a record alone cannot show: that the promises were made before play. For that your browser keeps a note of each of your own matches and compares it by itself.";
