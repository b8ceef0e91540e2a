//! What the stream says, and what becomes of it.

use leptos::prelude::*;

use super::{Table, follow::Followed};
use crate::protocol::{MatchView, Stage, ToPage, Version};
use crate::ui::{
    account::Switching,
    browser, keep,
    live::{Heard, Link, Live, Wanted},
};

impl Table {
    /// Begins to listen, and ends it with the page.
    pub(super) fn listen(self) {
        Effect::new(move || {
            let known = move || {
                let version = self.followed.try_with_untracked(Followed::version)?;
                Some(version).filter(|&version| version > 0)
            };
            let live = Live::begin(Wanted {
                id: Some(self.id.get_value()),
                known: Box::new(known),
                hear: Box::new(move |message| self.hear(message)),
                link: self.link,
            });
            self.live.set_value(Some(live));
        });
        on_cleanup(move || {
            let live = self.live.try_update_value(Option::take);
            live.flatten().iter().for_each(Live::end);
        });
    }

    /// Whether what was heard last is all there is.
    fn hear(self, message: ToPage) -> Heard {
        match message {
            ToPage::Snapshot { view } => self.replace(*view),
            ToPage::Steps { from, steps, left_ms } => {
                let before = self.followed.with_untracked(Followed::version);
                let taken = self.followed.try_update(|followed| followed.take(from, &steps));
                if taken != Some(Ok(())) {
                    return Heard::Gap;
                }
                if self.followed.with_untracked(Followed::version) > before {
                    self.show_fresh();
                    self.clock.set(left_ms);
                } else {
                    self.clock.confirm(left_ms);
                }
                self.up_to_date();
                Heard::Whole
            }
            ToPage::Presence { presence } => {
                self.followed
                    .update(|followed| followed.view_mut().presence = presence);
                Heard::More
            }
            ToPage::Outage { outage, left_ms } => {
                self.followed.update(|followed| followed.note(outage));
                self.clock.set(Some(left_ms));
                Heard::More
            }
            ToPage::Dissolved => {
                self.followed
                    .update(|followed| followed.view_mut().stage = Stage::Dissolved);
                self.clock.set(None);
                Heard::Whole
            }
            ToPage::Left => {
                self.followed.update(|followed| followed.view_mut().left = true);
                Heard::More
            }
            ToPage::Pulse { left_ms } => {
                self.clock.confirm(left_ms);
                Heard::More
            }
            ToPage::Queue { .. } | ToPage::Paired { .. } | ToPage::Close { .. } => Heard::More,
        }
    }

    /// What has just happened is shown; the state is there already.
    pub(super) fn show_fresh(self) {
        let fresh = self.followed.try_update_untracked(Followed::take_fresh);
        self.playback.show(&fresh.unwrap_or_default());
    }

    fn replace(self, view: MatchView) -> Heard {
        let left_ms = view.left_ms;
        let Ok(followed) = Followed::new(view) else {
            // Another engine than the server's: only another page helps.
            self.link.set(Link::Outdated);
            return Heard::More;
        };
        self.playback.finish();
        self.followed.set(followed);
        self.clock.set(left_ms);
        self.up_to_date();
        self.show_seed();
        Heard::Whole
    }

    /// The page knows the truth: a command that was in doubt has happened or it has not.
    fn up_to_date(self) {
        let version: Version = self.followed.with_untracked(Followed::version);
        if let Some(pending) = self.pending.get_untracked()
            && (pending.in_doubt || pending.version < version)
        {
            if pending.in_doubt {
                self.rolled.set(None);
            }
            self.pending.set(None);
        }
        self.aiming.set(false);
    }

    /// Shows the seed that opens my commitment, once what was promised has been kept.
    pub(super) fn show_seed(self) {
        self.followed
            .with_untracked(|followed| keep::show_seed(followed.view()));
    }

    /// Where a page of another version is loaded anew: when nothing is to be done, or no time is left to do it in.
    /// The answer to a command is such a moment too.
    pub(super) fn reload_when_outdated(self) {
        Effect::new(move || {
            if self.link.get() != Link::Outdated || self.pending.get().is_some() {
                return;
            }
            if self.ask(|it| it.mine().is_none()) || self.clock.seconds() == Some(0) {
                browser::reload_once();
            }
        });
        Switching::get().follow(self.link);
    }
}
