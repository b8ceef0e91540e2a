//! A game in the browser: it holds the seeds and applies what is done, as the server does for a match, with the same
//! engine. Nothing of the page is in it.

use super::saved::{Against, FORMAT, Saved, Unusable};
use super::seen_here;
use crate::protocol::{MatchId, MatchView, Step};
use crate::rules::bot::Policy;
use crate::rules::hash::Hash;
use crate::rules::notation::Written;
use crate::rules::record::{self, Person, PersonKind, Record, match_seed};
use crate::rules::{Action, BySeat, Drawn, Game, Illegal, Position, Ruleset, Seat, Silent};

/// The random numbers that a game begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entropy {
    /// Of the id.
    pub(super) id: [u8; 22],
    /// The seed that stands for the server.
    pub(super) server: [u8; 32],
    /// The person's own.
    pub(super) own: [u8; 32],
}

/// When something happens, by the browser's calendar.
#[derive(Clone, Debug)]
pub(super) struct Now {
    /// Milliseconds since 1970.
    pub(super) ms: u64,
    /// The same as RFC 3339 in UTC.
    pub(super) written: String,
}

/// A game against the computer, or of two people at one screen.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Practice {
    saved: Saved,
    game: Game,
    opening: Vec<Drawn>,
    steps: Vec<Step>,
}

impl Practice {
    /// A new game: seats and dice come from `entropy`.
    pub(super) fn begin(against: Against, entropy: Entropy, now: &Now) -> Self {
        let rules = Ruleset::duel();
        let own = match against {
            Against::Computer { .. } => Hash(entropy.own),
            // Two at one screen: nobody stands against the browser.
            Against::Neighbour => Hash::ZERO,
        };
        let saved = Saved {
            actions: Vec::new(),
            against,
            check: String::new(),
            format: FORMAT.to_owned(),
            id: MatchId::from_bytes(entropy.id),
            own_seed: own,
            ruleset: rules.name().to_owned(),
            server_seed: Hash(entropy.server),
            started: now.written.clone(),
            started_ms: now.ms,
        };
        let mut game = Self::opened(saved, rules);
        game.saved.check = game.check();
        game
    }

    /// The game that was kept, as far as it had got.
    ///
    /// # Errors
    ///
    /// When what was kept is no game that this program can go on with.
    pub(super) fn resume(text: &str) -> Result<Self, Unusable> {
        let saved = Saved::read(text)?;
        let rules = Ruleset::named(&saved.ruleset).ok_or(Unusable::OtherRules)?;
        let mut kept = Self::opened(saved, rules);
        for act in std::mem::take(&mut kept.saved.actions) {
            let (Some(seat), Some(t)) = (act.seat, act.t) else {
                return Err(Unusable::Broken);
            };
            let action = act.action().map_err(|_| Unusable::Broken)?;
            // Kept by rules that have changed since.
            kept.apply(seat, action, t).map_err(|_| Unusable::OtherRules)?;
        }
        if kept.check() != kept.saved.check {
            return Err(Unusable::OtherRules);
        }
        Ok(kept)
    }

    fn opened(saved: Saved, rules: &'static Ruleset) -> Self {
        let seed = match_seed(saved.id.as_str(), saved.server_seed, saved.client_seeds());
        let (game, opening) = Game::begin_recorded(rules, seed.0, &mut Silent);
        Self {
            saved,
            game,
            opening,
            steps: Vec::new(),
        }
    }

    /// Does something for a side.
    ///
    /// # Errors
    ///
    /// As [`Position::play`]; nothing changes then.
    pub(super) fn play(&mut self, seat: Seat, action: Action, now_ms: u64) -> Result<Step, Illegal> {
        let last = self.saved.actions.last().and_then(|act| act.t).unwrap_or(0);
        // A calendar that was set back does not turn back the game.
        let t = now_ms.saturating_sub(self.saved.started_ms).max(last);
        let step = self.apply(seat, action, t)?;
        self.saved.check = self.check();
        Ok(step)
    }

    fn apply(&mut self, seat: Seat, action: Action, t: u64) -> Result<Step, Illegal> {
        let drawn = self.game.play_recorded(seat, action, &mut Silent)?;
        let act = Written::new(action, Some(seat), Some(t));
        let step = Step {
            act,
            drawn,
            check: self.check(),
        };
        self.saved.actions.push(act);
        self.steps.push(step.clone());
        Ok(step)
    }

    fn check(&self) -> String {
        Step::check(self.position())
    }

    /// Where the game stands.
    pub(in crate::ui) const fn position(&self) -> &Position {
        self.game.position()
    }

    /// Against whom.
    pub(in crate::ui) const fn against(&self) -> Against {
        self.saved.against
    }

    /// The person's seat; of two at one screen that of the one on turn.
    pub(in crate::ui) fn me(&self) -> Seat {
        match self.saved.against {
            Against::Computer { .. } => self.game.first_in_queue(),
            Against::Neighbour => self.position().turn(),
        }
    }

    /// What the computer does now, if it is its turn.
    pub(super) fn reply(&self) -> Option<(Seat, Action)> {
        let Against::Computer { level } = self.saved.against else {
            return None;
        };
        let seat = self.position().turn();
        if seat == self.me() {
            return None;
        }
        // Levels that a person plays against draw nothing, so the game can be gone on with at any time.
        let action = Policy::new(level.into(), "practice", 0, seat).choose(self.position())?;
        Some((seat, action))
    }

    fn players(&self) -> BySeat<Option<Person>> {
        let first = self.game.first_in_queue();
        let rules = self.position().rules();
        BySeat::from_fn(|seat| rules.has(seat).then(|| self.player(seat, first)))
    }

    fn player(&self, seat: Seat, first: Seat) -> Person {
        let (kind, name) = match self.saved.against {
            Against::Neighbour => (PersonKind::Local, seat.name().to_owned()),
            Against::Computer { .. } if seat == first => (PersonKind::Guest, "GUEST".to_owned()),
            Against::Computer { level } => (PersonKind::Computer, format!("Computer ({})", level.name())),
        };
        Person { kind, name }
    }

    /// The game as a table shows it.
    pub(in crate::ui) fn view(&self) -> MatchView {
        MatchView {
            id: self.saved.id.clone(),
            opening: self.opening.clone(),
            steps: self.steps.clone(),
            ..seen_here(self.position().rules(), self.me(), self.players())
        }
    }

    /// FORMATS.md, section 4: in practice the browser is the server, and whoever is not a person at another one is
    /// absent.
    fn fairness(&self) -> record::Fairness {
        let own = self.saved.own_seed;
        let has_own = matches!(self.saved.against, Against::Computer { .. });
        record::Fairness {
            absent: [!has_own, true],
            client_commitments: [if has_own { Hash::of(&[&own.0]) } else { Hash::ZERO }, Hash::ZERO],
            client_seeds: self.saved.client_seeds(),
            first_in_queue: self.game.first_in_queue(),
            server_commitment: Hash::of(&[&self.saved.server_seed.0]),
            server_seed: self.saved.server_seed,
        }
    }

    /// The record of a game that is over.
    pub(in crate::ui) fn record(&self) -> Option<Record> {
        let mut record = Record {
            actions: self.saved.actions.clone(),
            clock_ms: 0,
            digest: Hash::ZERO,
            fairness: self.fairness(),
            last: Hash(self.position().digest()),
            format: record::FORMAT.to_owned(),
            id: self.saved.id.as_str().to_owned(),
            players: self.players(),
            result: self.position().outcome()?,
            ruleset: self.saved.ruleset.clone(),
            started: self.saved.started.clone(),
        };
        record.seal();
        Some(record)
    }

    /// The game as it is kept.
    pub(super) fn text(&self) -> String {
        self.saved.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::practice::saved::Opponent;

    const ENTROPY: Entropy = Entropy {
        id: [3; 22],
        server: [5; 32],
        own: [7; 32],
    };

    fn now(ms: u64) -> Now {
        Now {
            ms,
            written: "2026-11-30T20:41:00.007Z".to_owned(),
        }
    }

    fn begun(against: Against) -> Practice {
        Practice::begin(against, ENTROPY, &now(1_000))
    }

    /// A person who does what is offered first.
    fn step(game: &mut Practice, at: u64) {
        let (seat, action) = game.reply().unwrap_or_else(|| {
            let turn = game.position().turn();
            (turn, game.position().offers().nth(0).unwrap())
        });
        game.play(seat, action, at).unwrap();
    }

    fn played_out(against: Against) -> Practice {
        let mut game = begun(against);
        let mut at = 1_000;
        while game.position().outcome().is_none() {
            at += 10;
            step(&mut game, at);
        }
        game
    }

    #[test]
    fn a_whole_game_makes_a_record_that_holds() {
        for against in [
            Against::Computer {
                level: Opponent::Easy,
            },
            Against::Neighbour,
        ] {
            let record = played_out(against).record().unwrap();
            assert_eq!(record.verify().err(), None, "{against:?}");
            let text = serde_json::to_vec(&record).unwrap();
            assert_eq!(Record::read(&text).unwrap(), record);
        }
    }

    #[test]
    fn a_game_goes_on_from_wherever_it_was_kept() {
        let mut game = begun(Against::Computer {
            level: Opponent::Normal,
        });
        for number in 0..60 {
            let again = Practice::resume(&game.text()).unwrap();
            assert_eq!(again.view(), game.view());
            if game.position().outcome().is_some() {
                break;
            }
            step(&mut game, 1_000 + number);
        }
        assert!(game.record().is_none() || game.position().outcome().is_some());
    }

    #[test]
    fn a_calendar_that_is_set_back_does_not_turn_back_the_game() {
        let mut game = begun(Against::Neighbour);
        step(&mut game, 9_000);
        step(&mut game, 2_000);
        let times: Vec<_> = game.saved.actions.iter().map(|act| act.t).collect();
        assert_eq!(times, [Some(8_000), Some(8_000)]);
    }

    #[test]
    fn nobody_plays_for_the_computer() {
        let mut game = begun(Against::Computer {
            level: Opponent::Easy,
        });
        while game.reply().is_none() {
            step(&mut game, 1_000);
        }
        assert_eq!(
            game.play(game.me(), Action::Roll, 1_000),
            Err(Illegal::NotYourTurn)
        );
    }

    #[test]
    fn what_cannot_be_gone_on_with_is_refused_by_its_kind() {
        let text = begun(Against::Neighbour).text();
        assert_eq!(Practice::resume("{").err(), Some(Unusable::Broken));
        assert_eq!(Practice::resume("null").err(), Some(Unusable::Broken));
        let later = text.replace(FORMAT, "flychess-practice/9");
        assert_eq!(Practice::resume(&later).err(), Some(Unusable::Later));
        let other = text.replace("\"duel\"", "\"quartet\"");
        assert_ne!(other, text);
        assert_eq!(Practice::resume(&other).err(), Some(Unusable::OtherRules));
        let seed = text.replace(&Hash([5; 32]).to_string(), &Hash([6; 32]).to_string());
        assert_eq!(Practice::resume(&seed).err(), Some(Unusable::OtherRules));
    }
}
