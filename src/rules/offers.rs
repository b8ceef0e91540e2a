//! What may be done now: one list, which the page offers, the server accepts and the computer considers.

use super::action::{Action, Illegal, Use};
use super::board::{Cell, RING};
use super::dice::Roll;
use super::item::Item;
use super::place::Place;
use super::position::{Phase, Plane, Position};
use super::ruleset::{Ending, ItemRules, Track};
use super::seat::{PLANES, PlaneId, Planes, Seat};

impl Position {
    /// Whether an action would be accepted, draws aside. The order of the checks is that of FORMATS.md, section 1.
    ///
    /// # Errors
    ///
    /// The first reason against it.
    #[inline]
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let phase = match self.phase {
            Phase::Over(_) => return Err(Illegal::GameOver),
            phase => phase,
        };
        if seat != self.turn && action != Action::Resign {
            return Err(Illegal::NotYourTurn);
        }
        // The two that nearly every action is are asked for first: a jump table here is mispredicted every time.
        match (phase, action) {
            (Phase::Roll, Action::Roll) => return Ok(()),
            (Phase::Select(roll), Action::Select { plane }) => return self.check_select(plane, roll),
            _ => {}
        }
        match action {
            Action::Timeout => Ok(()),
            Action::Resign => self.rules.has(seat).then_some(()).ok_or(Illegal::NotYourTurn),
            Action::Use(item) if phase == Phase::Roll => self.check_use(item),
            Action::Roll | Action::Select { .. } | Action::Use(_) => Err(Illegal::WrongPhase),
        }
    }

    #[inline]
    fn check_select(&self, plane: u8, roll: Roll) -> Result<(), Illegal> {
        let Some(chosen) = self.players[self.turn].planes.get(usize::from(plane)) else {
            return Err(Illegal::NoSuchPlane);
        };
        let spec = self.rules.spec();
        let may_move = Self::is_free(chosen, spec.take_off.meets(roll));
        if may_move && (spec.ending != Ending::Exact || self.may_finish(chosen, roll)) {
            Ok(())
        } else {
            Err(Illegal::NotSelectable)
        }
    }

    fn check_use(&self, item: Use) -> Result<(), Illegal> {
        let Some(rules) = &self.rules.spec().items else {
            return Err(Illegal::NoItem);
        };
        self.check_kind(item.item())?;
        match item {
            Use::Missile { plane } => self.check_launch(plane, rules),
            _ => Ok(()),
        }
    }

    /// Whether an item of this kind may be used now, by any plane: what the item's button says.
    ///
    /// # Errors
    ///
    /// The first reason against it. A missile that no plane can launch has [`Illegal::NoTarget`].
    pub fn usable(&self, item: Item) -> Result<(), Illegal> {
        match self.phase {
            Phase::Over(_) => return Err(Illegal::GameOver),
            Phase::Select(_) => return Err(Illegal::WrongPhase),
            Phase::Roll => {}
        }
        self.check_kind(item)?;
        if item == Item::Missile && self.launchers().is_empty() {
            Err(Illegal::NoTarget)
        } else {
            Ok(())
        }
    }

    /// What can be said against using an item without knowing which plane it is for.
    #[inline]
    fn check_kind(&self, item: Item) -> Result<(), Illegal> {
        let me = &self.players[self.turn];
        if me.stock.count(item) == 0 || self.rules.spec().items.is_none() {
            return Err(Illegal::NoItem);
        }
        if item != Item::Radar && self.used.contains(item) {
            return Err(Illegal::ItemUsed);
        }
        match item {
            Item::Flare if self.weather.is_empty() => Err(Illegal::NoWeather),
            Item::Radar if me.radar > 0 => Err(Illegal::RadarActive),
            Item::SixDie | Item::PowerUnit if self.armed.is_some() => Err(Illegal::DiceItemArmed),
            _ => Ok(()),
        }
    }

    fn check_launch(&self, plane: u8, rules: &ItemRules) -> Result<(), Illegal> {
        let Some(launcher) = self.players[self.turn].planes.get(usize::from(plane)) else {
            return Err(Illegal::NoSuchPlane);
        };
        let Place::Ring(from) = launcher.place else {
            return Err(Illegal::NotSelectable);
        };
        if self.targets(self.turn, from, rules).next().is_some() {
            Ok(())
        } else {
            Err(Illegal::NoTarget)
        }
    }

    /// The enemy planes that a missile launched from `from` by `seat` would knock back, nearest first, on one cell
    /// in turn order and by index (R12). The range counts ring cells past the home entry too; the same cell is
    /// not in range.
    pub(super) fn targets(
        &self,
        seat: Seat,
        from: Cell,
        rules: &ItemRules,
    ) -> impl Iterator<Item = (PlaneId, Cell)> {
        (1..=rules.missile_range.min(RING - 1)).flat_map(move |ahead| {
            let cell = Cell::wrapped(from.index() + ahead);
            self.rules.enemies(seat).iter().flat_map(move |enemy| {
                let player = &self.players[enemy.seat];
                let planes = if player.radar > 0 {
                    Planes::NONE
                } else {
                    player.on(cell)
                };
                planes.iter().map(move |plane| {
                    (
                        PlaneId {
                            seat: enemy.seat,
                            plane,
                        },
                        cell,
                    )
                })
            })
        })
    }

    /// What a missile of the side on turn would knock back if it were launched from this plane, nearest first.
    pub fn missile_targets(&self, plane: u8) -> Vec<PlaneId> {
        let launcher = self.players[self.turn].planes.get(usize::from(plane));
        match (
            launcher.and_then(|plane| plane.place.ring()),
            &self.rules.spec().items,
        ) {
            (Some(from), Some(rules)) => self
                .targets(self.turn, from, rules)
                .map(|(plane, _)| plane)
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The planes of the side on turn that can launch a missile now. None in another phase than the roll phase.
    #[inline]
    pub fn launchers(&self) -> Planes {
        let mut planes = Planes::NONE;
        if let (Phase::Roll, Some(rules)) = (self.phase, &self.rules.spec().items)
            && self.check_kind(Item::Missile).is_ok()
        {
            for plane in 0..PLANES as u8 {
                if self.check_launch(plane, rules).is_ok() {
                    planes.insert(plane);
                }
            }
        }
        planes
    }

    /// The planes that may be selected now. None in another phase than the select phase.
    #[inline]
    pub fn selectable(&self) -> Planes {
        match self.phase {
            Phase::Select(roll) => self.selectable_for(roll),
            Phase::Roll | Phase::Over(_) => Planes::NONE,
        }
    }

    /// The planes of the side on turn that may be selected for a roll (RULES.md, section 3, point 3).
    #[inline]
    pub fn selectable_for(&self, roll: Roll) -> Planes {
        let takes_off = self.rules.spec().take_off.meets(roll);
        let me = &self.players[self.turn];
        let mut planes = Planes::from_fn(|plane| Self::is_free(&me.planes[plane], takes_off));
        if self.rules.spec().ending == Ending::Exact {
            planes
                .iter()
                .filter(|&plane| !self.may_finish(&me.planes[usize::from(plane)], roll))
                .for_each(|plane| planes.set(plane, false));
        }
        planes
    }

    /// Whether a plane may move at all. Without branches: where planes stand is as unforeseeable as the dice, and
    /// this is asked four times an action.
    #[inline]
    fn is_free(plane: &Plane, takes_off: bool) -> bool {
        let in_hangar = plane.place == Place::Hangar;
        let under_way = !in_hangar & (plane.place != Place::Home) & !plane.is_held();
        in_hangar & takes_off | under_way
    }

    /// Under the exact ending a plane may not overshoot.
    fn may_finish(&self, plane: &Plane, roll: Roll) -> bool {
        self.steps_home(self.turn, plane.place)
            .is_none_or(|left| plane.steps(roll) <= left)
    }

    /// Steps from a place to home along the seat's own track; `None` in the hangar.
    pub fn steps_home(&self, seat: Seat, place: Place) -> Option<u8> {
        let Track {
            home_entry: entry,
            lane,
            ..
        } = self.rules.spec().track;
        match place {
            Place::Hangar => None,
            Place::Pad => Some(entry + lane),
            Place::Ring(cell) => {
                let s = self.rules.progress(seat, cell);
                let round = if s > entry { RING } else { 0 };
                Some(entry + round - s + lane)
            }
            Place::Lane(cell) => Some(lane - cell),
            Place::Home => Some(0),
        }
    }

    /// Every action that the side on turn is offered, in the order of FORMATS.md, section 3: the roll, then usable
    /// items (a missile once for each plane that can launch it); or the selectable planes. Never resigning or
    /// timing out, which are always possible.
    #[inline]
    pub fn offers(&self) -> Offers {
        match self.phase {
            Phase::Over(_) => Offers::NONE,
            Phase::Select(roll) => Offers::NONE.with_planes(Offers::SELECT, self.selectable_for(roll)),
            Phase::Roll if self.players[self.turn].stock.is_empty() => Offers::ROLL,
            Phase::Roll => self.offers_with_items(),
        }
    }

    fn offers_with_items(&self) -> Offers {
        let usable = |item: Item| self.rules.spec().items.is_some() && self.check_kind(item).is_ok();
        let simple = [Item::Flare, Item::Radar, Item::SixDie, Item::PowerUnit].into_iter();
        let offers = simple
            .filter(|&item| usable(item))
            .fold(Offers::ROLL, Offers::with_item);
        offers.with_planes(Offers::MISSILE, self.launchers())
    }
}

/// The actions offered in one position: a set with a fixed order, without allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers(u16);

impl Offers {
    /// Every action that can be offered, in the order in which it is.
    const ORDER: [Action; 13] = [
        Action::Roll,
        Action::Use(Use::Flare),
        Action::Use(Use::Missile { plane: 0 }),
        Action::Use(Use::Missile { plane: 1 }),
        Action::Use(Use::Missile { plane: 2 }),
        Action::Use(Use::Missile { plane: 3 }),
        Action::Use(Use::Radar),
        Action::Use(Use::SixDie),
        Action::Use(Use::PowerUnit),
        Action::Select { plane: 0 },
        Action::Select { plane: 1 },
        Action::Select { plane: 2 },
        Action::Select { plane: 3 },
    ];
    const NONE: Self = Self(0);
    const ROLL: Self = Self(1);
    /// Where the missiles begin in the order.
    const MISSILE: u32 = 2;
    /// Where the planes begin in the order.
    const SELECT: u32 = 9;

    const fn with_planes(self, from: u32, planes: Planes) -> Self {
        Self(self.0 | (planes.bits() as u16) << from)
    }

    const fn with_item(self, item: Item) -> Self {
        let at = match item {
            Item::Flare => 1,
            Item::Missile => return self,
            Item::Radar => 6,
            Item::SixDie => 7,
            Item::PowerUnit => 8,
        };
        Self(self.0 | 1 << at)
    }

    /// How many actions are offered.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nothing is offered: the match is over.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `n`-th action in the order, counted from 0.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Action> {
        let mut bits = self.0;
        // Nearly always one of four: a fixed number of rounds, for the end of a random loop is mispredicted.
        for i in 0..PLANES - 1 {
            let rest = bits & bits.wrapping_sub(1);
            bits = if i < n { rest } else { bits };
        }
        for _ in PLANES - 1..n {
            bits &= bits.wrapping_sub(1);
        }
        Self::ORDER.get(bits.trailing_zeros() as usize).copied()
    }

    /// Whether an action is offered.
    pub fn contains(self, action: Action) -> bool {
        self.iter().any(|offered| offered == action)
    }

    /// The actions, in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Action> {
        Self::ORDER
            .into_iter()
            .zip(0..13)
            .filter(move |(_, at)| self.0 & (1 << at) != 0)
            .map(|(action, _)| action)
    }
}
