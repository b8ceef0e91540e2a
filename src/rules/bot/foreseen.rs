//! Chance as a computer player imagines it while it looks ahead.

use crate::rules::board::{Cell, Cells};
use crate::rules::chance::Chance;
use crate::rules::dice::{Die, Roll};
use crate::rules::item::Item;
use crate::rules::ruleset::{ItemRules, WeatherRules};
use crate::rules::weather::{Marks, WeatherKind};

/// One imagined outcome: the dice as given, every tornado throwing onto the same one of its candidates, and new
/// rounds that bring nothing, since nobody knows what they will bring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foreseen {
    dice: (Die, Die),
    to: u32,
    among: u32,
}

impl Foreseen {
    /// Tornadoes throw onto the `to`-th candidate, counted round.
    pub(super) const fn thrown_to(to: u32) -> Self {
        Self {
            dice: (Die::SIX, Die::SIX),
            to,
            among: 0,
        }
    }

    /// This roll falls.
    pub(super) const fn rolled(roll: Roll) -> Self {
        let mut foreseen = Self::thrown_to(0);
        foreseen.dice = match roll {
            Roll::Natural(die) => (die, die),
            Roll::SixDie => (Die::SIX, Die::SIX),
            Roll::PowerUnit(one, other) => (one, other),
        };
        foreseen
    }

    /// The same with another candidate.
    pub(super) const fn and_thrown_to(mut self, to: u32) -> Self {
        self.to = to;
        self
    }

    /// How many candidates a tornado had, if one was met; else none.
    pub(super) const fn candidates(&self) -> u32 {
        self.among
    }
}

impl Chance for Foreseen {
    const CAN_REFUSE: bool = false;

    fn seat(&mut self, _: u32) -> Option<u32> {
        Some(0)
    }

    fn die(&mut self) -> Option<Die> {
        Some(self.dice.0)
    }

    fn two_dice(&mut self) -> Option<(Die, Die)> {
        Some(self.dice)
    }

    fn tornado(&mut self, candidates: Cells) -> Option<Cell> {
        self.among = self.among.max(candidates.len());
        candidates.nth(self.to % candidates.len())
    }

    fn weather(&mut self, _: &WeatherRules, _: Cells) -> Option<Marks<WeatherKind>> {
        Some(Marks::default())
    }

    fn items(&mut self, _: &ItemRules, _: Cells) -> Option<Marks<Item>> {
        Some(Marks::default())
    }
}
