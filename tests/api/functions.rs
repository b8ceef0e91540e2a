//! Each server function with what is right, wrong, stale, somebody else's, and no sense at all.

use flychess::protocol::{ApiError, MatchView, Queue, Stage};
use flychess::rules::hash::Hash;
use flychess::rules::{Action, Illegal, Phase, Reason, Use};
use serde_json::{Value, json};

use crate::online::page::{Page, Pair};
use crate::online::{Folder, House, commitment, secret};

const NOBODYS: &str = "nosuchmatch";

/// Asks with any body; the status code and the refusal.
async fn refused(guest: &crate::online::Guest, name: &str, body: &Value) -> (u16, ApiError) {
    let answer = guest.post(name, body.to_string().as_bytes()).await;
    let refusal = answer.told::<Value>().expect_err("it is refused");
    (answer.status, refusal)
}

fn act(id: impl serde::Serialize, version: u32, act: &Value) -> Value {
    json!({ "id": id, "version": version, "act": act })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn garbage_is_a_bad_request_everywhere() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let guest = &pair.guests[0];
    let hex = secret().to_string();
    let roll = json!({ "do": "roll" });
    let bodies: [(&str, &[Value]); 6] = [
        (
            "join",
            &[
                json!({}),
                json!({ "commitment": 7 }),
                json!({ "commitment": hex[1..] }),
                json!({ "commitment": hex.to_uppercase() }),
            ],
        ),
        (
            "reveal",
            &[
                json!({ "id": pair.id }),
                json!({ "id": "UPPER", "seed": hex }),
                json!({ "id": "a".repeat(65), "seed": hex }),
                json!({ "id": pair.id, "seed": "00" }),
            ],
        ),
        (
            "act",
            &[
                json!({ "id": pair.id, "act": roll }),
                json!({ "id": pair.id, "version": -1, "act": roll }),
                json!({ "id": pair.id, "version": 0.5, "act": roll }),
                json!({ "id": pair.id, "version": 1_u64 << 32, "act": roll }),
                act(&pair.id, 0, &json!({ "do": "fly" })),
                act(&pair.id, 0, &json!({ "do": "roll", "spare": 1 })),
                act(&pair.id, 0, &json!({ "do": "roll", "plane": 1 })),
                act(&pair.id, 0, &json!({ "do": "select" })),
                act(&pair.id, 0, &json!({ "do": "select", "plane": 256 })),
                act(&pair.id, 0, &json!({ "do": "use" })),
                act(&pair.id, 0, &json!({ "do": "use", "item": "missile" })),
                // Whose turn it is, when, and that time is up, are for the server to say.
                act(&pair.id, 0, &json!({ "do": "roll", "seat": "red" })),
                act(&pair.id, 0, &json!({ "do": "roll", "t": 0 })),
                act(&pair.id, 0, &json!({ "do": "timeout" })),
            ],
        ),
        (
            "look",
            &[json!({}), json!({ "id": "../etc" }), json!({ "id": "" })],
        ),
        ("leave", &[json!({}), json!({ "id": null })]),
        ("whoami", &[]),
    ];
    let texts = [&b""[..], b"not json", b"[", b"null", b"\xff\xfe", b"7", b"\"\""];
    for (name, bodies) in bodies {
        let bodies = bodies.iter().map(|body| body.to_string().into_bytes());
        for body in bodies.chain(texts.map(<[u8]>::to_vec)) {
            let answer = guest.post(name, &body).await;
            let shown = String::from_utf8_lossy(&body).into_owned();
            assert_eq!(answer.status, 400, "{name} {shown}: {answer:?}");
            assert_eq!(answer.body, r#"{"code":"bad_request"}"#, "{name} {shown}");
        }
    }
    let large = format!("{{\"commitment\":\"{}\"}}", "0".repeat(65 << 10));
    assert_eq!(guest.post("join", large.as_bytes()).await.status, 413);
    assert!(pair.view(0).await.steps.is_empty(), "nothing has happened");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_posts_reach_a_server_function() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    for (method, path, status) in [
        ("GET", "/api/whoami", 405),
        ("PUT", "/api/whoami", 405),
        ("GET", "/api/nosuch", 404),
        ("POST", "/api/nosuch", 405),
    ] {
        let answer = guest.try_ask(method, path, None, b"{}").await.expect("an answer");
        assert_eq!(answer.status, status, "{method} {path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_is_refused_for_its_own_reason() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let on_turn = pair.on_turn(&page).clone();
    let other = pair
        .with_seat(&page, page.position().rules().seats().last().expect("two"))
        .clone();
    let stranger = house.guest();
    let roll = json!({ "do": "roll" });
    let illegal = |why| (409, ApiError::Illegal { why });

    assert_eq!(
        refused(&on_turn, "act", &act(NOBODYS, 0, &roll)).await,
        (404, ApiError::NoSuchMatch)
    );
    assert_eq!(
        refused(&stranger, "act", &act(&pair.id, 0, &roll)).await,
        (403, ApiError::NotAPlayer)
    );
    for version in [1, 2, u32::MAX] {
        assert_eq!(
            refused(&on_turn, "act", &act(&pair.id, version, &roll)).await,
            (409, ApiError::Stale { version: 0 })
        );
    }
    assert_eq!(
        refused(&other, "act", &act(&pair.id, 0, &roll)).await,
        illegal(Illegal::NotYourTurn)
    );
    for (body, why) in [
        (json!({ "do": "select", "plane": 0 }), Illegal::WrongPhase),
        (json!({ "do": "use", "item": "radar" }), Illegal::NoItem),
    ] {
        assert_eq!(
            refused(&on_turn, "act", &act(&pair.id, 0, &body)).await,
            illegal(why)
        );
    }
    pair.play_until(&mut page, |position| matches!(position.phase(), Phase::Select(_)))
        .await;
    let (on_turn, version) = (pair.on_turn(&page).clone(), page.version());
    for (body, why) in [
        (roll.clone(), Illegal::WrongPhase),
        (json!({ "do": "select", "plane": 4 }), Illegal::NoSuchPlane),
        (json!({ "do": "select", "plane": 255 }), Illegal::NoSuchPlane),
    ] {
        assert_eq!(
            refused(&on_turn, "act", &act(&pair.id, version, &body)).await,
            illegal(why)
        );
    }
    assert_eq!(
        refused(&on_turn, "act", &act(&pair.id, version - 1, &roll)).await,
        (409, ApiError::Stale { version })
    );
    assert_eq!(
        pair.view(0).await.version(),
        version,
        "nothing of this has happened"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_rolls_on_one_version_roll_once() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let rolls: Vec<_> = (0..50)
        .map(|_| {
            let (guest, id) = (pair.on_turn(&page).clone(), pair.id.clone());
            tokio::spawn(async move { guest.act(&id, 0, Action::Roll).await })
        })
        .collect();
    let mut stored = 0;
    for roll in rolls {
        match roll.await.expect("it ends") {
            Ok(version) => {
                assert_eq!(version, 1);
                stored += 1;
            }
            Err(refusal) => assert_eq!(refusal, ApiError::Stale { version: 1 }),
        }
    }
    assert_eq!(stored, 1);
    page.reach(1).await;
    assert_eq!(house.stored(&pair.id).await.actions.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resigning_three_times_at_once_is_one_end() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    // In the turn of the other side: that is allowed, too.
    let last = page.position().rules().seats().last().expect("two");
    let loser = pair.with_seat(&page, last).clone();
    let (one, other, third) = tokio::join!(
        loser.act(&pair.id, 0, Action::Resign),
        loser.act(&pair.id, 0, Action::Resign),
        loser.act(&pair.id, 0, Action::Resign)
    );
    let answers = [one, other, third];
    assert_eq!(answers.iter().filter(|answer| **answer == Ok(1)).count(), 1);
    assert_eq!(
        answers
            .iter()
            .filter(|answer| **answer == Err(ApiError::Stale { version: 1 }))
            .count(),
        2
    );
    page.at(Stage::Over).await;
    let outcome = page.position().outcome().expect("it is over");
    assert_eq!((outcome.reason, outcome.winner != last), (Reason::Resign, true));
    for guest in &pair.guests {
        let again = guest.act(&pair.id, 1, Action::Resign).await;
        assert_eq!(
            again,
            Err(ApiError::Illegal {
                why: Illegal::GameOver
            })
        );
    }
    assert_eq!(house.stored(&pair.id).await.actions.len(), 1);
    assert_eq!(pair.view(0).await.left_ms, None, "no clock runs after the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_resigning_at_once_is_one_end() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let [first, second] = &pair.guests;
    let (one, other) = tokio::join!(
        first.act(&pair.id, 0, Action::Resign),
        second.act(&pair.id, 0, Action::Resign)
    );
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert_eq!(house.stored(&pair.id).await.actions.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seed_counts_only_from_its_player() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::brought_together(&house).await;
    let [first, second] = &pair.guests;
    let body = |seed: Hash| json!({ "id": pair.id, "seed": seed });
    assert_eq!(
        refused(&house.guest(), "reveal", &body(pair.seeds[0])).await,
        (403, ApiError::NotAPlayer)
    );
    for wrong in [Hash::ZERO, secret(), pair.seeds[1], commitment(pair.seeds[0])] {
        assert_eq!(
            refused(first, "reveal", &body(wrong)).await,
            (400, ApiError::WrongSeed)
        );
    }
    let none = json!({ "id": NOBODYS, "seed": pair.seeds[0] });
    assert_eq!(
        refused(first, "reveal", &none).await,
        (404, ApiError::NoSuchMatch)
    );
    let roll = act(&pair.id, 0, &json!({ "do": "roll" }));
    assert_eq!(refused(first, "act", &roll).await, (409, ApiError::NotBegun));

    // A wrong one may be followed by the right one, and that be repeated; nobody sees it before both are in.
    for _ in 0..2 {
        assert_eq!(first.reveal(&pair.id, pair.seeds[0]).await, Ok(()));
    }
    let view = pair.view(1).await;
    assert_eq!(
        (view.stage, view.fairness.client_seeds),
        (Stage::Pairing, [Hash::ZERO; 2])
    );
    assert_eq!(second.reveal(&pair.id, pair.seeds[1]).await, Ok(()));
    let view = pair.view(0).await;
    assert_eq!(
        (view.stage, view.fairness.client_seeds),
        (Stage::Live, pair.seeds)
    );
    assert_eq!(view.fairness.absent, [false; 2]);
    assert_eq!(view.fairness.client_commitments, pair.seeds.map(commitment));
    // Later ones change nothing.
    assert_eq!(first.reveal(&pair.id, secret()).await, Ok(()));
    assert_eq!(pair.view(0).await.fairness.client_seeds, pair.seeds);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_may_look_and_sees_their_own_side() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let (first, second) = (pair.view(0).await, pair.view(1).await);
    let stranger: MatchView = house
        .guest()
        .call("look", json!({ "id": pair.id }))
        .await
        .expect("anybody may look");
    assert_eq!(
        [first.order, second.order, stranger.order],
        [Some(0), Some(1), None]
    );
    assert!(first.me.is_some() && second.me.is_some() && first.me != second.me);
    assert_eq!(stranger.me, None);
    let seat = first.me.expect("a player has a seat");
    assert_eq!(first.players[seat], Some(pair.guests[0].who().identity));
    let none = json!({ "id": NOBODYS });
    assert_eq!(
        refused(&house.guest(), "look", &none).await,
        (404, ApiError::NoSuchMatch)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_left_once_it_is_there() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let [first, second] = &pair.guests;
    let body = json!({ "id": pair.id });
    assert_eq!(refused(first, "leave", &body).await, (409, ApiError::NotOver));
    let bound = ApiError::Bound { id: pair.id.clone() };
    let join = json!({ "commitment": secret() });
    assert_eq!(refused(first, "join", &join).await, (409, bound.clone()));
    first
        .act(&pair.id, 0, Action::Resign)
        .await
        .expect("it may be given up");
    assert_eq!(
        refused(&house.guest(), "leave", &body).await,
        (403, ApiError::NotAPlayer)
    );
    let none = json!({ "id": NOBODYS });
    assert_eq!(refused(first, "leave", &none).await, (404, ApiError::NoSuchMatch));
    assert_eq!(refused(first, "join", &join).await, (409, bound.clone()));
    for _ in 0..2 {
        assert_eq!(first.call::<()>("leave", body.clone()).await, Ok(()));
    }
    assert_eq!(first.whoami().await.bound, None);
    assert_eq!(second.whoami().await.bound, Some(pair.id.clone()));
    assert!(pair.view(0).await.left && !pair.view(1).await.left);
    assert_eq!(first.join(secret()).await, Ok(()));
    assert_eq!(refused(second, "join", &join).await, (409, bound));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_cannot_be_stored_has_not_happened() {
    use sqlx::Connection;

    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let file = format!("sqlite:{}", folder.database().display());
    let mut database = sqlx::SqliteConnection::connect(&file)
        .await
        .expect("the same file");
    let mut rename = async |sql: &'static str| {
        sqlx::query(sql)
            .execute(&mut database)
            .await
            .expect("a table is renamed");
    };
    rename("ALTER TABLE actions RENAME TO lost").await;
    let guest = pair.on_turn(&page).clone();
    let roll = act(&pair.id, 0, &json!({ "do": "roll" }));
    assert_eq!(refused(&guest, "act", &roll).await, (503, ApiError::Unavailable));
    rename("ALTER TABLE lost RENAME TO actions").await;
    assert_eq!(pair.view(0).await.version(), 0);
    // The half that could have been stored was taken back, so the same version is still free.
    assert_eq!(pair.act(&mut page, Action::Roll).await, Ok(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_leaves_takes_no_command() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let pair = Pair::playing(&house).await;
    house.leaving.begin();
    let guest = &pair.guests[0];
    let roll = act(&pair.id, 0, &json!({ "do": "roll" }));
    for (name, body) in [
        ("act", roll),
        ("join", json!({ "commitment": secret() })),
        ("cancel", json!({})),
        ("whoami", json!({})),
    ] {
        assert_eq!(
            refused(guest, name, &body).await,
            (503, ApiError::Leaving),
            "{name}"
        );
    }
    assert!(house.stored(&pair.id).await.actions.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_are_used_once_and_only_from_stock() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let radar = Action::Use(Use::Radar);
    let (pair, page) = Pair::playing_until(&house, |position| position.offers().contains(radar)).await;
    let before = page.version();
    let guest = pair.on_turn(&page).clone();
    let (one, other) = tokio::join!(
        guest.act(&pair.id, before, radar),
        guest.act(&pair.id, before, radar)
    );
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    let again = guest.act(&pair.id, before + 1, radar).await;
    assert!(
        matches!(
            again,
            Err(ApiError::Illegal {
                why: Illegal::RadarActive | Illegal::NoItem
            })
        ),
        "{again:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoami_says_where_one_is_bound() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let me = guest.whoami().await;
    assert_eq!(
        (me.identity, me.queue, me.bound),
        (guest.who().identity, Queue::Out, None)
    );
    guest.join(secret()).await.expect("anybody may wait");
    assert!(matches!(guest.whoami().await.queue, Queue::Waiting { .. }));
    let pair = Pair::playing(&house).await;
    assert_eq!(pair.guests[1].whoami().await.bound, Some(pair.id));
}
