//! One file a page.

pub mod lobby;
pub mod not_found;
pub mod table;

pub use lobby::Lobby;
pub use not_found::NotFound;
pub use table::Table;
