//! The game of a match, played again from what is stored.

use crate::protocol::Step;
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
use crate::rules::record::match_seed;
use crate::rules::{Drawn, Game, Ruleset, Silent};
use crate::server::store::StoredMatch;

/// The part of a match that begins with its seed.
pub(super) struct Play {
    pub(super) game: Game,
    pub(super) opening: Vec<Drawn>,
    pub(super) steps: Vec<Step>,
}

impl Play {
    /// Plays what is stored again.
    pub(super) fn again(stored: &StoredMatch, rules: &'static Ruleset) -> Option<Self> {
        let seeds = stored
            .members
            .each_ref()
            .map(|member| member.seed.unwrap_or(Hash::ZERO));
        let seed = stored
            .fixed_seed
            .unwrap_or_else(|| match_seed(stored.id.as_str(), stored.server_seed, seeds));
        let (game, opening) = Game::begin_recorded(rules, seed.0, &mut Silent);
        let mut play = Self {
            game,
            opening,
            steps: Vec::new(),
        };
        for act in &stored.actions {
            let step = play.step(*act)?;
            play.steps.push(step);
        }
        Some(play)
    }

    /// Plays one action and tells what to store and show of it; `None` if the rules refuse it.
    fn step(&mut self, act: Written) -> Option<Step> {
        let drawn = self
            .game
            .play_recorded(act.seat?, act.action().ok()?, &mut Silent)
            .ok()?;
        Some(Step {
            act,
            drawn,
            check: Step::check(self.game.position()),
        })
    }
}
