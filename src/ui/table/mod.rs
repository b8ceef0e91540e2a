//! The table: a match as its players and those who watch see it.
//!
//! Reading order: [`follow`] plays the match again; [`Table`] is what the parts of the page share; `stream` keeps it
//! up to date, `command` asks the server; the rest are parts of the page.

mod call;
mod clock;
mod command;
mod company;
mod fair;
mod follow;
mod hand;
mod here;
mod keys;
mod lead;
mod log;
mod preview;
mod resign;
mod result;
mod seats;
mod stock;
mod stream;
mod view;

use leptos::prelude::*;

use self::{clock::Clock, command::Pending, follow::Followed, lead::Lead};
use super::board::Piece;
use super::live::{Link, Live};
use super::playback::Playback;
use super::practice::Desk;
use crate::protocol::{MatchId, Version};
use crate::rules::{Item, Seat};

pub(super) use seats::held;
pub(super) use view::{PracticeView, TableView};

/// What the parts of a table share. Signals that the stream, the player and the clock change.
#[derive(Clone, Copy)]
pub(super) struct Table {
    id: StoredValue<MatchId>,
    /// The game, where this page holds it itself; otherwise the server does.
    desk: Option<Desk>,
    followed: RwSignal<Followed>,
    /// Whether the match was over before the page came.
    came_late: bool,
    clock: Clock,
    /// What is being shown of what has happened.
    playback: Playback,
    link: RwSignal<Link>,
    live: StoredValue<Option<Live>>,
    /// A command whose effect has not yet shown.
    pending: RwSignal<Option<Pending>>,
    /// Whether this tab does what is done without being asked.
    lead: Lead,
    /// The version that Auto-Roll has rolled on.
    rolled: RwSignal<Option<Version>>,
    /// Whether the player has given up and the server does not know it yet.
    gives_up: RwSignal<bool>,
    /// Whether a missile waits for its plane.
    aiming: RwSignal<bool>,
    /// What is looked at on the board.
    looked_at: RwSignal<Option<Piece>>,
    /// The item button that is looked at.
    item: RwSignal<Option<Item>>,
    /// What the player is to be told of the last command.
    notice: RwSignal<Option<&'static str>>,
}

impl Table {
    fn new(followed: Followed, desk: Option<Desk>) -> Self {
        let clock = Clock::new(followed.view().left_ms);
        Self {
            id: StoredValue::new(followed.view().id.clone()),
            desk,
            came_late: followed.position().outcome().is_some(),
            followed: RwSignal::new(followed),
            clock,
            playback: Playback::new(),
            link: RwSignal::new(if desk.is_some() {
                Link::Good
            } else {
                Link::default()
            }),
            live: StoredValue::new(None),
            pending: RwSignal::new(None),
            lead: Lead::new(desk.is_some()),
            rolled: RwSignal::new(None),
            gives_up: RwSignal::new(false),
            aiming: RwSignal::new(false),
            looked_at: RwSignal::new(None),
            item: RwSignal::new(None),
            notice: RwSignal::new(None),
        }
    }

    /// Asks the followed match something, and asks again when it changes.
    fn ask<T>(self, question: impl FnOnce(&Followed) -> T) -> T {
        self.followed.with(question)
    }

    fn me(self) -> Option<Seat> {
        self.ask(|it| it.view().me)
    }
}
