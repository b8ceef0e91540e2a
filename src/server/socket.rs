//! One listening page: a bounded queue of messages. Nothing is ever left out of it; a page that falls behind is let
//! go and takes a snapshot when it comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;

use super::store::PlayerKey;
use crate::protocol::ToPage;

/// Messages that may wait for a slow page.
pub(super) const QUEUE: usize = 64;

/// A message as it goes out, made once for all who get it.
pub(super) type Message = Arc<str>;

/// Writes a message down.
pub(super) fn written(message: &ToPage) -> Message {
    serde_json::to_string(message)
        .expect("messages have string keys and whole numbers only")
        .into()
}

/// Identifies a connection within this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SocketId(u64);

impl SocketId {
    /// One that no other connection has.
    pub(super) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The sending end of a page's queue. When it is dropped, the connection is closed.
#[derive(Clone, Debug)]
pub(super) struct Listener {
    pub(super) id: SocketId,
    pub(super) who: PlayerKey,
    pub(super) queue: mpsc::Sender<Message>,
}

impl Listener {
    /// Queues a message; false if the page is gone or too far behind, and must be let go.
    pub(super) fn tell(&self, message: &Message) -> bool {
        self.queue.try_send(Arc::clone(message)).is_ok()
    }
}
