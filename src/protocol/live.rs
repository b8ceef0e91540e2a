//! The state stream: what the server tells a page, and the little that the page says.

use serde::{Deserialize, Serialize};

use super::{MatchId, MatchView, Outage, Presence, Queue, Step, Version};

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ToPage {
    /// Everything; what the page has is thrown away.
    Snapshot {
        /// The match.
        view: Box<MatchView>,
    },
    /// The steps that follow version `from`.
    Steps {
        /// The version that the first of them follows.
        from: Version,
        /// The steps, in order.
        steps: Vec<Step>,
        /// Milliseconds left in the phase that runs after them; nothing when the match is over.
        left_ms: Option<u64>,
    },
    /// Somebody came or went.
    Presence {
        /// Who is there.
        presence: Presence,
    },
    /// The running phase was given more time, because the server had been down.
    Outage {
        /// When and how much.
        outage: Outage,
        /// Milliseconds left.
        left_ms: u64,
    },
    /// A pairing came to nothing.
    Dissolved,
    /// I have left the result for the lobby, in whichever of my tabs.
    Left,
    /// In the lobby: my place in the queue.
    Queue {
        /// Whether I wait.
        queue: Queue,
    },
    /// In the lobby: an opponent was found.
    Paired {
        /// The match to go to.
        id: MatchId,
    },
    /// Nothing new; the connection lives.
    Pulse {
        /// Milliseconds left in the running phase, if there is one.
        left_ms: Option<u64>,
    },
    /// The server closes this connection.
    Close {
        /// Why.
        reason: CloseReason,
    },
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum CloseReason {
    /// The server is about to stop: come back after this time.
    Leaving {
        /// Milliseconds to wait.
        after_ms: u64,
    },
    /// The page fell too far behind: come back and take a snapshot.
    Behind,
    /// The page speaks another version of the protocol: reload at a safe moment.
    OtherVersion,
    /// There is no such match.
    NoSuchMatch,
    /// Too many connections or messages.
    TooMuch,
    /// The browser has logged in or out: it is somebody else now.
    Switched,
}

/// A message from the page: nothing but signs of life. Actions are server functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum FromPage {
    /// The page is there; it is answered by a pulse.
    Ping,
}
