//! Who listens at a table, and what each of them is shown.

use std::collections::{BTreeMap, BTreeSet};

use super::task::Task;
use crate::protocol::{Fairness, MatchView, Presence, Stage, Step, ToPage, Version};
use crate::rules::hash::Hash;
use crate::rules::{BySeat, Seat};
use crate::server::socket::{Listener, written};
use crate::server::store::{PlayerKey, StoredStage};

impl Task {
    /// Whether this is a player who has left the result for the lobby.
    fn has_left(&self, who: PlayerKey) -> bool {
        self.order(who)
            .is_some_and(|order| self.stored.members[order].has_left)
    }

    fn presence(&self) -> Presence {
        let is_there = |order: usize| {
            let player = self.stored.members[order].player;
            self.audience.values().any(|listener| listener.who == player)
        };
        let order_of = |seat: Seat| (0..2).find(|&order| self.seat_at(order) == Some(seat));
        let others = self.audience.values().map(|listener| listener.who);
        let watchers: BTreeSet<PlayerKey> = others.filter(|&who| self.order(who).is_none()).collect();
        Presence {
            seats: BySeat::from_fn(|seat| order_of(seat).map(is_there)),
            watchers: u32::try_from(watchers.len()).unwrap_or(u32::MAX),
        }
    }

    pub(super) fn view(&self, who: PlayerKey) -> MatchView {
        let members = &self.stored.members;
        let order = self.order(who);
        let seated = |seat: Seat| {
            let order = (0..2).find(|&order| self.seat_at(order) == Some(seat))?;
            Some(members[order].identity.clone())
        };
        let has_begun = self.play.is_some();
        MatchView {
            id: self.stored.id.clone(),
            ruleset: self.rules.name().to_owned(),
            stage: match self.stored.stage {
                StoredStage::Pairing { .. } => Stage::Pairing,
                StoredStage::Live { .. } => Stage::Live,
                StoredStage::Over { .. } => Stage::Over,
                StoredStage::Dissolved => Stage::Dissolved,
            },
            me: self.seat(who),
            order: order.and_then(|order| u8::try_from(order).ok()),
            players: BySeat::from_fn(seated),
            fairness: Fairness {
                server_commitment: Hash::of(&[&self.stored.server_seed.0]),
                client_commitments: members.each_ref().map(|member| member.commitment),
                client_seeds: members
                    .each_ref()
                    .map(|member| member.seed.filter(|_| has_begun).unwrap_or(Hash::ZERO)),
                absent: members
                    .each_ref()
                    .map(|member| has_begun && member.seed.is_none()),
            },
            scored: self.stored.occasion.is_scored(),
            clock_ms: self.stored.clock_ms,
            left_ms: self.left_ms(),
            opening: self
                .play
                .as_ref()
                .map(|play| play.opening.clone())
                .unwrap_or_default(),
            steps: self
                .play
                .as_ref()
                .map(|play| play.steps.clone())
                .unwrap_or_default(),
            presence: self.presence(),
            outages: self.stored.outages.clone(),
            left: self.has_left(who),
        }
    }

    /// A page begins to listen: the unbroken tail if it names a version that this match has had, else everything.
    pub(super) fn listen(&mut self, listener: Listener, from: Option<Version>) {
        // A page that has no step yet may not even know who sits where.
        let from = from.filter(|&from| from > 0);
        let tail = match (&self.play, from.and_then(|from| usize::try_from(from).ok())) {
            (Some(play), Some(known)) => play.steps.get(known..).map(<[Step]>::to_vec),
            _ => None,
        };
        let left_ms = self.left_ms();
        let first = match (tail, from) {
            (Some(steps), Some(from)) => {
                let outages = self.stored.outages.iter().filter(|outage| outage.version >= from);
                let outages = outages.map(|&outage| ToPage::Outage {
                    outage,
                    left_ms: left_ms.unwrap_or(0),
                });
                let left = self.has_left(listener.who).then_some(ToPage::Left);
                std::iter::once(ToPage::Steps { from, steps, left_ms })
                    .chain(outages)
                    .chain(left)
                    .collect()
            }
            _ => vec![ToPage::Snapshot {
                view: Box::new(self.view(listener.who)),
            }],
        };
        if first.iter().all(|message| listener.tell(&written(message))) {
            self.audience.insert(listener.id, listener);
            self.tell_presence();
        }
    }

    pub(super) fn tell_presence(&mut self) {
        let presence = self.presence();
        self.tell(&ToPage::Presence { presence });
    }

    /// Everybody gets everything, each as they see it.
    pub(super) fn show_all(&mut self) {
        let snapshot = |listener: &Listener| {
            let view = Box::new(self.view(listener.who));
            written(&ToPage::Snapshot { view })
        };
        let told: BTreeMap<_, _> = self
            .audience
            .iter()
            .map(|(&id, listener)| (id, snapshot(listener)))
            .collect();
        let before = self.audience.len();
        self.audience
            .retain(|id, listener| told.get(id).is_some_and(|message| listener.tell(message)));
        self.tell_who_fell_behind(before);
    }

    pub(super) fn tell(&mut self, message: &ToPage) {
        self.tell_those(message, |_| true);
    }

    /// Tells every tab of one player.
    pub(super) fn tell_one(&mut self, who: PlayerKey, message: &ToPage) {
        self.tell_those(message, |listener| listener.who == who);
    }

    fn tell_those(&mut self, message: &ToPage, is_meant: impl Fn(&Listener) -> bool) {
        let message = written(message);
        let before = self.audience.len();
        // Those who are too far behind are let go; they come back for a snapshot.
        self.audience
            .retain(|_, listener| !is_meant(listener) || listener.tell(&message));
        self.tell_who_fell_behind(before);
    }

    /// Those who stay hear that others were let go.
    fn tell_who_fell_behind(&mut self, before: usize) {
        if self.audience.len() < before {
            self.tell_presence();
        }
    }
}
