//! Looking ahead: every roll by its chance, every choice by who makes it, to a fixed depth (expectimax).

use super::foreseen::Foreseen;
use super::outlook::{Outlook, WON};
use crate::rules::action::Action;
use crate::rules::dice::{Die, Roll};
use crate::rules::event::Silent;
use crate::rules::item::DiceItem;
use crate::rules::offers::Offers;
use crate::rules::position::{Phase, Position};
use crate::rules::seat::Seat;

/// So many of the cells onto which a tornado may throw are looked at: with the first move, and below it.
const THROWS: (u32, u32) = (6, 3);

/// No further than this a player looks before it rolls, where six times as much can follow.
const BEFORE_ROLL: u8 = 2;

/// An item must better the chances by more than this to be used: one in 256 of a win. It keeps a player from wasting
/// items on nothing.
const WORTH_AN_ITEM: i32 = WON / 128;

/// A player who looks `depth` actions ahead.
pub(super) struct Search {
    outlook: Outlook,
    depth: u8,
    me: Seat,
}

impl Search {
    /// Looks ahead for the side on turn.
    pub(super) fn new(depth: u8, position: &Position) -> Self {
        Self {
            outlook: Outlook::new(position.rules()),
            depth: depth.max(1),
            me: position.turn(),
        }
    }

    /// The best of what is offered; the earliest of equals.
    pub(super) fn choose(&self, position: &Position, offers: Offers) -> Option<Action> {
        let worth = |&action: &Action| match action {
            Action::Use(_) => self.worth(position, action) - WORTH_AN_ITEM,
            _ => self.worth(position, action),
        };
        offers.iter().rev().max_by_key(worth)
    }

    /// The value for me of doing something that is offered, from [`-WON`](WON) to [`WON`].
    pub(super) fn worth(&self, position: &Position, action: Action) -> i32 {
        let before_roll = self.depth.min(BEFORE_ROLL);
        match action {
            Action::Use(_) => self.after(position, action, before_roll, THROWS.0),
            Action::Roll => self.roll(position, before_roll),
            _ => self.after(position, action, self.depth - 1, THROWS.0),
        }
    }

    /// The value of a position for me, looking `depth` actions ahead.
    fn value(&self, position: &Position, depth: u8) -> i32 {
        match position.phase() {
            Phase::Over(_) => self.outlook.chances(position, self.me),
            Phase::Select(_) => self.best(position, depth),
            Phase::Roll if depth == 0 => self.outlook.chances(position, self.me),
            Phase::Roll => self.roll(position, depth),
        }
    }

    /// The mean over what the dice may show.
    fn roll(&self, position: &Position, depth: u8) -> i32 {
        let faces = || (1..=6).filter_map(Die::new);
        let one = |roll: Roll| {
            let mut after = *position;
            let mut chance = Foreseen::rolled(roll);
            let rolled = after.play(position.turn(), Action::Roll, &mut chance, &mut Silent);
            debug_assert_eq!(rolled, Ok(()), "a roll phase can be rolled in");
            match after.phase() {
                Phase::Select(_) => self.best(&after, depth),
                _ => self.mean(position, Action::Roll, chance, depth - 1, THROWS.1),
            }
        };
        match position.armed() {
            None => faces().map(|die| one(Roll::Natural(die))).sum::<i32>() / 6,
            Some(DiceItem::SixDie) => one(Roll::SixDie),
            Some(DiceItem::PowerUnit) => {
                let pairs = faces().flat_map(|high| faces().map(move |low| (high, low)));
                let ordered = pairs.filter(|(high, low)| high.face() >= low.face());
                let sum: i64 = ordered
                    .map(|(high, low)| {
                        let ways = if high == low { 1 } else { 2 };
                        i64::from(one(Roll::PowerUnit(high, low))) * ways
                    })
                    .sum();
                (sum / 36) as i32
            }
        }
    }

    /// The best choice of whoever chooses: mine for me, an enemy's against me.
    fn best(&self, position: &Position, depth: u8) -> i32 {
        let planes = position.selectable();
        let worth = planes
            .iter()
            .map(|plane| self.after(position, Action::Select { plane }, depth - 1, THROWS.1));
        let rules = position.rules();
        let best = if rules.team(position.turn()) == rules.team(self.me) {
            worth.max()
        } else {
            worth.min()
        };
        best.unwrap_or_else(|| self.outlook.chances(position, self.me))
    }

    /// What an action is worth that draws nothing but where a tornado throws.
    fn after(&self, position: &Position, action: Action, depth: u8, throws: u32) -> i32 {
        self.mean(position, action, Foreseen::thrown_to(0), depth, throws)
    }

    /// The mean over where a tornado may throw, if one is met; of no more than about `throws` cells.
    fn mean(&self, position: &Position, action: Action, chance: Foreseen, depth: u8, throws: u32) -> i32 {
        let (mut sum, mut count, mut to) = (0_i64, 0_i64, 0);
        loop {
            let mut chance = chance.and_thrown_to(to);
            let mut after = *position;
            if after
                .play(position.turn(), action, &mut chance, &mut Silent)
                .is_err()
            {
                return -WON;
            }
            sum += i64::from(self.value(&after, depth));
            count += 1;
            let candidates = chance.candidates();
            to += (candidates / throws.max(1)).max(1);
            if to >= candidates {
                return (sum / count) as i32;
            }
        }
    }
}
