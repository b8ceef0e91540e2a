//! Connections over which nothing, or not enough, comes.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::advance;

use crate::online::{Folder, House, Stopped};

/// Longer than any connection waits for a request.
const LONG: Duration = Duration::from_secs(76);

async fn connected(house: &House, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(house.address)
        .await
        .expect("the server listens");
    stream.write_all(sent.as_bytes()).await.expect("it is sent");
    // What was connected before has been taken when this is answered.
    house.guest().whoami().await;
    stream
}

/// What comes until the server closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut rest = Vec::new();
    stream
        .read_to_end(&mut rest)
        .await
        .expect("the server closes in good order");
    String::from_utf8_lossy(&rest).into_owned()
}

#[tokio::test(start_paused = true)]
async fn who_says_nothing_or_half_a_request_is_not_waited_for() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    for sent in [
        "",
        "GET /healthz HTT",
        "GET /healthz HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    ] {
        let stream = connected(&house, sent).await;
        advance(LONG).await;
        let rest = rest(stream).await;
        assert!(
            rest.is_empty() || rest.starts_with("HTTP/1.1 4"),
            "{sent:?}: {rest:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_not_kept_for_ever() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let mut stream = connected(&house, "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").await;
    let mut answer = String::new();
    while !answer.ends_with("ok\n") {
        let mut some = [0; 256];
        let count = stream.read(&mut some).await.expect("an answer");
        assert_ne!(count, 0, "it is kept for the next request: {answer:?}");
        answer.push_str(&String::from_utf8_lossy(&some[..count]));
    }
    advance(LONG).await;
    assert_eq!(rest(stream).await, "");
}

#[tokio::test(start_paused = true)]
async fn a_head_without_end_is_refused() {
    let _stopped = Stopped::new();
    let folder = Folder::new();
    let house = House::open(&folder).await;
    let sent = format!(
        "GET /healthz HTTP/1.1\r\nHost: here\r\nX-Much: {}",
        "x".repeat(100_000)
    );
    let rest = rest(connected(&house, &sent).await).await;
    assert!(rest.starts_with("HTTP/1.1 431"), "{rest:?}");
}
