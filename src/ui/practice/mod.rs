//! Playing the computer, or somebody at the same screen: a game that this page holds itself, with no server.
//!
//! Reading order: [`game`] is the game and its record; [`saved`] how it is kept; [`lesson`] is one to learn by; [`keep`] asks the browser for what they
//! need; [`Desk`] is what a table has of it; `desk` and `setup` are parts of the page, `standby` the place in the queue
//! of who waits meanwhile.

mod desk;
mod game;
mod hint;
mod keep;
mod lesson;
mod saved;
mod setup;
mod standby;
mod tutorial;

use leptos::prelude::*;

use self::lesson::Lesson;
use crate::protocol::{Fairness, MatchId, MatchView, Presence, Stage, Step};
use crate::rules::hash::Hash;
use crate::rules::record::{Person, Record};
use crate::rules::{Action, BySeat, Position, Ruleset, Seat};
use serde::{Deserialize, Serialize};

pub(super) use desk::{DeskBar, DeskOut, DeskRecord};
use game::Practice;
pub(super) use setup::PracticePage;
pub(super) use tutorial::LessonBar;

/// A game at a table that this page holds itself.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    held: StoredValue<Held>,
    /// Whether a lesson's goal is reached.
    is_done: RwSignal<bool>,
    /// How long the computer thinks.
    pub(super) pace: RwSignal<Pace>,
    /// What was asked: what `hard` would do.
    hint: RwSignal<Option<String>>,
    /// What the page shows: this game, or what to play next.
    at: RwSignal<At>,
}

/// What is played at a desk.
#[derive(Clone, Debug)]
enum Held {
    Game(Box<Practice>),
    Lesson(Box<Lesson>),
}

impl Desk {
    fn new(held: Held, at: RwSignal<At>) -> Self {
        Self {
            held: StoredValue::new(held),
            is_done: RwSignal::new(false),
            pace: RwSignal::new(super::keep::get(super::keep::PACE).unwrap_or_default()),
            hint: RwSignal::new(None),
            at,
        }
    }

    fn game<T>(self, of: impl FnOnce(&Practice) -> T) -> Option<T> {
        self.held.with_value(|held| match held {
            Held::Game(game) => Some(of(game)),
            Held::Lesson(_) => None,
        })
    }

    /// Which lesson it is, from 0, if it is one.
    pub(super) fn lesson(self) -> Option<usize> {
        self.held.with_value(|held| match held {
            Held::Game(_) => None,
            Held::Lesson(lesson) => Some(lesson.number()),
        })
    }

    /// Does something for a side; nothing if it cannot be done.
    pub(super) fn play(self, seat: Seat, action: Action) -> Option<Step> {
        self.hint.set(None);
        let played = self.held.try_update_value(|held| match held {
            Held::Game(game) => keep::play(game, seat, action).ok(),
            Held::Lesson(lesson) => lesson.play(seat, action).ok(),
        });
        let is_done = self.held.with_value(|held| match held {
            Held::Game(_) => false,
            Held::Lesson(lesson) => lesson.is_done(),
        });
        self.is_done.set(is_done);
        played.flatten()
    }

    /// What the computer does now, if it is its turn.
    pub(super) fn reply(self) -> Option<(Seat, Action)> {
        self.game(Practice::reply).flatten()
    }

    /// The person's seat; of two at one screen that of the one on turn.
    pub(super) fn me(self) -> Seat {
        self.held.with_value(|held| match held {
            Held::Game(game) => game.me(),
            Held::Lesson(lesson) => lesson.me(),
        })
    }

    /// What is played, as a table shows it.
    pub(super) fn view(self) -> MatchView {
        self.held.with_value(|held| match held {
            Held::Game(game) => game.view(),
            Held::Lesson(lesson) => lesson.view(),
        })
    }

    /// Where it begins, if not as matches do.
    pub(super) fn begin(self) -> Option<Position> {
        self.held.with_value(|held| match held {
            Held::Game(_) => None,
            Held::Lesson(lesson) => Some(lesson.begin()),
        })
    }

    /// Whether the other side is the computer.
    pub(super) fn is_against_computer(self) -> bool {
        self.game(|game| game.against() != saved::Against::Neighbour) == Some(true)
    }

    /// The record of the game, once it is over.
    pub(super) fn record(self) -> Option<Record> {
        self.game(Practice::record).flatten()
    }
}

/// A game as a table shows it that has no server: nobody promised anything, no clock runs, and everybody is there.
fn seen_here(rules: &Ruleset, me: Seat, players: BySeat<Option<Person>>) -> MatchView {
    MatchView {
        id: MatchId::from_bytes([0; 22]),
        ruleset: rules.name().to_owned(),
        stage: Stage::Live,
        me: Some(me),
        order: Some(0),
        players,
        fairness: Fairness {
            server_commitment: Hash::ZERO,
            client_commitments: [Hash::ZERO; 2],
            client_seeds: [Hash::ZERO; 2],
            absent: [true; 2],
        },
        scored: false,
        clock_ms: 0,
        left_ms: None,
        opening: Vec::new(),
        steps: Vec::new(),
        presence: Presence {
            seats: BySeat::from_fn(|seat| rules.has(seat).then_some(true)),
            watchers: 0,
        },
        outages: Vec::new(),
        left: false,
    }
}

/// What the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// What to play.
    Setup,
    /// The number of the game, or lesson, since the page was opened.
    Game(u32),
    /// The game that is over, step by step.
    Replay,
}

impl At {
    /// To another game, at a table laid anew.
    const fn next(&mut self) {
        *self = match *self {
            Self::Game(number) => Self::Game(number + 1),
            Self::Setup | Self::Replay => Self::Game(0),
        };
    }
}

/// How long the computer thinks before it does something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pace {
    /// Long enough to read along.
    Slow,
    /// As a person would who knows what to do.
    #[default]
    Normal,
    /// At once.
    Quick,
}

impl Pace {
    const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Quick];

    const fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Quick => "quick",
        }
    }

    /// How long it thinks.
    pub(super) const fn milliseconds(self) -> u64 {
        match self {
            Self::Slow => 1_500,
            Self::Normal => 600,
            Self::Quick => 0,
        }
    }
}
