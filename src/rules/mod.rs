//! The rules engine: pure, deterministic, the same on every machine. No clock, no network, no randomness of its
//! own; chance reaches it only as an argument.
//!
//! Reading order: [`seat`], [`board`], [`spec`] and [`ruleset`] say what a game is; [`setup`], [`legality`] and
//! [`position`] what a position is, [`offers`] what may be done in it; [`action`] and [`event`] what goes in and comes
//! out; `turn`, `travel`, `track`, [`item`] and [`weather`] how; [`chance`] where outcomes come from; [`game`] joins
//! the two; [`scenario`], [`notation`] and [`record`] (with [`fairness`] and [`verify`]) are the public formats;
//! [`preview`], [`bot`] and [`simulation`] look ahead and play, [`evenness`] counts dice.

pub mod action;
pub mod board;
pub mod bot;
pub mod chance;
pub mod dice;
pub mod evenness;
pub mod event;
pub mod fairness;
pub mod game;
pub mod hash;
pub mod item;
pub mod legality;
pub mod notation;
pub mod offers;
pub mod place;
pub mod position;
pub mod preview;
pub mod record;
pub mod ruleset;
pub mod scenario;
pub mod seat;
pub mod setup;
pub mod simulation;
pub mod spec;
mod strict;
mod track;
mod travel;
mod turn;
pub mod verify;
pub mod weather;

pub use action::{Action, Illegal, Use};
pub use board::{Board, Cell, Cells, Point};
pub use chance::{Chance, Drawn, Scripted, Seeded};
pub use dice::{Die, Roll, Source};
pub use event::{Event, Silent, Sink};
pub use game::Game;
pub use item::{DiceItem, Item};
pub use legality::NotLegal;
pub use offers::Offers;
pub use place::Place;
pub use position::{Outcome, Phase, Plane, Player, Position, Reason};
pub use ruleset::Ruleset;
pub use seat::{BySeat, PlaneId, PlaneSet, Planes, Seat};
pub use setup::Setup;
pub use weather::{Effect, Lasting, Mark, Marks, WeatherKind};
