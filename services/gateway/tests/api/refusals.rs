//! Every refusal is problem details, and no limit can be passed.

use std::time::{Duration, Instant};

use domain::access::AccessScope;
use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::support::{ALL, read, refusals, start};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_are_required_verified_scoped_and_revocable() {
    telemetry::metric::install();
    let api = start(RequestLimits { token_age: Duration::ZERO, ..RequestLimits::default() }).await;
    let event = json!({ "id": "a", "question": { "text": "q" } });
    let publisher = api.token("acme", &[AccessScope::Publish]).await;
    let reader = api.token("acme", &[AccessScope::Read]).await;
    assert_eq!(read(api.post("/v1/events", &publisher, &event).await).await.0, 202);
    // Other tests of this process are refused, too.
    let before = refusals("http", "publish").expect("registered at the start");
    let (status, problem) = read(api.post("/v1/events", &reader, &event).await).await;
    assert!(refusals("http", "publish").unwrap() > before);
    assert_eq!((status, &problem["type"]), (403, &json!("urn:auspex:problem:missing-scope")));

    let mut wrong = publisher.clone();
    wrong.replace_range(wrong.len() - 2.., "00");
    let unknown = publisher.replacen("auspex_0", "auspex_f", 1);
    for bad in [wrong.as_str(), unknown.as_str(), "auspex_", "x"] {
        let answer = api.post("/v1/events", bad, &event).await;
        assert!(answer.headers().contains_key("www-authenticate"));
        assert_eq!(read(answer).await.0, 401, "{bad}");
    }
    let anonymous = api.http.post(format!("{}/v1/events", api.url)).json(&event).send().await.unwrap();
    assert_eq!(read(anonymous).await.0, 401);

    let id = publisher.split('_').nth(1).unwrap().parse().unwrap();
    assert!(api.store.tokens().revoke(id, domain::Time::UNIX_EPOCH).await.unwrap());
    assert_eq!(read(api.post("/v1/events", &publisher, &event).await).await.0, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_of_another_tenant_is_refused() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let event = json!({ "id": "a", "tenant": "other", "question": { "text": "q" } });
    let (status, problem) = read(api.post("/v1/events", &token, &event).await).await;
    assert_eq!((status, &problem["errors"][0]["field"]), (422, &json!("tenant")));
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_routes_methods_encodings_and_large_bodies_are_refused() {
    let api = start(RequestLimits { body: 100, ..RequestLimits::default() }).await;
    let token = api.token("acme", &ALL).await;
    assert_eq!(read(api.get("/v1/nothing", &token).await).await.0, 404);
    assert_eq!(read(api.get("/v1/events:batch", &token).await).await.0, 405);
    let preflight = api.request(Method::OPTIONS, "/v1/events", &token).header("origin", "https://evil.example");
    let preflight = preflight.header("access-control-request-method", "POST").send().await.unwrap();
    assert!(preflight.headers().keys().all(|name| !name.as_str().starts_with("access-control")));
    assert_eq!(read(preflight).await.0, 405);
    for (path, encoding, status) in
        [("/v1/events", "br", 415), ("/v1/questions", "gzip", 415), ("/v1/events", "gzip", 400)]
    {
        let packed = api.request(Method::POST, path, &token).header("content-encoding", encoding).body("x");
        assert_eq!(read(packed.send().await.unwrap()).await.0, status, "{path} {encoding}");
    }
    let large = json!({ "id": "a", "question": { "text": "x".repeat(200) } });
    assert_eq!(read(api.post("/v1/events", &token, &large).await).await.0, 413);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_has_a_rate() {
    let api = start(RequestLimits { rate: 2, ..RequestLimits::default() }).await;
    let (one, other) = (api.token("acme", &ALL).await, api.token("acme", &ALL).await);
    let event = json!({ "id": "a", "question": { "text": "q" } });
    let mut refused = None;
    for _ in 0..10 {
        let begun = Instant::now();
        let answer = api.post("/v1/events", &one, &event).await;
        if answer.status() == 429 {
            let least = Duration::from_millis(200);
            assert!(begun.elapsed() >= least, "a client that repeats it at once costs little");
            let seconds: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=2).contains(&seconds), "spread over the second after the first: {seconds}");
            refused = Some(read(answer).await.0);
            break;
        }
    }
    assert_eq!(refused, Some(429));
    assert_eq!(read(api.post("/v1/events", &other, &event).await).await.0, 202);
    let reader = api.token("acme", &[AccessScope::Read]).await;
    let mut statuses = Vec::new();
    for _ in 0..10 {
        statuses.push(read(api.post("/v1/events", &reader, &event).await).await.0);
    }
    assert!(statuses.contains(&429), "requests without the scope count, too: {statuses:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_head_is_refused_and_a_slow_body_ends_at_the_time_limit() {
    let api = start(RequestLimits { request: Duration::from_millis(200), ..RequestLimits::default() }).await;
    let token = api.token("acme", &ALL).await;
    let address = api.url.strip_prefix("http://").unwrap();
    let send = async |request: String| {
        let mut socket = tokio::net::TcpStream::connect(address).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 4096];
        let read = socket.read(&mut answer).await.unwrap();
        String::from_utf8_lossy(&answer[..read]).into_owned()
    };
    let large = send(format!("GET /v1/events HTTP/1.1\r\nhost: x\r\nx: {}\r\n\r\n", "y".repeat(150_000))).await;
    assert!(large.starts_with("HTTP/1.1 431"), "{large}");
    let head = format!("authorization: Bearer {token}\r\ncontent-type: application/json\r\ncontent-length: 9");
    for announced in ["999999999", "99999999999\r\ncontent-encoding: gzip"] {
        let huge = send(format!("POST /v1/events HTTP/1.1\r\nhost: x\r\n{head}{announced}\r\n\r\n{{")).await;
        assert!(huge.starts_with("HTTP/1.1 413"), "it is not waited for: {huge}");
    }
    for (version, hosts, status) in [
        ("1.1", "host: x\r\nhost: y\r\n", "400"),
        ("1.1", "host: x\r\nhost: x\r\n", "400"),
        ("1.0", "host: x\r\nhost: y\r\n", "400"),
        ("1.1", "", "400"),
        ("1.1", "host: x\r\n", "401"),
        ("1.0", "", "401"),
    ] {
        let answer = send(format!("GET /v1/runs HTTP/{version}\r\n{hosts}\r\n")).await;
        assert_eq!(answer.get(9..12), Some(status), "{version} {hosts:?}: {answer}");
    }
    let slow = send(format!("POST /v1/events HTTP/1.1\r\nhost: x\r\n{head}\r\n\r\n{{")).await;
    assert!(slow.starts_with("HTTP/1.1 503") && slow.contains("urn:auspex:problem:timeout"), "{slow}");
}
