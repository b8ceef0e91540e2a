//! How many sockets each person has open: a few tabs are fine, a flood is not.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::store::PlayerKey;

/// More tabs than anybody looks at.
const MOST: usize = 12;

/// Everybody who is connected.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowd(Arc<Mutex<HashMap<PlayerKey, usize>>>);

/// One socket's place in the crowd; it is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    crowd: Crowd,
    who: PlayerKey,
}

impl Crowd {
    /// A place for one more socket of this person, unless they have as many as there may be.
    pub(super) fn enter(&self, who: PlayerKey) -> Option<Place> {
        let mut crowd = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = crowd.entry(who).or_default();
        if *count >= MOST {
            return None;
        }
        *count += 1;
        let crowd = self.clone();
        Some(Place { crowd, who })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut crowd = self.crowd.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = crowd.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                crowd.remove(&self.who);
            }
        }
    }
}
