//! One file a page.

pub mod dice;
pub mod join;
pub mod leaderboard;
pub mod lobby;
pub mod not_found;
pub mod offline;
pub mod player;
mod practice;
pub mod replay;
pub mod rules;
pub mod table;
pub mod verify;

pub use dice::Dice;
pub use join::Join;
pub use leaderboard::Leaderboard;
pub use lobby::Lobby;
pub use not_found::NotFound;
pub use offline::Offline;
pub use player::Player;
pub use practice::Practice;
pub use replay::Replay;
pub use rules::Rules;
pub use table::Table;
pub use verify::Verify;
