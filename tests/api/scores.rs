//! Scores: one row of the ledger for each account in a match that is over, however it ended and whatever happens to
//! the server; and the pages that show them.

use std::time::Duration;

use flychess::protocol::{Leaderboard, Profile, Stage};
use flychess::rules::{Action, Reason};
use flychess::server::record;
use flychess::server::store::{Checked, backup, check};
use serde_json::json;
use tokio::time::advance;

use super::accounts::account;
use crate::online::page::{Page, Pair};
use crate::online::{Folder, Guest, House, Stopped};

async fn score(guest: &Guest) -> Option<i64> {
    guest.whoami().await.score
}

async fn leaderboard(guest: &Guest, turn: serde_json::Value) -> Leaderboard {
    guest
        .call("leaderboard", json!({ "turn": turn }))
        .await
        .expect("it can be counted")
}

async fn profile(guest: &Guest, name: &str) -> Profile {
    let arguments = json!({ "name": name, "turn": { "is": "first" } });
    guest
        .call("player", arguments)
        .await
        .expect("there is such a player")
}

async fn all_is_well(folder: &Folder) -> Checked {
    let checked = check(&folder.database()).await.expect("it can be read");
    assert_eq!(checked.disagreements, []);
    checked
}

/// These two play, and one of them gives up at once.
async fn lost_by(loser: &Guest, other: &Guest) -> Pair {
    let pair = Pair::of([loser.clone(), other.clone()]).await.begun().await;
    loser
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("it may be given up");
    for guest in [loser, other] {
        guest.leave(&pair.id).await.expect("it is over");
    }
    pair
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_win_and_lose_one_and_guests_have_no_score() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let ((ana, _), (bo, _), guest) = (
        account(&house, "Ana").await,
        account(&house, "Bo").await,
        house.guest(),
    );
    let first = lost_by(&ana, &bo).await;
    assert_eq!((score(&ana).await, score(&bo).await), (Some(-1), Some(1)));
    lost_by(&ana, &guest).await;
    assert_eq!((score(&ana).await, score(&guest).await), (Some(-2), None));
    lost_by(&guest, &bo).await;
    lost_by(&guest, &house.guest()).await;
    assert_eq!((score(&ana).await, score(&bo).await), (Some(-2), Some(2)));
    assert_eq!(all_is_well(&folder).await.entries, 4);
    // What a player's page tells.
    let told = profile(&guest, "aNA").await;
    let figures = (
        told.player.score,
        told.player.won,
        told.player.lost,
        told.player.rank,
    );
    assert_eq!(figures, (-2, 0, 2, Some(2)));
    let past: Vec<_> = told
        .matches
        .iter()
        .map(|past| (past.change, past.reason, past.opponent.name.as_str()))
        .collect();
    let guests = guest.who().identity.name;
    assert_eq!(
        past,
        [(-1, Reason::Resign, guests.as_str()), (-1, Reason::Resign, "Bo")]
    );
    assert_eq!(told.matches[1].id, first.id);
}

#[tokio::test(start_paused = true)]
async fn the_fourth_timeout_counts_as_well() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let ((ana, _), (bo, _)) = (account(&house, "Ana").await, account(&house, "Bo").await);
    let pair = Pair::of([ana.clone(), bo.clone()]).await.begun().await;
    let mut view = pair.view(0).await;
    while view.stage != Stage::Over {
        let version = view.version();
        advance(Duration::from_millis(view.left_ms.expect("a phase runs") + 1)).await;
        while view.version() == version {
            view = pair.view(0).await;
        }
    }
    let mut scores = [score(&ana).await, score(&bo).await];
    scores.sort_unstable();
    assert_eq!(scores, [Some(-1), Some(1)]);
    let told = profile(&ana, "Ana").await;
    assert_eq!(told.matches[0].reason, Reason::Timeouts);
    all_is_well(&folder).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_ends_at_once_count_once() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let ((ana, _), (bo, _)) = (account(&house, "Ana").await, account(&house, "Bo").await);
    for round in 1..=6 {
        let pair = Pair::of([ana.clone(), bo.clone()]).await.begun().await;
        let tabs = [&ana, &bo, &ana, &bo, &ana, &bo].map(|guest| {
            let (guest, id) = (guest.clone(), pair.id.clone());
            tokio::spawn(async move { guest.act(&id, 0, Action::Resign).await })
        });
        let mut done = 0;
        for tab in tabs {
            done += usize::from(tab.await.expect("it ends").is_ok());
        }
        assert_eq!(done, 1);
        assert_eq!(all_is_well(&folder).await.entries, 2 * round);
        let (one, other) = (score(&ana).await.expect("hers"), score(&bo).await.expect("his"));
        assert_eq!(one + other, 0);
        for guest in [&ana, &bo] {
            guest.leave(&pair.id).await.expect("it is over");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ties_share_a_rank_and_one_sees_oneself() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut all = Vec::new();
    for name in ["Ana", "Bo", "Cy", "Di", "Ed"] {
        all.push(account(&house, name).await.0);
    }
    let guest = house.guest();
    let [ana, bo, cy, di, ed] = all.as_slice() else {
        panic!("five")
    };
    for (loser, winner) in [
        (&guest, bo),
        (&guest, bo),
        (&guest, cy),
        (&guest, ana),
        (di, &guest),
    ] {
        lost_by(loser, winner).await;
    }
    let first = json!({ "is": "first" });
    let board = leaderboard(di, first.clone()).await;
    let rows: Vec<_> = board
        .rows
        .iter()
        .map(|row| (row.rank, row.name.as_str(), row.score))
        .collect();
    assert_eq!(
        rows,
        [
            (Some(1), "Bo", 2),
            (Some(2), "Ana", 1),
            (Some(2), "Cy", 1),
            (Some(4), "Di", -1)
        ]
    );
    assert_eq!(
        (board.ranked, board.has_above, board.has_below),
        (4, false, false)
    );
    assert_eq!(board.me.map(|me| me.rank), Some(Some(4)));
    // Who has not played has no rank, but sees that.
    let me = leaderboard(ed, first.clone()).await.me.expect("it is an account");
    assert_eq!((me.rank, me.score, me.name.as_str()), (None, 0, "Ed"));
    assert_eq!(leaderboard(&guest, first).await.me, None);
    // Beside a name, in any case of it.
    let below = leaderboard(&guest, json!({ "is": "below", "of": "ANA" })).await;
    let names: Vec<_> = below
        .rows
        .iter()
        .map(|row| (row.rank, row.name.as_str()))
        .collect();
    assert_eq!(names, [(Some(2), "Cy"), (Some(4), "Di")]);
    assert!(below.has_above && !below.has_below);
    let above = leaderboard(&guest, json!({ "is": "above", "of": "cy" })).await;
    let names: Vec<_> = above
        .rows
        .iter()
        .map(|row| (row.rank, row.name.as_str()))
        .collect();
    assert_eq!(names, [(Some(1), "Bo"), (Some(2), "Ana")]);
    assert!(!above.has_above && above.has_below);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_pages_are_whole_without_a_script() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let nickname = "\u{98de}\u{884c}\u{5458}_7";
    let (ana, _) = account(&house, nickname).await;
    let encoded = "/players/%E9%A3%9E%E8%A1%8C%E5%91%98_7";
    let pair = lost_by(&ana, &house.guest()).await;
    let lobby = ana.page("/").await.body;
    assert!(lobby.contains(encoded) && lobby.contains(nickname) && lobby.contains("\u{2212}1"));
    for guest in [&ana, &house.guest()] {
        let page = guest.page("/leaderboard").await;
        assert_eq!(page.status, 200);
        assert!(
            page.body.contains(nickname) && page.body.contains(encoded),
            "{}",
            page.body
        );
        let page = guest.page(encoded).await;
        assert_eq!(page.status, 200);
        let link = format!("/replays/{}", pair.id);
        assert!(
            page.body.contains(nickname) && page.body.contains(&link),
            "{}",
            page.body
        );
    }
    for absent in [
        "/players/nobody",
        "/players/%ff",
        "/players/a%2Fb",
        "/players/GUEST-1234",
    ] {
        assert_eq!(ana.page(absent).await.status, 404, "{absent}");
    }
    assert_eq!(ana.page("/leaderboard?below=nobody").await.status, 200);
    assert_eq!(ana.page(&format!("{encoded}?before=nomatch")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_server_is_a_whole_one() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let ((ana, credential), (bo, _)) = (account(&house, "Ana").await, account(&house, "Bo").await);
    lost_by(&bo, &ana).await;
    let mut pair = Pair::of([ana.clone(), bo.clone()]).await.begun().await;
    let mut page = Page::open(&ana, &pair.id).await;
    pair.play_until(&mut page, |position| position.round() > 2).await;
    let version = page.version();
    let copied = Folder::new();
    backup(&folder.database(), &copied.database())
        .await
        .expect("it can be copied");
    // The original goes on; the copy stays where it was.
    bo.act(&pair.id, version, Action::Resign)
        .await
        .expect("it may be given up");
    assert_eq!(score(&ana).await, Some(2));
    let again = backup(&folder.database(), &copied.database()).await;
    assert!(again.is_err(), "nothing is overwritten");
    page.live.close().await;
    house.close().await;

    let house = House::open(&copied).await;
    let mut back = house.guest();
    back.log_in(&credential)
        .await
        .expect("the account is in the copy");
    assert_eq!(score(&back).await, Some(1));
    assert_eq!(back.whoami().await.bound, Some(pair.id.clone()));
    let mut page = Page::open(&back, &pair.id).await;
    assert_eq!(page.version(), version);
    pair.guests
        .iter_mut()
        .for_each(|guest| guest.address = house.address);
    pair.play_until(&mut page, |position| position.outcome().is_some())
        .await;
    let record = record(&house.stored(&pair.id).await).expect("it is over");
    record.verify().expect("the record holds");
    assert_eq!(all_is_well(&copied).await.entries, 4);
}
