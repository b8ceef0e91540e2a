//! The server's seed foretells the dice: before the end it is in no message, no page, no answer and no log.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use flychess::protocol::{PROTOCOL, ToPage};
use flychess::rules::hash::Hash;
use flychess::rules::record::match_seed;
use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::online::page::{Live, Page, Pair};
use crate::online::{Folder, House};

/// Keeps every log line of this process.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// The ways in which thirty-two bytes may show in text.
fn spellings(secret: Hash) -> Vec<String> {
    let hex = secret.to_string();
    let debug = format!("{:?}", secret.0);
    let list = debug.replace(' ', "");
    vec![hex[..16].to_owned(), hex[..16].to_uppercase(), debug, list]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_servers_seed_is_nowhere_before_the_end() {
    let log = Log::default();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(log.clone())
        .init();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut pair = Pair::playing(&house).await;
    let mut page = Page::open(&pair.guests[0], &pair.id).await;
    let mut watcher = Live::of(&house.guest(), &pair.id, None).await;
    pair.play_until(&mut page, |position| position.round() > 9).await;

    let mut said = Vec::new();
    for guest in [&pair.guests[0], &pair.guests[1], &house.guest()] {
        for (name, body) in [
            ("look", json!({ "id": pair.id })),
            ("record", json!({ "id": pair.id })),
            ("whoami", json!({})),
            ("leave", json!({ "id": pair.id })),
            ("reveal", json!({ "id": pair.id, "seed": Hash::ZERO })),
            (
                "act",
                json!({ "id": pair.id, "version": 0, "act": { "do": "roll" } }),
            ),
        ] {
            said.push(guest.post(name, body.to_string().as_bytes()).await.body);
        }
        for path in [
            "/".to_owned(),
            format!("/match/{}", pair.id),
            format!("/replays/{}", pair.id),
            format!("/replays/{}/record.json", pair.id),
        ] {
            let answer = guest.try_ask("GET", &path, Some(&guest.cookie()), b"").await;
            said.push(format!("{:?}", answer.expect("an answer")));
        }
        let mut live = Live::open(guest, &format!("protocol={PROTOCOL}")).await;
        said.push(format!("{:?}", live.next().await));
    }
    let mut heard = 0;
    while heard < page.version() {
        let message = watcher.next().await.expect("the connection lives");
        said.push(serde_json::to_string(&message).expect("a message is JSON"));
        if let ToPage::Steps { steps, .. } = message {
            heard += u32::try_from(steps.len()).expect("a few");
        }
    }
    let stored = house.stored(&pair.id).await;
    let log = log.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let log = String::from_utf8_lossy(&log).into_owned();
    assert!(log.contains("match begun"), "the log is heard");
    assert!(log.contains(pair.id.as_str()));
    said.push(log);
    let seed = match_seed(stored.id.as_str(), stored.server_seed, pair.seeds);
    for secret in [stored.server_seed, seed] {
        for spelling in spellings(secret) {
            assert!(!said.iter().any(|text| text.contains(&spelling)), "{spelling}");
        }
    }
    // Nor is a browser's secret in the log.
    for guest in &pair.guests {
        let secret = guest.secret.to_string();
        assert!(
            !said.iter().any(|text| text.contains(&secret)),
            "a cookie is told"
        );
    }
}
