//! The game behind the demo, without any of the page: positions, chance, and what was shown of them so far.

use std::{collections::VecDeque, sync::LazyLock};

use crate::{
    rules::{
        Event, Position, Ruleset, Seeded,
        bot::{Level, Policy},
    },
    ui::{
        board::{Moment, Scene},
        words::{self, Line},
    },
};

/// Actions played before the first picture, so that there is something to see.
const OPENING: usize = 70;

/// Lines that are kept.
const KEPT: usize = 12;

/// How long what was just shown is to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// A step among others.
    Step,
    /// Something to look at.
    Look,
}

/// A game in which the engine moves for both sides, shown event by event.
#[derive(Clone, Debug)]
pub(super) struct Game {
    number: u8,
    position: Position,
    chance: Seeded,
    player: Policy,
    coming: VecDeque<Event>,
    scene: Scene,
    moment: Option<Moment>,
    is_jump: bool,
    log: VecDeque<Line>,
}

impl Game {
    /// The game that everybody sees first, some way into it.
    pub(super) fn opening() -> Self {
        // Every page begins with it, and it is always the same.
        static GAME: LazyLock<Game> = LazyLock::new(|| {
            let mut game = Game::numbered(0);
            for _ in 0..OPENING {
                game.finish_action();
            }
            game
        });
        GAME.clone()
    }

    /// A fresh game. Equal numbers give equal games on every machine.
    fn numbered(number: u8) -> Self {
        let mut chance = Seeded::new([number; 32]);
        let mut events = Vec::new();
        let rules = Ruleset::duel();
        // A seeded stream always has an outcome; were it otherwise, the game would begin with a bare board.
        let position = Position::begin(rules, &mut chance, &mut events)
            .map_or_else(|_| Position::new(rules), |(position, _)| position);
        Self {
            number,
            position,
            chance,
            player: Policy::new(Level::Easy, "demo", number.into(), rules.first()),
            coming: events.into(),
            scene: Scene::before(rules),
            moment: None,
            is_jump: false,
            log: VecDeque::new(),
        }
    }

    /// Shows one more event; plays the next action when all are shown, and the next game after the last.
    pub(super) fn show_next(&mut self) -> Pace {
        let Some(event) = self.coming.pop_front() else {
            self.moment = None;
            self.play();
            return Pace::Step;
        };
        self.scene.show(&event);
        self.is_jump = match event {
            Event::Jumped { .. } => true,
            Event::Stepped { .. } => self.is_jump,
            _ => false,
        };
        self.moment = Moment::of(self.scene, None, &event, self.is_jump);
        if self.coming.is_empty() {
            self.scene = Scene::of(&self.position);
        }
        if let Some(line) = words::tell(&event) {
            self.log.push_front(line);
            self.log.truncate(KEPT);
        }
        if matches!(event, Event::Stepped { .. } | Event::TurnEnded { .. }) {
            Pace::Step
        } else {
            Pace::Look
        }
    }

    /// Shows the rest of the running action at once, or the whole of the next.
    pub(super) fn finish_action(&mut self) {
        if self.coming.is_empty() {
            self.play();
        }
        while !self.coming.is_empty() {
            self.show_next();
        }
        self.moment = None;
    }

    fn play(&mut self) {
        let Some(action) = self.player.choose(&self.position) else {
            *self = Self::numbered(self.number.wrapping_add(1));
            return;
        };
        let mut events = Vec::new();
        // What a player chooses is accepted; a refusal would show as a game that stands still.
        let _ = self
            .position
            .play(self.position.turn(), action, &mut self.chance, &mut events);
        self.coming = events.into();
    }

    /// What is on the board now.
    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What is happening there, if anything is.
    pub(super) fn moment(&self) -> Option<Moment> {
        self.moment
    }

    /// The round that is being played.
    pub(super) fn round(&self) -> u32 {
        self.position.round()
    }

    /// What happened, newest first.
    pub(super) fn log(&self, lines: usize) -> impl Iterator<Item = &Line> {
        self.log.iter().take(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_the_same_for_everybody() {
        assert_eq!(Game::opening().scene(), Game::opening().scene());
    }

    #[test]
    fn a_shown_action_leaves_the_scene_of_its_position() {
        let mut game = Game::opening();
        for _ in 0..2_000 {
            game.finish_action();
            if game.coming.is_empty() && game.position.round() > 1 {
                assert_eq!(*game.scene(), Scene::of(&game.position));
            }
        }
        assert!(game.number > 0, "games end and the next begins");
    }
}
