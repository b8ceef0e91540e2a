//! What the tests of the service share: a server on a port of its own with a database in a folder of its own,
//! guests who ask it, and pages that follow a match as a browser does.

#![allow(dead_code, reason = "each test program uses its own part")]

pub(crate) mod page;

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use flychess::protocol::{ApiError, Identity, MatchId, Shown, Version, Whoami};
use flychess::rules::hash::Hash;
use flychess::rules::notation::Written;
use flychess::rules::{Action, Ruleset};
use flychess::server::store::{Sqlite, Store, StoredMatch};
use flychess::server::{Clock, Config, Leaving, Registry, Server, Terms, Who, listen, router};
use leptos::config::LeptosOptions;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The cookie of a browser that is logged in.
pub(crate) const SESSION: &str = "flychess-account";

/// A number that no other call in this process gives.
pub(crate) fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Thirty-two bytes that nothing else in this process has.
pub(crate) fn secret() -> Hash {
    Hash::of(&[
        b"online:",
        &fresh().to_le_bytes(),
        &std::process::id().to_le_bytes(),
    ])
}

/// A folder that is removed in the end.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        let name = format!("flychess-online-{}-{}", std::process::id(), fresh());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("flychess.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Keeps a stopped clock from running on by itself while the database, whose threads the runtime does not see, works.
/// Time then passes by [`tokio::time::advance`] alone.
pub(crate) struct Stopped {
    _held: std::sync::mpsc::Sender<()>,
}

impl Stopped {
    pub(crate) fn new() -> Self {
        let (held, until) = std::sync::mpsc::channel::<()>();
        tokio::task::spawn_blocking(move || until.recv());
        Self { _held: held }
    }
}

/// A server that serves.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) leaving: Leaving,
    pub(crate) registry: Registry,
    store: Weak<Sqlite>,
    serving: JoinHandle<()>,
}

/// What a test changes of a server's usual settings.
pub(crate) struct Plan {
    pub(crate) clock: Clock,
    pub(crate) clock_ms: u64,
    /// Another game than the duel, with its own clock.
    pub(crate) game: Option<&'static Ruleset>,
    pub(crate) secure: bool,
    /// Bytes that the system may hold back for a page that does not read.
    pub(crate) send_buffer: Option<u32>,
}

impl Plan {
    pub(crate) fn new() -> Self {
        Self {
            clock: Clock::new(),
            clock_ms: 60_000,
            game: None,
            secure: false,
            send_buffer: None,
        }
    }
}

impl House {
    /// Opens a server on the database of this folder.
    pub(crate) async fn open(folder: &Folder) -> Self {
        Self::planned(folder, Plan::new()).await
    }

    pub(crate) async fn planned(folder: &Folder, plan: Plan) -> Self {
        let options = LeptosOptions::builder()
            .output_name("flychess")
            .site_root(folder.path().to_string_lossy().into_owned())
            .build();
        let mut config = Config::new(options);
        config.database = folder.database();
        config.terms.clock_ms = plan.clock_ms;
        if let Some(game) = plan.game {
            config.terms = Terms::of(game);
        }
        config.cookies.secure = plan.secure;
        let store = Arc::new(
            Sqlite::open(&config.database)
                .await
                .expect("the database can be opened"),
        );
        let leaving = Leaving::default();
        let shared = Arc::clone(&store) as Arc<dyn Store>;
        let server = Server::open(&config, shared, plan.clock, leaving.clone())
            .await
            .expect("what is stored can be taken up");
        let router = router(&config, &server);
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket can be made");
        if let Some(size) = plan.send_buffer {
            socket.set_send_buffer_size(size).expect("a buffer can be small");
        }
        socket
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a port is free");
        let listener: TcpListener = socket.listen(1024).expect("a port can be listened on");
        let address = listener.local_addr().expect("it has an address");
        let serving = tokio::spawn(async move {
            // It goes on taking connections, so that a server that leaves can be asked.
            listen(listener, router, Leaving::default()).await;
        });
        Self {
            address,
            leaving,
            registry: server.registry.clone(),
            store: Arc::downgrade(&store),
            serving,
        }
    }

    /// Stops, and comes back when nothing of the server is left: neither a table nor the store.
    pub(crate) async fn close(self) {
        self.leaving.begin();
        self.serving.abort();
        drop(self.registry);
        let patience = std::time::Instant::now();
        while self.store.strong_count() > 0 {
            assert!(
                patience.elapsed().as_secs() < 20,
                "something keeps the store open"
            );
            tokio::task::yield_now().await;
        }
    }

    /// A guest whom nobody has seen.
    pub(crate) fn guest(&self) -> Guest {
        Guest::at(self.address)
    }

    /// A match as it is stored.
    pub(crate) async fn stored(&self, id: &MatchId) -> StoredMatch {
        let store = self.store.upgrade().expect("the server runs");
        let found = store.load(id).await.expect("the store can be read");
        found.expect("the match is stored")
    }
}

/// An answer as it came.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, Vec<String>>,
    pub(crate) body: String,
    /// The body as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// The only header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|values| values[0].as_str())
    }

    /// What a server function answered.
    pub(crate) fn told<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        if self.status == 200 {
            Ok(serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}")))
        } else {
            Err(serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {self:?}")))
        }
    }
}

/// Somebody with a browser.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) secret: Hash,
    /// What stands in the cookie of a browser that is logged in.
    pub(crate) session: Option<String>,
}

impl Guest {
    /// Asks until the queue has let this guest go. The clock stands still meanwhile: only what is due already can
    /// happen, though the task that does it may take its turn after the first questions.
    pub(crate) async fn is_let_go(&self) {
        for _ in 0..200 {
            if self.whoami().await.queue == flychess::protocol::Queue::Out {
                return;
            }
        }
        panic!("still waiting");
    }

    /// A guest whom nobody has seen.
    pub(crate) fn at(address: SocketAddr) -> Self {
        Self {
            address,
            secret: secret(),
            session: None,
        }
    }

    pub(crate) fn who(&self) -> Who {
        Who::guest(self.secret)
    }

    pub(crate) fn cookie(&self) -> String {
        let session = self.session.iter();
        let session: String = session.map(|it| format!("; {SESSION}={it}")).collect();
        format!("flychess={}{session}", self.secret)
    }

    /// Calls a server function and remembers, as a browser does, who it is from then on.
    pub(crate) async fn switch<T: DeserializeOwned>(
        &mut self,
        name: &str,
        arguments: Value,
    ) -> Result<T, ApiError> {
        let answer = self.post(name, arguments.to_string().as_bytes()).await;
        self.remember(&answer);
        answer.told()
    }

    /// Takes the cookie that an answer sets.
    pub(crate) fn remember(&mut self, answer: &Answer) {
        let set = answer.headers.get("set-cookie").into_iter().flatten();
        for cookie in set {
            let (name, rest) = cookie.split_once('=').expect("a cookie");
            if name == SESSION {
                let text = rest.split(';').next().expect("a value");
                self.session = Some(text.to_owned()).filter(|text| !text.is_empty());
            }
        }
    }

    pub(crate) async fn create(&mut self, nickname: &str) -> Result<Shown, ApiError> {
        self.switch("create-account", json!({ "nickname": nickname }))
            .await
    }

    pub(crate) async fn log_in(&mut self, credential: &str) -> Result<Identity, ApiError> {
        self.switch("log-in", json!({ "credential": credential })).await
    }

    pub(crate) async fn log_out(&mut self) -> Result<(), ApiError> {
        self.switch("log-out", json!({})).await
    }

    pub(crate) async fn leave(&self, id: &MatchId) -> Result<(), ApiError> {
        self.call("leave", json!({ "id": id })).await
    }

    /// The page under a path, as the browser gets it.
    pub(crate) async fn page(&self, path: &str) -> Answer {
        let answer = self.try_ask("GET", path, Some(&self.cookie()), b"").await;
        answer.expect("the server answers")
    }

    /// Asks for something and reads the answer to its end; an error when the connection breaks before.
    pub(crate) async fn try_ask(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: &[u8],
    ) -> std::io::Result<Answer> {
        let broken = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
        let mut stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let cookie = cookie
            .map(|cookie| format!("Cookie: {cookie}\r\n"))
            .unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{cookie}Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        // Who is refused for a body that is too large may hear that before all of it is sent.
        let _ = stream.write_all(body).await;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let ends = answer.windows(4).position(|four| four == b"\r\n\r\n");
        let bytes = answer.split_off(ends.ok_or_else(broken)? + 4);
        let (head, body) = (String::from_utf8_lossy(&answer), String::from_utf8_lossy(&bytes));
        let mut lines = head.split("\r\n");
        let status = lines
            .next()
            .and_then(|line| line.split(' ').nth(1))
            .and_then(|code| code.parse().ok());
        let mut headers = BTreeMap::<_, Vec<String>>::new();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            headers
                .entry(name.to_ascii_lowercase())
                .or_default()
                .push(value.to_owned());
        }
        let length = headers
            .get("content-length")
            .and_then(|length| length[0].parse().ok());
        if method != "HEAD" && length.is_some_and(|length: usize| bytes.len() < length) {
            return Err(broken());
        }
        Ok(Answer {
            status: status.ok_or_else(broken)?,
            headers,
            body: body.into_owned(),
            bytes,
        })
    }

    /// Calls a server function with any body.
    pub(crate) async fn post(&self, name: &str, body: &[u8]) -> Answer {
        self.try_ask("POST", &format!("/api/{name}"), Some(&self.cookie()), body)
            .await
            .expect("the server answers")
    }

    /// Calls a server function.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        name: &str,
        arguments: Value,
    ) -> Result<T, ApiError> {
        self.post(name, arguments.to_string().as_bytes()).await.told()
    }

    pub(crate) async fn whoami(&self) -> Whoami {
        self.call("whoami", json!({}))
            .await
            .expect("everybody is somebody")
    }

    pub(crate) async fn join(&self, commitment: Hash) -> Result<(), ApiError> {
        self.call("join", json!({ "commitment": commitment })).await
    }

    pub(crate) async fn reveal(&self, id: &MatchId, seed: Hash) -> Result<(), ApiError> {
        self.call("reveal", json!({ "id": id, "seed": seed })).await
    }

    pub(crate) async fn act(
        &self,
        id: &MatchId,
        version: Version,
        action: Action,
    ) -> Result<Version, ApiError> {
        let act = Written::new(action, None, None);
        self.call("act", json!({ "id": id, "version": version, "act": act }))
            .await
    }
}

/// The commitment to a seed.
pub(crate) fn commitment(seed: Hash) -> Hash {
    Hash::of(&[&seed.0])
}
