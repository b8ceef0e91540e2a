//! Chance is an input: the engine is told what fell (RULES.md, section 8).

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::board::{Cell, Cells};
use super::dice::Die;
use super::item::Item;
use super::ruleset::{Amount, ItemRules, WeatherRules};
use super::strict::objects;
use super::weather::{Kind, Mark, Marks, WeatherKind};

/// Where chance is asked: one draw a call, in the order in which the game needs them.
///
/// `None` from any of them means that the outcome cannot be had; the action is then refused with
/// [`Illegal::BadChance`](super::Illegal::BadChance).
pub trait Chance {
    /// Whether any of the draws can be `None`. Where none can, the engine need not keep a way back.
    const CAN_REFUSE: bool;

    /// Which place in the turn order the first of the queue gets, among `seats`.
    fn seat(&mut self, seats: u32) -> Option<u32>;

    /// One die.
    fn die(&mut self) -> Option<Die>;

    /// Two dice.
    fn two_dice(&mut self) -> Option<(Die, Die)>;

    /// Where a tornado throws a plane.
    fn tornado(&mut self, candidates: Cells) -> Option<Cell>;

    /// New weather on free cells.
    fn weather(&mut self, rules: &WeatherRules, free: Cells) -> Option<Marks<WeatherKind>>;

    /// New items on free cells.
    fn items(&mut self, rules: &ItemRules, free: Cells) -> Option<Marks<Item>>;
}

/// The ChaCha20 stream of RULES.md, section 8: 20 rounds, 64-bit counter from 0, nonce 0, little-endian words.
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha20Rng);

impl Seeded {
    /// The stream keyed by a 32-byte seed.
    pub fn new(seed: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(seed))
    }

    /// The next word of the stream.
    #[inline]
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, each as likely. `n` is at least 1.
    #[inline]
    pub fn uniform(&mut self, n: u32) -> u32 {
        loop {
            let x = self.word();
            // Only the topmost words can be beyond the largest multiple of n: no division on the usual way.
            if x <= u32::MAX - n || u64::from(x) < Self::whole_multiples(n) {
                return x % n;
            }
        }
    }

    /// n·⌊2³²/n⌋.
    const fn whole_multiples(n: u32) -> u64 {
        let n = n as u64;
        n * ((1 << 32) / n)
    }

    #[inline]
    fn cell(&mut self, from: Cells) -> Option<Cell> {
        if from.is_empty() {
            None
        } else {
            from.nth(self.uniform(from.len()))
        }
    }

    /// Kinds without replacement, then a cell for each in the order in which they were drawn.
    fn refresh<K: Kind>(&mut self, kinds: &[K], amount: Amount, mut free: Cells) -> Option<Marks<K>> {
        let count = (amount.least + self.uniform(amount.spread)) as usize;
        let mut left = [0, 1, 2, 3, 4, 5, 6, 7];
        let mut drawn = [0; 8];
        for (i, slot) in drawn.iter_mut().take(count).enumerate() {
            let at = self.uniform((kinds.len() - i) as u32) as usize;
            *slot = left[at];
            left.copy_within(at + 1.., at);
        }
        let mut marks = Marks::default();
        for &kind in &drawn[..count] {
            let cell = self.cell(free)?;
            free.remove(cell);
            marks.put(*kinds.get(kind)?, cell);
        }
        Some(marks)
    }
}

impl Chance for Seeded {
    const CAN_REFUSE: bool = false;

    fn seat(&mut self, seats: u32) -> Option<u32> {
        Some(self.uniform(seats))
    }

    #[inline]
    fn die(&mut self) -> Option<Die> {
        Die::new(1 + self.uniform(6) as u8)
    }

    #[inline]
    fn two_dice(&mut self) -> Option<(Die, Die)> {
        Some((self.die()?, self.die()?))
    }

    fn tornado(&mut self, candidates: Cells) -> Option<Cell> {
        self.cell(candidates)
    }

    fn weather(&mut self, rules: &WeatherRules, free: Cells) -> Option<Marks<WeatherKind>> {
        self.refresh(rules.kinds, rules.amount, free)
    }

    fn items(&mut self, rules: &ItemRules, free: Cells) -> Option<Marks<Item>> {
        self.refresh(rules.kinds, rules.amount, free)
    }
}

/// One outcome of a script. Numbers are raw: an impossible one is a bad outcome, not a bad document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// One roll: one or two faces.
    Dice(Vec<i64>),
    /// Ring cell on which a plane lands.
    Tornado(i64),
    /// The weather of a refresh.
    Weather(#[serde(deserialize_with = "objects")] Vec<RawMark<WeatherKind>>),
    /// The items of a refresh.
    Items(#[serde(deserialize_with = "objects")] Vec<RawMark<Item>>),
}

/// A kind on a cell, as somebody wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawMark<K> {
    /// Ring index; 0-51 if it is right.
    pub cell: i64,
    /// What lies there.
    pub kind: K,
}

impl<K> RawMark<K> {
    /// The mark, if the cell exists.
    pub fn mark(self) -> Option<Mark<K>> {
        Some(Mark {
            cell: cell(self.cell)?,
            kind: self.kind,
        })
    }
}

impl<K> From<Mark<K>> for RawMark<K> {
    fn from(mark: Mark<K>) -> Self {
        Self {
            cell: i64::from(mark.cell.index()),
            kind: mark.kind,
        }
    }
}

fn cell(raw: i64) -> Option<Cell> {
    Cell::new(u8::try_from(raw).ok()?)
}

/// Outcomes that were fixed beforehand, in the order in which the game draws them. The draw of the seats takes none.
#[derive(Clone, Debug, Default)]
pub struct Scripted<'a> {
    left: &'a [Drawn],
}

impl<'a> Scripted<'a> {
    /// Chance that follows the script.
    pub const fn new(script: &'a [Drawn]) -> Self {
        Self { left: script }
    }

    /// What the script still holds.
    pub const fn left(&self) -> &'a [Drawn] {
        self.left
    }

    fn next(&mut self) -> Option<&'a Drawn> {
        let (first, rest) = self.left.split_first()?;
        self.left = rest;
        Some(first)
    }

    fn dice<const N: usize>(&mut self) -> Option<[Die; N]> {
        let Drawn::Dice(faces) = self.next()? else {
            return None;
        };
        let faces: &[i64; N] = faces.as_slice().try_into().ok()?;
        let mut dice = [Die::SIX; N];
        for (die, &face) in dice.iter_mut().zip(faces) {
            *die = Die::new(u8::try_from(face).ok()?)?;
        }
        Some(dice)
    }

    fn marks<K: Kind>(raw: &[RawMark<K>], kinds: &[K], amount: Amount, mut free: Cells) -> Option<Marks<K>> {
        if !(amount.least..amount.least + amount.spread).contains(&(raw.len() as u32)) {
            return None;
        }
        let mut marks = Marks::default();
        for mark in raw {
            let Mark { cell, kind } = mark.mark()?;
            if !free.contains(cell) || !kinds.contains(&kind) || marks.cell(kind).is_some() {
                return None;
            }
            free.remove(cell);
            marks.put(kind, cell);
        }
        Some(marks)
    }
}

impl Chance for Scripted<'_> {
    const CAN_REFUSE: bool = true;

    fn seat(&mut self, _: u32) -> Option<u32> {
        Some(0)
    }

    fn die(&mut self) -> Option<Die> {
        self.dice().map(|[die]| die)
    }

    fn two_dice(&mut self) -> Option<(Die, Die)> {
        self.dice().map(|[one, other]| (one, other))
    }

    fn tornado(&mut self, candidates: Cells) -> Option<Cell> {
        let &Drawn::Tornado(raw) = self.next()? else {
            return None;
        };
        cell(raw).filter(|&cell| candidates.contains(cell))
    }

    fn weather(&mut self, rules: &WeatherRules, free: Cells) -> Option<Marks<WeatherKind>> {
        let Drawn::Weather(raw) = self.next()? else {
            return None;
        };
        Self::marks(raw, rules.kinds, rules.amount, free)
    }

    fn items(&mut self, rules: &ItemRules, free: Cells) -> Option<Marks<Item>> {
        let Drawn::Items(raw) = self.next()? else {
            return None;
        };
        Self::marks(raw, rules.kinds, rules.amount, free)
    }
}

/// Passes every draw on and writes down what came, so that others can follow with [`Scripted`] what was drawn
/// without knowing the seed.
#[derive(Debug)]
pub struct Recorded<'a, C> {
    chance: &'a mut C,
    drawn: Vec<Drawn>,
}

impl<'a, C: Chance> Recorded<'a, C> {
    /// Writes down what is drawn from `chance`.
    pub const fn new(chance: &'a mut C) -> Self {
        Self {
            chance,
            drawn: Vec::new(),
        }
    }

    /// What was drawn, in order.
    pub fn into_drawn(self) -> Vec<Drawn> {
        self.drawn
    }

    fn write<T>(&mut self, outcome: Option<T>, as_drawn: impl FnOnce(&T) -> Drawn) -> Option<T> {
        self.drawn.extend(outcome.as_ref().map(as_drawn));
        outcome
    }
}

fn face(die: Die) -> i64 {
    i64::from(die.face())
}

fn raw_marks<K: Kind>(marks: &Marks<K>) -> Vec<RawMark<K>> {
    marks.iter().map(RawMark::from).collect()
}

impl<C: Chance> Chance for Recorded<'_, C> {
    const CAN_REFUSE: bool = C::CAN_REFUSE;

    fn seat(&mut self, seats: u32) -> Option<u32> {
        self.chance.seat(seats)
    }

    fn die(&mut self) -> Option<Die> {
        let die = self.chance.die();
        self.write(die, |&die| Drawn::Dice(vec![face(die)]))
    }

    fn two_dice(&mut self) -> Option<(Die, Die)> {
        let dice = self.chance.two_dice();
        self.write(dice, |&(one, other)| Drawn::Dice(vec![face(one), face(other)]))
    }

    fn tornado(&mut self, candidates: Cells) -> Option<Cell> {
        let cell = self.chance.tornado(candidates);
        self.write(cell, |&cell| Drawn::Tornado(i64::from(cell.index())))
    }

    fn weather(&mut self, rules: &WeatherRules, free: Cells) -> Option<Marks<WeatherKind>> {
        let weather = self.chance.weather(rules, free);
        self.write(weather, |weather| Drawn::Weather(raw_marks(weather)))
    }

    fn items(&mut self, rules: &ItemRules, free: Cells) -> Option<Marks<Item>> {
        let items = self.chance.items(rules, free);
        self.write(items, |items| Drawn::Items(raw_marks(items)))
    }
}

/// No outcome is known: every draw is refused. For looking ahead as far as chance is not asked, and for a
/// scenario that names none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknown;

impl Chance for Unknown {
    const CAN_REFUSE: bool = true;

    fn seat(&mut self, _: u32) -> Option<u32> {
        None
    }

    fn die(&mut self) -> Option<Die> {
        None
    }

    fn two_dice(&mut self) -> Option<(Die, Die)> {
        None
    }

    fn tornado(&mut self, _: Cells) -> Option<Cell> {
        None
    }

    fn weather(&mut self, _: &WeatherRules, _: Cells) -> Option<Marks<WeatherKind>> {
        None
    }

    fn items(&mut self, _: &ItemRules, _: Cells) -> Option<Marks<Item>> {
        None
    }
}
