//! Dice, and what a roll is: its source decides what it may do (RULES.md, sections 3, 4 and 6).

use super::strict::words;
use serde::Serialize;

/// One die's face, 1-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

impl Die {
    /// The six.
    pub const SIX: Self = Self(6);

    /// The die that shows this face, if there is such a face.
    #[inline]
    pub const fn new(face: u8) -> Option<Self> {
        if 1 <= face && face <= 6 {
            Some(Self(face))
        } else {
            None
        }
    }

    /// The face, 1-6.
    #[inline]
    pub const fn face(self) -> u8 {
        self.0
    }
}

/// Where a roll came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// One die, no item.
    Natural,
    /// The six_die item.
    SixDie,
    /// The power_unit item.
    PowerUnit,
}

words!(Source { Natural = "natural", SixDie = "six_die", PowerUnit = "power_unit" });

/// A roll: the dice exist only together with their source, so an impossible pair cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// One die.
    Natural(Die),
    /// A single 6, made by the item.
    SixDie,
    /// Two dice, summed.
    PowerUnit(Die, Die),
}

impl Roll {
    /// The dice's total before any weather, 1-12.
    #[inline]
    pub const fn total(self) -> u8 {
        match self {
            Self::Natural(die) => die.face(),
            Self::SixDie => 6,
            Self::PowerUnit(one, other) => one.face() + other.face(),
        }
    }

    /// The face of a roll of one die; two dice are never a single anything.
    #[inline]
    pub const fn single(self) -> Option<u8> {
        match self {
            Self::Natural(die) => Some(die.face()),
            Self::SixDie => Some(6),
            Self::PowerUnit(..) => None,
        }
    }

    /// The dice as they lie on the table.
    pub fn dice(self) -> impl Iterator<Item = Die> {
        let (one, other) = match self {
            Self::Natural(die) => (die, None),
            Self::SixDie => (Die::SIX, None),
            Self::PowerUnit(one, other) => (one, Some(other)),
        };
        std::iter::once(one).chain(other)
    }

    /// Where the roll came from.
    pub const fn source(self) -> Source {
        match self {
            Self::Natural(_) => Source::Natural,
            Self::SixDie => Source::SixDie,
            Self::PowerUnit(..) => Source::PowerUnit,
        }
    }

    /// The roll with these dice from this source, if there can be one.
    pub fn from_dice(dice: &[i64], source: Source) -> Option<Self> {
        let die = |face: i64| Die::new(u8::try_from(face).ok()?);
        match (source, dice) {
            (Source::Natural, &[face]) => Some(Self::Natural(die(face)?)),
            (Source::SixDie, &[6]) => Some(Self::SixDie),
            (Source::PowerUnit, &[one, other]) => Some(Self::PowerUnit(die(one)?, die(other)?)),
            _ => None,
        }
    }
}
