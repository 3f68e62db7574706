//! Publication: every format, duplicates, batches, idempotency keys.

use std::io::Read;

use domain::Tenant;
use futures::FutureExt;
use gateway::config::RequestLimits;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

use crate::console::Browser;
use crate::support::{ALL, Api, read, start};

fn asked(id: &str) -> Value {
    json!({ "id": id, "question": { "text": "Will it rain?" } })
}

async fn api() -> (Api, String) {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    (api, token)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_is_stored_before_it_is_acknowledged_and_known_the_second_time() {
    let (api, token) = api().await;
    let (status, first) = read(api.post("/v1/events", &token, &asked("a")).await).await;
    assert_eq!((status, &first["duplicate"], &first["kind"]), (202, &json!(false), &json!("question")));
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 1, "the relay publishes what the gateway does not");
    let (_, second) = read(api.post("/v1/events", &token, &asked("a")).await).await;
    assert_eq!((&second["duplicate"], &second["job"], &second["run"]), (&json!(true), &first["job"], &first["run"]));
    assert_eq!(second.get("differs"), None);
    let other = json!({ "id": "a", "question": { "text": "Will it snow?" } });
    let (status, third) = read(api.post("/v1/events", &token, &other).await).await;
    assert_eq!((status, &third["duplicate"], &third["differs"]), (202, &json!(true), &json!(true)));
    let (_, batch) = read(api.post("/v1/events:batch", &token, &json!([other, asked("a")])).await).await;
    assert_eq!((&batch["events"][0]["differs"], batch["events"][1].get("differs")), (&json!(true), None), "{batch}");
    let queued = api.queued.next(&tokio_util::sync::CancellationToken::new()).await;
    let queued: Vec<_> = queued.iter().map(|event| (event.subject.as_str(), event.tenant.as_str())).collect();
    assert_eq!(queued, [("auspex.event.question.acme", "acme")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn protobuf_and_cloud_events_are_the_same_event() {
    let (api, token) = api().await;
    let wire: proto::v1::Event = serde_json::from_value(asked("a")).unwrap();
    let bytes = prost_bytes(&wire);
    let send = |media_type: &'static str, body: Vec<u8>| {
        let request = api.request(Method::POST, "/v1/events", &token).header("content-type", media_type);
        async move { read(request.body(body).send().await.unwrap()).await }
    };
    assert_eq!(send("application/x-protobuf", bytes).await.1["duplicate"], false);
    let cloud = json!({ "specversion": "1.0", "id": "c", "source": "s", "type": "t", "data": asked("a") });
    assert_eq!(send("application/cloudevents+json", cloud.to_string().into()).await.1["duplicate"], true);
    assert_eq!(send("text/plain", asked("a").to_string().into()).await.0, 415);
    assert_eq!(send("application/json", b"{".to_vec()).await.0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_message_of_an_event_is_read_as_it_was_published_by_its_tenant_only() {
    let (api, token) = api().await;
    let bytes = prost_bytes(&serde_json::from_value(asked("a")).unwrap());
    let request = api.request(Method::POST, "/v1/events", &token).header("content-type", "application/x-protobuf");
    let (_, accepted) = read(request.body(bytes.clone()).send().await.unwrap()).await;
    let job = accepted["job"].as_str().unwrap();
    let answer = api.get(&format!("/v1/events/{job}/message"), &token).await;
    assert_eq!(answer.headers()["content-type"], "application/x-protobuf");
    assert_eq!(answer.bytes().await.unwrap(), bytes);
    let other = api.token("other", &ALL).await;
    assert_eq!(api.get(&format!("/v1/events/{job}/message"), &other).await.status(), 404);
    let browser = Browser::sign_in(&api, &token).await;
    let (status, page) = browser.page(&format!("/console/events/{job}")).await;
    let link = format!("href=\"/console/events/{job}/message\"");
    assert!(status == 200 && page.contains(&link) && page.contains("waits for the classifier"), "{page}");
    let saved = browser.get(&format!("/console/events/{job}/message")).await;
    assert_eq!(saved.headers()["content-disposition"], "attachment; filename=\"event.pb\"");
    assert_eq!(saved.bytes().await.unwrap(), bytes);
    let missing = browser.get("/console/events/5e7f2370-0000-0000-0000-000000000000/message").await;
    assert_eq!(missing.status(), 404);
}

fn prost_bytes(event: &proto::v1::Event) -> Vec<u8> {
    let mut event = domain::Event::try_from(event.clone()).unwrap();
    event.tenant = domain::Tenant::parse("acme").unwrap();
    proto::event::Fact::encode(&proto::events::EventReceived(event))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_reports_each_event_and_stores_the_valid_ones() {
    let (api, token) = api().await;
    let body = format!("{}\n{{\"id\":\"x\"}}\n{}\n{}\n", asked("a"), asked("b"), asked("a"));
    let request = api.request(Method::POST, "/v1/events:batch", &token).header("content-type", "application/x-ndjson");
    let (status, outcome) = read(request.body(body).send().await.unwrap()).await;
    assert_eq!(status, 202);
    let counts = [&outcome["accepted"], &outcome["duplicates"], &outcome["refused"]];
    assert_eq!(counts.map(|count| count.as_u64().unwrap()), [2, 1, 1]);
    let outcomes: Vec<_> = outcome["events"].as_array().unwrap().iter().map(|one| one["outcome"].clone()).collect();
    assert_eq!(outcomes, ["accepted", "refused", "accepted", "duplicate"]);
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_compressed_with_gzip_is_the_same_batch() {
    let (api, token) = api().await;
    let body = format!("{}\n{}\n", asked("a"), asked("b")).into_bytes();
    let mut packed = Vec::new();
    flate2::read::GzEncoder::new(&body[..], flate2::Compression::fast()).read_to_end(&mut packed).unwrap();
    let send = async |body: Vec<u8>, encoding: &str| {
        let request = api.request(Method::POST, "/v1/events:batch", &token);
        let request = request.header("content-type", "application/x-ndjson").header("idempotency-key", "one");
        read(request.header("content-encoding", encoding).body(body).send().await.unwrap()).await
    };
    let (status, outcome) = send(packed, "gzip").await;
    assert_eq!((status, &outcome["accepted"]), (202, &json!(2)), "{outcome}");
    let (status, again) = send(body, "identity").await;
    assert_eq!((status, &again["duplicates"]), (202, &json!(2)), "the key belongs to the unpacked body: {again}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_of_ten_thousand_events_is_stored_in_one_request() {
    let (api, token) = api().await;
    let body: String = (0..10_000).map(|number| format!("{}\n", asked(&number.to_string()))).collect();
    let request = api.request(Method::POST, "/v1/events:batch", &token).header("content-type", "application/x-ndjson");
    let (status, outcome) = read(request.body(body).send().await.unwrap()).await;
    assert_eq!((status, outcome["accepted"].as_u64()), (202, Some(10_000)));
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 10_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_helius_webhook_sends_the_token_without_a_scheme() {
    let (api, token) = api().await;
    let body = json!([{ "signature": "5h6xBEauJ3PK6SWC", "type": "SWAP", "timestamp": 1_700_000_000 }]);
    let request = api.http.post(format!("{}/v1/webhooks/helius", api.url)).header("authorization", &token);
    let (status, outcome) = read(request.json(&body).send().await.unwrap()).await;
    assert_eq!((status, outcome["accepted"].as_u64()), (202, Some(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idempotency_key_asks_once_and_refuses_another_question() {
    let (api, token) = api().await;
    let ask = |text: &str| {
        let request = api.request(Method::POST, "/v1/questions", &token).header("idempotency-key", "k-1");
        let request = request.json(&json!({ "text": text }));
        async move { read(request.send().await.unwrap()).await }
    };
    let (_, first) = ask("Will it rain?").await;
    let (_, again) = ask("Will it rain?").await;
    assert_eq!((&first["run"], &again["duplicate"]), (&again["run"], &json!(true)));
    let (status, other) = ask("Will it snow?").await;
    assert_eq!((status, &other["type"]), (422, &json!("urn:auspex:problem:idempotency-key-reused")));
    let (status, _) = read(api.post("/v1/questions", &token, &json!({ "text": "Will it rain?" })).await).await;
    assert_eq!(status, 202);
    assert_eq!(api.store.jobs().unsent().await.unwrap(), 2, "without a key each question is a new one");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_key_of_a_batch_without_a_valid_event_is_checked() {
    let (api, token) = api().await;
    for (key, expected) in [("k".repeat(256), 422), ("k".to_owned(), 202)] {
        let request = api.request(Method::POST, "/v1/events:batch", &token).header("idempotency-key", key);
        assert_eq!(read(request.json(&json!([{}])).send().await.unwrap()).await.0, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn outcomes_occupy_room_until_they_have_been_sent() {
    let (api, token) = api().await;
    let (acme, other) = (Tenant::parse("acme").unwrap(), Tenant::parse("other").unwrap());
    let unknown = "x".repeat(1_000);
    let body = format!("{{\"{unknown}\":1}}\n").repeat(10_000);
    let head = format!("authorization: Bearer {token}\r\ncontent-type: application/x-ndjson\r\nconnection: close");
    let length = body.len();
    let request = format!("POST /v1/events:batch HTTP/1.1\r\nhost: x\r\n{head}\r\ncontent-length: {length}\r\n\r\n");
    let socket = TcpSocket::new_v4().unwrap();
    // The outcomes must not fit into the buffers of the connection.
    socket.set_recv_buffer_size(4096).unwrap();
    let mut client = socket.connect(api.url.strip_prefix("http://").unwrap().parse().unwrap()).await.unwrap();
    client.write_all(request.as_bytes()).await.unwrap();
    client.write_all(body.as_bytes()).await.unwrap();
    assert_eq!(client.read_u8().await.unwrap(), b'H');
    let all = async |tenant: &Tenant| api.gateway.bodies.outcomes(tenant.as_str(), usize::MAX).await.map(drop);
    assert!(all(&acme).now_or_never().is_none(), "the answer begins, and most of it waits");
    assert!(all(&other).await.is_ok(), "another tenant has its own room");
    let mut rest = String::new();
    client.read_to_string(&mut rest).await.unwrap();
    assert!(rest.starts_with("TTP/1.1 202") && rest.len() < 10 * length, "{} bytes", rest.len());
    assert!(all(&acme).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_macro_that_is_not_installed_or_lacks_a_parameter_is_refused_at_once() {
    let (api, token) = api().await;
    let event = |id: &str, name: &str, parameters: Value| json!({ "id": id, "macro": { "name": name, "parameters": parameters } });
    let company = json!({ "client_name": "ACME" });
    let (status, known) =
        read(api.post("/v1/events", &token, &event("a", "client-discovery", company.clone())).await).await;
    assert_eq!((status, &known["kind"]), (202, &json!("macro")), "{known}");
    for (wrong, named) in [
        (event("b", "client-discovry", company), "client-discovery"),
        (event("c", "client-discovery", json!({})), "client_name"),
    ] {
        let (status, problem) = read(api.post("/v1/events", &token, &wrong).await).await;
        assert!((400..500).contains(&status) && problem.to_string().contains(named), "{status} {problem}");
        let (status, batch) = read(api.post("/v1/events:batch", &token, &json!([wrong])).await).await;
        assert_eq!(
            (status, &batch["refused"], &batch["events"][0]["field"]),
            (202, &json!(1), &json!("macro")),
            "{batch}"
        );
    }
}
