//! The ledger: whatever happens, it has each result once, the scores are its sums, and where they are not, the check
//! says so by name.
#![cfg(feature = "ssr")]

mod online;

use std::process::Command;

use flychess::protocol::{Identity, PersonKind, Turn};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::{Action, Outcome, Reason, Seat, Seeded};
use flychess::server::Nickname;
use flychess::server::store::{
    Account, Accounts, After, Append, Disagreement, Guarded, Member, NewAccount, Occasion, PlayerKey,
    SessionKey, Sqlite, Store, StoredMatch, StoredStage, Waiting, check,
};
use online::{Folder, fresh, secret};
use sqlx::{Connection, SqliteConnection};

async fn open(folder: &Folder) -> Sqlite {
    Sqlite::open(&folder.database())
        .await
        .expect("a file can be made")
}

/// Somebody who may play.
#[derive(Clone)]
struct Player {
    key: PlayerKey,
    identity: Identity,
}

fn guest() -> Player {
    Player {
        key: PlayerKey(secret()),
        identity: Identity {
            kind: PersonKind::Guest,
            name: "GUEST-1000".into(),
        },
    }
}

fn wanted(name: &str) -> NewAccount {
    let nickname = Nickname::new(name).expect("a nickname");
    NewAccount {
        account: Account {
            player: PlayerKey(secret()),
            name: nickname.as_str().to_owned(),
        },
        folded: nickname.folded(),
        looks: nickname.looks().map(str::to_owned).collect(),
        credential: secret(),
        session: SessionKey(secret()),
        at: 1_800_000_000_000,
    }
}

async fn account(store: &Sqlite, name: &str) -> Player {
    let new = wanted(name);
    let Account { player, name } = new.account.clone();
    assert_eq!(store.create_account(new).await, Ok(Guarded::Stored));
    Player {
        key: player,
        identity: Identity {
            kind: PersonKind::Account,
            name,
        },
    }
}

/// A match of these two that stands at its first version.
async fn begun(store: &Sqlite, players: [&Player; 2]) -> StoredMatch {
    let member = |player: &Player, seed: Hash| Member {
        player: player.key,
        identity: player.identity.clone(),
        commitment: seed,
        seed: None,
        has_left: false,
    };
    let seeds = [secret(), secret()];
    for (player, seed) in players.into_iter().zip(seeds) {
        let waiting = Waiting {
            player: player.key,
            identity: player.identity.clone(),
            commitment: seed,
            joined: 1,
        };
        assert_eq!(store.join(waiting).await, Ok(Guarded::Stored));
    }
    let stored = StoredMatch {
        id: format!("match{}", fresh()).parse().expect("letters and digits"),
        ruleset: "duel".into(),
        occasion: Occasion::Queue,
        stage: StoredStage::Pairing { deadline: 5_000 },
        server_seed: secret(),
        fixed_seed: None,
        clock_ms: 60_000,
        members: [member(players[0], seeds[0]), member(players[1], seeds[1])],
        actions: Vec::new(),
        outages: Vec::new(),
    };
    assert_eq!(store.pair(stored.clone()).await, Ok(Guarded::Stored));
    let shown = store.reveal(&stored.id, players[0].key, seeds[0]).await;
    assert_eq!(shown, Ok(Guarded::Stored));
    let at = i64::try_from(fresh()).expect("few");
    assert_eq!(
        store.begin(&stored.id, 1_800_000_000_000 + at, 1).await,
        Ok(Guarded::Stored)
    );
    stored
}

fn end(stored: &StoredMatch, winner: usize) -> Append {
    Append {
        id: stored.id.clone(),
        follows: 0,
        act: Written::new(Action::Resign, Some(Seat::Red), Some(7)),
        then: After::Over {
            outcome: Outcome {
                reason: Reason::Resign,
                winner: Seat::Green,
            },
            winner,
        },
    }
}

/// The check as operators call it: whether all is well, and what it says.
fn checked(folder: &Folder) -> (Option<i32>, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_flychess"))
        .args(["check", "--database"])
        .arg(folder.database())
        .output()
        .expect("the program runs");
    (
        out.status.code(),
        String::from_utf8_lossy(&out.stdout).into_owned(),
    )
}

async fn scores(store: &Sqlite, players: &[Player]) -> Vec<Option<i64>> {
    let mut scores = Vec::new();
    for player in players {
        let standing = store.standing(player.key).await.expect("the store can be read");
        scores.push(standing.map(|standing| standing.score));
    }
    scores
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_entered_once_however_often_it_is_sent() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let players = [account(&store, "Ana").await, account(&store, "Bo").await];
    let stored = begun(&store, [&players[0], &players[1]]).await;
    let tries: Vec<_> = (0..30)
        .map(|number| {
            let (store, end) = (store.clone(), end(&stored, number % 2));
            tokio::spawn(async move { (number % 2, store.append(end).await) })
        })
        .collect();
    let mut winners = Vec::new();
    for one in tries {
        let (winner, done) = one.await.expect("it ends");
        if done.expect("the store can be written") == Guarded::Stored {
            winners.push(winner);
        }
    }
    let [winner] = winners.as_slice() else {
        panic!("one of them counts: {winners:?}")
    };
    let change = |place| if place == *winner { Some(1) } else { Some(-1) };
    assert_eq!(scores(&store, &players).await, [change(0), change(1)]);
    // Again, and after a restart.
    drop(store);
    let store = open(&folder).await;
    assert_eq!(store.append(end(&stored, *winner)).await, Ok(Guarded::Refused));
    assert_eq!(scores(&store, &players).await, [change(0), change(1)]);
    assert_eq!(checked(&folder).0, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_many_matches_every_score_is_the_sum_of_its_rows() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let mut players = Vec::new();
    for name in ["Ana", "Bo", "Cy", "Di", "\u{98de}\u{884c}"] {
        players.push(account(&store, name).await);
    }
    players.extend([guest(), guest()]);
    let mut chance = Seeded::new([9; 32]);
    let mut any =
        |below: usize| usize::try_from(chance.uniform(u32::try_from(below).expect("few"))).expect("few");
    let mut counted = vec![(0_u64, 0_u64); players.len()];
    for _ in 0..120 {
        let one = any(players.len());
        let other = (one + 1 + any(players.len() - 1)) % players.len();
        let winner = any(2);
        let stored = begun(&store, [&players[one], &players[other]]).await;
        assert_eq!(store.append(end(&stored, winner)).await, Ok(Guarded::Stored));
        for (place, player) in [one, other].into_iter().enumerate() {
            assert_eq!(
                store.leave(&stored.id, players[player].key).await,
                Ok(Guarded::Stored)
            );
            let (won, lost) = &mut counted[player];
            *(if place == winner { won } else { lost }) += 1;
        }
    }
    let mut board = Vec::new();
    for (player, (won, lost)) in players.iter().zip(counted) {
        let standing = store.standing(player.key).await.expect("the store can be read");
        if player.identity.kind == PersonKind::Guest {
            assert_eq!(standing, None, "guests have no score");
            continue;
        }
        let standing = standing.expect("an account stands somewhere");
        assert_eq!((standing.won, standing.lost), (won, lost));
        assert_eq!(standing.score, won.cast_signed() - lost.cast_signed());
        board.push((standing.score, standing.name));
    }
    // Ranks by counting, which is slow and plain.
    let page = store.leaderboard(Turn::First, 50).await.expect("it can be read");
    assert_eq!(page.rows.len(), 5);
    assert!(page.rows.is_sorted_by_key(|row| std::cmp::Reverse(row.score)));
    for row in page.rows {
        let better = board.iter().filter(|(score, _)| *score > row.score).count();
        assert_eq!(row.rank, Some(better as u64 + 1), "{}", row.name);
    }
    let (status, said) = checked(&folder);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.starts_with("5 accounts, ") && said.lines().count() == 1,
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_lists_join_without_gap_or_overlap() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let ana = account(&store, "Ana").await;
    let other = guest();
    let mut ids = Vec::new();
    for _ in 0..23 {
        let stored = begun(&store, [&ana, &other]).await;
        assert_eq!(store.append(end(&stored, 0)).await, Ok(Guarded::Stored));
        for player in [&ana, &other] {
            assert_eq!(store.leave(&stored.id, player.key).await, Ok(Guarded::Stored));
        }
        ids.insert(0, stored.id);
    }
    let mut seen = Vec::new();
    let mut turn = Turn::First;
    loop {
        let page = store.history(ana.key, turn, 5).await.expect("it can be read");
        assert_eq!(page.has_above, !seen.is_empty());
        seen.extend(page.rows.into_iter().map(|row| row.id));
        if !page.has_below {
            break;
        }
        turn = Turn::Below {
            of: seen.last().expect("some").clone(),
        };
    }
    assert_eq!(seen, ids);
    let back = Turn::Above { of: ids[20].clone() };
    let page = store.history(ana.key, back, 5).await.expect("it can be read");
    let shown: Vec<_> = page.rows.into_iter().map(|row| row.id).collect();
    assert_eq!(
        (shown.as_slice(), page.has_above, page.has_below),
        (&ids[15..20], true, true)
    );
    let nowhere = Turn::Below {
        of: "nomatch".parse().expect("letters"),
    };
    let page = store.history(ana.key, nowhere, 5).await.expect("it can be read");
    assert!(page.rows.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_and_credentials_are_guarded_by_the_store() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let ana = wanted("Ana");
    assert_eq!(store.create_account(ana.clone()).await, Ok(Guarded::Stored));
    for alike in ["ANA", "ana"] {
        assert_eq!(store.create_account(wanted(alike)).await, Ok(Guarded::Refused));
    }
    let session = SessionKey(secret());
    assert_eq!(store.log_in(secret(), session, 1).await, Ok(None));
    let found = store.log_in(ana.credential, session, 1).await;
    assert_eq!(found, Ok(Some(ana.account.clone())));
    assert_eq!(store.account(session).await, Ok(Some(ana.account.clone())));
    let renewed = secret();
    let ended = store.renew_credential(session, renewed).await;
    assert_eq!(ended, Ok(Some(vec![ana.session])));
    assert_eq!(store.account(ana.session).await, Ok(None));
    assert_eq!(
        store.log_in(ana.credential, SessionKey(secret()), 1).await,
        Ok(None)
    );
    assert_eq!(store.log_out(session).await, Ok(Guarded::Stored));
    assert_eq!(store.log_out(session).await, Ok(Guarded::Refused));
    assert_eq!(store.account(session).await, Ok(None));
    assert_eq!(store.renew_credential(session, secret()).await, Ok(None));
    assert!(matches!(store.log_in(renewed, session, 1).await, Ok(Some(_))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_check_names_what_does_not_agree() {
    let folder = Folder::new();
    let store = open(&folder).await;
    let (ana, bo) = (account(&store, "Ana").await, account(&store, "Bo").await);
    let stored = begun(&store, [&ana, &bo]).await;
    assert_eq!(store.append(end(&stored, 0)).await, Ok(Guarded::Stored));
    drop(store);
    let file = format!("sqlite:{}", folder.database().display());
    let mut database = SqliteConnection::connect(&file).await.expect("the same file");
    let mut run = async |sql: &'static str| sqlx::query(sql).execute(&mut database).await;
    for sql in ["UPDATE ledger SET change = 1", "DELETE FROM ledger"] {
        run(sql).await.expect_err("the ledger is only ever added to");
    }
    run("UPDATE accounts SET won = won + 1 WHERE name = 'Bo'")
        .await
        .expect("it can be tampered with");
    let (status, said) = checked(&folder);
    assert_eq!(status, Some(1));
    assert!(
        said.contains("Bo: won 1 and lost 1, but the ledger has 0 and 1"),
        "{said}"
    );
    assert!(!said.contains("Ana"), "{said}");
    run("UPDATE accounts SET won = won - 1 WHERE name = 'Bo'")
        .await
        .expect("and put right");
    assert_eq!(checked(&folder).0, Some(0));
    let disagreements = async || {
        check(&folder.database())
            .await
            .expect("it can be read")
            .disagreements
    };
    run("UPDATE standings SET accounts = 7 WHERE score = 1")
        .await
        .expect("it can be tampered with");
    let found = disagreements().await;
    assert_eq!(found, [Disagreement::Standing { score: 1 }]);
    run("UPDATE standings SET accounts = 1 WHERE score = 1")
        .await
        .expect("and put right");
    run("UPDATE matches SET stage = 'live'")
        .await
        .expect("it can be tampered with");
    let found = disagreements().await;
    let id = stored.id.as_str().to_owned();
    assert_eq!(found, [Disagreement::Match { id }]);
    assert_eq!(checked(&Folder::new()).0, Some(2), "there is no database");
}
