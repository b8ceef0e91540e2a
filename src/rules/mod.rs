//! The rules engine: pure, deterministic, the same on every machine. No clock, no network, no randomness of its
//! own; chance reaches it only as an argument.
//!
//! Reading order: [`seat`], [`board`] and [`ruleset`] say what a game is; [`setup`] and [`position`] what a
//! position is and what may be done in it; [`action`] and [`event`] what goes in and comes out; [`turn`],
//! [`travel`], [`item`] and [`weather`] how; [`chance`] where outcomes come from; [`record`] how a match is stored
//! and shared; [`preview`] and [`bot`] look ahead.

pub mod action;
pub mod board;
pub mod bot;
pub mod chance;
pub mod dice;
pub mod event;
pub mod game;
pub mod hash;
pub mod item;
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
mod strict;
mod travel;
mod turn;
pub mod weather;

pub use action::{Action, Illegal, Use};
pub use board::{Board, Cell, Cells, Point};
pub use chance::{Chance, Drawn, Scripted, Seeded};
pub use dice::{Die, Roll, Source};
pub use event::{Event, Silent, Sink};
pub use game::Game;
pub use item::{DiceItem, Item};
pub use offers::Offers;
pub use place::Place;
pub use position::{Outcome, Phase, Plane, Player, Position, Reason};
pub use ruleset::Ruleset;
pub use seat::{BySeat, PlaneId, PlaneSet, Planes, Seat};
pub use setup::{NotLegal, Setup};
pub use weather::{Effect, Lasting, Mark, Marks, WeatherKind};
