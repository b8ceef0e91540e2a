//! A server that comes back on the same database: everything goes on, and nobody loses by the outage (R14).

use std::time::Duration;

use flychess::protocol::{Queue, Stage, ToPage};
use flychess::rules::notation::Verb;
use flychess::rules::{Phase, Position};
use flychess::server::{Clock, record};
use tokio::time::advance;

use crate::online::page::{Live, Page, Pair};
use crate::online::{Folder, House, Plan, Stopped, secret};

/// When all this happens, in milliseconds since 1970.
const THEN: i64 = 1_800_000_000_000;

fn plan(at: i64) -> Plan {
    Plan {
        clock: Clock::set_to(at),
        ..Plan::new()
    }
}

async fn pass(ms: u64) {
    advance(Duration::from_millis(ms)).await;
}

/// The two of a pair ask another server from now on.
fn moved(mut pair: Pair, house: &House) -> Pair {
    for guest in &mut pair.guests {
        guest.address = house.address;
    }
    pair
}

fn has_items_and_effects(position: &Position) -> bool {
    let players = position.rules().seats().map(|seat| position.player(seat));
    let mut players = players.collect::<Vec<_>>().into_iter();
    let has_effect =
        |player: &&flychess::rules::Player| player.planes.iter().any(|plane| plane.effect.is_some());
    players.clone().any(|player| !player.stock.is_empty()) && players.any(|player| has_effect(&player))
}

/// Plays until it is as wanted, restarts, and compares everything that a page sees.
async fn goes_on_from(wanted: impl Fn(&Position) -> bool) {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (pair, page) = Pair::playing_until(&house, wanted).await;
    let before = (*page.position(), page.view.clone());
    page.live.close().await;
    house.close().await;

    let house = House::open(&folder).await;
    let mut pair = moved(pair, &house);
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!(*page.position(), before.0, "phase, dice, stock, effects, duties");
    assert_eq!(page.view.steps, before.1.steps);
    assert_eq!(
        (page.view.me, &page.view.players),
        (before.1.me, &before.1.players)
    );
    let version = page.version();
    assert!(page.view.outages.iter().any(|outage| outage.version == version));
    // The same dice come as without the restart: the record verifies from beginning to end.
    pair.play_until(&mut page, |position| position.outcome().is_some())
        .await;
    let record = record(&house.stored(&pair.id).await).expect("it is over");
    record.verify().expect("the record holds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_on_in_its_roll_phase() {
    goes_on_from(|position| position.phase() == Phase::Roll && has_items_and_effects(position)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_on_in_its_select_phase() {
    goes_on_from(|position| matches!(position.phase(), Phase::Select(_)) && has_items_and_effects(position))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_goes_on_with_an_item_armed() {
    goes_on_from(|position| position.armed().is_some()).await;
}

#[tokio::test(start_paused = true)]
async fn a_short_outage_leaves_the_deadline_as_it_was() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let pair = Pair::playing(&house).await;
    pass(5_000).await;
    house.close().await;
    let house = House::planned(&folder, plan(THEN + 10_000)).await;
    let pair = moved(pair, &house);
    let view = pair.view(0).await;
    assert_eq!(view.left_ms, Some(50_000));
    assert_eq!(view.outages.len(), 1);
    pass(49_998).await;
    assert_eq!(pair.view(0).await.version(), 0);
    pass(3).await;
    while pair.view(0).await.version() == 0 {}
    assert_eq!(pair.view(0).await.steps[0].act.verb, Verb::Timeout);
}

#[tokio::test(start_paused = true)]
async fn after_a_long_outage_there_are_thirty_seconds() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let pair = Pair::playing(&house).await;
    pass(59_000).await;
    house.close().await;
    // Down for a day, and again while the thirty seconds run.
    let mut at = THEN + 86_400_000;
    let mut house = House::planned(&folder, plan(at)).await;
    let mut pair = moved(pair, &house);
    assert_eq!(pair.view(0).await.left_ms, Some(30_000));
    pass(20_000).await;
    house.close().await;
    at += 20_000;
    house = House::planned(&folder, plan(at)).await;
    pair = moved(pair, &house);
    let view = pair.view(0).await;
    assert_eq!(view.left_ms, Some(30_000));
    let granted: Vec<_> = view
        .outages
        .iter()
        .map(|outage| (outage.version, outage.granted_ms))
        .collect();
    assert_eq!(granted, [(0, 30_000), (0, 30_000)]);
    pass(29_998).await;
    assert_eq!(
        pair.view(0).await.version(),
        0,
        "no timeout for time in which the server was down"
    );
    pass(3).await;
    while pair.view(0).await.version() == 0 {}
    // The phase after it has its usual time, and the record holds.
    assert_eq!(pair.view(0).await.left_ms, Some(60_000));
    let guest = &pair.guests[0];
    guest
        .act(&pair.id, 1, flychess::rules::Action::Resign)
        .await
        .expect("it may be given up");
    let record = record(&house.stored(&pair.id).await).expect("it is over");
    record.verify().expect("the record holds");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_comes_back_for_the_tail_is_told_of_the_outage() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let begun = page.version();
    pair.play_until(&mut page, |position| position.round() > 1).await;
    let version = page.version();
    assert!(version > begun);
    page.live.close().await;
    house.close().await;
    let house = House::planned(&folder, plan(THEN + 3_600_000)).await;
    let pair = moved(pair, &house);
    let mut live = Live::of(&pair.guests[0], &pair.id, Some(version)).await;
    let Some(ToPage::Steps { from, steps, left_ms }) = live.next().await else {
        panic!("the tail comes first")
    };
    assert_eq!((from, steps.len(), left_ms), (version, 0, Some(30_000)));
    let Some(ToPage::Outage { outage, left_ms }) = live.next().await else {
        panic!("then the outage")
    };
    assert_eq!(
        (outage.version, outage.granted_ms, left_ms),
        (version, 30_000, 30_000)
    );
}

/// Time passes in which the process does not run.
async fn stand_still(ms: u64) {
    pass(ms).await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stood_still_past_a_deadline_counts_no_timeout() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let pair = Pair::playing(&house).await;
    stand_still(10 * 60_000).await;
    let view = pair.view(0).await;
    assert_eq!((view.version(), view.left_ms), (0, Some(30_000)));
    let [outage] = view.outages[..] else {
        panic!("the outage is told")
    };
    assert_eq!((outage.version, outage.granted_ms), (0, 30_000));
    assert_eq!(house.stored(&pair.id).await.outages, [outage]);
    // The clock goes on from there.
    pass(30_001).await;
    while pair.view(0).await.version() == 0 {}
    let timed_out = house.stored(&pair.id).await.actions[0];
    assert_eq!(timed_out.verb, Verb::Timeout);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stood_still_puts_off_clocks_that_have_not_run_out() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let watch = tokio::spawn(house.registry.clone().watch_for_pauses());
    // From its first look it counts.
    tokio::task::yield_now().await;
    let outage = |message: &ToPage| match message {
        ToPage::Outage { outage, left_ms } => Some((outage.granted_ms, *left_ms)),
        _ => None,
    };
    // What was left is more than is granted at first: nothing is lost, and it is told all the same.
    for (number, granted) in (1..).zip([48_000, 36_000, 30_000]) {
        // Nothing is on its way meanwhile: a frame that is not written in time is one of a page that is gone.
        page.live.pulse().await;
        stand_still(12_000).await;
        while pair.view(0).await.outages.len() < number {}
        assert_eq!(page.live.until(outage).await, (granted, granted));
    }
    let kept = house.stored(&pair.id).await.outages;
    assert_eq!(kept.len(), 3, "each is kept for the log");
    watch.abort();
}

#[tokio::test(start_paused = true)]
async fn a_seed_that_was_shown_outlives_a_restart() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let pair = Pair::brought_together(&house).await;
    pair.guests[1]
        .reveal(&pair.id, pair.seeds[1])
        .await
        .expect("the seed is right");
    house.close().await;
    let house = House::planned(&folder, plan(THEN + 60_000)).await;
    let pair = moved(pair, &house);
    let view = pair.view(0).await;
    assert_eq!((view.stage, view.left_ms), (Stage::Pairing, Some(30_000)));
    pair.guests[0]
        .reveal(&pair.id, pair.seeds[0])
        .await
        .expect("the seed is right");
    let view = pair.view(0).await;
    assert_eq!((view.stage, view.fairness.absent), (Stage::Live, [false; 2]));
    assert_eq!(view.fairness.client_seeds, pair.seeds);
}

#[tokio::test(start_paused = true)]
async fn a_machine_whose_clock_was_set_back_writes_no_earlier_times() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    pass(9_000).await;
    pair.play_until(&mut page, |position| position.round() > 1).await;
    let version = page.version();
    page.live.close().await;
    house.close().await;
    let house = House::planned(&folder, plan(THEN - 3_600_000)).await;
    let pair = moved(pair, &house);
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    pair.act(&mut page, flychess::rules::Action::Roll)
        .await
        .expect("it is the roll phase");
    let loser = &pair.guests[0];
    loser
        .act(&pair.id, page.version(), flychess::rules::Action::Resign)
        .await
        .expect("it may be given up");
    let stored = house.stored(&pair.id).await;
    let times: Vec<_> = stored.actions.iter().map(|act| act.t).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert!(stored.actions.len() as u32 >= version + 2);
    record(&stored)
        .expect("it is over")
        .verify()
        .expect("the record holds");
}

#[tokio::test(start_paused = true)]
async fn the_queue_outlives_a_restart_for_those_who_come_back() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, plan(THEN)).await;
    let (mut stays, mut goes, mut comes) = (house.guest(), house.guest(), house.guest());
    goes.join(secret()).await.expect("anybody may wait");
    stays.join(secret()).await.expect("anybody may wait");
    house.close().await;
    let house = House::planned(&folder, plan(THEN + 60_000)).await;
    for guest in [&mut stays, &mut goes, &mut comes] {
        guest.address = house.address;
    }
    assert_eq!(stays.whoami().await.queue, Queue::Waiting { waited_ms: 60_000 });
    let mut live = Live::lobby(&stays).await;
    for _ in 0..3 {
        pass(5_000).await;
        live.pulse().await;
    }
    goes.is_let_go().await;
    assert!(matches!(stays.whoami().await.queue, Queue::Waiting { .. }));
    let _other = Live::lobby(&comes).await;
    comes.join(secret()).await.expect("anybody may wait");
    let id = live.paired().await;
    assert_eq!(comes.whoami().await.bound, Some(id));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_outlives_a_restart() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let guest = &pair.guests[0];
    guest
        .act(&pair.id, 0, flychess::rules::Action::Resign)
        .await
        .expect("it may be given up");
    house.close().await;
    let house = House::open(&folder).await;
    let pair = moved(pair, &house);
    let view = pair.view(1).await;
    assert_eq!(
        (view.stage, view.left_ms, view.outages.len()),
        (Stage::Over, None, 0)
    );
    assert_eq!(pair.guests[1].whoami().await.bound, Some(pair.id));
}
