//! The state stream: a plain WebSocket route, for the reasons that are measured in ARCHITECTURE.md. It says what is
//! stored and hears nothing but signs of life; actions are server functions.

use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::browsers::Admitted;
use super::chance;
use super::identity::Who;
use super::socket::{Listener, Message, QUEUE, SocketId, written};
use super::state::Server;
use crate::protocol::{ApiError, CloseReason, FromPage, MatchId, PROTOCOL, ToPage, Version};

/// How often the server asks whether a page is still there, and after how long a silence it is gone.
#[derive(Clone, Copy, Debug)]
struct Pace {
    ping: Duration,
    dead: Duration,
}

/// At a table a page may be out of reach for a while; the clock runs on anyway.
const AT_TABLE: Pace = Pace {
    ping: Duration::from_secs(10),
    dead: Duration::from_secs(30),
};
/// Nobody is to be paired with somebody who has gone: who waits and is silent leaves the queue within 15 s. Browsers
/// answer pings by themselves, in hidden tabs too.
const IN_LOBBY: Pace = Pace {
    ping: Duration::from_secs(4),
    dead: Duration::from_secs(9),
};
/// A frame that cannot be written in this goes to a page that is gone.
const WRITE: Duration = Duration::from_secs(10);
/// A page that is told to go is waited for no longer than this.
const GOODBYE: Duration = Duration::from_secs(2);
/// What a page may say at once, in bytes.
const LARGEST: usize = 8 << 10;
/// What a page may say within a time.
const CHATTY: (u32, Duration) = (100, Duration::from_secs(20));
/// Close code: what the reason says is in the last message.
const CODE: u16 = 4000;

/// What a page asks for.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    protocol: Option<u32>,
    #[serde(rename = "match")]
    id: Option<MatchId>,
    from: Option<Version>,
}

/// Upgrades a page's connection.
pub(super) async fn live(
    State(server): State<Server>,
    Extension(who): Extension<Who>,
    Query(asked): Query<Asked>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(4 << 10)
        .max_write_buffer_size(256 << 10)
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .on_upgrade(move |socket| serve(server, who, asked, socket))
}

async fn serve(server: Server, who: Who, asked: Asked, mut socket: WebSocket) {
    if asked.protocol != Some(PROTOCOL) {
        return end(socket, CloseReason::OtherVersion).await;
    }
    if server.leaving.has_begun() {
        return end(socket, leaving()).await;
    }
    let _counted = server.leaving.count();
    let Some(_place) = server.crowd.enter(who.key) else {
        return end(socket, CloseReason::TooMuch).await;
    };
    let admitted = server.browsers.admit(who.pass);
    if !server.accounts.is_current(&who).await {
        return end(socket, CloseReason::Switched).await;
    }
    let (queue, messages) = mpsc::channel(QUEUE);
    let listener = Listener {
        id: SocketId::next(),
        who: who.key,
        queue,
    };
    let id = listener.id;
    let reason = match asked.id {
        None => {
            server.lobby.listen(listener).await;
            let ended = converse(&server, &admitted, &mut socket, messages, IN_LOBBY, || None).await;
            server.lobby.hush(id, ended.heard).await;
            ended.reason
        }
        Some(which) => {
            let listened = server.registry.with(&which, |table| {
                let listener = listener.clone();
                async move { table.listen(listener, asked.from).await.map(|()| table) }
            });
            match listened.await {
                Ok(table) => {
                    // The table holds the sending end alone, so that it can let a page go by dropping it.
                    drop(listener);
                    let left_ms = || table.left_ms();
                    let ended = converse(&server, &admitted, &mut socket, messages, AT_TABLE, left_ms).await;
                    table.hush(id).await;
                    ended.reason
                }
                Err(ApiError::NoSuchMatch) => Some(CloseReason::NoSuchMatch),
                Err(_) => Some(leaving()),
            }
        }
    };
    if let Some(reason) = reason {
        let turn = match reason {
            CloseReason::Leaving { .. } => server.leaving.turn().await,
            _ => None,
        };
        say_why(&mut socket, reason).await;
        drop(turn);
        hear_out(socket).await;
    }
}

/// Closes a connection for a reason that the page is told.
async fn end(mut socket: WebSocket, reason: CloseReason) {
    say_why(&mut socket, reason).await;
    hear_out(socket).await;
}

/// How a conversation ended.
struct Ended {
    /// Why the server closes, if it does.
    reason: Option<CloseReason>,
    /// When the page was heard last.
    heard: Instant,
}

fn leaving() -> CloseReason {
    CloseReason::Leaving {
        after_ms: 500 + chance::spread(4_500),
    }
}

/// Passes messages on until either side goes.
async fn converse(
    server: &Server,
    admitted: &Admitted,
    socket: &mut WebSocket,
    messages: mpsc::Receiver<Message>,
    pace: Pace,
    left_ms: impl Fn() -> Option<u64>,
) -> Ended {
    let mut heard = Instant::now();
    let reason = pass_on(server, admitted, socket, messages, pace, left_ms, &mut heard).await;
    Ended { reason, heard }
}

async fn pass_on(
    server: &Server,
    admitted: &Admitted,
    socket: &mut WebSocket,
    mut messages: mpsc::Receiver<Message>,
    pace: Pace,
    left_ms: impl Fn() -> Option<u64>,
    heard: &mut Instant,
) -> Option<CloseReason> {
    let pulse = || {
        let left_ms = left_ms();
        Frame::Text(written(&ToPage::Pulse { left_ms }).as_ref().into())
    };
    // Not at once: a stream begins with what the page asked for.
    let mut ping = interval_at(Instant::now() + pace.ping, pace.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut said = (0, Instant::now());
    let left = server.leaving.clone().begun();
    tokio::pin!(left);
    loop {
        tokio::select! {
            () = &mut left => return Some(leaving()),
            () = admitted.dismissed() => return Some(CloseReason::Switched),
            message = messages.recv() => match message {
                Some(message) => send(socket, Frame::Text(message.as_ref().into())).await?,
                None => return Some(CloseReason::Behind),
            },
            frame = socket.recv() => {
                let frame = match frame {
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return None,
                    Some(Ok(frame)) => frame,
                };
                *heard = Instant::now();
                if said.1.elapsed() > CHATTY.1 {
                    said = (0, Instant::now());
                }
                said.0 += 1;
                if said.0 > CHATTY.0 {
                    return Some(CloseReason::TooMuch);
                }
                if is_ping(&frame) {
                    send(socket, pulse()).await?;
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > pace.dead {
                    return None;
                }
                send(socket, Frame::Ping(Vec::new().into())).await?;
                send(socket, pulse()).await?;
            }
        }
    }
}

/// Anything else that a page says is a sign of life and nothing more.
fn is_ping(frame: &Frame) -> bool {
    match frame {
        Frame::Text(text) => matches!(serde_json::from_str(text), Ok(FromPage::Ping)),
        _ => false,
    }
}

/// Writes one frame; `None` if the page is gone.
async fn send(socket: &mut WebSocket, frame: Frame) -> Option<()> {
    timeout(WRITE, socket.send(frame)).await.ok()?.ok()
}

async fn say_why(socket: &mut WebSocket, reason: CloseReason) {
    let message = written(&ToPage::Close { reason });
    let goodbye = async {
        socket.send(Frame::Text(message.as_ref().into())).await?;
        let code = CloseFrame {
            code: CODE,
            reason: "".into(),
        };
        socket.send(Frame::Close(Some(code))).await
    };
    // The page may be gone already, or may not read; then there is nobody to say goodbye to.
    let _ = timeout(GOODBYE, goodbye).await;
}

/// Reads on to the page's own goodbye. A connection that is dropped with something unread is broken off by the system,
/// and the page might never read why.
async fn hear_out(mut socket: WebSocket) {
    let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
    // Who goes on talking is not heard any more.
    let _ = timeout(GOODBYE, rest).await;
}
