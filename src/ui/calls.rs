//! Ways to reach a player who is looking elsewhere. Each is missing in some browser, and then the others must do.

use leptos::prelude::*;
use web_sys::{Notification, NotificationPermission};

use super::browser::has;

/// The icon of a tab that calls nobody.
const QUIET_ICON: &str = "/icon.svg";

/// Asks for leave to notify, once; what comes of it shows when it is used.
pub(super) fn ask_to_notify() {
    if has(&window(), "Notification") && Notification::permission() == NotificationPermission::Default {
        // A browser that cannot ask does not notify.
        let _ = Notification::request_permission();
    }
}

/// Tells the player something outside the page, where that is allowed.
pub(super) fn notify(title: &str) {
    if has(&window(), "Notification") && Notification::permission() == NotificationPermission::Granted {
        // Some phones allow it to service workers alone; the title and the icon still tell.
        let _ = Notification::new(title);
    }
}

/// Buzzes, where the device can.
pub(super) fn vibrate(milliseconds: u32) {
    let navigator = window().navigator();
    if has(&navigator, "vibrate") {
        navigator.vibrate_with_duration(milliseconds);
    }
}

/// Takes the call back from the icon; the title is the next page's.
pub(super) fn put_icon_back() {
    if let Ok(Some(icon)) = document().query_selector("link[rel=icon]") {
        // A page without the icon calls by its title alone.
        let _ = icon.set_attribute("href", QUIET_ICON);
    }
}

/// Puts a call into the tab's title and icon, or takes it back; returns the title to take it back to.
pub(super) fn show_call(is_called: bool, call: &str, quiet: Option<String>) -> Option<String> {
    let icon = document().query_selector("link[rel=icon]").ok().flatten();
    let show = |address: &str| icon.as_ref().map(|icon| icon.set_attribute("href", address));
    match (is_called, quiet) {
        (true, None) => {
            let quiet = document().title();
            document().set_title(call);
            let _ = show("/icon-turn.svg");
            Some(quiet)
        }
        (false, Some(quiet)) => {
            document().set_title(&quiet);
            let _ = show(QUIET_ICON);
            None
        }
        (_, quiet) => quiet,
    }
}
