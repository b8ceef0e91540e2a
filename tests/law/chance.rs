//! Chance that is half a script and half a stream.

use flychess::rules::ruleset::{ItemRules, WeatherRules};
use flychess::rules::{Cell, Cells, Chance, Die, Drawn, Item, Marks, Scripted, Seeded, WeatherKind};

/// Dice and tornadoes by a script as long as it lasts, everything else by a stream.
#[derive(Clone, Debug)]
pub(crate) struct Guided<'a> {
    script: Scripted<'a>,
    stream: Seeded,
}

impl<'a> Guided<'a> {
    pub(crate) const fn new(script: &'a [Drawn], stream: Seeded) -> Self {
        Self {
            script: Scripted::new(script),
            stream,
        }
    }

    const fn is_guided(&self) -> bool {
        !self.script.left().is_empty()
    }
}

impl Chance for Guided<'_> {
    const CAN_REFUSE: bool = true;

    fn seat(&mut self, seats: u32) -> Option<u32> {
        self.stream.seat(seats)
    }

    fn die(&mut self) -> Option<Die> {
        if self.is_guided() {
            self.script.die()
        } else {
            self.stream.die()
        }
    }

    fn two_dice(&mut self) -> Option<(Die, Die)> {
        if self.is_guided() {
            self.script.two_dice()
        } else {
            self.stream.two_dice()
        }
    }

    fn tornado(&mut self, candidates: Cells) -> Option<Cell> {
        if self.is_guided() {
            self.script.tornado(candidates)
        } else {
            self.stream.tornado(candidates)
        }
    }

    fn weather(&mut self, rules: &WeatherRules, free: Cells) -> Option<Marks<WeatherKind>> {
        self.stream.weather(rules, free)
    }

    fn items(&mut self, rules: &ItemRules, free: Cells) -> Option<Marks<Item>> {
        self.stream.items(rules, free)
    }
}
