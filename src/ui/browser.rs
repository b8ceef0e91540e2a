//! What the page asks of its browser. Only called from effects, events and timers, which run in no server.

use std::{cell::Cell, rc::Rc};

use gloo_storage::{SessionStorage, Storage};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Date, Function, Promise, Reflect, Uint8Array};

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

/// Puts a text where the player can paste it from; false if the browser does not let a page do that.
pub(super) async fn copy(text: &str) -> bool {
    // A page that did not come by https has no clipboard.
    if !window().is_secure_context() {
        return false;
    }
    let written = window().navigator().clipboard().write_text(text);
    JsFuture::from(written).await.is_ok()
}

/// Hands a link to whatever the device shares links with; nothing happens if the player thinks better of it.
pub(super) fn share(title: &str, link: &str) {
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_url(link);
    // The promise says what became of it: that is between the player and the device.
    let _ = window().navigator().share_with_data(&data);
}

/// Whether the device has something to share links with.
pub(super) fn can_share() -> bool {
    has(&window().navigator(), "share")
}

/// Whether this browser has something that not every browser has.
pub(super) fn has(of: &JsValue, name: &str) -> bool {
    Reflect::has(of, &name.into()).unwrap_or(false)
}

/// Loads the page anew.
pub(super) fn reload() {
    // A browser that refuses leaves the page as it is, and its banner says what to do.
    let _ = window().location().reload();
}

/// The same by itself, but not again and again: a page that a reload did not help stays as it is. The script in
/// `shell.js` does the same under the same key.
pub(super) fn reload_once() {
    const KEY: &str = "flychess.reloaded";
    const AGAIN_MS: f64 = 60_000.0;
    let last = SessionStorage::get::<f64>(KEY).unwrap_or(0.0);
    let now = Date::now();
    if now - last > AGAIN_MS && SessionStorage::set(KEY, now).is_ok() {
        reload();
    }
}

/// What one tab of this browser can have at a time, or a place in the line for it.
pub(super) struct Lock {
    is_wanted: Rc<Cell<bool>>,
    /// Settles the promise for which the browser keeps the lock.
    give_back: Option<Function>,
}

impl Lock {
    /// Goes to the end of the line; `then` is called when it is our turn. At once in a browser that has no locks, or
    /// gives none to a page that came without TLS.
    pub(super) fn line_up(name: &str, then: impl FnOnce() + 'static) -> Self {
        let is_wanted = Rc::new(Cell::new(true));
        let mut give_back = None;
        let kept = Promise::new(&mut |resolve, _| give_back = Some(resolve));
        let lock = Self {
            is_wanted: Rc::clone(&is_wanted),
            give_back,
        };
        let Some((locks, request)) = locks() else {
            then();
            return lock;
        };
        let granted = Closure::once_into_js(move |_: JsValue| {
            if is_wanted.get() {
                then();
            }
            JsValue::from(kept)
        });
        // A request that fails never calls back, and the page does without the lock.
        let _ = request.call2(&locks, &name.into(), &granted);
        lock
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.is_wanted.set(false);
        if let Some(give_back) = &self.give_back {
            // Settling a promise cannot fail.
            let _ = give_back.call0(&JsValue::UNDEFINED);
        }
    }
}

/// The browser's locks and how to ask for one. The bindings have them only behind a flag of the compiler.
fn locks() -> Option<(JsValue, Function)> {
    let navigator = Reflect::get(&window(), &"navigator".into()).ok()?;
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    let request = Reflect::get(&locks, &"request".into()).ok()?;
    Some((locks, request.dyn_into().ok()?))
}

/// What the visitor asked of the system; unknown counts as asked.
pub(super) fn wants_less_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_none_or(|query| query.matches())
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

/// What stands behind the `#` of the page's address.
pub(super) fn fragment() -> Option<String> {
    let hash = window().location().hash().ok()?;
    hash.strip_prefix('#').map(str::to_owned)
}

/// Puts something behind the `#` of the page's address, without a step in the browser's history.
pub(super) fn set_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let state = history.state().unwrap_or(JsValue::NULL);
        // The address is a convenience; a browser that refuses keeps the old one.
        let _ = history.replace_state_with_url(&state, "", Some(&format!("#{fragment}")));
    }
}

/// The page's address with this behind its `#`.
pub(super) fn link_to(fragment: &str) -> Option<String> {
    let address = window().location().href().ok()?;
    let page = address.split('#').next().unwrap_or_default();
    Some(format!("{page}#{fragment}"))
}

/// A list of files as the browser gave it.
pub(super) fn files(list: Option<web_sys::FileList>) -> Vec<web_sys::File> {
    list.map(|list| (0..list.length()).filter_map(|at| list.get(at)).collect())
        .unwrap_or_default()
}

/// What a file holds, byte for byte; nothing if it cannot be read.
pub(super) async fn bytes_of(file: &web_sys::File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
