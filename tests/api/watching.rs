//! Whoever has the link sees a match as its players do, and can do nothing in it; others see a preview of the link.

use std::time::Duration;

use flychess::protocol::{ApiError, MatchView, Presence};
use flychess::rules::Action;
use serde_json::json;
use tokio::time::advance;

use crate::online::page::{Page, Pair};
use crate::online::{Answer, Folder, Guest, House, Plan, Stopped, secret};

/// Listens until so many watch.
async fn watched_by(page: &mut Page, watchers: u32) -> Presence {
    while page.view.presence.watchers != watchers {
        page.hear().await.expect("the connection lives");
    }
    page.view.presence
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_hears_how_many_watch() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut player = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!(player.view.presence.watchers, 0, "a player is no watcher");
    let (one, other) = (house.guest(), house.guest());
    let mut first = Page::open(&one, &pair.id).await;
    watched_by(&mut player, 1).await;
    // Tabs are not people.
    let second_tab = Page::open(&one, &pair.id).await;
    let third = Page::open(&other, &pair.id).await;
    watched_by(&mut player, 2).await;
    watched_by(&mut first, 2).await;
    second_tab.live.close().await;
    third.live.close().await;
    let there = watched_by(&mut player, 1).await;
    assert_eq!(there, watched_by(&mut first, 1).await);
    first.live.close().await;
    watched_by(&mut player, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_learns_what_a_player_does_and_no_more() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::brought_together(&house).await;
    let watcher = house.guest();
    let seen = |view: MatchView| MatchView {
        me: None,
        order: None,
        left: false,
        left_ms: None,
        ..view
    };
    for stage in ["pairing", "live", "over"] {
        if stage == "live" {
            pair = pair.begun().await;
            let mut page = Page::open(&pair.guests[0], &pair.id).await;
            pair.play_until(&mut page, |position| position.round() > 3).await;
        } else if stage == "over" {
            let version = pair.view(0).await.version();
            pair.guests[0]
                .act(&pair.id, version, Action::Resign)
                .await
                .expect("one may give up");
        }
        let theirs: MatchView = watcher
            .call("look", json!({ "id": pair.id }))
            .await
            .expect("anybody may look");
        assert_eq!((theirs.me, theirs.order), (None, None));
        for order in [0, 1] {
            assert_eq!(seen(pair.view(order).await), seen(theirs.clone()), "{stage}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_can_never_act() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let watcher = house.guest();
    let _page = Page::open(&watcher, &pair.id).await;
    let refused = ApiError::NotAPlayer;
    assert_eq!(watcher.reveal(&pair.id, secret()).await, Err(refused.clone()));
    assert_eq!(
        watcher.reveal(&pair.id, pair.seeds[0]).await,
        Err(refused.clone()),
        "nor with a player's seed"
    );
    let pair = pair.begun().await;
    for action in [Action::Roll, Action::Resign, Action::Timeout] {
        assert_eq!(watcher.act(&pair.id, 0, action).await, Err(refused.clone()));
    }
    assert_eq!(pair.view(0).await.version(), 0);
    assert_eq!(watcher.leave(&pair.id).await, Err(refused.clone()));
    pair.guests[1]
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("one may give up");
    assert_eq!(watcher.leave(&pair.id).await, Err(refused.clone()));
    assert_eq!(watcher.act(&pair.id, 1, Action::Roll).await, Err(refused));
    assert_eq!(watcher.whoami().await.bound, None);
    assert!(!pair.view(0).await.left);
}

/// What a page's head says under this name.
fn said<'a>(page: &'a str, property: &str) -> &'a str {
    let begins = format!("property=\"{property}\" content=\"");
    let after = page
        .split_once(&begins)
        .unwrap_or_else(|| panic!("{property} in {page}"))
        .1;
    after.split('"').next().expect("it ends")
}

async fn picture(guest: &Guest, path: &str) -> Answer {
    let answer = guest.try_ask("GET", path, None, b"").await;
    answer.expect("the server answers")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_shows_the_match_where_it_is_sent() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let robot = house.guest();
    let path = format!("/match/{}", pair.id);
    let page = robot.page(&path).await.body;
    assert_eq!(said(&page, "og:title"), "A match of flying chess");
    let pair = pair.begun().await;
    let page = robot.page(&path).await.body;
    for guest in &pair.guests {
        assert!(said(&page, "og:title").contains(&guest.who().identity.name));
    }
    assert!(said(&page, "og:description").starts_with("Round 1: "));
    let shown = format!("http://{}{path}/board.png?version=0", house.address);
    assert_eq!(said(&page, "og:image"), shown);
    assert!(page.contains("name=\"twitter:card\" content=\"summary_large_image\""));
    pair.guests[0]
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("one may give up");
    let page = robot.page(&path).await.body;
    assert!(said(&page, "og:description").ends_with("the other side resigned."));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_tls_the_picture_is_too() {
    let folder = Folder::new();
    let plan = Plan {
        secure: true,
        ..Plan::new()
    };
    let house = House::planned(&folder, plan).await;
    let guest = house.guest();
    let answer = guest.page("/join/000000").await;
    assert_eq!(answer.status, 404);
    let pair = guest.page("/").await;
    assert_eq!(
        said(&pair.body, "og:image"),
        format!("https://{}/board.png", house.address)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_picture_is_one() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let robot = house.guest();
    let start = picture(&robot, "/board.png").await;
    let of_the_match = picture(&robot, &format!("/match/{}/board.png", pair.id)).await;
    for answer in [&start, &of_the_match] {
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("image/png"));
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            Some("cross-origin")
        );
        assert_eq!(answer.header("set-cookie"), None, "a picture is everybody's");
        assert_eq!(&answer.bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&answer.bytes[16..24], [0, 0, 4, 176, 0, 0, 2, 118], "1200 by 630");
        assert!(answer.bytes.len() < 300_000, "{}", answer.bytes.len());
    }
    assert_ne!(
        start.bytes, of_the_match.bytes,
        "items lie on the board from the first round"
    );
    for nowhere in [
        "/match/none/board.png",
        "/match/NONE/board.png",
        "/match/%2e/board.png",
    ] {
        assert_eq!(picture(&robot, nowhere).await.status, 404, "{nowhere}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_picture_is_drawn_anew_at_most_every_ten_seconds() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let robot = house.guest();
    let path = format!("/match/{}/board.png", pair.id);
    let before = picture(&robot, &path).await.bytes;
    pair.guests[0]
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("one may give up");
    assert_eq!(picture(&robot, &path).await.bytes, before);
    advance(Duration::from_secs(10)).await;
    assert_ne!(
        picture(&robot, &path).await.bytes,
        before,
        "nobody is on turn any more"
    );
}
