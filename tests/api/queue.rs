//! The queue's laws: first in, first out; never with oneself, never twice; nobody is lost in it.

use std::collections::BTreeMap;
use std::time::Duration;

use flychess::protocol::{ApiError, Cancelled, Queue, Stage, ToPage};
use flychess::rules::hash::Hash;
use serde_json::json;
use tokio::time::advance;

use crate::online::page::{Live, Page, Pair};
use crate::online::{Folder, Guest, House, Stopped, commitment, secret};

async fn cancel(guest: &Guest) -> Cancelled {
    guest.call("cancel", json!({})).await.expect("it always answers")
}

async fn waits(guest: &Guest) -> bool {
    guest.whoami().await.queue != Queue::Out
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_against_themselves() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (guest, other) = (house.guest(), house.guest());
    let (mut one_tab, mut other_tab) = (Live::lobby(&guest).await, Live::lobby(&guest).await);
    let (one, two) = tokio::join!(guest.join(secret()), guest.join(secret()));
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
    assert_eq!(guest.join(secret()).await, Err(ApiError::AlreadyWaiting));
    assert_eq!(guest.whoami().await.bound, None);
    let mut live = Live::lobby(&other).await;
    other.join(secret()).await.expect("anybody may wait");
    let id = live.paired().await;
    // Both tabs hear of it.
    assert_eq!(one_tab.paired().await, id);
    assert_eq!(other_tab.paired().await, id);
    assert_eq!(guest.whoami().await.bound, Some(id));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_those_who_are_there_are_paired_in_order() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guests = [house.guest(), house.guest(), house.guest(), house.guest()];
    let [away, second, third, fourth] = &guests;
    away.join(secret()).await.expect("anybody may wait");
    let (mut two, mut three) = (Live::lobby(second).await, Live::lobby(third).await);
    second.join(secret()).await.expect("anybody may wait");
    assert!(waits(second).await, "nobody is there to play with");
    third.join(secret()).await.expect("anybody may wait");
    let id = two.paired().await;
    assert_eq!(three.paired().await, id);
    assert!(
        waits(away).await,
        "who is not there keeps their place for a while"
    );
    // Back in time, they are before those who came later.
    let mut four = Live::lobby(fourth).await;
    fourth.join(secret()).await.expect("anybody may wait");
    let mut one = Live::lobby(away).await;
    let id = one.paired().await;
    assert_eq!(four.paired().await, id);
    let members = house.stored(&id).await.members;
    assert_eq!(
        members.map(|member| member.player),
        [away, fourth].map(|guest| guest.who().key)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_is_paired_once_each() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let tasks: Vec<_> = (0..30)
        .map(|_| {
            let guest = house.guest();
            tokio::spawn(async move {
                let mut live = Live::lobby(&guest).await;
                guest.join(secret()).await.expect("anybody may wait");
                (guest, live.paired().await)
            })
        })
        .collect();
    let mut matches = BTreeMap::<_, Vec<_>>::new();
    for task in tasks {
        let (guest, id) = task.await.expect("it ends");
        assert_eq!(guest.whoami().await.bound, Some(id.clone()));
        matches.entry(id).or_default().push(guest.who().key);
    }
    assert_eq!(matches.len(), 15);
    for (id, mut players) in matches {
        let mut members = house.stored(&id).await.members.map(|member| member.player);
        members.sort_unstable();
        players.sort_unstable();
        assert_eq!(players, members);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_always_answers() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    assert_eq!(cancel(&guest).await, Cancelled::NotWaiting);
    let told = |message: &ToPage| match message {
        ToPage::Queue { queue } => Some(*queue),
        _ => None,
    };
    let mut live = Live::lobby(&guest).await;
    assert_eq!(live.until(told).await, Queue::Out);
    guest.join(secret()).await.expect("anybody may wait");
    assert_eq!(cancel(&guest).await, Cancelled::Cancelled);
    assert_eq!(cancel(&guest).await, Cancelled::NotWaiting);
    assert!(matches!(live.until(told).await, Queue::Waiting { .. }));
    assert_eq!(live.until(told).await, Queue::Out);
    let pair = Pair::brought_together(&house).await;
    let matched = Cancelled::Matched { id: pair.id.clone() };
    assert_eq!(cancel(&pair.guests[0]).await, matched);
    assert_eq!(cancel(&pair.guests[1]).await, matched);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_against_a_pairing_has_one_answer() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut seen = [0, 0];
    for _ in 0..20 {
        let (guest, other) = (house.guest(), house.guest());
        let (one, two) = (Live::lobby(&guest).await, Live::lobby(&other).await);
        guest.join(secret()).await.expect("anybody may wait");
        let (answer, joined) = tokio::join!(cancel(&guest), other.join(secret()));
        assert_eq!(joined, Ok(()));
        match answer {
            Cancelled::Cancelled => {
                seen[0] += 1;
                assert_eq!(guest.whoami().await.bound, None);
                assert_eq!(cancel(&other).await, Cancelled::Cancelled);
            }
            Cancelled::Matched { id } => {
                seen[1] += 1;
                assert_eq!(guest.whoami().await.bound, Some(id.clone()));
                assert_eq!(other.whoami().await.bound, Some(id));
            }
            Cancelled::NotWaiting => panic!("they waited"),
        }
        drop((one, two));
    }
    assert_eq!(seen[0] + seen[1], 20);
}

#[tokio::test(start_paused = true)]
async fn who_closes_every_tab_leaves_within_fifteen_seconds() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let (one, other) = (Live::lobby(&guest).await, Live::lobby(&guest).await);
    guest.join(secret()).await.expect("anybody may wait");
    // One of two tabs may go for ever.
    one.close().await;
    let mut other = other;
    for _ in 0..3 {
        advance(Duration::from_secs(8)).await;
        other.pulse().await;
    }
    assert!(waits(&guest).await);
    // A reload takes a moment.
    other.close().await;
    advance(Duration::from_secs(9)).await;
    assert!(waits(&guest).await);
    let again = Live::lobby(&guest).await;
    advance(Duration::from_secs(9)).await;
    assert!(waits(&guest).await);
    again.close().await;
    for _ in 0..15 {
        advance(Duration::from_secs(1)).await;
    }
    guest.is_let_go().await;
    assert_eq!(guest.join(secret()).await, Ok(()), "and may come back");
}

#[tokio::test(start_paused = true)]
async fn who_was_never_there_leaves_within_fifteen_seconds() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (guest, other) = (house.guest(), house.guest());
    let mut live = Live::lobby(&other).await;
    guest.join(secret()).await.expect("anybody may wait");
    other.join(secret()).await.expect("anybody may wait");
    for _ in 0..15 {
        advance(Duration::from_secs(1)).await;
        live.pulse().await;
        assert_eq!(other.whoami().await.bound, None, "nobody was there to play with");
    }
    guest.is_let_go().await;
    assert!(waits(&other).await);
}

#[tokio::test(start_paused = true)]
async fn when_nobody_comes_both_are_free_again() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!(page.view.stage, Stage::Pairing);
    advance(Duration::from_millis(page.view.left_ms.expect("time runs") - 2)).await;
    assert_eq!(pair.view(0).await.stage, Stage::Pairing);
    advance(Duration::from_millis(3)).await;
    page.at(Stage::Dissolved).await;
    for guest in &pair.guests {
        assert_eq!(guest.whoami().await.bound, None);
        assert_eq!(
            guest.reveal(&pair.id, secret()).await,
            Ok(()),
            "too late for anything"
        );
        assert_eq!(guest.join(secret()).await, Ok(()));
    }
    assert_eq!(pair.view(0).await.stage, Stage::Dissolved);
}

#[tokio::test(start_paused = true)]
async fn when_one_comes_the_match_begins_with_zeros_for_the_other() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    for there in [0, 1] {
        let pair = Pair::brought_together(&house).await;
        let seed = pair.seeds[there];
        pair.guests[there]
            .reveal(&pair.id, seed)
            .await
            .expect("the seed is right");
        let mut page = Page::open(&pair.guests[there], &pair.id).await;
        advance(Duration::from_millis(5_001)).await;
        page.at(Stage::Live).await;
        let mut seeds = [Hash::ZERO; 2];
        seeds[there] = seed;
        let fairness = page.view.fairness;
        assert_eq!(fairness.client_seeds, seeds);
        assert_eq!(fairness.absent, [there != 0, there != 1]);
        assert_eq!(fairness.client_commitments, pair.seeds.map(commitment));
        // Who comes too late plays, with zeros.
        let late = &pair.guests[1 - there];
        assert_eq!(late.reveal(&pair.id, pair.seeds[1 - there]).await, Ok(()));
        assert_eq!(pair.view(1 - there).await.fairness, fairness);
        assert!(pair.view(1 - there).await.me.is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_bound_is_told_where() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let bound = Err(ApiError::Bound { id: pair.id.clone() });
    assert_eq!(pair.guests[0].join(secret()).await, bound);
    assert_eq!(Live::lobby(&pair.guests[0]).await.paired().await, pair.id);
    for (guest, seed) in pair.guests.iter().zip(pair.seeds) {
        guest.reveal(&pair.id, seed).await.expect("the seed is right");
    }
    assert_eq!(pair.guests[1].join(secret()).await, bound);
    assert_eq!(Live::lobby(&pair.guests[1]).await.paired().await, pair.id);
}

#[tokio::test(start_paused = true)]
async fn who_waits_behind_a_dead_line_leaves_within_fifteen_seconds() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (silent, lively) = (house.guest(), house.guest());
    // A page that is never read from answers no ping: from here the server hears nothing of it any more.
    let _dead = Live::lobby(&silent).await;
    silent
        .join(commitment(secret()))
        .await
        .expect("nothing is against it");
    for _ in 0..15 {
        advance(Duration::from_secs(1)).await;
        // The server answers only when everything that was due has been done.
        silent.whoami().await;
    }
    silent.is_let_go().await;
    // Somebody who comes now is not paired with them.
    let mut live = Live::lobby(&lively).await;
    live.pulse().await;
    lively
        .join(commitment(secret()))
        .await
        .expect("nothing is against it");
    assert!(waits(&lively).await);
}

#[tokio::test(start_paused = true)]
async fn a_tab_that_answers_pings_keeps_its_place() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let mut live = Live::lobby(&guest).await;
    guest
        .join(commitment(secret()))
        .await
        .expect("nothing is against it");
    for _ in 0..12 {
        advance(Duration::from_secs(4)).await;
        // Reading to the server's own pulse answers its ping on the way.
        live.until(|message| matches!(message, ToPage::Pulse { .. }).then_some(()))
            .await;
    }
    assert!(waits(&guest).await);
}
