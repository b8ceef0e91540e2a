//! One file a page.

pub mod dice;
pub mod lobby;
pub mod not_found;
pub mod replay;
pub mod table;
pub mod verify;

pub use dice::Dice;
pub use lobby::Lobby;
pub use not_found::NotFound;
pub use replay::Replay;
pub use table::Table;
pub use verify::Verify;
