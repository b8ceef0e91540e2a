//! Addresses with names in them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands for itself in an address.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The page of a player.
pub(super) fn player(name: &str) -> String {
    format!("/players/{}", encoded(name))
}

/// A text so that it can stand in an address.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// An address that is itself the text.
pub(super) fn of_text(text: &str) -> String {
    format!("data:text/plain;charset=utf-8,{}", encoded(text))
}
