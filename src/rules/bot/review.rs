//! Looking back at a game: which choices cost most. `hard` finds what may have been a mistake, playouts say how much.

use super::advice::{advise, chance_after};
use super::{Level, Policy};
use crate::rules::action::Action;
use crate::rules::chance::Seeded;
use crate::rules::event::Silent;
use crate::rules::hash::Hash;
use crate::rules::position::Position;
use crate::rules::seat::Seat;

/// No playout goes on for longer: its outlook is taken for its result then. The longest of a million random games has a
/// tenth of it.
const LONG: u32 = 20_000;

/// A choice that something else would have been better than.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// What was done.
    pub action: Action,
    /// What `hard` would have done.
    pub better: Action,
    /// By how much the chance to win fell, from 0 to 1, as `hard` weighs it.
    pub loss: f32,
}

/// What a choice cost as `hard` weighs it: quick, and good enough to say where to look closer. `None` where there was
/// nothing to choose, where `hard` would have done the same, and where it costs nothing.
pub fn slip(position: &Position, action: Action) -> Option<Slip> {
    let offers = position.offers();
    if offers.len() < 2 || !offers.contains(action) {
        return None;
    }
    let advice = advise(position)?;
    let loss = advice.chance - chance_after(position, action);
    (advice.action != action && loss > 0.0).then_some(Slip {
        action,
        better: advice.action,
        loss,
    })
}

/// How often of `games` the side on turn wins after an action, when both sides go on as `easy` does: from 0 to 1. Equal
/// arguments give equal answers on every machine.
pub fn playouts(position: &Position, action: Action, games: u32, seed: &str) -> f32 {
    let me = position.turn();
    let wins = (0..games)
        .filter(|&game| wins(position, action, me, seed, game))
        .count();
    wins as f32 / games.max(1) as f32
}

fn wins(position: &Position, action: Action, me: Seat, seed: &str, game: u32) -> bool {
    let key = format!("flychess-playout/1:{seed}:{game}");
    let mut chance = Seeded::new(Hash::of(&[key.as_bytes()]).0);
    let mut position = *position;
    // Both sides draw nothing but dice.
    let mut player = Policy::new(Level::Easy, seed, 0, me);
    let mut next = Some(action);
    for _ in 0..LONG {
        let Some(action) = next else { break };
        if position
            .play(position.turn(), action, &mut chance, &mut Silent)
            .is_err()
        {
            return false;
        }
        next = player.choose(&position);
    }
    let rules = position.rules();
    position
        .outcome()
        .is_some_and(|outcome| rules.team(outcome.winner) == rules.team(me))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Ruleset};

    /// The first position of a game in which two planes or more can be chosen, after some rounds.
    fn with_a_choice() -> Position {
        let mut game = Game::begin(Ruleset::duel(), [9; 32], &mut Silent);
        let mut player = Policy::new(Level::Easy, "review", 0, game.position().turn());
        while game.position().round() < 12 || game.position().selectable().len() < 2 {
            let action = player.choose(game.position()).unwrap();
            let turn = game.position().turn();
            game.play(turn, action, &mut Silent).unwrap();
        }
        *game.position()
    }

    #[test]
    fn what_hard_does_is_no_slip_and_anything_worse_is() {
        let position = with_a_choice();
        let best = advise(&position).unwrap().action;
        assert_eq!(slip(&position, best), None);
        let others = position.offers().iter().filter(|&action| action != best);
        let slips: Vec<_> = others.filter_map(|action| slip(&position, action)).collect();
        assert!(!slips.is_empty());
        for slip in slips {
            assert_eq!(slip.better, best);
            assert!(slip.loss > 0.0 && slip.loss <= 1.0);
        }
        assert_eq!(
            slip(&position, Action::Resign),
            None,
            "giving up is no choice among moves"
        );
    }

    #[test]
    fn playouts_are_shares_and_the_same_again() {
        let position = with_a_choice();
        let action = position.offers().nth(0).unwrap();
        let share = playouts(&position, action, 24, "again");
        assert!(share > 0.0 && share < 1.0, "{share}");
        assert_eq!(playouts(&position, action, 24, "again"), share);
        assert_ne!(
            playouts(&position, action, 24, "other"),
            share,
            "other dice, another share"
        );
    }
}
