//! Accounts: made with a nickname alone, entered with the credential alone, and nobody changes who they are while
//! somebody waits for them or plays with them.

use std::time::Duration;

use flychess::protocol::{ApiError, BadNickname, CloseReason, PersonKind, Queue, Shown};
use flychess::rules::Action;
use flychess::server::Credential;
use serde_json::{Value, json};
use tokio::time::advance;

use crate::online::page::{Live, Pair};
use crate::online::{Folder, Guest, House, Stopped, secret};

/// A browser that is logged in with an account of this name, and its credential.
pub(crate) async fn account(house: &House, nickname: &str) -> (Guest, String) {
    let mut guest = house.guest();
    let Shown { credential, identity } = guest.create(nickname).await.expect("the name is free");
    assert_eq!((identity.kind, &*identity.name), (PersonKind::Account, nickname));
    (guest, credential)
}

async fn name(guest: &Guest) -> String {
    guest.whoami().await.identity.name
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_credential_brings_an_account_back_in_any_browser() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (first, credential) = account(&house, "Ana").await;
    let me = first.whoami().await;
    assert_eq!((me.score, me.queue, me.bound), (Some(0), Queue::Out, None));
    let mut other = house.guest();
    let before = other.whoami().await;
    assert_eq!((before.identity.kind, before.score), (PersonKind::Guest, None));
    let typed = credential.replace('-', " ").to_lowercase();
    let identity = other.log_in(&typed).await.expect("it is the right one");
    assert_eq!((identity.kind, &*identity.name), (PersonKind::Account, "Ana"));
    // Both browsers are one person: one place in the queue, one match.
    first.join(secret()).await.expect("anybody may wait");
    assert_eq!(other.join(secret()).await, Err(ApiError::AlreadyWaiting));
    assert!(matches!(other.whoami().await.queue, Queue::Waiting { .. }));
    // It outlives the server.
    house.close().await;
    let house = House::open(&folder).await;
    other.address = house.address;
    assert_eq!(name(&other).await, "Ana");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_script_reads_the_session_and_its_end_takes_the_cookie() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut guest = house.guest();
    let body = json!({ "nickname": "Ana" }).to_string();
    let answer = guest.post("create-account", body.as_bytes()).await;
    let cookie = answer.header("set-cookie").expect("it is set");
    let mut parts: Vec<_> = cookie.split("; ").collect();
    assert!(parts.remove(0).starts_with("flychess-account="));
    assert_eq!(parts, ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"]);
    guest.remember(&answer);
    let stale = guest.cookie();
    guest.log_out().await.expect("nothing holds them");
    assert_eq!(guest.session, None);
    assert_eq!(
        guest.whoami().await.identity,
        guest.who().identity,
        "the same guest as before"
    );
    // A session that has ended, or never was, is nothing, and the browser forgets it.
    for cookie in [stale, format!("flychess={}; flychess-account=zz", guest.secret)] {
        let answer = guest.try_ask("POST", "/api/whoami", Some(&cookie), b"{}").await;
        let answer = answer.expect("an answer");
        let set = answer.header("set-cookie").expect("it is taken back");
        assert!(
            set.starts_with("flychess-account=; ") && set.contains("Max-Age=0"),
            "{set}"
        );
        let me: flychess::protocol::Whoami = answer.told().expect("everybody is somebody");
        assert_eq!(me.identity, guest.who().identity);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_nickname_is_refused_with_the_reason() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (ana, _) = account(&house, "Ana").await;
    let mut guest = house.guest();
    let refused = |why| Err(ApiError::Nickname { why });
    assert_eq!(guest.create("a").await, refused(BadNickname::TooShort));
    assert_eq!(guest.create("GUEST-1234").await, refused(BadNickname::GuestLike));
    assert_eq!(
        guest.create("a b").await,
        refused(BadNickname::Character { which: ' ' })
    );
    for taken in ["Ana", "ANA", "\u{410}\u{43d}\u{430}", "\u{ff21}na"] {
        let said = guest.create(taken).await;
        let is_alike = matches!(said, Err(ApiError::NicknameTaken));
        // Cyrillic small letters of this name look like no Latin ones but two of them.
        assert!(
            is_alike || taken.starts_with('\u{410}') && said.is_ok(),
            "{taken}: {said:?}"
        );
        if said.is_ok() {
            guest = house.guest();
        }
    }
    assert_eq!(guest.session, None);
    let mut ana = ana;
    assert_eq!(ana.create("Other").await, Err(ApiError::LoggedIn));
    let credential = Credential::fresh().written();
    assert_eq!(ana.log_in(&credential).await, Err(ApiError::LoggedIn));
    assert_eq!(guest.log_out().await, Err(ApiError::NotLoggedIn));
    assert_eq!(
        guest.call::<Shown>("renew-credential", json!({})).await,
        Err(ApiError::NotLoggedIn)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_wrong_with_a_credential_the_answer_is_one() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (ana, old) = account(&house, "Ana").await;
    let new: Shown = ana.call("renew-credential", json!({})).await.expect("logged in");
    let mut answers = Vec::new();
    for credential in [old, Credential::fresh().written(), Credential::fresh().written()] {
        let body = json!({ "credential": credential }).to_string();
        let answer = house.guest().post("log-in", body.as_bytes()).await;
        assert_eq!(answer.header("set-cookie"), None);
        answers.push((answer.status, answer.body));
    }
    assert_eq!(
        answers,
        vec![(401, r#"{"code":"wrong_credential"}"#.to_owned()); 3]
    );
    // What cannot be one is told apart: that needs no look at what is stored.
    let mistyped = &new.credential[1..];
    assert_eq!(house.guest().log_in(mistyped).await, Err(ApiError::Mistyped));
    assert!(house.guest().log_in(&new.credential).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn tries_are_few_for_each_browser_and_for_each_address() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (_, credential) = account(&house, "Ana").await;
    let wrong = Credential::fresh().written();
    let mut guest = house.guest();
    for _ in 0..8 {
        assert_eq!(guest.log_in(&wrong).await, Err(ApiError::WrongCredential));
    }
    // The right one as well: how often it was tried is all that counts.
    let Err(ApiError::TooMany { after_ms }) = guest.log_in(&credential).await else {
        panic!("too many")
    };
    assert_eq!(after_ms, 15_000);
    assert!(
        house.guest().log_in(&credential).await.is_ok(),
        "another browser may"
    );
    advance(Duration::from_millis(after_ms - 1)).await;
    assert!(matches!(
        guest.log_in(&credential).await,
        Err(ApiError::TooMany { .. })
    ));
    advance(Duration::from_millis(1)).await;
    assert!(guest.log_in(&credential).await.is_ok());
    // New browsers without end do not help either.
    let mut tries = 0;
    while house.guest().log_in(&wrong).await == Err(ApiError::WrongCredential) {
        tries += 1;
        assert!(tries < 100);
    }
    assert!(tries >= 30);
    assert!(matches!(
        house.guest().log_in(&credential).await,
        Err(ApiError::TooMany { .. })
    ));
}

#[tokio::test(start_paused = true)]
async fn names_that_are_refused_take_nobodys_account_away() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let bad = Err(ApiError::Nickname {
        why: BadNickname::TooShort,
    });
    for _ in 0..100 {
        assert_eq!(house.guest().create("a").await, bad);
    }
    // As many as a school may make at once; then one at a time.
    for number in 0..60 {
        account(&house, &format!("pupil{number}")).await;
    }
    let one_more = house.guest().create("pupil60").await;
    assert!(matches!(one_more, Err(ApiError::TooMany { .. })), "{one_more:?}");
    // Names cannot be tried out without end either.
    let mut tries = 160;
    while house.guest().create("a").await == bad {
        tries += 1;
        assert!(tries < 1_000);
    }
    assert!(tries >= 299, "{tries}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_credential_ends_the_old_one_and_the_other_browsers() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (ana, old) = account(&house, "Ana").await;
    let mut thief = house.guest();
    thief.log_in(&old).await.expect("it was the right one");
    let (mut own, mut stolen) = (Live::lobby(&ana).await, Live::lobby(&thief).await);
    assert!(own.next().await.is_some() && stolen.next().await.is_some());
    let new: Shown = ana.call("renew-credential", json!({})).await.expect("logged in");
    assert_ne!(new.credential, old);
    assert_eq!(stolen.end().await, Some(CloseReason::Switched));
    assert_eq!(
        thief.whoami().await.identity,
        thief.who().identity,
        "a guest again"
    );
    // At once: it may wait, or log in again.
    thief.session = None;
    thief.join(secret()).await.expect("anybody may wait");
    assert_eq!(name(&ana).await, "Ana");
    own.pulse().await;
    assert_eq!(house.guest().log_in(&old).await, Err(ApiError::WrongCredential));
    assert!(house.guest().log_in(&new.credential).await.is_ok());
}

/// Every way of becoming somebody else, tried by a browser that is logged in and by one that is not.
async fn all_refused(guest: &Guest, credential: &str, why: &ApiError) {
    let tries: Vec<(&str, Value)> = if guest.session.is_some() {
        vec![("log-out", json!({}))]
    } else {
        vec![
            ("log-in", json!({ "credential": credential })),
            ("create-account", json!({ "nickname": "Somebody" })),
        ]
    };
    for (name, arguments) in tries {
        let refused = guest.call::<Value>(name, arguments).await;
        assert_eq!(refused.as_ref(), Err(why), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_becomes_somebody_else_before_they_have_left() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (ana, _) = account(&house, "Ana").await;
    let (_, credential) = account(&house, "Bo").await;
    let guest = house.guest();
    // Waiting.
    for who in [&ana, &guest] {
        who.join(secret()).await.expect("anybody may wait");
        all_refused(who, &credential, &ApiError::Queued).await;
        let _: Value = who.call("cancel", json!({})).await.expect("it always answers");
    }
    // Paired, in the match, and at its result.
    let pair = Pair::of([ana.clone(), guest.clone()]).await;
    let bound = ApiError::Bound { id: pair.id.clone() };
    for who in [&ana, &guest] {
        all_refused(who, &credential, &bound).await;
    }
    let pair = pair.begun().await;
    for who in [&ana, &guest] {
        all_refused(who, &credential, &bound).await;
    }
    ana.act(&pair.id, 0, Action::Resign)
        .await
        .expect("it may be given up");
    for who in [&ana, &guest] {
        all_refused(who, &credential, &bound).await;
    }
    // Left.
    let (mut ana, mut guest) = (ana, guest);
    ana.leave(&pair.id).await.expect("it is over");
    all_refused(&guest, &credential, &bound).await;
    ana.log_out().await.expect("nothing holds them");
    assert_eq!(name(&ana).await, ana.who().identity.name);
    guest.leave(&pair.id).await.expect("it is over");
    guest.log_in(&credential).await.expect("nothing holds them");
    assert_eq!(name(&guest).await, "Bo");
    // Names in a match stay what they were.
    let members = house.stored(&pair.id).await.members.map(|member| member.identity);
    assert_eq!(members[0].name, "Ana");
    assert_eq!(members[1], guest.who().identity);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_want_one_name_one_gets_it() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    for nicknames in [["Zoe"; 2], ["Torn", "Tom"], ["oslo", "0SLO"]] {
        let tasks: Vec<_> = (0..20)
            .map(|number| {
                let mut guest = house.guest();
                tokio::spawn(async move { guest.create(nicknames[number % 2]).await })
            })
            .collect();
        let mut made = 0;
        for task in tasks {
            match task.await.expect("it ends") {
                Ok(_) => made += 1,
                Err(why) => assert_eq!(why, ApiError::NicknameTaken),
            }
        }
        assert_eq!(made, 1, "{nicknames:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_joins_and_logs_in_at_once_does_one_of_them() {
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (_, credential) = account(&house, "Ana").await;
    for _ in 0..30 {
        let guest = house.guest();
        let mut tab = guest.clone();
        let (joined, logged_in) = tokio::join!(guest.join(secret()), tab.log_in(&credential));
        match (&joined, &logged_in) {
            (Ok(()), Err(ApiError::Queued)) => {
                let _: Value = guest.call("cancel", json!({})).await.expect("it always answers");
            }
            // Asked as a guest, who was gone when it arrived; or asked as the account already.
            (Err(ApiError::Switched), Ok(_)) => {}
            other => panic!("{other:?}"),
        }
        assert_eq!(guest.whoami().await.queue, Queue::Out, "the guest does not wait");
    }
}

#[tokio::test(start_paused = true)]
async fn connections_of_whom_one_was_are_closed_in_that_browser_alone() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let (mut ana, credential) = account(&house, "Ana").await;
    let mut guest = house.guest();
    let (mut one_tab, mut other_tab) = (Live::lobby(&guest).await, Live::lobby(&guest).await);
    let mut elsewhere = Live::lobby(&ana).await;
    for tab in [&mut one_tab, &mut other_tab, &mut elsewhere] {
        assert!(tab.next().await.is_some());
    }
    guest.log_in(&credential).await.expect("nothing holds them");
    advance(Duration::from_secs(1)).await;
    assert_eq!(one_tab.end().await, Some(CloseReason::Switched));
    assert_eq!(other_tab.end().await, Some(CloseReason::Switched));
    elsewhere.pulse().await;
    // As the account they come back, and the other browser's logging out leaves them alone.
    let mut back = Live::lobby(&guest).await;
    assert!(back.next().await.is_some());
    ana.log_out().await.expect("nothing holds them");
    advance(Duration::from_secs(1)).await;
    assert_eq!(elsewhere.end().await, Some(CloseReason::Switched));
    back.pulse().await;
    // Once logged out, the guest may be a guest again.
    guest.log_out().await.expect("nothing holds them");
    guest.join(secret()).await.expect("anybody may wait");
}
