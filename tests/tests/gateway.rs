//! The gateway with a whole fleet: from an event over HTTP to its result over HTTP, and what survives a kill.

#![allow(clippy::unwrap_used, reason = "a test may")]

#[path = "gateway/redrive.rs"]
mod redrive;

use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use domain::{Event, JobId};
use local_servers::Port;
use proto::event::Fact;
use proto::events::EventReceived;
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Database, Executor, Fleet, Setup, events, wait};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A fleet with one gateway.
struct Api {
    fleet: Fleet,
    place: usize,
    url: String,
    token: String,
    http: reqwest::Client,
    /// Reserved while the fleet runs, so that a restarted gateway finds it free.
    _port: Port,
}

impl Api {
    async fn start(setup: Setup) -> anyhow::Result<Self> {
        let fleet = Fleet::start(setup).await?;
        let tests::Api { place, url, token, http, port } = tests::Api::start(&fleet).await?;
        Ok(Self { fleet, place, url, token, http, _port: port })
    }

    /// Publishes an event and returns its job, once it is acknowledged.
    async fn publish(&self, event: &Event) -> anyhow::Result<JobId> {
        let body = EventReceived(event.clone()).encode();
        let request = self.http.post(format!("{}/v1/events", self.url)).bearer_auth(&self.token);
        let answer = request.header("content-type", "application/x-protobuf").body(body).send().await?;
        anyhow::ensure!(answer.status() == 202, "{}: {}", answer.status(), answer.text().await?);
        let accepted: Value = answer.json().await?;
        Ok(accepted["job"].as_str().context("a job")?.parse()?)
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let answer = self.http.get(format!("{}{path}", self.url)).bearer_auth(&self.token).send().await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    /// Waits until an event has a result of this kind, and returns the event.
    async fn answered(&self, job: JobId, kind: &str) -> anyhow::Result<Value> {
        wait::until(&format!("event {job} has a {kind}"), PATIENCE, || async {
            let event = self.get(&format!("/v1/events/{job}")).await?;
            let results = event["results"].as_array().cloned().unwrap_or_default();
            Ok(if results.iter().any(|result| result["kind"] == kind) {
                Ok(event)
            } else {
                Err(event["state"].to_string())
            })
        })
        .await
        .with_context(|| self.fleet.logs())
    }
}

#[tokio::test]
async fn unknown_token_ids_occupy_one_connection_and_displace_no_token() {
    let api = Api::start(Setup::default().with("AUSPEX_GATEWAY_TOKEN_AGE", "1h")).await.unwrap();
    api.get("/v1/runs").await.unwrap();
    // Look-ups of tokens wait for this lock from now on; the token above is cached.
    let holder = Database::connect_lazy(&api.fleet.servers.postgres.url()).unwrap();
    holder.change("BEGIN; LOCK TABLE gateway_token IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let strangers: Vec<_> = (1..=20)
        .map(|number| {
            let token = format!("auspex_{number:032x}_{}", "0".repeat(64));
            let request = api.http.get(format!("{}/v1/runs", api.url)).bearer_auth(token);
            tokio::spawn(async move { request.send().await.unwrap().status() })
        })
        .collect();
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT id, name%gateway_token WHERE id%'";
    wait::until("a look-up waits", PATIENCE, || async {
        Ok(if api.fleet.database.count(waits).await? > 0 { Ok(()) } else { Err("none".to_owned()) })
    })
    .await
    .unwrap();
    for _ in 0..20 {
        api.get("/v1/runs").await.unwrap();
    }
    // None, if its wait for the lock has just ended and is about to be repeated.
    assert!(api.fleet.database.count(waits).await.unwrap() <= 1);
    holder.change("ROLLBACK").await.unwrap();
    for stranger in strangers {
        assert_eq!(stranger.await.unwrap(), 401);
    }
}

#[tokio::test]
async fn an_event_and_a_question_over_http_are_answered_over_http() {
    let api = Api::start(Setup::default()).await.unwrap();
    let request = api.http.get(format!("{}/v1/results", api.url)).bearer_auth(&api.token);
    let mut stream = request.send().await.unwrap().error_for_status().unwrap();
    let event = events::transaction(1);
    let job = api.publish(&event).await.unwrap();
    assert_eq!(job, event.job());
    api.answered(job, "research").await.unwrap();
    let begin = tokio::time::timeout(PATIENCE, stream.chunk()).await.unwrap().unwrap().unwrap();
    assert!(!String::from_utf8_lossy(&begin).contains("data:"), "only the position: {begin:?}");
    let first = tokio::time::timeout(PATIENCE, stream.chunk()).await.unwrap().unwrap().unwrap();
    assert!(String::from_utf8_lossy(&first).contains("event: classification"), "{first:?}");

    let question = api.publish(&events::question(1)).await.unwrap();
    let answered = api.answered(question, "forecast").await.unwrap();
    let run = answered["classification"]["runId"].as_str().unwrap();
    let shown = api.get(&format!("/v1/runs/{run}")).await.unwrap();
    assert_eq!(shown["run"]["phase"], "done", "{shown}");
    assert!(api.get("/v1/runs").await.unwrap()["items"][0]["probability"].is_number());
    assert!(api.get("/v1/spend").await.unwrap()["days"][0]["committed_micro_usd"].as_u64().unwrap() > 0);
    let report = api.http.get(format!("{}/v1/runs/{run}/report", api.url)).bearer_auth(&api.token);
    assert!(report.send().await.unwrap().text().await.unwrap().starts_with('#'));
    api.fleet.settled(&[job, question], PATIENCE).await.unwrap();
    api.fleet.assert_invariants(&[job, question]).await.unwrap();
}

/// NATS is frozen, so that the event is nowhere but in Postgres when the gateway is killed.
#[tokio::test]
async fn an_acknowledged_event_survives_a_kill_of_the_gateway() {
    let api = Api::start(Setup::default()).await.unwrap();
    api.fleet.servers.nats.freeze().await.unwrap();
    let event = events::transaction(1);
    let job = api.publish(&event).await.unwrap();
    api.fleet.kill_worker(api.place).await.unwrap();
    let unsent = "SELECT count(*) FROM dispatch WHERE sent_at IS NULL";
    assert_eq!(api.fleet.database.count(unsent).await.unwrap(), 1, "it was not published");
    api.fleet.servers.nats.thaw().unwrap();
    api.fleet.restart_ended().await.unwrap();
    api.answered(job, "research").await.unwrap();
    api.fleet.settled(&[job], PATIENCE).await.unwrap();
    api.fleet.assert_invariants(&[job]).await.unwrap();
    assert_eq!(api.publish(&event).await.unwrap(), job, "the restarted gateway answers");
    assert_eq!(api.fleet.database.count("SELECT count(*) FROM event").await.unwrap(), 1);
}

impl Api {
    async fn post(&self, path: &str, (key, tag): (&str, &str), body: &Value) -> anyhow::Result<(u16, Value)> {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(&self.token).json(body);
        let request = request.header("idempotency-key", key).header("if-match", format!("\"{tag}\""));
        let answer = request.send().await?;
        Ok((answer.status().as_u16(), answer.json().await?))
    }

    /// Executes a macro and returns its pending result.
    async fn executed(&self, body: &Value) -> anyhow::Result<Value> {
        let path = "/v1/macros/client-discovery/executions?wait=20s";
        wait::until("the macro has a result", PATIENCE, || async {
            let (status, answer) = self.post(path, ("execute", "0"), body).await?;
            Ok(if status == 200 { Ok(answer) } else { Err(format!("{status}: {answer}")) })
        })
        .await
        .with_context(|| self.fleet.logs())
    }
}

#[tokio::test]
async fn the_verbs_of_an_approved_macro_are_executed_once_although_the_gateway_is_killed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/corpus");
    let setup = Setup { corpus: Some(corpus), ..Setup::default() }.only(&["classifier", "researcher", "writer"]);
    let api = Api::start(setup).await.unwrap();
    let mut executor = Executor::start(&api.fleet, 1).await.unwrap();
    let name = "Nordic Legal Entity Identifier AB";
    let reviewed =
        api.executed(&json!({ "params": { "client_name": name, "lei": "549300O897ZC5H7CY412" } })).await.unwrap();
    assert_eq!((&reviewed["state"], &reviewed["session_version"]), (&json!("pending_review"), &json!(1)), "{reviewed}");
    let path = format!("/v1/reviews/{}/approve", reviewed["result_id"].as_str().unwrap());
    let tag = format!("1-{}", reviewed["digest"].as_str().unwrap());
    let edits = json!([{ "op": "replace", "path": "/entities/0/name", "value": "Nordic LEI AB" }]);
    let body = json!({ "edits": edits, "execute_verbs": true });

    // The executor has run the verbs and its answer is lost with the gateway.
    let lost = api.post(&path, ("approve", &tag), &body);
    tokio::pin!(lost);
    tokio::select! {
        answer = &mut lost => panic!("{answer:?}"),
        received = executor.requests.wait_for(|count| *count == 1) => assert!(received.is_ok()),
    }
    api.fleet.kill_worker(api.place).await.unwrap();
    assert!(lost.await.is_err(), "the connection is closed");
    let state = "SELECT state FROM macro_result";
    assert_eq!(api.fleet.database.texts(state).await.unwrap(), ["approved"]);
    api.fleet.restart_ended().await.unwrap();
    wait::until("the gateway answers", PATIENCE, || async {
        Ok(api.get("/v1/macros").await.map(|_| ()).map_err(|error| error.to_string()))
    })
    .await
    .unwrap();

    for _ in 0..2 {
        let (status, approved) = api.post(&path, ("approve", &tag), &body).await.unwrap();
        assert_eq!((status, &approved["state"]), (200, &json!("executed")), "{approved}");
        assert_eq!(approved["execution"]["answer"], json!({ "done": 1 }));
    }
    assert_eq!(*executor.requests.borrow(), 2, "the stored answer is not asked for again");
    let runs = executor.runs().unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!(
        (&runs[0].0, runs[0].1.as_array().unwrap().len()),
        (&reviewed["result_id"].as_str().unwrap().to_owned(), 2)
    );
    let review = api.get(&format!("/v1/reviews/{}", runs[0].0)).await.unwrap();
    assert_eq!(
        (&review["data"]["entities"][0]["name"], review["review"]["by"].as_str().unwrap().split(" (").next()),
        (&json!("Nordic LEI AB"), Some("tests"))
    );
    let decisions = "SELECT state FROM macro_review ORDER BY at";
    assert_eq!(api.fleet.database.texts(decisions).await.unwrap(), ["approved", "executed"]);
    assert_eq!(api.fleet.database.count("SELECT count(*) FROM result WHERE kind = 'macro'").await.unwrap(), 3);
    api.fleet.assert_accounts().await.unwrap();
}

/// A request whose body is still being sent when SIGTERM arrives. Its event has a trace.
#[tokio::test]
async fn a_request_in_progress_at_sigterm_is_answered_and_its_event_keeps_the_trace() {
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    let api = Api::start(Setup::default()).await.unwrap();
    let event = events::transaction(1);
    let body = EventReceived(event.clone()).encode();
    let mut socket = TcpStream::connect(api.url.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "POST /v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/x-protobuf\r\n\
         content-length: {}\r\nexpect: 100-continue\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n\r\n",
        api.token,
        body.len()
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    let mut interim = [0; 25];
    socket.read_exact(&mut interim).await.unwrap();
    assert!(interim.starts_with(b"HTTP/1.1 100"));
    api.fleet.signal(api.place, "TERM").unwrap();
    wait::until("the gateway accepts no more connections", PATIENCE, || async {
        let refused = TcpStream::connect(api.url.strip_prefix("http://").unwrap()).await.is_err();
        Ok(if refused { Ok(()) } else { Err("accepted".to_owned()) })
    })
    .await
    .unwrap();
    let ready = api.http.get(format!("http://{}/readyz", api.fleet.address(api.place))).send().await.unwrap();
    assert_eq!((ready.status().as_u16(), ready.text().await.unwrap().as_str()), (503, "draining"));
    // A slow client: two seconds for the body, longer than background tasks have after the stop request.
    let mut pace = tokio::time::interval(Duration::from_secs(2) / u32::try_from(body.len()).unwrap());
    for byte in &body {
        pace.tick().await;
        socket.write_all(&[*byte]).await.unwrap();
    }
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    let traced = format!("SELECT count(*) FROM outbox WHERE traceparent LIKE '00-{TRACE}-%'");
    assert_eq!(api.fleet.database.count(&traced).await.unwrap(), 1);
    // Published by the process that is about to end, not by another one's relay.
    api.fleet.settled(&[event.job()], PATIENCE).await.unwrap();
}
