//! Records of matches that were played here: anybody can check them, with the note of the pairing too.

use std::time::Duration;

use flychess::protocol::{ApiError, MatchId};
use flychess::rules::hash::Hash;
use flychess::rules::record::{NOTE_FORMAT, Note, Own, PersonKind, Record};
use flychess::rules::{Action, Reason};
use flychess::server::record;
use serde_json::json;
use tokio::time::advance;

use crate::online::page::{Page, Pair};
use crate::online::{Folder, House, Stopped, commitment};

/// The record of a match that is over; checked as a file, and that its players are who and where they were.
async fn checked(house: &House, pair: &Pair) -> Record {
    let record = record(&house.stored(&pair.id).await).expect("it is over");
    let file = serde_json::to_vec(&record).expect("a record is JSON");
    let read = Record::read(&file).expect("it has the form of a record");
    assert_eq!(read, record);
    read.verify().expect("it holds");
    for order in 0..2 {
        let view = pair.view(order).await;
        let seat = view.me.expect("a player");
        let person = record.players[seat].clone().expect("somebody sat there");
        assert_eq!(person, pair.guests[order].who().identity);
        assert_eq!(person.kind, PersonKind::Guest);
        assert_eq!(record.fairness.first_in_queue == seat, order == 0);
        assert_eq!(
            record.actions,
            view.steps.iter().map(|step| step.act).collect::<Vec<_>>()
        );
    }
    assert_eq!(record.fairness.client_commitments, pair.seeds.map(commitment));
    assert_eq!(record.id, pair.id.as_str());
    record
}

/// What a browser would have written down when it was paired.
async fn note(pair: &Pair, order: u8, shown: bool) -> Note {
    let fairness = pair.view(usize::from(order)).await.fairness;
    Note {
        client_commitments: fairness.client_commitments,
        format: NOTE_FORMAT.into(),
        id: pair.id.as_str().into(),
        own: Some(Own {
            order,
            seed: pair.seeds[usize::from(order)],
            shown,
        }),
        server_commitment: fairness.server_commitment,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_came_home_is_recorded() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let notes = [note(&pair, 0, true).await, note(&pair, 1, true).await];
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    pair.play_until(&mut page, |position| position.outcome().is_some())
        .await;
    let record = checked(&house, &pair).await;
    assert_eq!(record.result.reason, Reason::Home);
    assert_eq!(record.fairness.client_seeds, pair.seeds);
    assert_eq!(record.fairness.absent, [false; 2]);
    for note in notes {
        note.check(&record).expect("it is what was promised");
    }
    assert_eq!(Hash(page.position().digest()), record.last);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_was_given_up_is_recorded_when_it_is_over() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    assert_eq!(
        record(&house.stored(&pair.id).await),
        None,
        "it would show the server's seed"
    );
    let guest = &pair.guests[1];
    guest
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("it may be given up");
    let record = checked(&house, &pair).await;
    assert_eq!(record.result.reason, Reason::Resign);
    assert_eq!(record.result.winner, record.fairness.first_in_queue);
}

#[tokio::test(start_paused = true)]
async fn who_was_absent_is_recorded_with_zeros() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    for there in [0, 1_u8] {
        let pair = Pair::brought_together(&house).await;
        let order = usize::from(there);
        pair.guests[order]
            .reveal(&pair.id, pair.seeds[order])
            .await
            .expect("the seed is right");
        let notes = [note(&pair, 0, there == 0).await, note(&pair, 1, there == 1).await];
        let mut page = Page::open(&pair.guests[order], &pair.id).await;
        advance(Duration::from_millis(5_001)).await;
        page.at(flychess::protocol::Stage::Live).await;
        page.live.close().await;
        // The rest is timeouts, to the fourth of one side.
        for version in 0..7 {
            advance(Duration::from_millis(60_001)).await;
            while pair.view(0).await.version() == version {}
        }
        let record = checked(&house, &pair).await;
        assert_eq!(record.result.reason, Reason::Timeouts);
        assert_eq!(record.fairness.absent, [there != 0, there != 1]);
        assert_eq!(record.fairness.client_seeds[1 - order], Hash::ZERO);
        for note in notes {
            note.check(&record).expect("it is what was promised");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_says_when_its_match_began() {
    let folder = Folder::new();
    let plan = crate::online::Plan {
        clock: flychess::server::Clock::set_to(1_796_071_260_000),
        ..crate::online::Plan::new()
    };
    let house = House::planned(&folder, plan).await;
    let pair = Pair::playing(&house).await;
    pair.guests[0]
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("it may be given up");
    let record = checked(&house, &pair).await;
    assert!(
        record.started.starts_with("2026-11-30T20:41:"),
        "{}",
        record.started
    );
    assert!(record.id.parse::<MatchId>().is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_had_by_everybody_once_the_match_is_over() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let stranger = house.guest();
    let path = format!("/replays/{}/record.json", pair.id);
    let download = async || {
        stranger
            .try_ask("GET", &path, None, b"")
            .await
            .expect("the server answers")
    };
    let asked = async |id: &str| stranger.call::<Record>("record", json!({ "id": id })).await;

    assert_eq!(asked(pair.id.as_str()).await, Err(ApiError::NotOver));
    let early = download().await;
    assert_eq!(
        (early.status, early.header("cache-control")),
        (404, Some("no-cache"))
    );
    assert_eq!(asked("nosuchmatch").await, Err(ApiError::NoSuchMatch));
    let nowhere = stranger
        .try_ask("GET", "/replays/%00/record.json", None, b"")
        .await;
    assert_eq!(nowhere.expect("the server answers").status, 404);

    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    pair.play_until(&mut page, |position| position.round() > 2).await;
    let resigned = pair.act(&mut page, Action::Resign).await;
    assert!(resigned.is_ok());
    let record = asked(pair.id.as_str()).await.expect("the match is over");
    assert_eq!(record.verify().err(), None);
    let late = download().await;
    assert_eq!(late.status, 200);
    assert_eq!(late.header("content-type"), Some("application/json"));
    assert!(
        late.header("content-disposition")
            .is_some_and(|it| it.starts_with("attachment"))
    );
    assert!(
        late.header("cache-control")
            .is_some_and(|it| it.contains("immutable"))
    );
    assert_eq!(
        Record::read(late.body.as_bytes()).expect("it is a record"),
        record
    );
}
