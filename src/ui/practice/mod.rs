//! Playing the computer, or somebody at the same screen: a game that this page holds itself, with no server.
//!
//! Reading order: [`game`] is the game and its record; [`saved`] how it is kept; [`keep`] asks the browser for what they
//! need; [`Desk`] is what a table has of it; `desk` and `setup` are parts of the page.

mod desk;
mod game;
mod hint;
pub(super) mod keep;
mod saved;
mod setup;

use leptos::prelude::*;

use crate::rules::record::Record;
use serde::{Deserialize, Serialize};

pub(super) use desk::{DeskBar, DeskOut, DeskRecord};
pub(super) use game::Practice;
pub(super) use setup::PracticePage;

/// A game at a table that this page holds itself.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    /// The game.
    pub(super) game: StoredValue<Practice>,
    /// How long the computer thinks.
    pub(super) pace: RwSignal<Pace>,
    /// What was asked: what `hard` would do.
    pub(super) hint: RwSignal<Option<String>>,
    /// What the page shows: this game, or what to play next.
    at: RwSignal<At>,
}

impl Desk {
    /// Whether the other side is the computer.
    pub(super) fn is_against_computer(self) -> bool {
        self.game
            .with_value(|game| game.against() != saved::Against::Neighbour)
    }

    /// The record of the game, once it is over.
    pub(super) fn record(self) -> Option<Record> {
        self.game.with_value(Practice::record)
    }
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// What to play.
    Setup,
    /// The number of the game since the page was opened.
    Game(u32),
    /// The game that is over, step by step.
    Replay,
}

/// How long the computer thinks before it does something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pace {
    /// Long enough to read along.
    Slow,
    /// As a person would who knows what to do.
    #[default]
    Normal,
    /// At once.
    Quick,
}

impl Pace {
    const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Quick];

    const fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Quick => "quick",
        }
    }

    /// How long it thinks.
    pub(super) const fn milliseconds(self) -> u64 {
        match self {
            Self::Slow => 1_500,
            Self::Normal => 600,
            Self::Quick => 0,
        }
    }
}
