//! What `hard` thinks of a position: what it would do, and what each choice is worth to it.

use super::outlook::WON;
use super::search::Search;
use super::{HARD, Level, Policy};
use crate::rules::action::Action;
use crate::rules::position::Position;

/// What to do, and how that compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// What `hard` would do.
    pub action: Action,
    /// The chance to win after it, from 0 to 1, as `hard` weighs it.
    pub chance: f32,
    /// The best of what else is offered with its chance; none if there is nothing else.
    pub other: Option<(Action, f32)>,
}

/// What `hard` would do for the side on turn; `None` when the match is over. It draws nothing.
pub fn advise(position: &Position) -> Option<Advice> {
    let action = Policy::new(Level::Hard, "advice", 0, position.turn()).choose(position)?;
    let search = Search::new(HARD, position);
    let worth = |action| search.worth(position, action);
    let others = position.offers().iter().filter(|&other| other != action);
    let other = others
        .map(|other| (other, worth(other)))
        .max_by_key(|&(_, worth)| worth);
    Some(Advice {
        action,
        chance: chance(worth(action)),
        other: other.map(|(other, worth)| (other, chance(worth))),
    })
}

/// The chance to win after something that is offered, from 0 to 1, as `hard` weighs it for the side on turn.
pub(super) fn chance_after(position: &Position, action: Action) -> f32 {
    chance(Search::new(HARD, position).worth(position, action))
}

/// A value from [`-WON`](WON) to [`WON`] as a chance from 0 to 1.
fn chance(worth: i32) -> f32 {
    // Both are far below the largest whole number that this type keeps exactly.
    ((worth + WON) as f32 / (2 * WON) as f32).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, Ruleset, Silent};

    #[test]
    fn advice_is_what_hard_does_and_its_chances_are_chances() {
        let mut game = Game::begin(Ruleset::duel(), [4; 32], &mut Silent);
        let mut hard = Policy::new(Level::Hard, "advice", 0, game.position().turn());
        let mut weighed = 0;
        for _ in 0..50 {
            let advice = advise(game.position()).unwrap();
            assert_eq!(Some(advice.action), hard.choose(game.position()));
            assert!((0.0..=1.0).contains(&advice.chance));
            if let Some((other, chance)) = advice.other {
                weighed += 1;
                assert_ne!(other, advice.action);
                let is_item = matches!(other, Action::Use(_)) || matches!(advice.action, Action::Use(_));
                // An item is kept unless it is worth it.
                assert!(is_item || chance <= advice.chance, "{advice:?}");
            }
            let turn = game.position().turn();
            game.play(turn, advice.action, &mut Silent).unwrap();
        }
        assert!(weighed > 3, "a game has choices");
        let turn = game.position().turn();
        game.play(turn, Action::Resign, &mut Silent).unwrap();
        assert_eq!(advise(game.position()), None);
    }
}
