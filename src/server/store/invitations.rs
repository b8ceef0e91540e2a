//! What is kept of invitations.

use async_trait::async_trait;

use super::{Guarded, PlayerKey, Unavailable, Waiting};
use crate::protocol::Code;

/// An invitation that nobody has used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// What leads to it.
    pub code: Code,
    /// Who made it, and when.
    pub host: Waiting,
    /// Who has taken it up and waits for the host to be there.
    pub guest: Option<Waiting>,
}

/// Invitations. Whoever has made one or taken one up is not in the queue, and in no other. Each write is durable when
/// it returns.
#[async_trait]
pub trait Invitations: Send + Sync + 'static {
    /// Keeps a new invitation; refused if its code is in use or its host waits already.
    async fn invite(&self, code: Code, host: Waiting) -> Result<Guarded, Unavailable>;

    /// Takes up an invitation; refused if it is not there or somebody else's already, or its guest waits already.
    async fn accept(&self, code: Code, guest: Waiting) -> Result<Guarded, Unavailable>;

    /// Ends the invitation of its host; refused if there is none.
    async fn withdraw(&self, host: PlayerKey) -> Result<Guarded, Unavailable>;

    /// The guest of an invitation does not wait any more, so that it is open again; refused if they did not.
    async fn step_back(&self, guest: PlayerKey) -> Result<Guarded, Unavailable>;

    /// All of them, earliest first.
    async fn invitations(&self) -> Result<Vec<Invitation>, Unavailable>;
}
