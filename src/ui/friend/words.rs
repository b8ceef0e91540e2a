//! What is said about matches between friends.

pub(super) const PLAY: &str = "Play a friend";
pub(super) const HAVE_CODE: &str = "Have a code?";
pub(super) const OPEN_CODE: &str = "Open";
pub(super) const CODE_HINT: &str = "Six letters and digits; capitals do not matter.";
pub(super) const SEND: &str = "Send this link to your friend:";
pub(super) const OR_CODE: &str = "or tell them this code:";
pub(super) const NOT_SCORED: &str = "A match with a friend is not scored: it changes nobody's score.";
pub(super) const STAY: &str = "The match begins as soon as both of you are here. You may close this page meanwhile; the \
    invitation stays open.";
pub(super) const WITHDRAW: &str = "Withdraw";
pub(super) const STEP_BACK: &str = "Do not wait";
pub(super) const AWAY: &str =
    "Your friend is not here at the moment. The match begins by itself when they come back.";
pub(super) const ACCEPT: &str = "Play";
pub(super) const OWN: &str =
    "This is your own invitation. Send it to your friend; it takes somebody else to open it.";
pub(super) const GONE: &str = "It was used by somebody else, withdrawn, or its hour is over. A code may also be mistyped. \
    Ask your friend for a new one.";
pub(super) const WAITS: &str =
    "You are waiting for an opponent. Cancel that first, then you can play your friend.";
pub(super) const INVITES: &str =
    "You have an invitation of your own open. Withdraw it first, then you can play your friend.";
pub(super) const OFTEN: &str = "Too many codes were tried from here. Wait a moment and load the page again.";
pub(super) const NOT_NOW: &str =
    "The server cannot show this invitation just now. Load the page again in a moment.";

/// How long an invitation stays open.
pub(super) fn open_for(seconds: u64) -> String {
    match seconds.div_ceil(60) {
        0 | 1 => "Open for one more minute".to_owned(),
        minutes => format!("Open for {minutes} minutes"),
    }
}
