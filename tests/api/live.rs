//! The state stream: what a page hears first, in which order, and when it is let go.

use std::time::Duration;

use flychess::protocol::{CloseReason, PROTOCOL, Queue, Stage, ToPage};
use flychess::rules::Action;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::advance;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::online::page::{Live, Page, Pair, query};
use crate::online::{Folder, House, Plan, Stopped};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_tells_ones_place_first() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut live = Live::lobby(&house.guest()).await;
    assert_eq!(live.next().await, Some(ToPage::Queue { queue: Queue::Out }));
    assert_eq!(live.pulse().await, None, "no phase runs in the lobby");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_players_and_a_watcher_see_the_same_steps_in_order() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let mut first = Page::open(&pair.guests[0], &pair.id).await;
    let mut second = Page::open(&pair.guests[1], &pair.id).await;
    let mut other_tab = Page::open(&pair.guests[0], &pair.id).await;
    let mut watcher = Page::open(&house.guest(), &pair.id).await;
    let until = |position: &flychess::rules::Position| position.round() > 6;
    pair.play_until(&mut first, until).await;
    for page in [&mut second, &mut other_tab, &mut watcher] {
        page.reach(first.version()).await;
        assert_eq!(page.view.steps, first.view.steps);
        assert_eq!(page.position(), first.position());
    }
    // Times never fall.
    let times: Vec<_> = first.view.steps.iter().map(|step| step.act.t).collect();
    assert!(times.is_sorted());
    assert_eq!(watcher.view.me, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_comes_back_takes_the_tail() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    pair.play_until(&mut page, |position| position.round() > 3).await;
    let version = page.version();
    for from in [1, version / 2, version - 1, version] {
        let mut live = Live::of(&pair.guests[1], &pair.id, Some(from)).await;
        let Some(ToPage::Steps {
            from: told,
            steps,
            left_ms,
        }) = live.next().await
        else {
            panic!("the tail comes first")
        };
        assert_eq!(told, from);
        assert_eq!(steps, page.view.steps[from as usize..]);
        assert!(left_ms.is_some());
    }
    // Of what this match never had, or has all of, there is no tail.
    for from in [0, version + 1, u32::MAX] {
        let mut live = Live::of(&pair.guests[1], &pair.id, Some(from)).await;
        let Some(ToPage::Snapshot { view }) = live.next().await else {
            panic!("a snapshot comes first")
        };
        assert_eq!(view.steps, page.view.steps);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_slept_through_the_beginning_takes_all_of_it() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let page = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!((page.view.stage, page.version()), (Stage::Pairing, 0));
    for (guest, seed) in pair.guests.iter().zip(pair.seeds) {
        guest.reveal(&pair.id, seed).await.expect("the seed is right");
    }
    let mut live = Live::of(&pair.guests[0], &pair.id, Some(0)).await;
    let Some(ToPage::Snapshot { view }) = live.next().await else {
        panic!("who sits where is news to it")
    };
    assert_eq!(view.stage, Stage::Live);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_sees_who_is_there() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut first = Page::open(&pair.guests[0], &pair.id).await;
    let mine = first.view.me.expect("a player");
    let theirs = first
        .position()
        .rules()
        .seats()
        .find(|&seat| seat != mine)
        .expect("two");
    let mut there = async |me, other, watchers| {
        loop {
            let presence = first.view.presence;
            if presence.seats[mine] == Some(me)
                && presence.seats[theirs] == Some(other)
                && presence.watchers == watchers
            {
                break;
            }
            first.hear().await.expect("the connection lives");
        }
    };
    there(true, false, 0).await;
    let one_tab = Page::open(&pair.guests[1], &pair.id).await;
    there(true, true, 0).await;
    let other_tab = Page::open(&pair.guests[1], &pair.id).await;
    let watcher = Page::open(&house.guest(), &pair.id).await;
    there(true, true, 1).await;
    assert_eq!(watcher.view.presence.seats[theirs], Some(true));
    one_tab.live.close().await;
    watcher.live.close().await;
    there(true, true, 0).await;
    other_tab.live.close().await;
    there(true, false, 0).await;
    // After a reload it is part of the snapshot.
    let again = Page::open(&pair.guests[1], &pair.id).await;
    assert_eq!(again.view.presence.seats[mine], Some(true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_hears_why_it_may_not_stay() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (guest, nobodys) = (house.guest(), "nosuchmatch".parse().expect("letters"));
    for other in [String::new(), format!("protocol={}", PROTOCOL + 1)] {
        let mut live = Live::open(&guest, &other).await;
        assert_eq!(live.end().await, Some(CloseReason::OtherVersion), "{other}");
    }
    let mut live = Live::of(&guest, &nobodys, None).await;
    assert_eq!(live.end().await, Some(CloseReason::NoSuchMatch));
    for garbage in [
        "protocol=1&match=../x",
        "protocol=x",
        "protocol=1&match=a&from=-1",
    ] {
        match Live::try_open(&guest, garbage, None).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 400, "{garbage}"),
            other => panic!("{garbage}: {:?}", other.map(|_| "taken")),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_site_is_refused() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = format!(
        "GET /live?protocol={PROTOCOL} HTTP/1.1\r\nHost: {}\r\nOrigin: https://else.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        house.address
    );
    stream.write_all(head.as_bytes()).await.expect("it is sent");
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 403");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_heard_and_forgotten() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    for garbage in [
        Message::text(""),
        Message::text("{\"is\":\"roll\"}"),
        Message::text("{\"is\":\"ping\""),
        Message::text("\u{0}\u{1f6e9}"),
        Message::binary(vec![0xff; 4_000]),
        Message::Ping(vec![1; 125].into()),
        Message::Pong(Vec::new().into()),
    ] {
        page.live.say(garbage).await.expect("the connection lives");
    }
    assert!(page.live.pulse().await.is_some());
    assert_eq!(pair.act(&mut page, Action::Roll).await, Ok(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_is_too_large_ends_that_connection_alone() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let mut bad = Live::of(&pair.guests[1], &pair.id, None).await;
    // It may be refused while it is still being written.
    let _ = bad.say(Message::binary(vec![0; 9 << 10])).await;
    assert_eq!(bad.end().await, None);
    assert_eq!(pair.act(&mut page, Action::Roll).await, Ok(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_talks_too_much_is_let_go() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut live = Live::lobby(&house.guest()).await;
    // Far more than is taken: what is unread when the server closes must not swallow the reason.
    for _ in 0..5_000 {
        live.say(Message::text("x")).await.expect("it is sent");
    }
    assert_eq!(live.end().await, Some(CloseReason::TooMuch));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_does_not_read_is_let_go_and_the_others_are_told() {
    let folder = Folder::new();
    let plan = Plan {
        send_buffer: Some(4 << 10),
        ..Plan::new()
    };
    let house = House::planned(&folder, plan).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let mine = page.view.me.expect("a player");
    let theirs = page
        .position()
        .rules()
        .seats()
        .find(|&seat| seat != mine)
        .expect("two");
    let mut deaf = Live::try_open(&pair.guests[1], &query(&pair.id, None), Some(2 << 10))
        .await
        .expect("the server takes the page");
    while page.view.presence.seats[theirs] != Some(true) {
        page.hear().await.expect("the connection lives");
    }
    // It is let go while the match goes on, and nobody waits for it.
    let mut seen = false;
    while !seen {
        let version = page.version();
        pair.play_until(&mut page, |position| {
            position.outcome().is_some() || position.round() > 1
        })
        .await;
        let before = page.position().round();
        pair.play_until(&mut page, |position| position.round() > before)
            .await;
        assert!(page.version() > version, "the match goes on");
        seen = page.view.presence.seats[theirs] == Some(false);
    }
    // What it did hear has no gap, and in the end it hears that it fell behind.
    let mut heard = 0;
    let mut why = None;
    while let Some(message) = deaf.next().await {
        match message {
            ToPage::Steps { from, steps, .. } => {
                assert_eq!(from, heard);
                heard += u32::try_from(steps.len()).expect("a few");
            }
            ToPage::Close { reason } => why = Some(reason),
            _ => {}
        }
    }
    assert!(heard > 0 && heard < page.version());
    assert!(matches!(why, None | Some(CloseReason::Behind)), "{why:?}");
    let back = Page::open(&pair.guests[1], &pair.id).await;
    assert_eq!(back.position(), page.position());
}

#[tokio::test(start_paused = true)]
async fn a_page_that_answers_no_ping_is_gone() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let mine = page.view.me.expect("a player");
    let theirs = page
        .position()
        .rules()
        .seats()
        .find(|&seat| seat != mine)
        .expect("two");
    // Open, but never read from: no ping is answered.
    let _silent = Live::of(&pair.guests[1], &pair.id, None).await;
    while page.view.presence.seats[theirs] != Some(true) {
        page.hear().await.expect("the connection lives");
    }
    for passed in 1..=5 {
        advance(Duration::from_secs(9)).await;
        page.live
            .say(Message::text(r#"{"is":"ping"}"#))
            .await
            .expect("it lives");
        let mut pulsed = false;
        while !pulsed {
            pulsed = matches!(page.hear().await.expect("it lives"), ToPage::Pulse { .. });
        }
        if passed < 3 {
            assert_eq!(page.view.presence.seats[theirs], Some(true), "{passed}");
        }
    }
    while page.view.presence.seats[theirs] != Some(false) {
        page.hear().await.expect("the connection lives");
    }
}

#[tokio::test(start_paused = true)]
async fn the_server_gives_signs_of_life() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    for passed in 1..=4_u64 {
        advance(Duration::from_secs(10)).await;
        let left = page
            .live
            .until(|message| match message {
                ToPage::Pulse { left_ms } => Some(*left_ms),
                _ => None,
            })
            .await;
        assert_eq!(left, Some(60_000 - 10_000 * passed));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_leaves_says_when_to_come_back() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut lives = [
        Live::lobby(&house.guest()).await,
        Live::of(&pair.guests[0], &pair.id, None).await,
    ];
    for live in &mut lives {
        live.pulse().await;
    }
    house.leaving.begin();
    let mut late = Live::lobby(&house.guest()).await;
    for live in lives.iter_mut().chain([&mut late]) {
        let Some(CloseReason::Leaving { after_ms }) = live.end().await else {
            panic!("it says that it leaves")
        };
        assert!((500..5_000).contains(&after_ms));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_the_result_has_left_it_in_every_tab() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let [mine, other] = &pair.guests;
    mine.act(&pair.id, 0, Action::Resign)
        .await
        .expect("it is allowed");
    let mut tab = Live::of(mine, &pair.id, None).await;
    let mut theirs = Live::of(other, &pair.id, None).await;
    let body = serde_json::json!({ "id": pair.id });
    let leaving = mine.call::<()>("leave", body).await;
    assert_eq!(leaving, Ok(()));
    let left = |message: &ToPage| matches!(message, ToPage::Left).then_some(());
    tab.until(left).await;
    // A tab that was away meanwhile hears of it with the tail.
    Live::of(mine, &pair.id, Some(1)).await.until(left).await;
    // The other player has not.
    let ping = Message::text(r#"{"is":"ping"}"#);
    theirs.say(ping).await.expect("the connection lives");
    let is_pulse = |message: &ToPage| matches!(message, ToPage::Pulse { .. }).then_some(());
    theirs
        .until(|message| {
            assert_ne!(*message, ToPage::Left);
            is_pulse(message)
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_begins_shows_who_is_there() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let mut first = Page::open(&pair.guests[0], &pair.id).await;
    let mut second = Page::open(&pair.guests[1], &pair.id).await;
    for (guest, seed) in pair.guests.iter().zip(pair.seeds) {
        guest.reveal(&pair.id, seed).await.expect("the seed is right");
    }
    for page in [&mut first, &mut second] {
        page.at(Stage::Live).await;
        let seats = page.position().rules().seats();
        let there: Vec<_> = seats.map(|seat| page.view.presence.seats[seat]).collect();
        assert_eq!(there, [Some(true), Some(true)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_has_only_so_many_sockets() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let mut tabs = Vec::new();
    for _ in 0..12 {
        let mut tab = Live::lobby(&guest).await;
        tab.pulse().await;
        tabs.push(tab);
    }
    let mut one_more = Live::lobby(&guest).await;
    assert_eq!(one_more.end().await, Some(CloseReason::TooMuch));
    let mut other = Live::lobby(&house.guest()).await;
    other.pulse().await;
    // A tab that is closed makes room, as soon as the server has noticed.
    tabs.pop().expect("there are twelve").close().await;
    loop {
        let mut again = Live::lobby(&guest).await;
        if matches!(again.next().await, Some(ToPage::Queue { .. })) {
            break;
        }
    }
    for tab in &mut tabs {
        tab.pulse().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_leaves_tells_everybody_before_it_is_gone() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut lives = Vec::new();
    for _ in 0..20 {
        let guest = house.guest();
        for _ in 0..10 {
            let mut live = Live::lobby(&guest).await;
            live.pulse().await;
            lives.push(live);
        }
    }
    house.leaving.begin();
    house.leaving.all_gone().await;
    for live in &mut lives {
        assert!(matches!(live.end().await, Some(CloseReason::Leaving { .. })));
    }
}
