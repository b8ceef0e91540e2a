//! Following a match: the page plays every step again with the same engine, so what it shows comes from the rules
//! and never from a guess.

use crate::protocol::{MatchView, Outage, Stage, Step, Version};
use crate::rules::hash::Hash;
use crate::rules::{
    Action, Event, Illegal, Item, Place, PlaneId, PlaneSet, Planes, Position, Roll, Ruleset, Scripted, Seat,
};
use crate::ui::board::Trail;
use crate::ui::playback::Happened;
use crate::ui::words::{self, Line};

/// The page got elsewhere than the server, or lacks steps in between: it needs everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Astray;

/// A match as far as the page has followed it.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    view: MatchView,
    position: Position,
    version: Version,
    log: Vec<Line>,
    roll: Option<Roll>,
    trails: Vec<Trail>,
    /// What has happened since somebody last asked.
    fresh: Vec<Happened>,
}

impl Followed {
    /// Follows a match from a position on.
    pub(super) const fn from_here(view: MatchView, position: Position) -> Self {
        Self {
            position,
            version: 0,
            log: Vec::new(),
            roll: None,
            trails: Vec::new(),
            fresh: Vec::new(),
            view,
        }
    }

    /// Follows a match from its beginning.
    pub(super) fn new(mut view: MatchView) -> Result<Self, Astray> {
        let rules = Ruleset::named(&view.ruleset).ok_or(Astray)?;
        let steps = std::mem::take(&mut view.steps);
        let outages = std::mem::take(&mut view.outages);
        let mut followed = Self::from_here(view, Position::new(rules));
        if followed.has_begun() {
            let mut events = Vec::new();
            let mut chance = Scripted::new(&followed.view.opening);
            let begun = Position::begin(rules, &mut chance, &mut events);
            followed.position = begun.map_err(|_| Astray)?.0;
            followed.write(&events);
        }
        let mut outages = outages.into_iter().peekable();
        for step in &steps {
            while let Some(outage) = outages.next_if(|outage| outage.version <= followed.version) {
                followed.note(outage);
            }
            followed.play(step)?;
        }
        outages.for_each(|outage| followed.note(outage));
        // What was over before the page came is no news.
        followed.fresh.clear();
        Ok(followed)
    }

    /// Takes in the steps that follow version `from`; what is known already is passed over.
    pub(super) fn take(&mut self, from: Version, steps: &[Step]) -> Result<(), Astray> {
        let known = self.version.checked_sub(from).ok_or(Astray)?;
        steps
            .iter()
            .skip(usize::try_from(known).unwrap_or(usize::MAX))
            .try_for_each(|step| self.play(step))
    }

    fn play(&mut self, step: &Step) -> Result<(), Astray> {
        let (Some(seat), Ok(action)) = (step.act.seat, step.act.action()) else {
            return Err(Astray);
        };
        let before = self.position;
        let mut events = Vec::new();
        let mut chance = Scripted::new(&step.drawn);
        self.position
            .play(seat, action, &mut chance, &mut events)
            .map_err(|_| Astray)?;
        self.version += 1;
        if !Hash(self.position.digest()).to_string().starts_with(&step.check) {
            return Err(Astray);
        }
        let trails = Trail::of(&before, &events);
        if !trails.is_empty() {
            self.trails = trails;
        }
        let roll = self.roll;
        self.write(&events);
        self.fresh.push(Happened { before, roll, events });
        Ok(())
    }

    fn write(&mut self, events: &[Event]) {
        self.log.extend(words::tell_all(events));
        let rolled = events.iter().rev().find_map(|event| match event {
            Event::Rolled { roll, .. } => Some(roll.0),
            _ => None,
        });
        self.roll = rolled.or(self.roll);
    }

    /// Takes in time that the server was down.
    pub(super) fn note(&mut self, outage: Outage) {
        if self.view.outages.contains(&outage) {
            return;
        }
        let seconds = outage.granted_ms / 1000;
        self.view.outages.push(outage);
        self.log.push(Line::of_table(format!(
            "The server was away; the time it was away does not count, {seconds} s are left"
        )));
    }

    /// What has happened since this was asked last, to be shown.
    pub(super) fn take_fresh(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.fresh)
    }

    /// The match beside its steps.
    pub(super) const fn view(&self) -> &MatchView {
        &self.view
    }

    pub(super) const fn view_mut(&mut self) -> &mut MatchView {
        &mut self.view
    }

    /// Where the match stands.
    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn version(&self) -> Version {
        self.version
    }

    /// What happened, newest last.
    pub(super) fn log(&self) -> &[Line] {
        &self.log
    }

    /// The last roll.
    pub(super) const fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The ways of the last action that moved anything.
    pub(super) fn trails(&self) -> &[Trail] {
        &self.trails
    }

    /// Whether the seats are drawn.
    pub(super) fn has_begun(&self) -> bool {
        matches!(self.view.stage, Stage::Live | Stage::Over)
    }

    /// Whether the match is under way.
    pub(super) fn is_live(&self) -> bool {
        self.has_begun() && self.position.outcome().is_none()
    }

    /// My seat, if it is my turn.
    pub(super) fn mine(&self) -> Option<Seat> {
        self.view
            .me
            .filter(|&me| self.is_live() && me == self.position.turn())
    }

    /// Whether I may do this now.
    pub(super) fn may(&self, action: Action) -> bool {
        let me = self.view.me.filter(|_| self.has_begun());
        me.is_some_and(|me| self.position.check(me, action).is_ok())
    }

    /// Why I cannot use this item now.
    pub(super) fn usable(&self, item: Item) -> Result<(), Illegal> {
        if self.position.outcome().is_none() && self.mine().is_none() {
            return Err(Illegal::NotYourTurn);
        }
        self.position.usable(item)
    }

    /// The planes that I may choose: for the roll, or to launch a missile.
    pub(super) fn choosable(&self, aiming: bool) -> Planes {
        match self.mine() {
            None => Planes::NONE,
            Some(_) if aiming => self.position.launchers(),
            Some(_) => self.position.selectable(),
        }
    }

    /// Where my plane would go, and what is to be said of it.
    pub(super) fn preview(&self, plane: u8, aiming: bool) -> Option<(Vec<Trail>, String)> {
        let seat = self.mine()?;
        let preview = if aiming {
            self.position.preview_missile(plane)
        } else {
            self.position.preview_select(plane)
        }?;
        let id = PlaneId { seat, plane };
        let mut said = words::preview(id, &preview);
        if aiming {
            let targets = self.position.missile_targets(plane);
            let names: Vec<_> = targets.into_iter().map(words::name).collect();
            said = format!("{} launches at {}. {said}", words::name(id), names.join(", "));
        }
        Some((Trail::ahead(&self.position, &preview), said))
    }

    /// All that a missile could do now, from each plane that could launch it.
    pub(super) fn preview_missile(&self) -> Vec<Trail> {
        self.choosable(true)
            .iter()
            .filter_map(|plane| self.position.preview_missile(plane))
            .flat_map(|preview| Trail::ahead(&self.position, &preview))
            .collect()
    }

    /// The enemy planes that a missile could reach now.
    pub(super) fn in_range(&self) -> PlaneSet {
        self.choosable(true)
            .iter()
            .flat_map(|plane| self.position.missile_targets(plane))
            .collect()
    }

    /// What a side still has to go: planes at home.
    pub(super) fn home(&self, seat: Seat) -> usize {
        self.position.player(seat).at(Place::Home).len()
    }

    /// The word for the phase, as the page's handle says it.
    pub(super) fn phase(&self) -> &'static str {
        if !self.has_begun() {
            return "pairing";
        }
        words::phase(self.position.phase())
    }

    /// The digest of the position, for those who compare pages.
    pub(super) fn digest(&self) -> String {
        Hash(self.position.digest()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Fairness, MatchId, Presence};
    use crate::rules::bot::{Level, Policy};
    use crate::rules::notation::Written;
    use crate::rules::{BySeat, Game, Silent};

    /// A whole game as a server shows it, and the game itself.
    fn played() -> (MatchView, Game) {
        let rules = Ruleset::duel();
        let (mut game, opening) = Game::begin_recorded(rules, [7; 32], &mut Silent);
        let mut steps = Vec::new();
        let mut player = Policy::new(Level::Easy, "follow", 7, rules.first());
        while let Some(action) = player.choose(game.position()) {
            let seat = game.position().turn();
            let drawn = game.play_recorded(seat, action, &mut Silent).unwrap();
            let mut check = Hash(game.position().digest()).to_string();
            check.truncate(8);
            let act = Written::new(action, Some(seat), Some(0));
            steps.push(Step { act, drawn, check });
        }
        (shown(opening, steps), game)
    }

    fn shown(opening: Vec<crate::rules::Drawn>, steps: Vec<Step>) -> MatchView {
        MatchView {
            id: MatchId::from_bytes([0; 22]),
            ruleset: Ruleset::duel().name().to_owned(),
            stage: Stage::Live,
            me: Some(Seat::Red),
            order: Some(0),
            players: BySeat::default(),
            fairness: Fairness {
                server_commitment: Hash::ZERO,
                client_commitments: [Hash::ZERO; 2],
                client_seeds: [Hash::ZERO; 2],
                absent: [false; 2],
            },
            scored: true,
            clock_ms: 60_000,
            left_ms: Some(60_000),
            opening,
            steps,
            presence: Presence {
                seats: BySeat::default(),
                watchers: 0,
            },
            outages: Vec::new(),
            left: false,
        }
    }

    #[test]
    fn who_follows_gets_where_the_game_got() {
        let (view, game) = played();
        let followed = Followed::new(view).unwrap();
        assert_eq!(followed.position(), game.position());
        assert_eq!(followed.version(), game.version());
        assert!(followed.mine().is_none(), "a match that is over is nobody's turn");
    }

    #[test]
    fn steps_come_in_any_pieces_but_without_gaps() {
        let (mut view, game) = played();
        let steps = view.steps.split_off(20);
        let mut followed = Followed::new(view).unwrap();
        assert_eq!(followed.take(21, &steps[1..]), Err(Astray));
        assert_eq!(followed.take(20, &steps[..10]), Ok(()));
        assert_eq!(
            followed.take(25, &steps[5..]),
            Ok(()),
            "what is known is passed over"
        );
        assert_eq!(followed.take(20, &steps[..3]), Ok(()));
        assert_eq!(followed.position(), game.position());
    }

    #[test]
    fn each_outage_is_told_once() {
        let (mut view, _) = played();
        let outage = |at_ms| Outage {
            at_ms,
            version: 3,
            granted_ms: 30_000,
        };
        view.outages = vec![outage(1), outage(2)];
        let mut followed = Followed::new(view).unwrap();
        let lines = followed.log().len();
        followed.note(outage(2));
        assert_eq!(followed.log().len(), lines, "it is known");
        followed.note(outage(3));
        assert_eq!(followed.log().len(), lines + 1);
        assert_eq!(followed.view().outages.len(), 3);
    }

    #[test]
    fn another_outcome_than_the_servers_is_noticed() {
        let (mut view, _) = played();
        view.steps.truncate(5);
        view.steps[4].check = "00000000".to_owned();
        assert!(Followed::new(view).is_err());
    }

    #[test]
    fn what_crosses_the_wire_comes_back() {
        let (mut view, _) = played();
        view.presence.seats = BySeat::from_fn(|seat| (seat == Seat::Red).then_some(true));
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<MatchView>(&text).unwrap(), view);
    }
}
