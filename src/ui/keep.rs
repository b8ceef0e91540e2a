//! What the browser keeps: settings, the seeds that this player has committed to, and notes on whom dice were drawn
//! with. All of it can be missing or nonsense; then the page does without.

use gloo_storage::{LocalStorage, Storage};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::protocol::{MatchId, MatchView};
use crate::rules::hash::Hash;

/// Under this key stands whether Auto-Roll is on.
pub(super) const AUTO_ROLL: &str = "flychess.auto-roll";
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

/// What was promised before the seeds of a match were shown: with it its dice can be checked later.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Note {
    id: MatchId,
    server_commitment: Hash,
    client_commitments: [Hash; 2],
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
pub(super) fn seed_of(commitment: Hash) -> Option<Hash> {
    let seeds: Vec<Seed> = get(SEEDS)?;
    let found = seeds.iter().find(|kept| kept.commitment == commitment)?;
    Some(found.seed)
}

/// Keeps what was promised for a match, before anything is shown.
pub(super) fn note(view: &MatchView) {
    let notes: Vec<Note> = get(NOTES).unwrap_or_default();
    if notes.iter().any(|note| note.id == view.id) {
        return;
    }
    push(
        NOTES,
        Note {
            id: view.id.clone(),
            server_commitment: view.fairness.server_commitment,
            client_commitments: view.fairness.client_commitments,
        },
    );
}
