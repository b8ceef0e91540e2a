//! Two settings of a match differ by their rule set alone: the same server, told of another game, plays that one.

use flychess::protocol::Stage;
use flychess::rules::{Reason, Seat};
use tokio::time::advance;

use crate::online::page::{Page, Pair, SPRINT};
use crate::online::{Folder, House, Plan, Stopped};

fn sprint() -> Plan {
    Plan {
        game: Some(&SPRINT),
        ..Plan::new()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_game_is_played_from_the_queue_to_its_end() {
    let folder = Folder::new();
    let house = House::planned(&folder, sprint()).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!(
        (page.view.ruleset.as_str(), page.view.clock_ms),
        ("sprint", 20_000)
    );
    for seat in Seat::ALL {
        let sits = matches!(seat, Seat::Yellow | Seat::Blue);
        assert_eq!(page.view.players[seat].is_some(), sits, "{seat}");
    }
    assert_eq!(page.position().turn(), Seat::Yellow, "its own first seat begins");
    pair.play_until(&mut page, |position| position.round() > 10).await;

    // It outlives a restart, as any match does.
    let version = page.version();
    house.close().await;
    let house = House::planned(&folder, sprint()).await;
    pair.guests
        .iter_mut()
        .for_each(|guest| guest.address = house.address);
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    assert_eq!(page.version(), version);
    pair.play_until(&mut page, |position| position.outcome().is_some())
        .await;
    let outcome = page.position().outcome().expect("it is over");
    assert_eq!(outcome.reason, Reason::Home);
    let planes = &page.position().player(outcome.winner).planes;
    assert!(
        planes
            .iter()
            .all(|plane| plane.place == flychess::rules::Place::Home)
    );
}

#[tokio::test(start_paused = true)]
async fn another_game_has_its_own_clock() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::planned(&folder, sprint()).await;
    let pair = Pair::playing(&house).await;
    // Yellow, Blue, and the second of Yellow, which loses in this game.
    for timeouts in 1..=3_u32 {
        assert_eq!(pair.view(0).await.left_ms, Some(20_000));
        advance(std::time::Duration::from_millis(20_001)).await;
        while pair.view(0).await.version() < timeouts {}
    }
    let view = pair.view(0).await;
    assert_eq!(view.stage, Stage::Over);
    let position = crate::online::page::follow(&view).expect("it was played");
    let outcome = position.outcome().expect("it is over");
    assert_eq!((outcome.winner, outcome.reason), (Seat::Blue, Reason::Timeouts));
}
