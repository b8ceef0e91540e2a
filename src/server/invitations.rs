//! Making and taking up invitations, as often as is sensible.

use super::identity::{Browser, Who};
use super::limits::Limits;
use super::lobby::Lobby;
use crate::protocol::{ApiError, Code, Invited};
use crate::rules::hash::Hash;

/// Invitations, cheap to clone.
#[derive(Clone)]
pub struct Invitations {
    pub(super) lobby: Lobby,
    pub(super) limits: Limits,
}

impl Invitations {
    /// Makes one.
    pub(crate) async fn invite(&self, who: Who, browser: &Browser, commitment: Hash) -> Result<(), ApiError> {
        self.limits.invite(browser)?;
        self.lobby.invite(who, commitment).await
    }

    /// Looks at one. Whatever is wrong with a code, the answer is the same.
    pub(crate) async fn open(&self, who: &Who, browser: &Browser, code: Code) -> Result<Invited, ApiError> {
        self.limits.code(browser)?;
        self.lobby.invitation(who.key, code).await
    }

    /// Takes one up.
    pub(crate) async fn accept(
        &self,
        who: Who,
        browser: &Browser,
        code: Code,
        commitment: Hash,
    ) -> Result<(), ApiError> {
        self.limits.code(browser)?;
        self.lobby.accept(who, code, commitment).await
    }
}
