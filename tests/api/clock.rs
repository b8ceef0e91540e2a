//! The clock of a phase: the server's alone, and against an action exactly one of the two wins. Time is stopped here.

use std::time::Duration;

use flychess::protocol::{ApiError, Stage};
use flychess::rules::notation::Verb;
use flychess::rules::{Action, Phase, Reason, Seat, Use};
use tokio::time::advance;

use crate::online::page::{Page, Pair};
use crate::online::{Folder, House, Plan, Stopped};

/// Shorter than a page may be silent, so that sockets live through a phase.
fn short() -> Plan {
    Plan {
        clock_ms: 6_000,
        ..Plan::new()
    }
}

async fn pass(ms: u64) {
    advance(Duration::from_millis(ms)).await;
}

#[tokio::test(start_paused = true)]
async fn four_timeouts_lose_though_nobody_is_connected() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    // Red, Green, Red, … until the fourth of Red.
    for timeouts in 0..7_u32 {
        let view = pair.view(0).await;
        assert_eq!((view.version(), view.stage), (timeouts, Stage::Live));
        assert_eq!(
            view.left_ms,
            Some(60_000),
            "each phase begins with the whole clock"
        );
        pass(59_998).await;
        assert_eq!(pair.view(0).await.version(), timeouts, "not before its time");
        pass(3).await;
        while pair.view(0).await.version() == timeouts {}
    }
    let view = pair.view(0).await;
    assert_eq!((view.stage, view.left_ms, view.version()), (Stage::Over, None, 7));
    let seats: Vec<_> = view
        .steps
        .iter()
        .map(|step| (step.act.verb, step.act.seat.expect("a step has a seat")))
        .collect();
    for (number, (verb, seat)) in seats.into_iter().enumerate() {
        let expected = if number % 2 == 0 { Seat::Red } else { Seat::Green };
        assert_eq!((verb, seat), (Verb::Timeout, expected));
    }
    let position = crate::online::page::follow(&view).expect("it was played");
    let outcome = position.outcome().expect("it is over");
    assert_eq!((outcome.winner, outcome.reason), (Seat::Green, Reason::Timeouts));
    pass(600_000).await;
    assert_eq!(pair.view(0).await.version(), 7, "nothing runs after the end");
}

#[tokio::test(start_paused = true)]
async fn an_action_in_the_last_moment_counts_and_begins_a_new_phase() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, short()).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    for _ in 0..6 {
        pass(5_997).await;
        let version = page.version();
        let action = page.position().offers().nth(0).expect("something is offered");
        assert_eq!(pair.act(&mut page, action).await, Ok(version + 1));
        assert!(
            page.live
                .pulse()
                .await
                .is_some_and(|left| (5_990..=6_000).contains(&left))
        );
    }
    // In a phase of selecting the clock runs as well, for the same side.
    pair.play_until(&mut page, |position| matches!(position.phase(), Phase::Select(_)))
        .await;
    let (version, seat) = (page.version(), page.position().turn());
    pass(6_001).await;
    page.reach(version + 1).await;
    let last = page.view.steps.last().expect("a step").act;
    assert_eq!((last.verb, last.seat), (Verb::Timeout, Some(seat)));
    assert_ne!(page.position().turn(), seat);
    assert_eq!(page.position().player(seat).timeouts, 1);
}

#[tokio::test(start_paused = true)]
async fn against_the_clock_exactly_one_wins() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, short()).await;
    let (mut acted, mut timed_out) = (0, 0);
    // How far the action has come when the time is up.
    for head_start in (0..40).chain([1_000]) {
        let pair = Pair::playing(&house).await;
        let mut page = Page::open(&pair.guests[0], &pair.id).await;
        let (guest, id) = (pair.on_turn(&page).clone(), pair.id.clone());
        let left = page.live.pulse().await.expect("a phase runs");
        pass(left - 1).await;
        let acting = tokio::spawn(async move { guest.act(&id, 0, Action::Roll).await });
        for _ in 0..head_start {
            tokio::task::yield_now().await;
        }
        pass(2).await;
        let answer = acting.await.expect("it ends");
        page.reach(1).await;
        let won = page.view.steps[0].act.verb;
        match answer {
            Ok(version) => {
                assert_eq!((version, won), (1, Verb::Roll));
                acted += 1;
            }
            Err(refusal) => {
                assert_eq!(refusal, ApiError::Stale { version: 1 });
                assert_eq!(won, Verb::Timeout);
                timed_out += 1;
            }
        }
        assert_eq!(house.stored(&pair.id).await.actions.len(), 1);
    }
    assert!(acted > 0 && timed_out > 0, "{acted} acted, {timed_out} timed out");
}

#[tokio::test(start_paused = true)]
async fn using_an_item_gives_no_time() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, short()).await;
    let radar = Action::Use(Use::Radar);
    let (pair, mut page) = Pair::playing_until(&house, |position| position.offers().contains(radar)).await;
    pass(4_000).await;
    let before = page.live.pulse().await.expect("a phase runs");
    pair.act(&mut page, radar).await.expect("it is offered");
    assert_eq!(page.view.left_ms, Some(before));
    assert_eq!(page.live.pulse().await, Some(before));
}

#[tokio::test(start_paused = true)]
async fn what_is_shown_is_never_more_than_what_is_granted() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, short()).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let mut shown = Vec::new();
    for _ in 0..6 {
        shown.push(page.live.pulse().await.expect("a phase runs"));
        pass(900).await;
    }
    for (one, next) in shown.iter().zip(&shown[1..]) {
        assert_eq!(one - next, 900);
    }
    // What it showed last is what it had.
    let left = page.live.pulse().await.expect("a phase runs");
    pass(left + 1).await;
    page.reach(1).await;
    assert_eq!(page.view.steps[0].act.verb, Verb::Timeout);
}

#[tokio::test(start_paused = true)]
async fn being_away_in_the_others_turn_costs_nothing() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, short()).await;
    let pair = Pair::playing(&house).await;
    let page = Page::open(&pair.guests[0], &pair.id).await;
    let waiting = page.position().rules().seats().last().expect("two");
    page.live.close().await;
    pass(6_001).await;
    while pair.view(0).await.version() == 0 {}
    let position = crate::online::page::follow(&pair.view(0).await).expect("it was played");
    assert_eq!((position.turn(), position.player(waiting).timeouts), (waiting, 0));
    assert_eq!(
        pair.view(0).await.left_ms,
        Some(6_000),
        "and their own clock is whole"
    );
}
