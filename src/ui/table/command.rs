//! What the player asks of the server. A command names the version that it was meant for, so it can happen only
//! once; whether it did, the stream tells.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Table;
use crate::api;
use crate::protocol::{ApiError, Version};
use crate::rules::notation::Written;
use crate::rules::{Action, Item, PlaneId, Use};
use crate::ui::{
    browser,
    live::{Link, Live},
    settings::Settings,
    words,
};

/// After so long without its effect a command is in doubt, and the page asks for the truth.
const DOUBT: Duration = Duration::from_secs(8);
/// After so long a tab that does not lead rolls too.
const ASLEEP: Duration = Duration::from_secs(2);
/// When the server could do nothing, Auto-Roll waits this long.
const BREATH: Duration = Duration::from_secs(2);

/// A command on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) version: Version,
    pub(super) action: Action,
    /// No answer came: only the stream can tell what became of it.
    pub(super) in_doubt: bool,
}

impl Table {
    /// Does something, if the rules let me and nothing else is under way.
    pub(super) fn act(self, action: Action) {
        let may = self.followed.with_untracked(|it| it.may(action));
        if !may || self.pending.get_untracked().is_some() {
            return;
        }
        if let Some(desk) = self.desk {
            self.play_here(desk, action);
            return;
        }
        let version = self.followed.with_untracked(|it| it.version());
        self.notice.set(None);
        self.aiming.set(false);
        let pending = Pending {
            version,
            action,
            in_doubt: false,
        };
        self.pending.set(Some(pending));
        set_timeout(
            move || {
                if self.pending.try_get_untracked().flatten() == Some(pending) {
                    self.doubt();
                }
            },
            DOUBT,
        );
        let id = self.id.get_value();
        spawn_local(async move {
            let answer = api::act(id, version, Written::new(action, None, None)).await;
            self.settle(version, answer);
        });
    }

    fn settle(self, version: Version, answer: Result<Version, ApiError>) {
        let is_this = self
            .pending
            .try_get_untracked()
            .flatten()
            .is_some_and(|pending| pending.version == version);
        if !is_this {
            return;
        }
        if self.link.get_untracked() == Link::Outdated {
            // No stream brings the effect any more; a new page does.
            self.gives_up.set(false);
            browser::reload_once();
            return;
        }
        match answer {
            // It shows when the stream brings it.
            Ok(_) => {}
            // The match has gone on; the stream brings how, and what was meant for it is not sent again.
            Err(ApiError::Stale { version: now })
                if now > self.followed.with_untracked(|it| it.version()) => {}
            Err(ApiError::NoAnswer) => self.doubt(),
            Err(error) => self.refuse(&error),
        }
    }

    /// The server has not done it.
    fn refuse(self, error: &ApiError) {
        self.gives_up.set(false);
        self.pending.set(None);
        match *error {
            ApiError::Unavailable | ApiError::Leaving => {
                self.notice.set(Some(
                    "The server could not do it just now. Nothing has happened; try again.",
                ));
                let again = move || {
                    self.rolled.try_set(None);
                };
                set_timeout(again, BREATH);
            }
            ApiError::Illegal { why } => {
                self.notice.set(Some(words::why(why)));
                self.start_over();
            }
            _ => self.start_over(),
        }
    }

    fn doubt(self) {
        self.gives_up.set(false);
        self.pending.update(|pending| {
            if let Some(pending) = pending {
                pending.in_doubt = true;
            }
        });
        self.start_over();
    }

    fn start_over(self) {
        self.live
            .with_value(|live| live.iter().for_each(Live::start_over));
    }

    /// A plane on the board was chosen: to move, or to launch the missile that waits.
    pub(super) fn choose(self, id: PlaneId) {
        let is_mine = self.followed.with_untracked(|it| it.mine()) == Some(id.seat);
        if is_mine {
            self.choose_number(id.plane);
        }
    }

    /// The same by the plane's index.
    pub(super) fn choose_number(self, plane: u8) {
        self.act(if self.aiming.get_untracked() {
            Action::Use(Use::Missile { plane })
        } else {
            Action::Select { plane }
        });
    }

    /// An item's button was pressed. The missile asks for a plane first.
    pub(super) fn use_item(self, item: Item) {
        if self.followed.with_untracked(|it| it.usable(item)).is_err() {
            return;
        }
        match item {
            Item::Flare => self.act(Action::Use(Use::Flare)),
            Item::Missile => self.aiming.update(|aiming| *aiming = !*aiming),
            Item::Radar => self.act(Action::Use(Use::Radar)),
            Item::SixDie => self.act(Action::Use(Use::SixDie)),
            Item::PowerUnit => self.act(Action::Use(Use::PowerUnit)),
        }
    }

    /// Rolls by itself where the player wants that: once for each version, as soon as the page knows that it is to
    /// be done. Of several tabs the one that leads does; the others only if that one is asleep.
    pub(super) fn roll_by_itself(self) {
        let settings = Settings::get();
        let due = move || {
            // A page that is too old can still ask.
            let can_ask = matches!(self.link.get(), Link::Good | Link::Outdated);
            let is_ready = settings.auto_roll.get() && can_ask && self.pending.get().is_none();
            let version = self.ask(|it| it.mine().filter(|_| it.may(Action::Roll)).map(|_| it.version()));
            version.filter(|_| is_ready && self.rolled.get() != version)
        };
        let due = Memo::new(move |_| due());
        let roll = move |version: Version| {
            self.rolled.set(Some(version));
            self.act(Action::Roll);
        };
        Effect::new(move || {
            let Some(version) = due.get() else { return };
            if self.lead.is_mine() {
                roll(version);
                return;
            }
            let later = move || {
                if due.try_get_untracked() == Some(Some(version)) {
                    roll(version);
                }
            };
            set_timeout(later, ASLEEP);
        });
    }

    /// The player gives up, whatever the match has come to meanwhile: what is under way is waited for, and a refusal
    /// because the match has gone on does not change their mind.
    pub(super) fn give_up(self) {
        self.gives_up.set(true);
    }

    /// Tells the server that the player gives up, as soon as it can be told.
    pub(super) fn resign_when_told_to(self) {
        Effect::new(move || {
            if !self.gives_up.get() || self.pending.get().is_some() {
                return;
            }
            if self.ask(|it| it.may(Action::Resign)) {
                self.act(Action::Resign);
            } else {
                self.gives_up.set(false);
            }
        });
    }
}
