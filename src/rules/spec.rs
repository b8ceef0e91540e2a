//! Every rule that differs between games of this family, as a choice with public fields.
//!
//! Own progress `s` counts a seat's ring cells from 1 (its first cell) to 52, as in RULES.md, section 2.

use super::board::Board;
use super::dice::Roll;
use super::item::Item;
use super::seat::{Seat, Team};
use super::weather::{Lasting, WeatherKind};

/// A set of faces of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faces(u8);

impl Faces {
    /// The faces listed, each 1-6.
    pub const fn of(faces: &[u8]) -> Self {
        let mut set = 0;
        let mut i = 0;
        while i < faces.len() {
            set |= 1 << faces[i];
            i += 1;
        }
        Self(set)
    }

    /// Whether the face is in the set.
    #[inline]
    pub const fn contains(self, face: u8) -> bool {
        self.0 & (1 << face) != 0
    }

    /// Whether one of a roll's dice shows a face of the set.
    #[inline]
    pub const fn meets(self, roll: Roll) -> bool {
        match roll {
            Roll::Natural(die) => self.contains(die.face()),
            Roll::SixDie => self.contains(6),
            Roll::PowerUnit(one, other) => self.contains(one.face()) || self.contains(other.face()),
        }
    }
}

/// Who sits at the table, in turn order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seating {
    /// The colour.
    pub seat: Seat,
    /// Whose side it is on.
    pub team: Team,
}

/// A short cut over the facing seat's lane, in own progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Progress of the entry.
    pub entry: u8,
    /// Progress of the exit.
    pub exit: u8,
    /// The cell (1-5) of the facing seat's lane that it crosses.
    pub crosses: u8,
}

/// Where a plane goes that takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Onto a pad off the ring, where nothing can hit it; its first step enters the ring.
    Pad,
    /// Onto its first ring cell at once, hitting who stands there.
    FirstCell,
}

/// The way of a plane round the ring, the same for every seat in its own progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    /// Where taking off leads.
    pub start: Start,
    /// Progress of the cell from which the next step enters the lane. It neither jumps nor flies.
    pub home_entry: u8,
    /// Cells of the lane, home included: 2 to 6, the most that a board of this family has drawn.
    pub lane: u8,
    /// A cell is of the seat's own colour when `s` mod 4 equals this.
    pub own_colour: u8,
    /// Progress of cells of the own colour that do nothing all the same.
    pub plain: &'static [u8],
    /// How many cells a jump walks.
    pub jump: u8,
    /// The flights.
    pub flights: &'static [Flight],
}

/// What two or more planes of one side on one ring cell are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacks {
    /// A fortress: planes that meet it on the way bounce (or perch), a lander crashes, two block a flight.
    Fortress {
        /// Faces of a single die with which a plane perches instead of bouncing.
        perch: Faces,
    },
    /// Nothing special: a landing plane hits all of them.
    Loose,
}

/// What happens to steps beyond home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Left-over steps are dropped: the plane is home.
    Surplus,
    /// Left-over steps are walked back along the lane.
    BounceBack,
    /// A plane that would overshoot may not be selected.
    Exact,
}

/// When the board's weather or items are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The first round that brings some.
    pub first: u32,
    /// Rounds from one refresh to the next.
    pub every: u32,
}

impl Schedule {
    /// Whether this round begins with a refresh.
    pub const fn is_due(self, round: u32) -> bool {
        round >= self.first && (round - self.first).is_multiple_of(self.every)
    }
}

/// A refresh puts `least` to `least + spread - 1` kinds on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The smallest number of kinds.
    pub least: u32,
    /// How many different numbers are possible, each as likely.
    pub spread: u32,
}

impl Amount {
    /// Whether there are kinds enough for the largest number.
    pub(super) const fn fits(self, kinds: usize) -> bool {
        self.spread > 0 && self.least as usize + self.spread as usize - 1 <= kinds
    }
}

/// Weather: which kinds, when, and how it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeatherRules {
    /// The kinds, in the order in which chance draws from them.
    pub kinds: &'static [WeatherKind],
    /// When it is replaced.
    pub schedule: Schedule,
    /// How many kinds at once.
    pub amount: Amount,
    /// How far a tornado throws, by grid distance.
    pub tornado_reach: u8,
    /// Turns of its owner that an airstream stays on a plane.
    pub airstream_turns: u8,
    /// Turns of its owner that a storm stays on a plane.
    pub storm_turns: u8,
    /// Turns of its owner that thunder holds a plane.
    pub thunder_turns: u8,
}

impl WeatherRules {
    /// How many of its owner's turns an effect lasts.
    pub const fn turns(&self, kind: Lasting) -> u8 {
        match kind {
            Lasting::Airstream => self.airstream_turns,
            Lasting::Storm => self.storm_turns,
            Lasting::Thunder => self.thunder_turns,
        }
    }
}

/// Items: which kinds, when, and their ranges and limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemRules {
    /// The kinds, in the order in which chance draws from them and a player is offered them.
    pub kinds: &'static [Item],
    /// When those on the board are replaced.
    pub schedule: Schedule,
    /// How many kinds at once.
    pub amount: Amount,
    /// How many cells ahead a missile reaches.
    pub missile_range: u8,
    /// How many cells a missile knocks its targets back.
    pub knock_back: u8,
    /// Turns of its owner that a radar works.
    pub radar_turns: u8,
}

/// How long a side may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Seconds for each roll phase and each select phase.
    pub seconds: u32,
    /// The timeout of a side that loses it the match.
    pub timeouts: u8,
}

/// Everything that a game of this family may choose, with public fields and no promises;
/// [`Ruleset::new`](super::Ruleset::new) makes it playable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The word for it in every public format.
    pub name: &'static str,
    /// The geometry.
    pub board: Board,
    /// 2 to 4 seats in turn order.
    pub seats: &'static [Seating],
    /// The way of a plane.
    pub track: Track,
    /// Faces with which a plane takes off.
    pub take_off: Faces,
    /// Faces of a natural single die that give another roll.
    pub roll_again: Faces,
    /// What a stack is.
    pub stacks: Stacks,
    /// How a plane comes home.
    pub ending: Ending,
    /// Weather, if there is any.
    pub weather: Option<WeatherRules>,
    /// Items, if there are any.
    pub items: Option<ItemRules>,
    /// Time.
    pub clock: Clock,
}
