//! Seats, teams, planes by name, and the total containers keyed by them.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::strict::{Object, words};

/// Planes that each seat owns; common to all games on this board family.
pub const PLANES: usize = 4;

/// A colour at the table. Where it sits, with whom it plays and when it is on turn is data of the
/// [`Ruleset`](super::Ruleset). The order is alphabetical, which is the order of the canonical JSON form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Blue, a quarter turn behind Green on the duel's board.
    Blue,
    /// Green, Red's opponent in the duel.
    Green,
    /// Red, which moves first in the duel.
    Red,
    /// Yellow, a quarter turn behind Red on the duel's board.
    Yellow,
}

words!(Seat { Blue = "blue", Green = "green", Red = "red", Yellow = "yellow" });

impl Seat {
    /// Every colour there is, in canonical order.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Green, Self::Red, Self::Yellow];

    /// The word for this seat in every public format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A side: seats of one team never hit each other and win together. In a duel each seat is its own team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Team(pub u8);

/// One `T` for each seat: a total map, so a look-up cannot miss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>([T; 4]);

impl<T> BySeat<T> {
    /// Builds the container from the values in the order of [`Seat::ALL`].
    pub const fn new(values: [T; 4]) -> Self {
        Self(values)
    }

    /// Builds the container by asking for the value of each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::ALL.map(&mut value))
    }

    /// All pairs, in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    /// The value of `seat`, where constants are made and `Index` is not to be had.
    pub const fn get(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat as usize]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat as usize]
    }
}

/// In JSON an object with a key for each seat that has a value.
impl<T: Serialize> Serialize for BySeat<Option<T>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seated = || {
            self.iter()
                .filter_map(|(seat, value)| Some((seat, value.as_ref()?)))
        };
        let mut map = serializer.serialize_map(Some(seated().count()))?;
        for (seat, value) in seated() {
            map.serialize_entry(seat.name(), value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySeat<Option<T>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Seats<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Seats<T> {
            type Value = BySeat<Option<T>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a key for each seat")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut seats = BySeat([None, None, None, None]);
                while let Some(seat) = map.next_key::<Seat>()? {
                    let Object(value) = map.next_value()?;
                    if seats[seat].replace(value).is_some() {
                        return Err(de::Error::custom(format_args!("duplicate field `{seat}`")));
                    }
                }
                Ok(seats)
            }
        }

        deserializer.deserialize_map(Seats(std::marker::PhantomData))
    }
}

/// One plane of the table: its owner and its index 0-3 there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PlaneId {
    /// The owner.
    pub seat: Seat,
    /// Index 0-3 among the owner's planes.
    pub plane: u8,
}

impl fmt::Display for PlaneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.seat, self.plane)
    }
}

/// A set of planes of one seat, by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Planes(u8);

impl Planes {
    /// No plane.
    pub const NONE: Self = Self(0);

    /// Adds the plane with this index; indices beyond 3 are a caller's fault and are ignored.
    #[inline]
    pub const fn insert(&mut self, plane: u8) {
        self.0 |= (1u8 << (plane & 7)) & 0b1111;
    }

    /// The planes of which something holds.
    #[inline]
    pub(super) fn from_fn(mut holds: impl FnMut(usize) -> bool) -> Self {
        let mut bits = 0;
        for plane in 0..PLANES {
            bits |= u8::from(holds(plane)) << plane;
        }
        Self(bits)
    }

    /// Adds the plane with this index, 0-3, or takes it out.
    #[inline]
    pub(super) const fn set(&mut self, plane: u8, is_in: bool) {
        self.0 = self.0 & !(1 << plane) | (is_in as u8) << plane;
    }

    /// Whether the plane with this index is in the set.
    #[inline]
    pub const fn contains(self, plane: u8) -> bool {
        plane < PLANES as u8 && self.0 & (1 << plane) != 0
    }

    /// One bit for each plane, the lowest for index 0.
    #[inline]
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// How many planes are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no plane is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The indices, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..PLANES as u8).filter(move |&plane| self.contains(plane))
    }
}

/// A set of planes of the whole table, without allocation; in JSON a list by seat and index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlaneSet(u16);

impl PlaneSet {
    /// No plane.
    pub const NONE: Self = Self(0);

    const fn bit(plane: PlaneId) -> u16 {
        1 << (plane.seat as u16 * PLANES as u16 + (plane.plane & 3) as u16)
    }

    /// Adds a plane.
    #[inline]
    pub const fn insert(&mut self, plane: PlaneId) {
        self.0 |= Self::bit(plane);
    }

    /// Whether the plane is in the set.
    #[inline]
    pub const fn contains(self, plane: PlaneId) -> bool {
        self.0 & Self::bit(plane) != 0
    }

    /// How many planes are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no plane is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The planes, by seat and then by index.
    pub fn iter(self) -> impl Iterator<Item = PlaneId> {
        Seat::ALL
            .into_iter()
            .flat_map(|seat| (0..PLANES as u8).map(move |plane| PlaneId { seat, plane }))
            .filter(move |&plane| self.contains(plane))
    }
}

impl FromIterator<PlaneId> for PlaneSet {
    fn from_iter<I: IntoIterator<Item = PlaneId>>(planes: I) -> Self {
        let mut set = Self::NONE;
        planes.into_iter().for_each(|plane| set.insert(plane));
        set
    }
}

impl Serialize for PlaneSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for PlaneSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<PlaneId>::deserialize(deserializer)?.into_iter().collect())
    }
}
