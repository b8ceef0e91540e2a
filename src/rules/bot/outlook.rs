//! How well a side stands, as a sum of weighted features. What a weight is worth was not set by hand: the weights are
//! fitted to the results of games that the players played against each other (`examples/fit.rs`).

use super::weights::WEIGHTS;
use crate::rules::board::{Cells, RING};
use crate::rules::item::Item;
use crate::rules::place::Place;
use crate::rules::position::{Plane, Player, Position};
use crate::rules::ruleset::{Ruleset, Springboard};
use crate::rules::seat::{BySeat, Seat};
use crate::rules::weather::{Lasting, WeatherKind};

/// How many features there are.
pub const FEATURES: usize = COMING + 1;

/// A plane at each place: hangar, pad, progress 1-52, lane 1-5, home.
const PLACE: usize = 0;
/// That many planes home, 1 to 4.
const HOME: usize = PLACE + 60;
/// Faces that hit a lone plane, by how far it has come; the enemy is on turn.
const EXPOSED: usize = HOME + 4;
/// The same while its own side is on turn and may yet move it.
const EXPOSED_LATER: usize = EXPOSED + BANDS;
/// Faces that hit a lone plane on the lane by a flight across it.
const CROSSED: usize = EXPOSED_LATER + BANDS;
/// Planes that stand in a fortress.
const STACKED: usize = CROSSED + 1;
/// Enemy planes with a fortress of this side 1 to 6 cells ahead.
const BLOCKING: usize = STACKED + 1;
/// Turns left of each lasting effect.
const EFFECT: usize = BLOCKING + 1;
/// Planes with the duty to continue.
const PERCHED: usize = EFFECT + 3;
/// Turns left of the radar.
const RADAR: usize = PERCHED + 1;
/// The first item of each kind in stock, then the others.
const ITEM: usize = RADAR + 1;
/// Planes in range of an enemy that holds a missile.
const AIMED_AT: usize = ITEM + 10;
/// Planes with each weather 1 to 6 cells ahead.
const WEATHER: usize = AIMED_AT + 1;
/// Planes with an item 1 to 6 cells ahead.
const ITEM_AHEAD: usize = WEATHER + 4;
/// The side is on turn.
const ON_TURN: usize = ITEM_AHEAD + 1;
/// Planes within a roll of home.
const COMING: usize = ON_TURN + 1;

/// How far a plane has come, in bands of 13 steps.
const BANDS: usize = 4;

/// The value of a won match; a lost one has its negative.
pub(super) const WON: i32 = 1 << 20;

/// Weights are in 1/1024 of the logarithm of the odds.
const UNIT: i32 = 1024;

/// What a player knows of a game before it looks at positions.
pub struct Outlook {
    landings: BySeat<Option<Landings>>,
}

impl Outlook {
    /// The outlook on a game.
    pub fn new(rules: &Ruleset) -> Self {
        Self {
            landings: BySeat::from_fn(|seat| rules.has(seat).then(|| Landings::of(rules, seat))),
        }
    }

    /// The chance of `seat`'s side to win, from [`-WON`](WON) to [`WON`].
    pub(super) fn chances(&self, position: &Position, seat: Seat) -> i32 {
        if let Some(outcome) = position.outcome() {
            let rules = position.rules();
            return if rules.team(outcome.winner) == rules.team(seat) {
                WON
            } else {
                -WON
            };
        }
        let mut sum = 0;
        self.features(position, seat, |feature, amount| sum += WEIGHTS[feature] * amount);
        expected(sum)
    }

    /// Tells every feature in which a position speaks for `seat`'s side, or with a negative amount against it.
    pub fn features(&self, position: &Position, seat: Seat, mut tell: impl FnMut(usize, i32)) {
        let rules = position.rules();
        let team = rules.team(seat);
        for side in rules.seats() {
            let sign = if rules.team(side) == team { 1 } else { -1 };
            self.of_side(position, side, |feature, amount| tell(feature, sign * amount));
        }
    }

    fn of_side(&self, position: &Position, seat: Seat, mut tell: impl FnMut(usize, i32)) {
        let rules = position.rules();
        let player = position.player(seat);
        let is_on_turn = rules.team(position.turn()) == rules.team(seat);
        let reach = Reach::of_enemies(self, position, seat);
        let exposed = if is_on_turn { EXPOSED_LATER } else { EXPOSED };
        let (mut home, mut seen, mut stacked) = (0, Cells::NONE, Cells::NONE);
        for plane in &player.planes {
            stacked = stacked.union(seen.intersection(plane.place.cells()));
            seen = seen.union(plane.place.cells());
        }
        for plane in &player.planes {
            tell(PLACE + place(rules, seat, plane.place), 1);
            home += usize::from(plane.place == Place::Home);
            if let Some(effect) = plane.effect {
                let kind = match effect.kind {
                    Lasting::Airstream => 0,
                    Lasting::Storm => 1,
                    Lasting::Thunder => 2,
                };
                tell(EFFECT + kind, i32::from(effect.turns));
            }
            match plane.place {
                Place::Ring(cell) => {
                    if stacked.contains(cell) {
                        tell(STACKED, 1);
                    } else {
                        let band = usize::from((rules.progress(seat, cell) - 1) / 13).min(BANDS - 1);
                        tell(exposed + band, reach.faces_on(plane));
                    }
                    ahead(position, plane, &mut tell);
                }
                Place::Lane(at) if player.at(plane.place).len() == 1 => tell(CROSSED, reach.faces_across(at)),
                _ => {}
            }
            if position
                .steps_home(seat, plane.place)
                .is_some_and(|left| (1..=6).contains(&left))
            {
                tell(COMING, 1);
            }
        }
        if home > 0 {
            tell(HOME + home - 1, 1);
        }
        if player.perched.is_some() {
            tell(PERCHED, 1);
        }
        if is_on_turn {
            tell(ON_TURN, 1);
        }
        tell(RADAR, i32::from(player.radar));
        in_stock(player, &mut tell);
        against_enemies(position, seat, stacked, &mut tell);
    }
}

/// From the logarithm of the odds to what is to be expected: the hyperbolic tangent of half of it, in whole numbers.
fn expected(odds: i32) -> i32 {
    let x = i64::from(odds.clamp(-5 * UNIT, 5 * UNIT)) / 2;
    let unit = i64::from(UNIT);
    let near = x * (27 * unit * unit + x * x) * i64::from(WON) / (unit * (27 * unit * unit + 9 * x * x));
    // What is almost decided still goes on being better or worse.
    let beyond = i64::from(odds) - 2 * x;
    let far = near * 31 / 32 + beyond.clamp(-20 * unit, 20 * unit);
    far as i32
}

/// The place of a plane as a number: hangar, pad, progress, lane, home.
fn place(rules: &Ruleset, seat: Seat, place: Place) -> usize {
    match place {
        Place::Hangar => 0,
        Place::Pad => 1,
        Place::Ring(cell) => 1 + usize::from(rules.progress(seat, cell)),
        Place::Lane(at) => 53 + usize::from(at.min(5)),
        Place::Home => 59,
    }
}

/// What lies within a roll ahead of a plane.
fn ahead(position: &Position, plane: &Plane, tell: &mut impl FnMut(usize, i32)) {
    let Some(cell) = plane.place.ring() else { return };
    let near = |mark| (1..=6).contains(&cell.ahead(mark));
    for mark in position.weather().iter().filter(|mark| near(mark.cell)) {
        let kind = match mark.kind {
            WeatherKind::Airstream => 0,
            WeatherKind::Storm => 1,
            WeatherKind::Thunder => 2,
            WeatherKind::Tornado => 3,
        };
        tell(WEATHER + kind, 1);
    }
    if position.items().iter().any(|mark| near(mark.cell)) {
        tell(ITEM_AHEAD, 1);
    }
}

fn in_stock(player: &Player, tell: &mut impl FnMut(usize, i32)) {
    if player.stock.is_empty() {
        return;
    }
    for (kind, &item) in Item::ALL.iter().enumerate() {
        let count = i32::from(player.stock.count(item));
        tell(ITEM + 2 * kind, count.min(1));
        tell(ITEM + 2 * kind + 1, (count - 1).clamp(0, 3));
    }
}

/// What a side means to its enemies: fortresses before them, and targets.
fn against_enemies(position: &Position, seat: Seat, stacked: Cells, tell: &mut impl FnMut(usize, i32)) {
    let rules = position.rules();
    let range = rules.spec().items.map_or(0, |items| items.missile_range);
    let player = position.player(seat);
    for enemy in rules.enemies(seat) {
        let enemy = position.player(enemy.seat);
        let can_fire = player.radar == 0 && enemy.stock.count(Item::Missile) > 0;
        for from in enemy.planes.iter().filter_map(|plane| plane.place.ring()) {
            let is_blocked = stacked.iter().any(|cell| (1..=6).contains(&from.ahead(cell)));
            tell(BLOCKING, i32::from(is_blocked));
            if can_fire {
                let own = player.planes.iter().filter_map(|plane| plane.place.ring());
                let targets = own.filter(|&cell| (1..=range).contains(&from.ahead(cell)));
                tell(AIMED_AT, targets.count() as i32);
            }
        }
    }
}

/// Where planes of each seat land: for every progress on the ring and number of steps, by the springboards alone.
/// Fortresses and weather on the way are not looked at.
struct Landings {
    /// By progress, 0 for the pad, and steps less one.
    table: [[Landing; 6]; RING as usize + 1],
}

/// Ring cells on which a plane can stand in the course of one trip, and lane cells that it flies across, as bits.
#[derive(Clone, Copy)]
struct Landing {
    on: Cells,
    across: u8,
}

impl Landings {
    fn of(rules: &Ruleset, seat: Seat) -> Self {
        let nowhere = Landing {
            on: Cells::NONE,
            across: 0,
        };
        let mut table = [[nowhere; 6]; RING as usize + 1];
        let last = rules.spec().track.home_entry;
        for (from, row) in (0..last).zip(&mut table) {
            for (steps, landing) in (1..).zip(row) {
                landing.walk(rules, seat, from + steps);
            }
        }
        Self { table }
    }
}

impl Landing {
    /// The trip of a plane that walks to this progress.
    fn walk(&mut self, rules: &Ruleset, seat: Seat, to: u8) {
        self.land(rules, seat, to);
        let jump = rules.spec().track.jump;
        match rules.springboard(to.min(RING)) {
            Springboard::None => {}
            Springboard::Jump => {
                self.land(rules, seat, to + jump);
                if let Springboard::Fly(flight) = rules.springboard((to + jump).min(RING)) {
                    self.land(rules, seat, flight.exit);
                    self.across |= 1 << flight.crosses;
                }
            }
            Springboard::Fly(flight) => {
                self.land(rules, seat, flight.exit);
                self.land(rules, seat, flight.exit + jump);
                self.across |= 1 << flight.crosses;
            }
        }
    }

    fn land(&mut self, rules: &Ruleset, seat: Seat, progress: u8) {
        if progress <= rules.spec().track.home_entry {
            self.on.insert(rules.cell(seat, progress));
        }
    }
}

/// Where the enemies of a side can land with each face of one die.
struct Reach {
    on: [Cells; 6],
    across: [u8; 6],
}

impl Reach {
    fn of_enemies(outlook: &Outlook, position: &Position, seat: Seat) -> Self {
        let rules = position.rules();
        let mut reach = Self {
            on: [Cells::NONE; 6],
            across: [0; 6],
        };
        for enemy in rules.enemies(seat) {
            let crosses = if rules.facing(enemy.seat) == Some(seat) {
                u8::MAX
            } else {
                0
            };
            let Some(landings) = &outlook.landings[enemy.seat] else {
                continue;
            };
            for plane in &position.player(enemy.seat).planes {
                let from = match plane.place {
                    Place::Pad => 0,
                    Place::Ring(cell) => rules.progress(enemy.seat, cell),
                    Place::Hangar | Place::Lane(_) | Place::Home => continue,
                };
                if !plane.is_held() {
                    let row = &landings.table[usize::from(from)];
                    reach.add(row, plane.effect.map(|effect| effect.kind), crosses);
                }
            }
        }
        reach
    }

    fn add(&mut self, row: &[Landing; 6], slowed: Option<Lasting>, crosses: u8) {
        for face in 0..6 {
            let landing = match slowed {
                None | Some(Lasting::Thunder) => &row[face],
                Some(Lasting::Airstream) => &row[face / 2],
                Some(Lasting::Storm) => &row[0],
            };
            self.on[face] = self.on[face].union(landing.on);
            self.across[face] |= landing.across & crosses;
        }
    }

    fn faces_on(&self, plane: &Plane) -> i32 {
        let cells = plane.place.cells();
        let hits = self.on.iter().filter(|on| !on.intersection(cells).is_empty());
        hits.count() as i32
    }

    fn faces_across(&self, lane: u8) -> i32 {
        self.across
            .iter()
            .filter(|across| **across >> lane & 1 == 1)
            .count() as i32
    }
}
