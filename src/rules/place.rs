//! Where a plane can be, and how the public formats write it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::board::{Cell, Cells, LANE};
use super::strict::words;

/// Where a plane is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// In its hangar.
    #[default]
    Hangar,
    /// On its pad: off the ring, safe from everything.
    Pad,
    /// On a ring cell.
    Ring(Cell),
    /// On a cell of its own lane, 1-5.
    Lane(u8),
    /// Home, the last cell of its lane.
    Home,
}

/// The JSON form of a place, in canonical key order; a plane adds its effect.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    at: At,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<u8>,
}

/// The word for a kind of place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// In the hangar.
    #[default]
    Hangar,
    /// On the pad.
    Pad,
    /// On the ring.
    Ring,
    /// On the lane.
    Lane,
    /// Home.
    Home,
}

words!(At { Hangar = "hangar", Pad = "pad", Ring = "ring", Lane = "lane", Home = "home" });

impl Place {
    /// The kind of place and, on ring and lane, the number of the cell.
    pub const fn parts(self) -> (At, Option<u8>) {
        match self {
            Self::Hangar => (At::Hangar, None),
            Self::Pad => (At::Pad, None),
            Self::Ring(cell) => (At::Ring, Some(cell.index())),
            Self::Lane(cell) => (At::Lane, Some(cell)),
            Self::Home => (At::Home, None),
        }
    }

    /// The place of this kind with this cell, if there is one.
    pub fn from_parts(at: At, cell: Option<i64>) -> Option<Self> {
        let cell = cell.map(u8::try_from);
        match (at, cell) {
            (At::Hangar, None) => Some(Self::Hangar),
            (At::Pad, None) => Some(Self::Pad),
            (At::Home, None) => Some(Self::Home),
            (At::Ring, Some(Ok(cell))) => Cell::new(cell).map(Self::Ring),
            (At::Lane, Some(Ok(cell))) if (1..LANE).contains(&cell) => Some(Self::Lane(cell)),
            _ => None,
        }
    }

    /// The ring cell as a set, empty if it is not on the ring.
    #[inline]
    pub(super) const fn cells(self) -> Cells {
        match self {
            Self::Ring(cell) => Cells::only(cell),
            _ => Cells::NONE,
        }
    }

    /// The ring cell, if it is on the ring.
    #[inline]
    pub const fn ring(self) -> Option<Cell> {
        match self {
            Self::Ring(cell) => Some(cell),
            _ => None,
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (at, cell) = self.parts();
        RawPlace { at, cell }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawPlace { at, cell } = RawPlace::deserialize(deserializer)?;
        Self::from_parts(at, cell.map(i64::from)).ok_or_else(|| de::Error::custom("no such place"))
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Self::Ring(cell)
    }
}
