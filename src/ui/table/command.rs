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
use crate::ui::{live::Live, settings::Settings, words};

/// After so long without its effect a command is in doubt, and the page asks for the truth.
const DOUBT: Duration = Duration::from_secs(8);
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
        match answer {
            // It shows when the stream brings it.
            Ok(_) => {}
            // The match has gone on; the stream brings how, and nothing is sent again.
            Err(ApiError::Stale { version: now })
                if now > self.followed.with_untracked(|it| it.version()) => {}
            Err(ApiError::NoAnswer) => self.doubt(),
            Err(ApiError::Unavailable | ApiError::Leaving) => {
                self.pending.set(None);
                self.notice.set(Some(
                    "The server could not do it just now. Nothing has happened; try again.",
                ));
                set_timeout(move || self.rolled.set_value(None), BREATH);
            }
            Err(ApiError::Illegal { why }) => {
                self.pending.set(None);
                self.notice.set(Some(words::why(why)));
                self.start_over();
            }
            Err(_) => {
                self.pending.set(None);
                self.start_over();
            }
        }
    }

    fn doubt(self) {
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
    /// be done. Of several tabs that do so the server hears one.
    pub(super) fn roll_by_itself(self) {
        let settings = Settings::get();
        Effect::new(move || {
            let is_ready = settings.auto_roll.get()
                && self.link.get() == crate::ui::live::Link::Good
                && self.pending.get().is_none();
            let version = self.ask(|it| it.mine().filter(|_| it.may(Action::Roll)).map(|_| it.version()));
            if is_ready && version.is_some() && self.rolled.get_value() != version {
                self.rolled.set_value(version);
                self.act(Action::Roll);
            }
        });
    }
}
