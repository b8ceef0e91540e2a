//! Matches between friends: by a link or a code one other person comes to whoever invites, and nothing is scored.

use std::time::Duration;

use flychess::protocol::{ApiError, Cancelled, Code, Invited, MatchId, Queue, Stage, ToPage};
use flychess::rules::Action;
use flychess::rules::hash::Hash;
use flychess::server::record;
use flychess::server::store::{Occasion, StoredStage};
use serde_json::{Value, json};
use tokio::time::advance;

use crate::accounts::account;
use crate::online::page::{Live, Page, Pair};
use crate::online::{Folder, Guest, House, Stopped, commitment, secret};

/// Invites, and tells the code as the page hears it.
async fn invite(guest: &Guest, live: &mut Live, seed: Hash) -> Code {
    let invited: Result<(), ApiError> = guest
        .call("invite", json!({ "commitment": commitment(seed) }))
        .await;
    invited.expect("nothing stands against it");
    live.until(|message| match message {
        ToPage::Queue {
            queue: Queue::Inviting { code, .. },
        } => Some(*code),
        _ => None,
    })
    .await
}

async fn open(guest: &Guest, code: Code) -> Result<Invited, ApiError> {
    guest.call("invitation", json!({ "code": code })).await
}

async fn accept(guest: &Guest, code: Code, seed: Hash) -> Result<(), ApiError> {
    let arguments = json!({ "code": code, "commitment": commitment(seed) });
    guest.call("accept", arguments).await
}

async fn cancel(guest: &Guest) -> Cancelled {
    guest.call("cancel", json!({})).await.expect("it always answers")
}

/// A host in the lobby, and their invitation.
async fn inviting(house: &House) -> (Guest, Live, Code) {
    let host = house.guest();
    let mut live = Live::lobby(&host).await;
    let code = invite(&host, &mut live, secret()).await;
    (host, live, code)
}

/// Opens the page of an invitation as anybody's program does, and tells its status.
async fn visit(guest: &Guest, method: &str, code: Code) -> u16 {
    let path = format!("/join/{code}");
    let answer = guest.try_ask(method, &path, None, b"").await;
    answer.expect("the server answers").status
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_friends_play_by_a_link_and_nothing_is_scored() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, _) = account(&house, "Ana").await;
    let (friend, _) = account(&house, "Bruno").await;
    let seeds = [secret(), secret()];
    let mut host_page = Live::lobby(&host).await;
    let code = invite(&host, &mut host_page, seeds[0]).await;
    assert!(matches!(host.whoami().await.queue, Queue::Inviting { code: mine, .. } if mine == code));
    let invited = open(&friend, code).await.expect("it is open");
    assert_eq!((&*invited.host.name, invited.is_mine), ("Ana", false));
    assert!((1..=3_600_000).contains(&invited.left_ms));
    let mut friend_page = Live::lobby(&friend).await;
    assert_eq!(accept(&friend, code, seeds[1]).await, Ok(()));
    let id = host_page.paired().await;
    assert_eq!(friend_page.paired().await, id);
    let stored = house.stored(&id).await;
    assert_eq!(stored.occasion, Occasion::Invitation);
    let names = stored.members.each_ref().map(|member| &*member.identity.name);
    assert_eq!(names, ["Ana", "Bruno"], "who made the link is the first");
    let commitments = stored.members.map(|member| member.commitment);
    assert_eq!(commitments, seeds.map(commitment));
    // Both know before it begins that it does not count.
    for guest in [&host, &friend] {
        let page = Page::open(guest, &id).await;
        assert_eq!((page.view.stage, page.view.scored), (Stage::Pairing, false));
    }
    for (guest, seed) in [&host, &friend].into_iter().zip(seeds) {
        guest.reveal(&id, seed).await.expect("the seed is right");
    }
    let mut page = Page::open(&host, &id).await;
    page.at(Stage::Live).await;
    host.act(&id, 0, Action::Resign).await.expect("one may give up");
    page.at(Stage::Over).await;
    // The dice are as fair as any: both seeds and the server's are in the record.
    let sealed = record(&house.stored(&id).await).expect("it is over");
    assert_eq!(sealed.fairness.client_seeds, seeds);
    assert!(sealed.verify().is_ok(), "it holds");
    for guest in [&host, &friend] {
        assert_eq!(guest.whoami().await.score, Some(0));
        assert!(!page_of(guest, &id).await.scored);
    }
    let checked = flychess::server::store::check(&folder.database()).await;
    let checked = checked.expect("it can be read");
    assert_eq!((checked.entries, checked.disagreements), (0, Vec::new()));
}

async fn page_of(guest: &Guest, id: &MatchId) -> flychess::protocol::MatchView {
    guest
        .call("look", json!({ "id": id }))
        .await
        .expect("anybody may look")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opening_a_link_changes_nothing() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, _live, code) = inviting(&house).await;
    let robot = house.guest();
    for method in ["GET", "HEAD", "GET"] {
        assert_eq!(visit(&robot, method, code).await, 200);
    }
    let as_typed = format!("/join?code={}", code.to_string().to_lowercase());
    assert_eq!(robot.page(&as_typed).await.status, 200);
    assert!(matches!(host.whoami().await.queue, Queue::Inviting { .. }));
    assert_eq!(robot.whoami().await.queue, Queue::Out);
    // The function that joins is out of reach for links: it takes posts of our own pages alone.
    let answer = robot
        .try_ask("GET", "/api/accept", Some(&robot.cookie()), b"")
        .await;
    assert!(matches!(answer.expect("an answer").status, 404 | 405));
    assert!(open(&robot, code).await.is_ok(), "it is still open");
    let page = robot.page(&format!("/join/{code}")).await.body;
    assert!(page.contains(&host.who().identity.name));
    assert!(page.contains("not scored"));
    let title = format!("{} invites you", host.who().identity.name);
    assert!(
        page.contains(&format!("property=\"og:title\" content=\"{title}")),
        "{page}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_takes_up_their_own_and_nobody_has_two() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, mut live, code) = inviting(&house).await;
    let again: Result<(), _> = host.call("invite", json!({ "commitment": secret() })).await;
    assert_eq!(again, Err(ApiError::AlreadyWaiting));
    assert_eq!(accept(&host, code, secret()).await, Err(ApiError::OwnInvitation));
    assert!(open(&host, code).await.expect("it is open").is_mine);
    assert_eq!(
        host.join(secret()).await,
        Err(ApiError::AlreadyWaiting),
        "nor do they queue"
    );
    assert_eq!(cancel(&host).await, Cancelled::Cancelled);
    live.until(|message| (*message == ToPage::Queue { queue: Queue::Out }).then_some(()))
        .await;
    assert_eq!(cancel(&host).await, Cancelled::NotWaiting);
    let tries: Vec<_> = (0..20)
        .map(|_| {
            let host = host.clone();
            tokio::spawn(async move {
                let asked = json!({ "commitment": secret() });
                host.call::<()>("invite", asked).await.is_ok()
            })
        })
        .collect();
    let mut made = 0;
    for one in tries {
        made += usize::from(one.await.expect("it ends"));
    }
    assert_eq!(made, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_or_plays_neither_invites_nor_accepts() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, _live, code) = inviting(&house).await;
    let (other_host, _other_live, other_code) = inviting(&house).await;
    assert_eq!(
        accept(&other_host, code, secret()).await,
        Err(ApiError::AlreadyWaiting)
    );
    let queued = house.guest();
    let _queued_live = Live::lobby(&queued).await;
    queued.join(secret()).await.expect("anybody may wait");
    assert_eq!(
        accept(&queued, code, secret()).await,
        Err(ApiError::AlreadyWaiting)
    );
    let invited: Result<(), _> = queued.call("invite", json!({ "commitment": secret() })).await;
    assert_eq!(invited, Err(ApiError::AlreadyWaiting));
    assert_eq!(cancel(&queued).await, Cancelled::Cancelled);
    let pair = Pair::playing(&house).await;
    let bound = Err(ApiError::Bound { id: pair.id.clone() });
    assert_eq!(accept(&pair.guests[0], code, secret()).await, bound);
    let invited: Result<(), _> = pair.guests[1]
        .call("invite", json!({ "commitment": secret() }))
        .await;
    assert_eq!(invited, bound);
    // Nor does anybody become somebody else meanwhile.
    let mut guest = host.clone();
    assert_eq!(guest.create("Ana").await.map(|_| ()), Err(ApiError::Queued));
    assert!(open(&queued, code).await.is_ok() && open(&queued, other_code).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_come_one_is_matched() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, mut live, code) = inviting(&house).await;
    let strangers: Vec<_> = (0..16)
        .map(|_| {
            let guest = house.guest();
            tokio::spawn(async move {
                let _live = Live::lobby(&guest).await;
                let accepted = accept(&guest, code, secret()).await;
                (guest, accepted)
            })
        })
        .collect();
    let id = live.paired().await;
    let mut matched = 0;
    for stranger in strangers {
        let (guest, accepted) = stranger.await.expect("it ends");
        match accepted {
            Ok(()) => {
                matched += 1;
                assert_eq!(guest.whoami().await.bound, Some(id.clone()));
            }
            Err(why) => {
                assert_eq!(why, ApiError::NoSuchInvitation);
                assert_eq!(guest.whoami().await.queue, Queue::Out);
                assert_eq!(guest.whoami().await.bound, None);
            }
        }
    }
    assert_eq!(matched, 1);
    assert_eq!(host.whoami().await.bound, Some(id));
}

/// What a stranger hears of a code, letter by letter.
async fn answer(guest: &Guest, name: &str, arguments: &Value) -> (u16, String) {
    let answer = guest.post(name, arguments.to_string().as_bytes()).await;
    (answer.status, answer.body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_wrong_with_a_code_the_answer_is_the_same() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (used, withdrawn, taken) = (
        inviting(&house).await,
        inviting(&house).await,
        inviting(&house).await,
    );
    let (friend, waiting) = (house.guest(), house.guest());
    let _friend_live = Live::lobby(&friend).await;
    accept(&friend, used.2, secret()).await.expect("it is open");
    assert_eq!(cancel(&withdrawn.0).await, Cancelled::Cancelled);
    taken.1.close().await;
    let _waiting_live = Live::lobby(&waiting).await;
    accept(&waiting, taken.2, secret()).await.expect("it is open");
    let never = Code::from_bytes([1, 2, 3, 4, 5, 6]);
    let mut heard = Vec::new();
    for code in [used.2, withdrawn.2, taken.2, never] {
        let stranger = house.guest();
        heard.push(answer(&stranger, "invitation", &json!({ "code": code })).await);
        let accepting = json!({ "code": code, "commitment": secret() });
        heard.push(answer(&stranger, "accept", &accepting).await);
        assert_eq!(visit(&stranger, "GET", code).await, 404);
    }
    heard.dedup();
    assert_eq!(heard.len(), 1, "{heard:?}");
    assert_eq!(heard[0].0, 404);
    let stranger = house.guest();
    for garbage in [
        json!("12345"),
        json!("1234567"),
        json!("UUUUUU"),
        json!(""),
        json!(7),
        json!(null),
    ] {
        assert_eq!(
            answer(&stranger, "invitation", &json!({ "code": garbage }))
                .await
                .0,
            400
        );
        assert_eq!(
            answer(
                &stranger,
                "accept",
                &json!({ "code": garbage, "commitment": secret() })
            )
            .await
            .0,
            400
        );
    }
    for path in ["/join/garbage", "/join/%F0%9F%9B%A9", "/join?code=", "/join"] {
        assert_eq!(stranger.page(path).await.status, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn withdrawing_against_accepting_has_one_answer() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    for _ in 0..10 {
        let (host, _live, code) = inviting(&house).await;
        let friend = house.guest();
        let _friend_live = Live::lobby(&friend).await;
        let (answer, accepted) = tokio::join!(cancel(&host), accept(&friend, code, secret()));
        match answer {
            Cancelled::Cancelled => {
                assert_eq!(accepted, Err(ApiError::NoSuchInvitation));
                assert_eq!(
                    (host.whoami().await.bound, friend.whoami().await.bound),
                    (None, None)
                );
            }
            Cancelled::Matched { id } => {
                assert_eq!(accepted, Ok(()));
                assert_eq!(host.whoami().await.bound, Some(id.clone()));
                assert_eq!(friend.whoami().await.bound, Some(id));
            }
            Cancelled::NotWaiting => panic!("they invited"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_invitation_stays_for_its_hour_without_its_host() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, live, code) = inviting(&house).await;
    live.close().await;
    for _ in 0..59 {
        advance(Duration::from_secs(60)).await;
        assert!(matches!(host.whoami().await.queue, Queue::Inviting { .. }));
    }
    let friend = house.guest();
    let left = open(&friend, code).await.expect("it is still open").left_ms;
    assert!(left <= 60_000);
    advance(Duration::from_millis(left - 1)).await;
    let mut live = Live::lobby(&host).await;
    advance(Duration::from_secs(1)).await;
    advance(Duration::from_secs(1)).await;
    host.is_let_go().await;
    assert_eq!(open(&friend, code).await, Err(ApiError::NoSuchInvitation));
    live.until(|message| (*message == ToPage::Queue { queue: Queue::Out }).then_some(()))
        .await;
    assert_eq!(host.join(secret()).await, Ok(()), "and may do anything else");
}

#[tokio::test(start_paused = true)]
async fn a_friend_waits_for_a_host_who_is_away() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, live, code) = inviting(&house).await;
    live.close().await;
    let friend = house.guest();
    let mut friend_page = Live::lobby(&friend).await;
    accept(&friend, code, secret()).await.expect("it is open");
    let accepted = |message: &ToPage| match message {
        ToPage::Queue {
            queue: Queue::Accepted { code, .. },
        } => Some(*code),
        _ => None,
    };
    assert_eq!(friend_page.until(accepted).await, code);
    assert_eq!(friend.join(secret()).await, Err(ApiError::AlreadyWaiting));
    assert!(open(&friend, code).await.is_ok(), "their own place is theirs");
    for _ in 0..3 {
        advance(Duration::from_secs(8)).await;
        friend_page.pulse().await;
    }
    assert_eq!(
        friend.whoami().await.bound,
        None,
        "nobody plays with somebody who is away"
    );
    // Who closes every tab meanwhile leaves, and the place is free again.
    friend_page.close().await;
    for _ in 0..15 {
        advance(Duration::from_secs(1)).await;
    }
    friend.is_let_go().await;
    let other = house.guest();
    let mut other_page = Live::lobby(&other).await;
    accept(&other, code, secret()).await.expect("it is open again");
    let mut host_page = Live::lobby(&host).await;
    let id = host_page.paired().await;
    assert_eq!(other_page.paired().await, id);
    assert_eq!(open(&friend, code).await, Err(ApiError::NoSuchInvitation));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_friend_who_steps_back_or_is_sent_away_is_free() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (host, live, code) = inviting(&house).await;
    live.close().await;
    let friend = house.guest();
    let mut page = Live::lobby(&friend).await;
    let out = |message: &ToPage| (*message == ToPage::Queue { queue: Queue::Out }).then_some(());
    page.until(out).await;
    accept(&friend, code, secret()).await.expect("it is open");
    assert_eq!(cancel(&friend).await, Cancelled::Cancelled);
    page.until(out).await;
    assert!(open(&friend, code).await.is_ok(), "it is open again");
    accept(&friend, code, secret()).await.expect("it is open");
    assert_eq!(cancel(&host).await, Cancelled::Cancelled);
    page.until(out).await;
    assert_eq!(open(&friend, code).await, Err(ApiError::NoSuchInvitation));
    assert_eq!(friend.join(secret()).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_outlives_the_server() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (mut host, live, code) = inviting(&house).await;
    live.close().await;
    let mut friend = house.guest();
    let _page = Live::lobby(&friend).await;
    accept(&friend, code, secret()).await.expect("it is open");
    house.close().await;
    let house = House::open(&folder).await;
    (host.address, friend.address) = (house.address, house.address);
    assert!(matches!(host.whoami().await.queue, Queue::Inviting { code: mine, .. } if mine == code));
    assert!(matches!(friend.whoami().await.queue, Queue::Accepted { code: theirs, .. } if theirs == code));
    let (mut one, mut other) = (Live::lobby(&friend).await, Live::lobby(&host).await);
    let id = one.paired().await;
    assert_eq!(other.paired().await, id);
    let stored = house.stored(&id).await;
    assert_eq!(stored.members[0].player, host.who().key);
    assert!(matches!(stored.stage, StoredStage::Pairing { .. }));
}

#[tokio::test(start_paused = true)]
async fn codes_cannot_be_tried_at_will() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let guest = house.guest();
    let code = |n: u8| Code::from_bytes([n, 1, 2, 3, 4, 5]);
    for n in 0..20 {
        assert_eq!(open(&guest, code(n)).await, Err(ApiError::NoSuchInvitation));
    }
    let Err(ApiError::TooMany { after_ms }) = accept(&guest, code(21), secret()).await else {
        panic!("they tried twenty");
    };
    assert!(after_ms <= 6_000);
    advance(Duration::from_millis(after_ms)).await;
    assert_eq!(open(&guest, code(22)).await, Err(ApiError::NoSuchInvitation));
    // Nor by ever new browsers from one address.
    let mut tries = 0;
    loop {
        let fresh = house.guest();
        match open(&fresh, code(23)).await {
            Err(ApiError::NoSuchInvitation) => tries += 1,
            Err(ApiError::TooMany { .. }) => break,
            other => panic!("{other:?}"),
        }
    }
    assert!((80..=120).contains(&tries), "{tries}");
}
