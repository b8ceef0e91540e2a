//! A sound greedy player: it weighs what each action leads to at once, a tornado by the mean over where it may
//! throw, and holds items until they are worth something.

use super::foreseen::Foreseen;
use crate::rules::action::{Action, Illegal, Use};
use crate::rules::board::Cell;
use crate::rules::dice::{Die, Roll};
use crate::rules::event::Silent;
use crate::rules::item::Item;
use crate::rules::offers::Offers;
use crate::rules::place::Place;
use crate::rules::position::{Phase, Plane, Position};
use crate::rules::seat::Seat;
use crate::rules::weather::Lasting;

/// A dice item must better the expected move by this much (in steps, see [`value`]) to be spent.
const WORTH_AN_ITEM: i32 = 5 * SCALE;
/// Values are in 1/16 steps, so that means need no fractions.
const SCALE: i32 = 16;

pub(super) fn choose(position: &Position, offers: Offers) -> Option<Action> {
    match position.phase() {
        Phase::Over(_) => None,
        // The earliest of equals, so that the choice does not hang on the direction of a search.
        Phase::Select(roll) => offers.iter().rev().max_by_key(|&action| match action {
            Action::Select { plane } => after_move(position, plane, roll),
            _ => i32::MIN,
        }),
        Phase::Roll => item(position, offers).or_else(|| offers.nth(0)),
    }
}

/// The item that is worth using now, if one is.
fn item(position: &Position, offers: Offers) -> Option<Action> {
    let now = value(position);
    let gain = |action: Action| match action {
        Action::Use(Use::Missile { plane }) => after_missile(position, plane) - now - SCALE,
        Action::Use(Use::Radar) if is_threatened(position) => SCALE,
        Action::Use(Use::Flare) => weather_ahead(position, position.turn()) * SCALE,
        Action::Use(Use::SixDie) => best(position, Roll::SixDie) - expected(position) - WORTH_AN_ITEM,
        Action::Use(Use::PowerUnit) => expected_of_two(position) - expected(position) - WORTH_AN_ITEM,
        _ => 0,
    };
    let gains = offers.iter().map(|action| (gain(action), action));
    gains
        .filter(|&(gain, _)| gain > 0)
        .max_by_key(|&(gain, _)| gain)
        .map(|(_, action)| action)
}

/// The mean over what a natural roll may bring; a 6 counts as much again as a middling move.
fn expected(position: &Position) -> i32 {
    let sum: i32 = faces().map(|die| best(position, Roll::Natural(die))).sum();
    (sum + 4 * SCALE) / 6
}

fn expected_of_two(position: &Position) -> i32 {
    let pairs = faces().flat_map(|one| faces().map(move |other| Roll::PowerUnit(one, other)));
    pairs.map(|roll| best(position, roll)).sum::<i32>() / 36
}

fn faces() -> impl Iterator<Item = Die> {
    (1..=6).filter_map(Die::new)
}

/// The value after the best move for a roll, or of the position as it is if nothing can move.
fn best(position: &Position, roll: Roll) -> i32 {
    let me = position.player(position.turn());
    if let Some(plane) = me.perched {
        let is_held = me.planes[usize::from(plane)].is_held();
        return if is_held {
            value(position)
        } else {
            after_move(position, plane, roll)
        };
    }
    let planes = position.selectable_for(roll);
    planes
        .iter()
        .map(|plane| after_move(position, plane, roll))
        .max()
        .unwrap_or_else(|| value(position))
}

fn after_move(position: &Position, plane: u8, roll: Roll) -> i32 {
    mean(position, |chance| position.moved(plane, roll, chance))
}

fn after_missile(position: &Position, plane: u8) -> i32 {
    mean(position, |chance| {
        let mut copy = *position;
        copy.play(
            copy.turn(),
            Action::Use(Use::Missile { plane }),
            chance,
            &mut Silent,
        )
        .map(|()| copy)
    })
}

/// The value after something that a tornado may be part of: the mean over where the first one throws.
fn mean(position: &Position, after: impl Fn(&mut Foreseen) -> Result<Position, Illegal>) -> i32 {
    let (mut sum, mut count) = (0, 0);
    loop {
        let mut chance = Foreseen::thrown_to(count);
        let Ok(position_after) = after(&mut chance) else {
            return i32::MIN / 2;
        };
        sum += side_value(&position_after, position.turn());
        count += 1;
        if count >= chance.candidates() {
            return sum / count as i32;
        }
    }
}

fn value(position: &Position) -> i32 {
    side_value(position, position.turn())
}

/// How well a side stands: steps done and safety, less the same of its enemies.
fn side_value(position: &Position, seat: Seat) -> i32 {
    let rules = position.rules();
    let sum = |seat: Seat| {
        let planes = &position.player(seat).planes;
        let standing: i32 = planes
            .iter()
            .map(|plane| plane_value(position, seat, plane))
            .sum();
        let stock: i32 = Item::ALL
            .iter()
            .map(|&item| i32::from(position.player(seat).stock.count(item)))
            .sum();
        standing + stock * 3 * SCALE
    };
    let own: i32 = rules
        .seats()
        .filter(|&mate| rules.team(mate) == rules.team(seat))
        .map(sum)
        .sum();
    let theirs: i32 = rules.enemies(seat).iter().map(|enemy| sum(enemy.seat)).sum();
    own - theirs
}

fn plane_value(position: &Position, seat: Seat, plane: &Plane) -> i32 {
    let Some(left) = position.steps_home(seat, plane.place) else {
        return 0;
    };
    let done = (60 - i32::from(left)) * SCALE;
    let slowed = match plane.effect.map(|effect| effect.kind) {
        None => 0,
        Some(Lasting::Airstream) => 3 * SCALE,
        Some(Lasting::Storm) => 5 * SCALE,
        Some(Lasting::Thunder) => 4 * SCALE,
    };
    let exposed = match plane.place {
        Place::Ring(cell) => done * risk(position, seat, cell) / 100,
        _ => 0,
    };
    let safe_home = if plane.place == Place::Home { 8 * SCALE } else { 0 };
    done - slowed - exposed + safe_home
}

/// In per cent, about how likely a plane is hit in the next turn: each enemy 1 to 6 cells behind may roll it;
/// a stack is hit only at the price of the attacker.
fn risk(position: &Position, seat: Seat, cell: Cell) -> i32 {
    let is_stack = position.player(seat).on(cell).len() > 1;
    let each = if is_stack { 4 } else { 14 };
    let behind = |place: Place| {
        place
            .ring()
            .is_some_and(|from| (1..=6).contains(&from.ahead(cell)))
    };
    let enemies = position.rules().enemies(seat).iter();
    let hunters = enemies
        .flat_map(|enemy| &position.player(enemy.seat).planes)
        .filter(|p| behind(p.place));
    (each * hunters.count() as i32).min(60)
}

/// Whether an own plane is in range of an enemy that holds a missile.
fn is_threatened(position: &Position) -> bool {
    let rules = position.rules();
    let range = rules.spec().items.map_or(0, |items| items.missile_range);
    let me = position.player(position.turn());
    let targets = |from: Cell| {
        let own = me.planes.iter().filter_map(|plane| plane.place.ring());
        own.into_iter()
            .any(|cell| (1..=range).contains(&from.ahead(cell)))
    };
    rules
        .enemies(position.turn())
        .iter()
        .map(|enemy| position.player(enemy.seat))
        .any(|enemy| {
            enemy.stock.count(Item::Missile) > 0
                && enemy
                    .planes
                    .iter()
                    .filter_map(|plane| plane.place.ring())
                    .any(targets)
        })
}

/// Own planes with weather within a roll ahead, less the enemies'.
fn weather_ahead(position: &Position, seat: Seat) -> i32 {
    let count = |seat: Seat| {
        let near = |cell: Cell| {
            position
                .weather()
                .iter()
                .any(|mark| (1..=6).contains(&cell.ahead(mark.cell)))
        };
        let cells = position
            .player(seat)
            .planes
            .iter()
            .filter_map(|plane| plane.place.ring());
        cells.filter(|&cell| near(cell)).count() as i32
    };
    count(seat)
        - position
            .rules()
            .enemies(seat)
            .iter()
            .map(|enemy| count(enemy.seat))
            .sum::<i32>()
        - 1
}
