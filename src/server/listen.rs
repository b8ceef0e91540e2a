//! The listening socket: takes connections, and does not wait for ever for what comes, or does not come, over them.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;
use tokio_util::task::TaskTracker;
use tower::{Service, ServiceExt};
use tracing::{debug, warn};

use super::leave::Leaving;

/// A request's head is there after this, counted from the end of the one before: so long a connection may be idle, and
/// so long a head may take. Longer than the minute for which proxies keep theirs, so that it is they who close.
const HEAD_TIME: Duration = Duration::from_secs(75);
/// A request's head and the buffer of a connection are no larger.
const HEAD_BYTES: usize = 64 << 10;
/// When the system gives no more connections, we ask again after this.
const BREATH: Duration = Duration::from_secs(1);

/// Serves a router until the server stops, then lets requests that are under way finish. Sockets are no requests: they
/// are told and closed by `stream`.
pub async fn listen(listener: TcpListener, router: Router, leaving: Leaving) {
    let mut services = router.into_make_service_with_connect_info::<SocketAddr>();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_BYTES);
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = leaving.clone().begun() => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(cause) => {
                pause_after(&cause).await;
                continue;
            }
        };
        send_at_once(&stream);
        let Ok(service) = services.call(from).await;
        let answer =
            service_fn(move |request: axum::http::Request<Incoming>| service.clone().oneshot(request));
        let connection = http
            .serve_connection(TokioIo::new(stream), answer)
            .with_upgrades();
        let leaving = leaving.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = leaving.begun() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(cause) = ended {
                debug!(%cause, %from, "a connection ended early");
            }
        });
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Nagle's algorithm holds back the small packets that this server mostly sends.
fn send_at_once(stream: &TcpStream) {
    if let Err(cause) = stream.set_nodelay(true) {
        warn!(%cause, "a connection keeps Nagle's delay");
    }
}

/// A visitor who is gone before they were taken is no reason to wait; a system that has no more files or memory is.
async fn pause_after(cause: &io::Error) {
    let is_theirs = matches!(
        cause.kind(),
        io::ErrorKind::ConnectionRefused | io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    );
    if !is_theirs {
        warn!(%cause, "no connection can be taken");
        sleep(BREATH).await;
    }
}
