//! Weather: its kinds, what it leaves on a plane, and the marks that weather and items are on the board.

use serde::{Deserialize, Serialize};

use super::board::{Cell, Cells};
use super::strict::words;

/// Weather on the board (RULES.md, section 5). The order is the one in which chance draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WeatherKind {
    /// Halves later dice, rounded up.
    Airstream,
    /// Cuts the rest of the path to one step and later dice to one.
    Storm,
    /// Holds the plane on its owner's following turns.
    Thunder,
    /// Throws the plane to a random ring cell nearby.
    Tornado,
}

words!(WeatherKind { Airstream = "airstream", Storm = "storm", Thunder = "thunder", Tornado = "tornado" });

/// Weather that stays on a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Dice are halved, rounded up.
    Airstream,
    /// Dice count one step.
    Storm,
    /// The plane cannot be selected.
    Thunder,
}

words!(Lasting { Airstream = "airstream", Storm = "storm", Thunder = "thunder" });

impl WeatherKind {
    /// Every kind, in drawing order.
    pub const ALL: [Self; 4] = [Self::Airstream, Self::Storm, Self::Thunder, Self::Tornado];

    /// What it leaves on a plane, if it leaves anything.
    #[inline]
    pub const fn lasting(self) -> Option<Lasting> {
        match self {
            Self::Airstream => Some(Lasting::Airstream),
            Self::Storm => Some(Lasting::Storm),
            Self::Thunder => Some(Lasting::Thunder),
            Self::Tornado => None,
        }
    }
}

impl From<Lasting> for WeatherKind {
    fn from(lasting: Lasting) -> Self {
        match lasting {
            Lasting::Airstream => Self::Airstream,
            Lasting::Storm => Self::Storm,
            Lasting::Thunder => Self::Thunder,
        }
    }
}

/// A weather effect on a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// What it is.
    pub kind: Lasting,
    /// Turns of its owner that it will still last, counting the running one if it is the owner's.
    pub turns: u8,
}

/// A kind of thing that lies on ring cells, each kind on one cell at most.
pub trait Kind: Copy + PartialEq + 'static {
    /// Position 0-7 of the kind in its own drawing order.
    fn slot(self) -> usize;
    /// The kind in this slot.
    fn at_slot(slot: usize) -> Option<Self>;
}

impl Kind for WeatherKind {
    #[inline]
    fn slot(self) -> usize {
        self as usize
    }

    fn at_slot(slot: usize) -> Option<Self> {
        Self::ALL.get(slot).copied()
    }
}

/// Slots enough for the kinds of any game of the family.
const SLOTS: usize = 8;

/// The weather, or the items, that lie on the ring: each kind on at most one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Marks<K> {
    cells: [Option<Cell>; SLOTS],
    taken: Cells,
    kind: std::marker::PhantomData<K>,
}

impl<K> Default for Marks<K> {
    fn default() -> Self {
        Self {
            cells: [None; SLOTS],
            taken: Cells::NONE,
            kind: std::marker::PhantomData,
        }
    }
}

impl<K: Kind> Marks<K> {
    /// Puts a kind on a cell; it leaves the one where it was.
    pub fn put(&mut self, kind: K, cell: Cell) {
        self.take(kind);
        self.cells[kind.slot()] = Some(cell);
        self.taken.insert(cell);
    }

    /// Removes a kind from the board.
    pub fn take(&mut self, kind: K) {
        if let Some(cell) = self.cells[kind.slot()].take() {
            self.taken.remove(cell);
        }
    }

    /// What lies on a cell.
    #[inline]
    pub fn on(&self, cell: Cell) -> Option<K> {
        if !self.taken.contains(cell) {
            return None;
        }
        let slot = self.cells.iter().position(|&taken| taken == Some(cell))?;
        K::at_slot(slot)
    }

    /// Where a kind lies.
    #[inline]
    pub fn cell(&self, kind: K) -> Option<Cell> {
        self.cells[kind.slot()]
    }

    /// The cells on which something lies.
    #[inline]
    pub const fn cells(&self) -> Cells {
        self.taken
    }

    /// Whether nothing lies anywhere.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// What lies where, by cell.
    pub fn iter(&self) -> impl Iterator<Item = Mark<K>> {
        self.taken.iter().filter_map(|cell| {
            Some(Mark {
                cell,
                kind: self.on(cell)?,
            })
        })
    }
}

/// One kind on its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark<K> {
    /// The ring cell.
    pub cell: Cell,
    /// What lies there.
    pub kind: K,
}

impl<K: Kind + Serialize> Serialize for Marks<K> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, K: Kind + Deserialize<'de>> Deserialize<'de> for Marks<K> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut marks = Self::default();
        for mark in Vec::<Mark<K>>::deserialize(deserializer)? {
            marks.put(mark.kind, mark.cell);
        }
        Ok(marks)
    }
}
