//! What is said about accounts.

use crate::protocol::ApiError;

pub(super) const CREATE: &str = "Create account";
pub(super) const LOG_IN: &str = "Log in";
pub(super) const LOG_OUT: &str = "Log out";
pub(super) const RENEW: &str = "New credential";

pub(super) const CREATE_WHY: &str = "A nickname keeps your score: +1 for a match won, \u{2212}1 for one lost. There \
    is nothing else to fill in: no e-mail, no password of your own.";
pub(super) const NICKNAME_HINT: &str = "2 to 16 letters, digits, _ or -";
pub(super) const LOG_IN_WHY: &str =
    "Your login credential is all it takes. Capitals, spaces and hyphens do not matter.";
pub(super) const KEEP_IT: &str = "Whoever has this is you, and it is shown only now. Keep it where you keep your \
    passwords: there is no e-mail by which it could be restored. As long as you are logged in you can have a new one.";
pub(super) const RENEWED: &str =
    "The credential before it, and every other browser that was logged in with it, have ended.";
pub(super) const RENEW_WHY: &str =
    "A new credential ends the old one, and logs out every other browser that uses this account.";
pub(super) const BY_HAND: &str =
    "This browser does not let a page copy. Mark it and copy it by hand, or download it.";
pub(super) const LOG_OUT_HINT: &str = "Only your credential brings you back after logging out.";

/// Why something was refused, to whoever wanted it.
pub(super) fn refusal(error: &ApiError) -> String {
    match error {
        ApiError::Nickname { why } => sentence(why),
        ApiError::NicknameTaken => "Somebody has this nickname, or one that looks like it.".to_owned(),
        ApiError::Queued => {
            "You are waiting for an opponent, or have invited one. End that first.".to_owned()
        }
        ApiError::Bound { .. } => {
            "You have a match that you have not left yet. Leave it for the lobby first.".to_owned()
        }
        ApiError::LoggedIn | ApiError::NotLoggedIn | ApiError::Switched => {
            "This browser has logged in or out meanwhile. Load the page anew.".to_owned()
        }
        ApiError::Mistyped => {
            "Something in this credential is mistyped or left out. Compare it letter by letter.".to_owned()
        }
        ApiError::WrongCredential => "No account has this credential.".to_owned(),
        ApiError::TooMany { after_ms } => {
            format!(
                "That was often. Try again in {} seconds.",
                after_ms.div_ceil(1000)
            )
        }
        _ => "The server did not answer. Try again.".to_owned(),
    }
}

fn sentence(text: impl std::fmt::Display) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
