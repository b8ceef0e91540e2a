//! A database of a million accounts and ten million matches, and how long its questions take.
//!
//! `cargo run --release --features ssr --example big_store -- FILE [ACCOUNTS [MATCHES]]` makes the file unless it is
//! there, then asks. What it printed stands in docs/PERFORMANCE.md.

use std::path::Path;
use std::time::{Duration, Instant};

use flychess::protocol::{Identity, PersonKind, Turn};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::{Action, Outcome, Reason, Seat};
use flychess::server::Nickname;
use flychess::server::store::{
    Account, Accounts, After, Append, Member, NewAccount, Occasion, PlayerKey, SessionKey, Sqlite, Store,
    StoredMatch, StoredStage, Waiting, check,
};
use sqlx::{Connection, SqliteConnection};

type Failed = Box<dyn std::error::Error>;

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which file?")?;
    let accounts: i64 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let matches: i64 = arguments.next().map_or(Ok(10_000_000), |text| text.parse())?;
    let file = Path::new(&file);
    let is_new = !file.exists();
    let store = Sqlite::open(file).await?;
    if is_new {
        let begun = Instant::now();
        fill(file, accounts, matches).await?;
        println!("made in {:.0} s", begun.elapsed().as_secs_f32());
    }
    println!("{:.1} GB", std::fs::metadata(file)?.len() as f64 / 1e9);
    ask(&store, accounts.unsigned_abs()).await;
    let begun = Instant::now();
    let checked = check(file).await?;
    println!(
        "flychess check: {} accounts, {} rows, {} differences, {:.1} s",
        checked.accounts,
        checked.entries,
        checked.disagreements.len(),
        begun.elapsed().as_secs_f32()
    );
    Ok(())
}

/// Everything but what counts the ledger is written as the server writes it; that is counted once in the end, which is
/// the same and quicker.
async fn fill(file: &Path, accounts: i64, matches: i64) -> Result<(), Failed> {
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await?;
    let triggers: Vec<(String, String)> = sqlx::query_as(
        "SELECT name, sql FROM sqlite_master WHERE name IN ('ledger_is_counted', 'accounts_move')",
    )
    .fetch_all(&mut database)
    .await?;
    let index: String = sqlx::query_scalar("SELECT sql FROM sqlite_master WHERE name = 'ledger_of_account'")
        .fetch_one(&mut database)
        .await?;
    for (name, _) in &triggers {
        run(&mut database, &format!("DROP TRIGGER {name}")).await?;
    }
    let mut all = [
        "PRAGMA synchronous = OFF",
        "PRAGMA cache_size = -2000000",
        "BEGIN",
    ]
    .map(str::to_owned)
    .to_vec();
    all.push("DROP INDEX ledger_of_account".to_owned());
    all.extend(people(accounts));
    all.extend(games(accounts, matches));
    all.push(index);
    all.extend(COUNT.map(str::to_owned));
    for text in all {
        let begun = Instant::now();
        run(&mut database, &text).await?;
        let end: Vec<&str> = text.split_whitespace().rev().take(6).collect();
        println!("{:6.1} s  {}", begun.elapsed().as_secs_f32(), end.join(" "));
    }
    for (_, sql) in triggers {
        run(&mut database, &sql).await?;
    }
    Ok(())
}

fn numbers(count: i64) -> String {
    format!(
        "WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {count})"
    )
}

fn people(accounts: i64) -> [String; 2] {
    let numbers = numbers(accounts);
    [
        format!(
            "{numbers} INSERT INTO accounts (id, player, name, folded, credential, created_ms)
             SELECT i + 1, CAST(printf('%032d', i) AS BLOB), 'Player' || i, 'player' || i,
                    CAST(printf('%032d', i) AS BLOB), 1700000000000 + i FROM numbers"
        ),
        format!("{numbers} INSERT INTO looks SELECT 'player' || i, i + 1 FROM numbers ORDER BY 1"),
    ]
}

/// One of a hundred matches is the first account's, one seat in twenty a guest's. Who has the higher number wins more
/// often, so that the scores spread.
fn games(accounts: i64, matches: i64) -> [String; 3] {
    let pair = |i: &str| {
        let one = format!("iif({i} % 100 = 0, 0, {i} * 2654435761 % {accounts})");
        let other = format!("({one} + 1 + {i} * 48271 % {}) % {accounts}", accounts - 1);
        format!("{i} AS i, {one} AS one, {other} AS other")
    };
    let paired = format!(
        "{}, paired AS (SELECT {} FROM numbers)",
        numbers(matches),
        pair("i")
    );
    let winner = format!("iif((i * 69621 / 128) % 100 < 50 + 30 * (one - other) / {accounts}, 0, 1)");
    let placed = format!(
        "{}, seats AS (SELECT {}, i % 2 AS place FROM numbers),
         placed AS (SELECT i, place, iif(place = 0, one, other) AS account, {winner} AS winner FROM seats)",
        numbers(2 * matches),
        pair("(i / 2)")
    );
    [
        format!(
            "{paired} INSERT INTO matches (id, ruleset, rules_version, stage, server_seed, created_ms, clock_ms, began_ms,
                 version, winner, reason)
             SELECT printf('m%021d', i), 'duel', 1, 'over', randomblob(32), 1700000000000 + i * 1000, 60000,
                 1700000000000 + i * 1000, 1, iif({winner} = 0, 'red', 'green'), 'resign' FROM paired"
        ),
        format!(
            "{placed} INSERT INTO players (match_id, place, player, name, kind, commitment, seed, has_left)
             SELECT printf('m%021d', i), place,
                 iif(account % 20 = 19, randomblob(32), CAST(printf('%032d', account) AS BLOB)),
                 iif(account % 20 = 19, 'GUEST-1000', 'Player' || account),
                 iif(account % 20 = 19, 'guest', 'account'), randomblob(32), randomblob(32), 1
             FROM placed"
        ),
        format!(
            "{placed} INSERT INTO ledger (match_id, place, account, change, at_ms)
             SELECT printf('m%021d', i), place, account + 1, iif(place = winner, 1, -1), 1700000007000 + i * 1000
             FROM placed WHERE account % 20 <> 19"
        ),
    ]
}

const COUNT: [&str; 3] = [
    "UPDATE accounts SET won = entered.won, lost = entered.lost FROM (
         SELECT account, sum(change > 0) AS won, sum(change < 0) AS lost FROM ledger GROUP BY account
     ) AS entered WHERE entered.account = accounts.id",
    "INSERT INTO standings SELECT score, count(*) FROM accounts WHERE won + lost > 0 GROUP BY score",
    "COMMIT",
];

async fn run(database: &mut SqliteConnection, text: &str) -> Result<(), Failed> {
    sqlx::query(sqlx::AssertSqlSafe(text.to_owned()))
        .execute(database)
        .await
        .map_err(|cause| format!("{cause} in: {text}"))?;
    Ok(())
}

/// Asks the same of different entries, and prints the middle and the slowest of ten parts.
async fn time<F: Future<Output = ()>>(what: &str, question: impl Fn(u64) -> F) {
    const TIMES: u64 = 200;
    let mut taken = Vec::new();
    for number in 0..TIMES {
        let begun = Instant::now();
        question(number).await;
        taken.push(begun.elapsed());
    }
    taken.sort_unstable();
    let ms = |time: &Duration| time.as_secs_f64() * 1000.0;
    println!(
        "| {what} | {:.2} | {:.2} | {:.2} |",
        ms(&taken[taken.len() / 2]),
        ms(&taken[taken.len() * 95 / 100]),
        ms(&taken[taken.len() - 1])
    );
}

fn fresh(what: &str, number: u64) -> Hash {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    Hash::of(&[
        what.as_bytes(),
        &number.to_le_bytes(),
        &now.as_nanos().to_le_bytes(),
    ])
}

/// The key of an account that was made here.
fn key(number: u64) -> Hash {
    let mut bytes = [b'0'; 32];
    bytes.copy_from_slice(format!("{number:032}").as_bytes());
    Hash(bytes)
}

async fn ask(store: &Sqlite, accounts: u64) {
    // Numbers all over the table.
    let any = move |number: u64| number * 4_999 % accounts;
    ask_leaderboard(store, any).await;
    ask_players(store, any).await;
    write(store, any).await;
}

async fn ask_leaderboard(store: &Sqlite, any: impl Fn(u64) -> u64 + Copy) {
    println!("| question | median ms | 95 % ms | slowest ms |\n|---|---|---|---|");
    time("leaderboard, first page (50 rows, ranks)", |_| async {
        assert_eq!(
            store
                .leaderboard(Turn::First, 50)
                .await
                .expect("it is there")
                .rows
                .len(),
            50
        );
    })
    .await;
    time("leaderboard, a page anywhere, down", |number| async move {
        let of = format!("player{}", any(number));
        let page = store
            .leaderboard(Turn::Below { of }, 50)
            .await
            .expect("it is there");
        assert!(page.rows.iter().all(|row| row.rank.is_some()));
    })
    .await;
    time("leaderboard, a page anywhere, up", |number| async move {
        let of = format!("player{}", any(number));
        store
            .leaderboard(Turn::Above { of }, 50)
            .await
            .expect("it is there");
    })
    .await;
}

async fn ask_players(store: &Sqlite, any: impl Fn(u64) -> u64 + Copy) {
    time("a standing with its rank", |number| async move {
        store
            .standing(PlayerKey(key(any(number))))
            .await
            .expect("it can be read")
            .expect("it is there");
    })
    .await;
    time("a player by name", |number| async move {
        let name = format!("player{}", any(number));
        store
            .named(&name)
            .await
            .expect("it can be read")
            .expect("it is there");
    })
    .await;
    time("history of one of the others, latest", |number| async move {
        store
            .history(PlayerKey(key(any(number))), Turn::First, 50)
            .await
            .expect("it can be read");
    })
    .await;
    time(
        "history of one who has played every 100th match, latest",
        |_| async {
            let page = store
                .history(PlayerKey(key(0)), Turn::First, 50)
                .await
                .expect("it can be read");
            assert!(page.rows.len() > 1);
        },
    )
    .await;
    time("the same, a page anywhere", |number| async move {
        let of = format!("m{:021}", any(number) / 100 * 100)
            .parse()
            .expect("an id");
        store
            .history(PlayerKey(key(0)), Turn::Below { of }, 50)
            .await
            .expect("it can be read");
    })
    .await;
}

async fn write(store: &Sqlite, any: impl Fn(u64) -> u64 + Copy) {
    time("make an account (durable)", |number| async move {
        let text = fresh("name", number).to_string();
        let nickname = Nickname::new(&text[..16]).expect("letters and digits");
        let new = NewAccount {
            account: Account {
                player: PlayerKey(fresh("player", number)),
                name: nickname.as_str().to_owned(),
            },
            folded: nickname.folded(),
            looks: nickname.looks().map(str::to_owned).collect(),
            credential: fresh("credential", number),
            session: SessionKey(fresh("session", number)),
            at: 1_800_000_000_000,
        };
        let _ = store.create_account(new).await.expect("it can be written");
    })
    .await;
    time("log in (durable)", |number| async move {
        let session = SessionKey(fresh("session", number));
        let found = store
            .log_in(key(any(number)), session, 1)
            .await
            .expect("it can be written");
        assert!(found.is_some());
    })
    .await;
    time(
        "a whole match: join, pair, begin, end with its ledger (7 durable writes)",
        |number| async move {
            play(store, number, [key(any(number)), key(any(number) / 20 * 20 + 1)]).await;
        },
    )
    .await;
}

async fn play(store: &Sqlite, number: u64, keys: [Hash; 2]) {
    let keys = if keys[0] == keys[1] {
        [keys[0], Hash([b'0'; 32])]
    } else {
        keys
    };
    let identity = Identity {
        kind: PersonKind::Account,
        name: "Player".into(),
    };
    let members = keys.map(|key| Member {
        player: PlayerKey(key),
        identity: identity.clone(),
        commitment: key,
        seed: None,
        has_left: false,
    });
    for member in &members {
        let waiting = Waiting {
            player: member.player,
            identity: identity.clone(),
            commitment: member.commitment,
            joined: 1,
        };
        let _ = store.join(waiting).await.expect("it can be written");
    }
    let id = fresh("match", number)
        .to_string()
        .parse()
        .expect("letters and digits");
    let stored = StoredMatch {
        id,
        ruleset: "duel".into(),
        occasion: Occasion::Queue,
        stage: StoredStage::Pairing {
            deadline: 1_800_000_000_000,
        },
        server_seed: fresh("seed", number),
        fixed_seed: None,
        clock_ms: 60_000,
        members,
        actions: Vec::new(),
        outages: Vec::new(),
    };
    let id = stored.id.clone();
    let first = stored.members[0].player;
    let second = stored.members[1].player;
    let _ = store.pair(stored).await.expect("it can be written");
    let _ = store
        .reveal(&id, first, keys[0])
        .await
        .expect("it can be written");
    let _ = store
        .begin(&id, 1_800_000_000_000, 1)
        .await
        .expect("it can be written");
    let append = Append {
        id: id.clone(),
        follows: 0,
        act: Written::new(Action::Resign, Some(Seat::Red), Some(7)),
        then: After::Over {
            outcome: Outcome {
                reason: Reason::Resign,
                winner: Seat::Green,
            },
            winner: 1,
        },
    };
    let _ = store.append(append).await.expect("it can be written");
    let _ = store.leave(&id, first).await.expect("it can be written");
    let _ = store.leave(&id, second).await.expect("it can be written");
}
