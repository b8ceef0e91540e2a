//! What the browser keeps: settings, the seeds that this player has committed to, and notes on whom dice were drawn
//! with. All of it can be missing or nonsense; then the page does without.

use gloo_storage::{LocalStorage, Storage};
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::api;
use crate::protocol::{MatchId, MatchView, Stage};
use crate::rules::hash::Hash;
use crate::rules::record::{NOTE_FORMAT, Note, Own};

/// Under this key stands whether Auto-Roll is on.
pub(super) const AUTO_ROLL: &str = "flychess.auto-roll";
/// How fast actions are shown.
pub(super) const MOTION: &str = "flychess.motion";
/// Whether there is sound.
pub(super) const SOUND: &str = "flychess.sound";
/// How loud it is.
pub(super) const VOLUME: &str = "flychess.volume";
/// Which colours.
pub(super) const THEME: &str = "flychess.theme";
/// Whether the player wants to be called back.
pub(super) const CALLS: &str = "flychess.calls";
/// All settings: another tab may change them.
pub(super) const SETTINGS: [&str; 6] = [AUTO_ROLL, MOTION, SOUND, VOLUME, THEME, CALLS];
/// Under this key stands something else each time the browser becomes somebody else.
pub(super) const SWITCHED: &str = "flychess.switched";
/// How fast the computer plays.
pub(super) const PACE: &str = "flychess.pace";
/// How many lessons were done.
pub(super) const LESSONS: &str = "flychess.lessons";
/// The game against the computer that is not over.
pub(super) const PRACTICE: &str = "flychess.practice";
const SEEDS: &str = "flychess.seeds";
const NOTES: &str = "flychess.notes";
/// Seeds and notes beyond so many are forgotten, the oldest first.
const KEPT: usize = 20;

/// A seed and what it opens.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Seed {
    commitment: Hash,
    seed: Hash,
}

/// What stands under a key.
pub(super) fn get<T: DeserializeOwned>(key: &str) -> Option<T> {
    LocalStorage::get(key).ok()
}

/// Puts a value under a key.
pub(super) fn set<T: Serialize>(key: &str, value: T) {
    // A browser that keeps nothing is one whose settings last as long as the page.
    let _ = LocalStorage::set(key, value);
}

/// The text under a key, as it stands there.
pub(super) fn text(key: &str) -> Option<String> {
    LocalStorage::raw().get_item(key).ok().flatten()
}

/// Puts a text under a key, as it is.
pub(super) fn set_text(key: &str, text: &str) {
    // As with values.
    let _ = LocalStorage::raw().set_item(key, text);
}

/// Keeps nothing under a key.
pub(super) fn forget(key: &str) {
    LocalStorage::delete(key);
}

fn push<T: Serialize + DeserializeOwned>(key: &str, value: T) {
    let mut all: Vec<T> = get(key).unwrap_or_default();
    all.push(value);
    all.drain(..all.len().saturating_sub(KEPT));
    set(key, all);
}

/// Keeps a seed and returns the commitment to it.
pub(super) fn commit(seed: Hash) -> Hash {
    let commitment = Hash::of(&[&seed.0]);
    push(SEEDS, Seed { commitment, seed });
    commitment
}

/// The seed that opens this commitment, if this browser made it.
fn seed_of(commitment: Hash) -> Option<Hash> {
    let seeds: Vec<Seed> = get(SEEDS)?;
    let found = seeds.iter().find(|kept| kept.commitment == commitment)?;
    Some(found.seed)
}

/// Keeps what was promised for a match, before anything is shown, and my own part in it.
fn note(view: &MatchView, seed: Option<Hash>) {
    if note_of(&view.id).is_some() {
        return;
    }
    let own = view.order.zip(seed).map(|(order, seed)| Own {
        order,
        seed,
        shown: false,
    });
    push(
        NOTES,
        Note {
            client_commitments: view.fairness.client_commitments,
            format: NOTE_FORMAT.to_owned(),
            id: view.id.as_str().to_owned(),
            own,
            server_commitment: view.fairness.server_commitment,
        },
    );
}

/// The note of a match, if this browser has kept one.
pub(super) fn note_of(id: &MatchId) -> Option<Note> {
    let notes: Vec<Note> = get(NOTES)?;
    notes.into_iter().find(|note| note.id == id.as_str())
}

/// Keeps what was promised for a match, then shows the seed that opens my commitment, if this browser made it.
pub(super) fn show_seed(view: &MatchView) {
    let seed = || {
        let order = usize::from(view.order?);
        let commitment = view.fairness.client_commitments.get(order)?;
        let seed = seed_of(*commitment);
        note(view, seed);
        seed.filter(|_| view.stage == Stage::Pairing)
    };
    let Some(seed) = seed() else { return };
    let id = view.id.clone();
    // A seed that does not arrive counts as absent; the match begins without it.
    spawn_local(async move {
        if api::reveal(id.clone(), seed).await.is_ok() {
            shown(&id);
        }
    });
}

/// My seed has been taken in time.
fn shown(id: &MatchId) {
    let mut notes: Vec<Note> = get(NOTES).unwrap_or_default();
    let note = notes.iter_mut().find(|note| note.id == id.as_str());
    if let Some(own) = note.and_then(|note| note.own.as_mut()) {
        own.shown = true;
        set(NOTES, notes);
    }
}
