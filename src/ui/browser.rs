//! What the page asks of its browser. Only called from effects, events and timers, which run in no server.

use gloo_storage::{SessionStorage, Storage};
use leptos::prelude::*;

/// Milliseconds since the browser began to load this document; never goes back.
pub(super) fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Bytes that nobody can guess; nothing if the browser has none.
pub(super) fn random<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let crypto = window().crypto().ok()?;
    crypto.get_random_values_with_u8_array(&mut bytes).ok()?;
    Some(bytes)
}

/// A number from 0 up to 1.
pub(super) fn fraction() -> f64 {
    let [byte, other] = random().unwrap_or([128, 0]);
    f64::from(u16::from_be_bytes([byte, other])) / 65_536.0
}

/// The absolute address of a socket on the page's own host.
pub(super) fn socket_address(path: &str) -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" {
        "wss"
    } else {
        "ws"
    };
    Some(format!("{scheme}://{}{path}", location.host().ok()?))
}

/// Loads the page anew.
pub(super) fn reload() {
    // A browser that refuses leaves the page as it is, and its banner says what to do.
    let _ = window().location().reload();
}

/// The same by itself, but not again and again.
pub(super) fn reload_once() {
    const KEY: &str = "flychess.reloaded";
    let is_first = SessionStorage::get::<bool>(KEY).is_err();
    if is_first && SessionStorage::set(KEY, true).is_ok() {
        reload();
    }
}

/// When the page asked for what it shows: a page that is being taken over was asked for when loading began.
#[cfg(feature = "hydrate")]
pub(super) fn asked_at() -> f64 {
    let is_taken_over = document()
        .document_element()
        .is_some_and(|root| root.has_attribute("data-hydrated"));
    if is_taken_over { now() } else { 0.0 }
}

/// A server asks nobody.
#[cfg(not(feature = "hydrate"))]
pub(super) const fn asked_at() -> f64 {
    0.0
}
