//! Opening and closing the platform's own `<dialog>`.

use leptos::html::Dialog;
use leptos::prelude::*;

/// Opens it over the page.
pub(super) fn open(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked()
        && !dialog.open()
    {
        // A browser that cannot shows nothing; nothing else depends on it.
        let _ = dialog.show_modal();
    }
}

/// Closes it, if it is open.
pub(super) fn close(dialog: NodeRef<Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}
