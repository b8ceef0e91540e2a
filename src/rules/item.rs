//! Items: their kinds, a side's stock, and what each does when it is used (RULES.md, section 6).

use serde::Serialize;

use super::action::{Illegal, Use};
use super::chance::Chance;
use super::event::{Event, Sink};
use super::place::Place;
use super::seat::{PLANES, PlaneId};
use super::strict::words;
use super::travel::Travel;
use super::turn::Play;
use super::weather::{Kind, Marks};

/// A thing to pick up and use. The order is the one in which chance draws and a player is offered them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Item {
    /// Clears the board's weather.
    Flare,
    /// Knocks the enemy planes ahead of one's own back.
    Missile,
    /// Keeps missiles off one's planes.
    Radar,
    /// Makes the next roll a single 6.
    SixDie,
    /// Makes the next roll two dice.
    PowerUnit,
}

words!(Item { Flare = "flare", Missile = "missile", Radar = "radar", SixDie = "six_die", PowerUnit = "power_unit" });

impl Item {
    /// Every kind, in drawing order.
    pub const ALL: [Self; 5] = [
        Self::Flare,
        Self::Missile,
        Self::Radar,
        Self::SixDie,
        Self::PowerUnit,
    ];

    /// Every kind by its word, as the canonical form lists them.
    pub const BY_NAME: [Self; 5] = [
        Self::Flare,
        Self::Missile,
        Self::PowerUnit,
        Self::Radar,
        Self::SixDie,
    ];

    /// The word for it in every public format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flare => "flare",
            Self::Missile => "missile",
            Self::Radar => "radar",
            Self::SixDie => "six_die",
            Self::PowerUnit => "power_unit",
        }
    }

    /// The dice item that this is, if it is one.
    pub const fn dice(self) -> Option<DiceItem> {
        match self {
            Self::SixDie => Some(DiceItem::SixDie),
            Self::PowerUnit => Some(DiceItem::PowerUnit),
            Self::Flare | Self::Missile | Self::Radar => None,
        }
    }
}

impl Kind for Item {
    #[inline]
    fn slot(self) -> usize {
        self as usize
    }

    fn at_slot(slot: usize) -> Option<Self> {
        Self::ALL.get(slot).copied()
    }
}

/// An item that decides the next roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceItem {
    /// A single 6.
    SixDie,
    /// Two dice, summed.
    PowerUnit,
}

impl From<DiceItem> for Item {
    fn from(item: DiceItem) -> Self {
        match item {
            DiceItem::SixDie => Self::SixDie,
            DiceItem::PowerUnit => Self::PowerUnit,
        }
    }
}

/// A set of item kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Items(u8);

impl Items {
    /// No item.
    pub const NONE: Self = Self(0);

    /// Adds a kind; false if it was there already.
    #[inline]
    pub const fn insert(&mut self, item: Item) -> bool {
        let before = self.0;
        self.0 |= 1 << item as u8;
        before != self.0
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, item: Item) -> bool {
        self.0 & (1 << item as u8) != 0
    }

    /// The kinds, by their words.
    pub fn iter(self) -> impl Iterator<Item = Item> {
        Item::BY_NAME.into_iter().filter(move |&item| self.contains(item))
    }
}

/// The largest stock of one kind; a pick-up beyond it is reported and changes nothing.
pub const FULL_STOCK: u16 = 999;

/// What a side holds of each item, 0-999.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stock([u16; 5]);

impl Stock {
    /// How many of a kind.
    #[inline]
    pub const fn count(&self, item: Item) -> u16 {
        self.0[item as usize]
    }

    /// Whether there is nothing of any kind.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 5]
    }

    /// Sets how many there are of a kind; more than [`FULL_STOCK`] is cut to that.
    pub fn set(&mut self, item: Item, count: u16) {
        self.0[item as usize] = count.min(FULL_STOCK);
    }

    /// One more of a kind, up to [`FULL_STOCK`].
    pub fn add(&mut self, item: Item) {
        self.set(item, self.count(item) + 1);
    }

    /// One less of a kind.
    pub fn spend(&mut self, item: Item) {
        self.0[item as usize] = self.count(item).saturating_sub(1);
    }
}

impl<C: Chance, S: Sink> Play<'_, C, S> {
    /// Uses an item that [`Position::check`](super::Position::check) has accepted.
    pub(super) fn use_item(&mut self, item: Use) -> Result<(), Illegal> {
        let seat = self.position.turn;
        let kind = item.item();
        self.position.players[seat].stock.spend(kind);
        self.position.used.insert(kind);
        self.sink.tell(Event::ItemUsed { seat, item: kind });
        match item {
            Use::Flare => {
                self.position.weather = Marks::default();
                self.sink.tell(Event::WeatherCleared);
            }
            Use::Radar => self.switch_radar_on(),
            Use::SixDie => self.position.armed = Some(DiceItem::SixDie),
            Use::PowerUnit => self.position.armed = Some(DiceItem::PowerUnit),
            Use::Missile { plane } => return self.launch(PlaneId { seat, plane }),
        }
        Ok(())
    }

    fn switch_radar_on(&mut self) {
        if let Some(rules) = &self.position.rules.spec().items {
            self.position.players[self.position.turn].radar = rules.radar_turns;
        }
    }

    /// Every enemy plane in range is knocked back, one by one; each is an action of its own for the tornado's
    /// limit (R18). The targets are those at the launch.
    fn launch(&mut self, by: PlaneId) -> Result<(), Illegal> {
        let Some(rules) = &self.position.rules.spec().items else {
            return Err(Illegal::NoItem);
        };
        let Place::Ring(from) = self.position.plane(by).place else {
            return Err(Illegal::NotSelectable);
        };
        let mut targets = [None; 3 * PLANES];
        let in_range = self.position.targets(by.seat, from, rules);
        targets
            .iter_mut()
            .zip(in_range)
            .for_each(|(slot, (target, _))| *slot = Some(target));
        self.sink.tell(Event::Launched {
            by,
            targets: targets.iter().flatten().copied().collect(),
        });
        for target in targets.into_iter().flatten() {
            Travel::begin(self, target, None).knock_back(rules.knock_back)?;
        }
        Ok(())
    }
}
