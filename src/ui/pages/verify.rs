//! The page that checks a record: everything happens in the browser, nothing is sent anywhere.

use leptos::ev::DragEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_meta::Title;

use crate::rules::record::{FORMAT, LARGEST, NOTE_FORMAT, NoRecord, Note, Record, Unreadable};
use crate::ui::browser;
use crate::ui::replay::ReplayView;
use crate::ui::replay::checked::{Checks, LIMITS, Verdict};

/// What was made of a file.
#[derive(Clone, Debug)]
enum Read {
    Record(Box<Record>),
    Note(Box<Note>),
    Refused(String),
}

/// What lies on the page.
#[derive(Clone, Copy)]
struct Desk {
    /// The record with the name of its file.
    record: RwSignal<Option<(String, Record)>>,
    note: RwSignal<Option<(String, Note)>>,
    refused: RwSignal<Vec<(String, String)>>,
    /// Whether the record is being stepped through.
    is_open: RwSignal<bool>,
}

impl Desk {
    fn new() -> Self {
        Self {
            record: RwSignal::new(None),
            note: RwSignal::new(None),
            refused: RwSignal::new(Vec::new()),
            is_open: RwSignal::new(false),
        }
    }

    /// Takes files, one after the other.
    fn take(self, files: Vec<web_sys::File>) {
        self.refused.set(Vec::new());
        spawn_local(async move {
            let mut has_record = false;
            for file in files {
                let name = file.name();
                match read(&file).await {
                    Read::Record(record) => {
                        self.is_open.set(false);
                        self.record.set(Some((name, *record)));
                        has_record = true;
                    }
                    Read::Note(note) => self.note.set(Some((name, *note))),
                    Read::Refused(why) => self.refused.update(|refused| refused.push((name, why))),
                }
            }
            // A verdict beside a file that was refused would be taken for that file's.
            if !has_record && self.refused.with_untracked(|refused| !refused.is_empty()) {
                self.record.set(None);
            }
        });
    }
}

async fn read(file: &web_sys::File) -> Read {
    // A film is not read into memory only to be refused.
    if file.size() > LARGEST as f64 {
        return Read::Refused(no_record(&NoRecord::TooLarge));
    }
    // As `flychess verify` reads it: a browser's text would be without a mark at its beginning.
    match browser::bytes_of(file).await {
        Some(document) => understand(&document),
        None => Read::Refused("The browser could not read this file.".to_owned()),
    }
}

/// A record, a note, or what else it is.
fn understand(document: &[u8]) -> Read {
    match Record::read(document) {
        Ok(record) => Read::Record(Box::new(record)),
        Err(Unreadable::Form(why)) => Read::Refused(format!(
            "This says that it is a record of this version, but it is not written as one: {why}."
        )),
        Err(Unreadable::NoRecord(why)) => match Note::read(document) {
            Ok(note) => Read::Note(Box::new(note)),
            Err(Unreadable::NoRecord(NoRecord::Form(why))) => Read::Refused(format!(
                "This says that it is a note, but it is not written as one: {why}."
            )),
            Err(_) => Read::Refused(no_record(&why)),
        },
    }
}

fn no_record(why: &NoRecord) -> String {
    match why {
        NoRecord::TooLarge => "This file is larger than 4 MiB; no record is.".to_owned(),
        NoRecord::NotJson(_) => "This is no record: it is not JSON.".to_owned(),
        NoRecord::NoFormat { .. } | NoRecord::Form(_) => {
            "This is JSON, but nothing in it says that it is a record of a match.".to_owned()
        }
        NoRecord::OtherFormat { found, .. } if found.starts_with("flychess-") => format!(
            "This is of the version {found}, which this page does not know; it knows {FORMAT} and {NOTE_FORMAT}. Load the page again for a newer one."
        ),
        NoRecord::OtherFormat { found, .. } => {
            format!("This says that it is {found}, which is no record of a match.")
        }
    }
}

/// The page.
#[component]
pub fn Verify() -> impl IntoView {
    let desk = Desk::new();
    let shown = move || {
        if desk.is_open.get()
            && let Some((_, record)) = desk.record.get()
        {
            return view! { <Stepped desk record /> }.into_any();
        }
        view! { <Checking desk /> }.into_any()
    };
    view! {
        <Title text="Check a record · FLYCHESS" />
        {shown}
    }
}

#[component]
fn Stepped(desk: Desk, record: Record) -> impl IntoView {
    view! {
        <p class="verify-back">
            <button type="button" class="button quiet" on:click=move |_| desk.is_open.set(false)>"Back to the checks"</button>
        </p>
        <ReplayView record download=None />
    }
}

#[component]
fn Checking(desk: Desk) -> impl IntoView {
    view! {
        <main class="page verify">
            <h1>"Check a record"</h1>
            <p class="lead">
                "Drop the record of a match here, and this page plays it again: every roll from its seeds, every move by the rules. \
                 Nothing leaves your browser."
            </p>
            <Drop desk />
            <Refusals desk />
            <Result desk />
            <p><a href="/dice">"How the dice are made, and what can be checked of them"</a></p>
        </main>
    }
}

#[component]
fn Drop(desk: Desk) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    let is_over = RwSignal::new(false);
    let choose = move |_| {
        if let Some(input) = input.get_untracked() {
            desk.take(browser::files(input.files()));
            // The same file may be chosen again after it was changed.
            input.set_value("");
        }
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        is_over.set(false);
        desk.take(browser::files(
            event.data_transfer().and_then(|data| data.files()),
        ));
    };
    view! {
        <div
            class="drop"
            data-testid="drop"
            data-over=move || is_over.get().to_string()
            on:dragover=move |event| {
                event.prevent_default();
                is_over.set(true);
            }
            on:dragleave=move |_| is_over.set(false)
            on:drop=drop
        >
            <label class="button">
                "Choose a file"
                <input type="file" class="unseen" data-testid="file" accept=".json,application/json" multiple node_ref=input on:change=choose />
            </label>
            <p>"or drop it here. If you have the note of the pairing, drop it too."</p>
        </div>
    }
}

#[component]
fn Refusals(desk: Desk) -> impl IntoView {
    let all = move || {
        desk.refused
            .get()
            .into_iter()
            .map(|(name, why)| {
                view! { <li><b>{name}</b>": "{why}</li> }
            })
            .collect_view()
    };
    view! { <div role="alert"><ul class="refusals" data-testid="refused">{all}</ul></div> }
}

#[component]
fn Result(desk: Desk) -> impl IntoView {
    let note = move || desk.note.get();
    move || {
        let Some((name, record)) = desk.record.get() else {
            let kept = note().map(|(name, _)| format!("{name} is a note; now the record of its match."));
            return view! { <p data-testid="waits">{kept}</p> }.into_any();
        };
        let note = note();
        let verdict = Verdict::of(&record, note.as_ref().map(|(_, note)| note));
        let holds = verdict.holds;
        let title = if holds {
            "All of it holds"
        } else {
            "This record does not hold"
        };
        let with = note.map(|(name, _)| format!(", with the note {name}"));
        view! {
            <section class="verdict" data-testid="verdict" data-holds=holds.to_string() aria-live="polite">
                <h2>{title}</h2>
                <p>{name}{with}</p>
                <Checks verdict />
                <p class="limits">{LIMITS}</p>
                <p>
                    <button type="button" class="button" data-testid="step-through" on:click=move |_| desk.is_open.set(true)>
                        "Step through the match"
                    </button>
                </p>
            </section>
        }
        .into_any()
    }
}
