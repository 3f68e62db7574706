//! A stop request: what is in progress is answered, nothing new is accepted.

use std::time::Duration;

use gateway::config::RequestLimits;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{ALL, Api, start};

/// Bound of every wait, far beyond what a loaded machine needs.
const PATIENCE: Duration = Duration::from_secs(300);

/// Sends a request except for the last byte of its body, and waits until the gateway handles it.
async fn slow_request(api: &Api, token: &str) -> TcpStream {
    let body = json!({ "id": "slow", "question": { "text": "q" } }).to_string();
    let length = body.len();
    let head =
        format!("POST /v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\nexpect: 100-continue\r\n");
    let head = format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n");
    let mut socket = TcpStream::connect(api.url.strip_prefix("http://").unwrap()).await.unwrap();
    socket.write_all(head.as_bytes()).await.unwrap();
    // The gateway asks for the body once a handler reads it.
    let mut answer = [0; 25];
    socket.read_exact(&mut answer).await.unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 100"));
    socket.write_all(&body.as_bytes()[..length - 1]).await.unwrap();
    socket
}

/// Waits until a connection is refused. The first attempts may succeed although the gateway has closed its listener: a
/// child process that another test starts at that moment holds a copy of the socket between `fork` and `exec`.
async fn refuses_connections(address: &str) -> bool {
    let refused = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.is_ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_in_progress_is_answered_after_the_stop_request_and_no_other() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let address = api.url.strip_prefix("http://").unwrap().to_owned();
    let unused = TcpStream::connect(&address).await.unwrap();
    let mut slow = slow_request(&api, &token).await;
    api.stop.cancel();
    tokio::time::timeout(PATIENCE, api.gateway.operations.stop.cancelled()).await.unwrap();
    assert!(refuses_connections(&address).await, "no connection is accepted");
    assert!(!api.drained.is_cancelled(), "a request is in progress");
    slow.write_all(b"}").await.unwrap();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 202") && answer.contains("connection: close"), "{answer}");
    // The connection that never carried a request does not delay the end.
    tokio::time::timeout(PATIENCE, api.drained.cancelled()).await.unwrap();
    let published = api.queued.next(&api.drained).await;
    assert_eq!(published.len(), 1, "an event that was stored during the stop is still published");
    assert!(api.queued.next(&api.drained).await.is_empty());
    drop(unused);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_accepted_until_load_balancers_have_seen_the_stop() {
    let api = start(RequestLimits { stop_delay: Duration::from_secs(2), ..RequestLimits::default() }).await;
    let token = api.token("acme", &ALL).await;
    api.stop.cancel();
    assert_eq!(api.get("/v1/runs", &token).await.status(), 200);
    tokio::time::timeout(PATIENCE, api.drained.cancelled()).await.unwrap();
    assert!(refuses_connections(api.url.strip_prefix("http://").unwrap()).await, "no connection is accepted");
}
