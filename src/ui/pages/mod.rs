//! One file a page.

pub mod lobby;
pub mod not_found;

pub use lobby::Lobby;
pub use not_found::NotFound;
