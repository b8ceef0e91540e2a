//! Random players against the built server, which is killed and started again at moments that a seed draws: every
//! match ends, what was acknowledged is in its record, both players saw the same, and each record holds. Half of them
//! have accounts: their scores are what they have won and lost.
//!
//! `FLYCHESS_BOT_MATCHES` says how many matches, `FLYCHESS_BOT_SEED` which moments and choices.
#![cfg(feature = "ssr")]

mod online;

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use flychess::protocol::{
    ApiError, Cancelled, Identity, MatchId, PROTOCOL, PersonKind, Queue, Shown, Stage, Step, ToPage, Version,
};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::{Action, Seeded};
use flychess::server::record;
use flychess::server::store::{Accounts, Sqlite, Store, check};
use online::page::{Live, Page, query};
use online::{Folder, Guest, commitment};
use serde_json::json;
use tokio::sync::{Notify, watch};

/// Between two tries to reach a server that is down.
const PAUSE: Duration = Duration::from_millis(20);
/// No run takes so long, however many matches it has at once.
const PATIENCE: Duration = Duration::from_secs(60 * 60);
/// Matches that are played at the same time.
const AT_ONCE: u64 = 8;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

/// The built server as a process of its own.
struct Process {
    address: SocketAddr,
    folder: Folder,
    child: Child,
}

impl Process {
    fn start(address: SocketAddr, folder: Folder) -> Self {
        let child = Self::spawn(address, &folder);
        Self {
            address,
            folder,
            child,
        }
    }

    fn spawn(address: SocketAddr, folder: &Folder) -> Child {
        Command::new(env!("CARGO_BIN_EXE_flychess"))
            .arg("serve")
            .arg("--database")
            .arg(folder.database())
            // Where there is no Leptos.toml: the environment says everything.
            .current_dir(folder.path())
            .env("LEPTOS_OUTPUT_NAME", "flychess")
            .env("LEPTOS_SITE_ROOT", folder.path())
            .env("LEPTOS_SITE_ADDR", address.to_string())
            .env("LEPTOS_HASH_FILES", "false")
            .env("FLYCHESS_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the built server starts")
    }

    /// Kills it as a power cut would, and starts it again.
    fn kill_and_start(&mut self) {
        self.stop();
        self.child = Self::spawn(self.address, &self.folder);
    }

    fn stop(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What all players tell the one who pulls the plug.
#[derive(Default)]
struct Progress {
    acknowledged: AtomicU64,
    more: Notify,
    done: AtomicBool,
    /// Matches that were played to their end.
    played: watch::Sender<u64>,
}

impl Progress {
    fn acknowledge(&self) {
        self.acknowledged.fetch_add(1, Ordering::Relaxed);
        self.more.notify_one();
    }
}

/// What one player saw and did of one match.
struct Seen {
    id: MatchId,
    identity: Identity,
    order: u8,
    seed: Hash,
    /// The steps, as the stream told them.
    steps: Vec<Step>,
    /// What was acknowledged, and with which version.
    acknowledged: Vec<(Version, Action)>,
    /// Refusals because the match had gone on: commands in doubt that had been stored.
    stale: u32,
}

/// Comes back when so many matches were played.
async fn enough(played: &mut watch::Receiver<u64>, wanted: u64) {
    // The sender lives as long as any bot does.
    let _ = played.wait_for(|&played| played >= wanted).await;
}

/// A random player.
struct Bot {
    guest: Guest,
    identity: Identity,
    chance: Seeded,
    progress: Arc<Progress>,
    /// How many matches all bots together play.
    wanted: u64,
}

impl Bot {
    fn new(address: SocketAddr, seed: Hash, progress: Arc<Progress>, wanted: u64) -> Self {
        let guest = Guest {
            address,
            secret: Hash::of(&[b"cookie:", &seed.0]),
            session: None,
        };
        Self {
            identity: guest.who().identity,
            guest,
            chance: Seeded::new(seed.0),
            progress,
            wanted,
        }
    }

    /// Makes an account; one whose answer was lost with the server is nobody's, and another is made.
    async fn with_account(mut self) -> Self {
        loop {
            let nickname = format!("bot{:x}", self.chance.word());
            let body = json!({ "nickname": nickname }).to_string();
            let Ok(answer) = self.post("create-account", &body).await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            self.guest.remember(&answer);
            match answer.told::<Shown>() {
                Ok(shown) => self.identity = shown.identity,
                // A session without its answer is forgotten.
                Err(ApiError::NicknameTaken) => continue,
                Err(refusal) => panic!("{nickname} was refused: {refusal}"),
            }
            return self;
        }
    }

    /// Plays until there were enough matches.
    async fn play_all(mut self, has_account: bool) -> (Vec<Seen>, u32) {
        if has_account {
            self = self.with_account().await;
        }
        let (mut all, mut dissolved) = (Vec::new(), 0);
        let seed = self.secret();
        let mut next = self.paired(seed).await.map(|id| (id, seed));
        while let Some((id, seed)) = next {
            match self.play(id, seed).await {
                Some(seen) => all.push(seen),
                None => dissolved += 1,
            }
            let seed = self.secret();
            next = self.paired(seed).await.map(|id| (id, seed));
        }
        (all, dissolved)
    }

    /// A connection, however long the server takes to be there.
    async fn live(&self, query: &str) -> Live {
        loop {
            match Live::try_open(&self.guest, query, None).await {
                Ok(live) => return live,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    fn secret(&mut self) -> Hash {
        let mut bytes = [0; 32];
        for four in bytes.chunks_exact_mut(4) {
            four.copy_from_slice(&self.chance.word().to_le_bytes());
        }
        Hash(bytes)
    }

    /// Waits until it is paired; nothing once there were enough matches.
    async fn paired(&mut self, seed: Hash) -> Option<MatchId> {
        let mut played = self.progress.played.subscribe();
        let wanted = self.wanted;
        loop {
            let mut live = self.live(&format!("protocol={PROTOCOL}")).await;
            loop {
                let message = tokio::select! {
                    message = live.next() => message,
                    () = enough(&mut played, wanted) => return self.cancel().await,
                };
                match message {
                    Some(ToPage::Paired { id }) => return Some(id),
                    Some(ToPage::Queue { queue: Queue::Out }) => {
                        let body = json!({ "commitment": commitment(seed) }).to_string();
                        // An answer that does not come is found out from the stream.
                        let _ = self.post("join", &body).await;
                    }
                    Some(_) => {}
                    None => break,
                }
            }
        }
    }

    /// Leaves the queue; who was paired meanwhile plays.
    async fn cancel(&self) -> Option<MatchId> {
        loop {
            match self.post("cancel", "{}").await.map(|answer| answer.told()) {
                Ok(Ok(Cancelled::Matched { id })) => return Some(id),
                Ok(Ok(Cancelled::Cancelled | Cancelled::NotWaiting)) => return None,
                Ok(Err(refusal)) => panic!("cancelling always answers: {refusal}"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn post(&self, name: &str, body: &str) -> std::io::Result<online::Answer> {
        let path = format!("/api/{name}");
        let cookie = self.guest.cookie();
        self.guest
            .try_ask("POST", &path, Some(&cookie), body.as_bytes())
            .await
    }

    /// Plays one match to its end; nothing if the pairing came to nothing.
    async fn play(&mut self, id: MatchId, seed: Hash) -> Option<Seen> {
        let mut seen = Seen {
            id,
            identity: self.identity.clone(),
            order: 0,
            seed,
            steps: Vec::new(),
            acknowledged: Vec::new(),
            stale: 0,
        };
        let over = loop {
            if let Some(over) = self.sit(&mut seen).await {
                break over;
            }
        };
        self.leave(&seen).await;
        if over && seen.order == 0 {
            self.progress.played.send_modify(|played| *played += 1);
        }
        over.then_some(seen)
    }

    /// Follows the match as long as the connection lives; whether it was played, once it has ended.
    async fn sit(&mut self, seen: &mut Seen) -> Option<bool> {
        // From what it has, if it has anything: so the tail is tried as well as the snapshot.
        let mut live = self.live(&query(&seen.id, None)).await;
        let first = live.next().await?;
        let ToPage::Snapshot { view } = first else {
            panic!("a stream begins with a snapshot")
        };
        let position = online::page::follow(&view);
        let mut page = Page {
            live,
            view: *view,
            position,
        };
        loop {
            self.keep(&page, seen);
            match page.view.stage {
                Stage::Dissolved => return Some(false),
                Stage::Over => return Some(true),
                Stage::Pairing => {
                    let body = json!({ "id": seen.id, "seed": seen.seed }).to_string();
                    let _ = self.post("reveal", &body).await;
                }
                Stage::Live => self.act(&page, seen).await,
            }
            // Presence and the like change nothing for a player; so it is acted once a version.
            let (version, stage) = (page.version(), page.view.stage);
            while (page.version(), page.view.stage) == (version, stage) {
                page.hear().await?;
            }
        }
    }

    /// What it sees may only go on where it stood.
    fn keep(&self, page: &Page, seen: &mut Seen) {
        let known = seen.steps.len();
        assert!(page.view.steps.len() >= known, "what was told is not taken back");
        assert_eq!(
            page.view.steps[..known],
            seen.steps,
            "what was told stays as it was"
        );
        seen.steps.clone_from(&page.view.steps);
        seen.order = page.view.order.expect("a player");
    }

    async fn act(&mut self, page: &Page, seen: &mut Seen) {
        let position = page.position();
        let version = page.version();
        let gives_up = self.chance.uniform(2_000) == 0;
        let action = if gives_up {
            Action::Resign
        } else if page.view.me != Some(position.turn()) {
            return;
        } else {
            let offers = position.offers();
            let drawn = self.chance.uniform(u32::try_from(offers.len()).expect("a few"));
            offers
                .nth(usize::try_from(drawn).expect("a few"))
                .expect("one of the offers")
        };
        let act = Written::new(action, None, None);
        let body = json!({ "id": seen.id, "version": version, "act": act }).to_string();
        // The same command again, until it is answered: it can never count twice.
        loop {
            match self
                .post("act", &body)
                .await
                .map(|answer| answer.told::<Version>())
            {
                Ok(Ok(made)) => {
                    assert_eq!(made, version + 1, "an action makes the next version");
                    seen.acknowledged.push((version, action));
                    self.progress.acknowledge();
                    return;
                }
                Ok(Err(ApiError::Stale { .. })) => {
                    seen.stale += 1;
                    return;
                }
                Ok(Err(refusal)) => panic!("{action:?} at {version} was offered, but refused: {refusal}"),
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn leave(&self, seen: &Seen) {
        let body = json!({ "id": seen.id }).to_string();
        while self.post("leave", &body).await.is_err() {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Kills the server at moments that are drawn: after so many more acknowledged actions, while others are under way.
async fn pull_the_plug(mut process: Process, progress: Arc<Progress>, mut chance: Seeded) -> (Process, u64) {
    let mut kills = 0;
    loop {
        let until = progress.acknowledged.load(Ordering::Relaxed) + 1 + u64::from(chance.uniform(400));
        while progress.acknowledged.load(Ordering::Relaxed) < until {
            if progress.done.load(Ordering::Relaxed) {
                return (process, kills);
            }
            progress.more.notified().await;
        }
        process.kill_and_start();
        kills += 1;
        // Now and then again while it starts.
        if chance.uniform(4) == 0 {
            let moment = Duration::from_millis(u64::from(chance.uniform(150)));
            tokio::time::sleep(moment).await;
            process.kill_and_start();
            kills += 1;
        }
    }
}

/// What each name has won less what it has lost.
type Scores = BTreeMap<String, (PersonKind, i64)>;

/// The two of each match saw the same as is stored, and the record holds.
async fn compare(store: &Sqlite, one: &Seen, other: &Seen, scores: &mut Scores) {
    assert_eq!(one.id, other.id);
    assert_eq!([one.order, other.order].iter().sum::<u8>(), 1);
    assert_eq!(one.steps, other.steps, "both saw the same in the same order");
    let stored = store.load(&one.id).await.expect("the store can be read");
    let stored = stored.expect("the match is stored");
    let record = record(&stored).expect("it is over");
    record.verify().expect("the record holds");
    let seen: Vec<_> = one.steps.iter().map(|step| step.act).collect();
    assert_eq!(record.actions, seen, "what they saw is what happened");
    for seen in [one, other] {
        let order = usize::from(seen.order);
        let seat = record.fairness.first_in_queue;
        let seat = record
            .players
            .iter()
            .map(|(seat, _)| seat)
            .find(|&other| (other == seat) == (order == 0) && record.players[other].is_some())
            .expect("a player has a seat");
        for (version, action) in &seen.acknowledged {
            let kept = record.actions[*version as usize];
            assert_eq!((kept.action(), kept.seat), (Ok(*action), Some(seat)));
        }
        assert_eq!(record.fairness.client_commitments[order], commitment(seen.seed));
        assert_eq!(record.players[seat].as_ref(), Some(&seen.identity));
        let change = if seat == record.result.winner { 1 } else { -1 };
        let Identity { kind, name } = seen.identity.clone();
        scores.entry(name).or_insert((kind, 0)).1 += change;
        if !record.fairness.absent[order] {
            assert_eq!(record.fairness.client_seeds[order], seen.seed);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_against_a_server_that_is_killed() {
    let (matches, seed) = (
        setting("FLYCHESS_BOT_MATCHES", 6),
        setting("FLYCHESS_BOT_SEED", 1),
    );
    let begun = Instant::now();
    let drawn =
        |what: &str, number: u64| Hash::of(&[what.as_bytes(), &seed.to_le_bytes(), &number.to_le_bytes()]);
    let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = free.local_addr().expect("it has an address");
    drop(free);
    let progress = Arc::new(Progress::default());
    let process = Process::start(address, Folder::new());
    let plug = tokio::spawn(pull_the_plug(
        process,
        Arc::clone(&progress),
        Seeded::new(drawn("plug", 0).0),
    ));
    let bots: Vec<_> = (0..2 * matches.min(AT_ONCE))
        .map(|number| {
            let bot = Bot::new(address, drawn("bot", number), Arc::clone(&progress), matches);
            tokio::spawn(bot.play_all(number % 2 == 0))
        })
        .collect();
    let (mut seen, mut dissolved) = (Vec::new(), 0);
    for bot in bots {
        let played = tokio::time::timeout(PATIENCE, bot).await;
        let (all, none) = played.expect("every match ends").expect("no bot finds fault");
        seen.extend(all);
        dissolved += none;
    }
    progress.done.store(true, Ordering::Relaxed);
    progress.more.notify_one();
    let (mut process, kills) = plug.await.expect("it ends");
    process.stop();

    seen.sort_by(|one, other| (&one.id, one.order).cmp(&(&other.id, other.order)));
    let store = Sqlite::open(&process.folder.database())
        .await
        .expect("the file is whole");
    assert_eq!(
        store.under_way().await.as_deref(),
        Ok(&[][..]),
        "every match ended"
    );
    assert!(seen.len().is_multiple_of(2));
    let mut scores = Scores::new();
    for pair in seen.chunks_exact(2) {
        compare(&store, &pair[0], &pair[1], &mut scores).await;
    }
    let mut entries = 0;
    for (name, (kind, score)) in scores {
        let standing = store.named(&name.to_lowercase()).await;
        let standing = standing
            .expect("the file can be read")
            .map(|(_, standing)| standing);
        let is_account = kind == PersonKind::Account;
        assert_eq!(standing.as_ref().map(|it| it.score), is_account.then_some(score));
        entries += standing.map_or(0, |it| it.won + it.lost);
    }
    let checked = check(&process.folder.database())
        .await
        .expect("the file can be read");
    assert_eq!(
        (checked.disagreements.as_slice(), checked.entries),
        (&[][..], entries.cast_signed())
    );
    let acknowledged: usize = seen.iter().map(|seen| seen.acknowledged.len()).sum();
    let stale: u32 = seen.iter().map(|seen| seen.stale).sum();
    println!(
        "{} matches, {kills} kills, {acknowledged} actions acknowledged, {stale} in doubt and found stored, {} dissolved, {:.1} s",
        seen.len() / 2,
        dissolved / 2,
        begun.elapsed().as_secs_f32()
    );
    assert!(!seen.is_empty() && (kills > 0 || matches < 2));
}
