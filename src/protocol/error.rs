//! Why a command is refused: closed, typed, safe to show to anybody.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BadNickname, MatchId, Version};
use crate::rules::Illegal;

/// A refusal that arrives typed in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ApiError {
    /// The command was meant for another version than the match has. The stream brings the page up to date.
    Stale {
        /// The version now.
        version: Version,
    },
    /// The rules refuse it.
    Illegal {
        /// Why.
        why: Illegal,
    },
    /// There is no such match.
    NoSuchMatch,
    /// Whoever asks does not play in this match.
    NotAPlayer,
    /// The match has not begun.
    NotBegun,
    /// The match is not over, so it cannot be left.
    NotOver,
    /// One who plays, or has not left the last result, cannot do this.
    Bound {
        /// The match.
        id: MatchId,
    },
    /// Whoever asks waits for an opponent already.
    AlreadyWaiting,
    /// The seed that was shown does not open the commitment.
    WrongSeed,
    /// This cannot be a nickname.
    Nickname {
        /// Why.
        why: BadNickname,
    },
    /// Somebody has this nickname, or one that looks like it.
    NicknameTaken,
    /// Who waits for an opponent stays who they are.
    Queued,
    /// Whoever asks is logged in already.
    LoggedIn,
    /// Whoever asks is not logged in.
    NotLoggedIn,
    /// This is no credential: something in it was mistyped or left out.
    Mistyped,
    /// No account has this credential.
    WrongCredential,
    /// Too often.
    TooMany {
        /// Milliseconds after which it may be tried again.
        after_ms: u64,
    },
    /// The browser is somebody else by now: it has logged in or out.
    Switched,
    /// There is no open invitation with this code: it never was, was used, withdrawn, or has ended.
    NoSuchInvitation,
    /// Nobody takes up their own invitation.
    OwnInvitation,
    /// There is no player of this name.
    NoSuchPlayer,
    /// The request made no sense.
    BadRequest,
    /// The server is about to stop.
    Leaving,
    /// The server cannot store anything just now; nothing has happened.
    Unavailable,
    /// The answer did not arrive: whether it happened will show in the stream.
    NoAnswer,
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale { version } => write!(f, "the match has gone on (version {version})"),
            Self::Illegal { why } => write!(f, "{why}"),
            Self::NoSuchMatch => f.write_str("there is no such match"),
            Self::NotAPlayer => f.write_str("only the two players can do this"),
            Self::NotBegun => f.write_str("the match has not begun"),
            Self::NotOver => f.write_str("the match is not over"),
            Self::Bound { .. } => f.write_str("first leave the last match for the lobby"),
            Self::AlreadyWaiting => f.write_str("already waiting for an opponent"),
            Self::WrongSeed => f.write_str("this seed does not open the commitment"),
            Self::Nickname { why } => write!(f, "{why}"),
            Self::NicknameTaken => f.write_str("this nickname, or one that looks like it, is taken"),
            Self::Queued => f.write_str("first cancel waiting for an opponent"),
            Self::LoggedIn => f.write_str("already logged in; log out first"),
            Self::NotLoggedIn => f.write_str("not logged in"),
            Self::Mistyped => f.write_str("something in this credential is mistyped or left out"),
            Self::WrongCredential => f.write_str("no account has this credential"),
            Self::TooMany { after_ms } => {
                write!(f, "too many tries; wait {} s", after_ms.div_ceil(1000))
            }
            Self::Switched => f.write_str("this browser has logged in or out; load the page anew"),
            Self::NoSuchInvitation => f.write_str("there is no open invitation with this code"),
            Self::OwnInvitation => f.write_str("nobody takes up their own invitation"),
            Self::NoSuchPlayer => f.write_str("there is no player of this name"),
            Self::BadRequest => f.write_str("the request made no sense"),
            Self::Leaving => f.write_str("the server is about to restart"),
            Self::Unavailable => {
                f.write_str("the server cannot store anything just now; nothing has happened")
            }
            Self::NoAnswer => f.write_str("no answer from the server"),
        }
    }
}

impl std::error::Error for ApiError {}
