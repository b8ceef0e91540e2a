//! Geometry as data: the ring, where each seat sits on it, and where everything is drawn
//! (RULES.md, section 2). Nothing here knows a rule of play.

use serde::{Deserialize, Serialize};

use super::seat::{BySeat, PLANES, Seat};

/// Cells of the ring; common to all games on this board family.
pub const RING: u8 = 52;

/// Cells from a plane's first lane cell to home, home included.
pub const LANE: u8 = 6;

/// A grid point: x to the right, y down, the board's centre at (0, 0), one unit a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// To the right, in cells.
    pub x: i8,
    /// Down, in cells.
    pub y: i8,
}

impl Point {
    /// The point (x, y).
    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    /// This point after `quarters` quarter turns clockwise about the centre.
    pub const fn turned(self, quarters: u8) -> Self {
        match quarters % 4 {
            0 => self,
            1 => Self::new(-self.y, self.x),
            2 => Self::new(-self.x, -self.y),
            _ => Self::new(self.y, -self.x),
        }
    }

    /// Grid distance max(|dx|, |dy|), in cells; the measure of a tornado's reach.
    pub const fn distance(self, other: Self) -> u8 {
        let dx = self.x.abs_diff(other.x);
        let dy = self.y.abs_diff(other.y);
        if dx > dy { dx } else { dy }
    }
}

/// A ring cell by its index 0-51, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, if there is one.
    pub const fn new(index: u8) -> Option<Self> {
        if index < RING { Some(Self(index)) } else { None }
    }

    /// The cell `index` mod 52.
    #[inline]
    pub(super) const fn wrapped(index: u8) -> Self {
        Self(if index >= RING { index - RING } else { index })
    }

    /// Index 0-51.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// How many cells lie clockwise from `self` to `other`: 0-51.
    #[inline]
    pub const fn ahead(self, other: Self) -> u8 {
        if other.0 >= self.0 {
            other.0 - self.0
        } else {
            other.0 + RING - self.0
        }
    }

    /// All ring cells, ascending.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RING).map(Self)
    }
}

/// A set of ring cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cells(u64);

impl Cells {
    /// No cell.
    pub const NONE: Self = Self(0);
    /// The whole ring.
    pub const ALL: Self = Self((1 << RING) - 1);

    /// This cell alone.
    #[inline]
    pub const fn only(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// The `count` cells from `first` on, clockwise; `count` is at most 12, the most that two dice walk.
    #[inline]
    pub(super) const fn span(first: Cell, count: u8) -> Self {
        let bits = ((1u64 << count) - 1) << first.0;
        // What runs past the last cell goes on at cell 0; 51 + 12 bits still fit the word.
        Self((bits & Self::ALL.0) | bits >> RING)
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Takes a cell out.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.0);
    }

    /// Whether the cell is in the set.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & (1 << cell.0) != 0
    }

    /// How many cells are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no cell is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Cells of either set.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cells of both sets.
    #[inline]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cells of this set that are not in the other.
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The `n`-th cell in ascending order, counted from 0.
    #[inline]
    pub fn nth(self, n: u32) -> Option<Cell> {
        if n >= self.len() {
            return None;
        }
        if self.len() > u32::from(RING) / 2 {
            return Some(self.nth_of_many(n));
        }
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Some(Cell(bits.trailing_zeros() as u8))
    }

    /// The same by what is missing: each missing cell at or before the one that is sought moves it on by one. There
    /// are few of them when a refresh asks.
    #[inline]
    fn nth_of_many(self, n: u32) -> Cell {
        let (mut missing, mut at) = (Self::ALL.0 & !self.0, n);
        while missing != 0 {
            at += u32::from(missing.trailing_zeros() <= at);
            missing &= missing - 1;
        }
        Cell(at as u8)
    }

    /// The cells, ascending.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        Cell::all().filter(move |&cell| self.contains(cell))
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// What is drawn for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sector {
    /// Ring index of the seat's own progress 1.
    pub offset: u8,
    /// The lane from its first cell to home.
    pub lane: [Point; LANE as usize],
    /// Where a plane stands that took off and has not yet entered the ring.
    pub pad: Point,
    /// Where the four planes stand in the hangar.
    pub hangar: [Point; PLANES],
}

/// A board: the ring's grid points and a sector for each colour that can sit at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    ring: [Point; RING as usize],
    corners: [Point; 4],
    sectors: BySeat<Sector>,
}

impl Board {
    /// A board with four-fold symmetry, told by its first quarter: ring cells 0-12, the white corner, and the
    /// sector of the colour whose offset is 0. `quarters` says how many quarter turns clockwise each colour sits
    /// from there (in the order of [`Seat::ALL`]).
    pub const fn symmetric(
        quarter: [Point; 13],
        corner: Point,
        lane: [Point; LANE as usize],
        pad: Point,
        hangar: [Point; PLANES],
        quarters: BySeat<u8>,
    ) -> Self {
        let mut ring = [Point::new(0, 0); RING as usize];
        let mut at = 0;
        while at < RING as usize {
            ring[at] = quarter[at % 13].turned((at / 13) as u8);
            at += 1;
        }
        let corners = [corner, corner.turned(1), corner.turned(2), corner.turned(3)];
        let mut sectors = [Sector {
            offset: 0,
            lane,
            pad,
            hangar,
        }; 4];
        let mut seat = 0;
        while seat < 4 {
            let turns = *quarters.get(Seat::ALL[seat]);
            let sector = &mut sectors[seat];
            sector.offset = 13 * turns;
            sector.pad = pad.turned(turns);
            let mut i = 0;
            while i < LANE as usize {
                sector.lane[i] = lane[i].turned(turns);
                i += 1;
            }
            let mut i = 0;
            while i < PLANES {
                sector.hangar[i] = hangar[i].turned(turns);
                i += 1;
            }
            seat += 1;
        }
        Self {
            ring,
            corners,
            sectors: BySeat::new(sectors),
        }
    }

    /// The wide cross of RULES.md, section 2: Red at the top left, then Yellow, Green and Blue clockwise.
    pub const fn wide_cross() -> Self {
        const fn p(x: i8, y: i8) -> Point {
            Point::new(x, y)
        }
        Self::symmetric(
            [
                p(-7, -3),
                p(-6, -3),
                p(-5, -3),
                p(-4, -3),
                p(-3, -4),
                p(-3, -5),
                p(-3, -6),
                p(-3, -7),
                p(-2, -7),
                p(-1, -7),
                p(0, -7),
                p(1, -7),
                p(2, -7),
            ],
            p(-3, -3),
            [p(-6, 0), p(-5, 0), p(-4, 0), p(-3, 0), p(-2, 0), p(-1, 0)],
            p(-7, -4),
            [p(-7, -7), p(-5, -7), p(-7, -5), p(-5, -5)],
            BySeat::new([3, 2, 0, 1]),
        )
    }

    /// Where a ring cell is drawn.
    pub const fn point(&self, cell: Cell) -> Point {
        self.ring[cell.0 as usize]
    }

    /// The grid points of the ring, by cell index.
    pub const fn coords(&self) -> &[Point; RING as usize] {
        &self.ring
    }

    /// The white corners: drawn, never counted.
    pub const fn corners(&self) -> &[Point; 4] {
        &self.corners
    }

    /// What is drawn for a seat.
    pub const fn sector(&self, seat: Seat) -> &Sector {
        self.sectors.get(seat)
    }

    /// For each ring cell the ring cells within `reach` of it, itself included, by grid distance.
    pub const fn surroundings(&self, reach: u8) -> [Cells; RING as usize] {
        let mut near = [Cells::NONE; RING as usize];
        let mut a = 0;
        while a < RING as usize {
            let mut b = 0;
            while b < RING as usize {
                if self.ring[a].distance(self.ring[b]) <= reach {
                    near[a].insert(Cell(b as u8));
                }
                b += 1;
            }
            a += 1;
        }
        near
    }
}
