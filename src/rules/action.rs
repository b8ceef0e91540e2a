//! What a player, or the clock, may do; and why it may be refused.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::item::Item;

/// Using an item. Only the missile names a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// Clear the board's weather.
    Flare,
    /// Fire from this own plane.
    Missile {
        /// Index of the launching plane; anything above 3 is refused.
        plane: u8,
    },
    /// Switch the radar on.
    Radar,
    /// Make the next roll a single 6.
    SixDie,
    /// Make the next roll two dice.
    PowerUnit,
}

impl Use {
    /// The item that is used.
    pub const fn item(self) -> Item {
        match self {
            Self::Flare => Item::Flare,
            Self::Missile { .. } => Item::Missile,
            Self::Radar => Item::Radar,
            Self::SixDie => Item::SixDie,
            Self::PowerUnit => Item::PowerUnit,
        }
    }
}

/// One thing that happens to a match from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Roll the dice.
    Roll,
    /// Move, or take off with, this plane.
    Select {
        /// Index of the plane; anything above 3 is refused.
        plane: u8,
    },
    /// Use an item before rolling.
    Use(Use),
    /// The clock of the side on turn ran out.
    Timeout,
    /// Give the match up.
    Resign,
}

/// Why an action is refused; a refused action changes nothing (FORMATS.md, section 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// The match is over.
    GameOver,
    /// Another side is on turn.
    NotYourTurn,
    /// Not in this phase.
    WrongPhase,
    /// There are only planes 0-3.
    NoSuchPlane,
    /// This plane may not be chosen for this.
    NotSelectable,
    /// None in stock.
    NoItem,
    /// Once a turn only.
    ItemUsed,
    /// A dice item is in force already.
    DiceItemArmed,
    /// The own radar is still on.
    RadarActive,
    /// The board has no weather to clear.
    NoWeather,
    /// No enemy plane in range, or all of them under radar.
    NoTarget,
    /// The outcome that was given for a draw is missing, of the wrong kind, or impossible.
    BadChance,
}

impl Illegal {
    /// Every reason there is.
    pub const ALL: [Self; 12] = [
        Self::GameOver,
        Self::NotYourTurn,
        Self::WrongPhase,
        Self::NoSuchPlane,
        Self::NotSelectable,
        Self::NoItem,
        Self::ItemUsed,
        Self::DiceItemArmed,
        Self::RadarActive,
        Self::NoWeather,
        Self::NoTarget,
        Self::BadChance,
    ];

    /// The code in every public format.
    pub const fn code(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotYourTurn => "not_your_turn",
            Self::WrongPhase => "wrong_phase",
            Self::NoSuchPlane => "no_such_plane",
            Self::NotSelectable => "not_selectable",
            Self::NoItem => "no_item",
            Self::ItemUsed => "item_used",
            Self::DiceItemArmed => "dice_item_armed",
            Self::RadarActive => "radar_active",
            Self::NoWeather => "no_weather",
            Self::NoTarget => "no_target",
            Self::BadChance => "bad_chance",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the match is over",
            Self::NotYourTurn => "another side is on turn",
            Self::WrongPhase => "this cannot be done in the present phase",
            Self::NoSuchPlane => "there is no such plane: a side has the planes 0 to 3",
            Self::NotSelectable => "this plane cannot be chosen now",
            Self::NoItem => "there is none in stock",
            Self::ItemUsed => "this item was used in this turn already",
            Self::DiceItemArmed => "a dice item is in force for the next roll already",
            Self::RadarActive => "the own radar is still on",
            Self::NoWeather => "there is no weather on the board",
            Self::NoTarget => "no enemy plane that a missile may target is in range",
            Self::BadChance => "the outcome given for this draw is missing, of the wrong kind, or impossible",
        })
    }
}

impl std::error::Error for Illegal {}
