//! Outgoing webhooks from the route to the receiver, verified by the official library.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use domain::port::{Job, Journal, QuietBatch, QuietEvent, Settled};
use domain::{Clock, Effect, EventId, JobId, QuietRule, Tenant, Verdict, VerdictGroup};
use gateway::config::RequestLimits;
use operations::webhooks::delivery::{Deliverer, DeliveryLimits};
use proto::event::Fact;
use proto::events::{EventsClassified, VerdictsPublished};
use reqwest::Method;
use runtime::SystemClock;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use store::CountScope;

use crate::support::{ALL, Api, read, start, targets};
use crate::world::{MARKER, write};

/// Answers of a receiver, in order; afterwards it answers 204.
#[derive(Default)]
pub(crate) struct Script {
    answers: Mutex<Vec<(u16, &'static str)>>,
    received: Mutex<Vec<(HeaderMap, Vec<u8>)>>,
    changed: tokio::sync::Notify,
    /// Requests are answered in pairs.
    pairs: Option<tokio::sync::Barrier>,
    /// Requests in progress, and their maximum so far.
    current: AtomicUsize,
    peak: AtomicUsize,
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    script: Arc<Script>,
}

impl Receiver {
    pub(crate) async fn start(answers: &[(u16, &'static str)]) -> Self {
        Self::with(Script { answers: Mutex::new(answers.to_vec()), ..Script::default() }).await
    }

    async fn with(script: Script) -> Self {
        let script = Arc::new(script);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in?key=receiver-secret", listener.local_addr().unwrap());
        let router = Router::new()
            .route("/in", post(receive))
            .route("/elsewhere", post(receive))
            .with_state(Arc::clone(&script));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, script }
    }

    /// Waits until the receiver has this many requests.
    pub(crate) async fn received(&self, count: usize) -> Vec<(HeaderMap, Vec<u8>)> {
        let wait = async {
            loop {
                let changed = self.script.changed.notified();
                let received = self.script.received.lock().unwrap().clone();
                if received.len() >= count {
                    return received;
                }
                changed.await;
            }
        };
        tokio::time::timeout(Duration::from_secs(300), wait).await.expect("too few deliveries")
    }
}

async fn receive(State(script): State<Arc<Script>>, headers: HeaderMap, body: Bytes) -> Response {
    script.peak.fetch_max(script.current.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    script.received.lock().unwrap().push((headers, body.to_vec()));
    if let Some(pairs) = &script.pairs {
        pairs.wait().await;
    }
    script.current.fetch_sub(1, Ordering::SeqCst);
    let answer = { script.answers.lock().unwrap().pop() };
    script.changed.notify_waiters();
    match answer {
        Some((0, _)) => std::future::pending().await,
        Some((status, value)) => {
            let name = if status == 302 { header::LOCATION } else { header::RETRY_AFTER };
            (StatusCode::from_u16(status).unwrap(), [(name, value)], "x".repeat(100_000)).into_response()
        }
        None => StatusCode::NO_CONTENT.into_response(),
    }
}

fn deliverer(api: &Api, limits: DeliveryLimits) -> Arc<Deliverer> {
    let limits = DeliveryLimits { interval: Duration::from_millis(20), ..limits };
    Arc::new(Deliverer {
        store: Arc::clone(&api.store),
        clock: Arc::clone(&api.gateway.operations.clock),
        targets: Arc::new(targets()),
        limits,
    })
}

pub(crate) fn run(api: &Api) {
    run_with(api, DeliveryLimits::default());
}

pub(crate) fn run_with(api: &Api, limits: DeliveryLimits) {
    let (deliverer, stop) = (deliverer(api, limits), api.gateway.operations.stop.clone());
    tokio::spawn(async move { deliverer.run(&stop).await });
}

pub(crate) async fn create(api: &Api, token: &str, body: Value) -> (String, String) {
    let (status, created) = read(api.post("/v1/webhook-endpoints", token, &body).await).await;
    assert_eq!(status, 201, "{created}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&created["endpoint"]["id"]), text(&created["secret"]))
}

pub(crate) async fn deliveries(api: &Api, token: &str, webhook: &str) -> Vec<Value> {
    let (_, page) = read(api.get(&format!("/v1/webhook-endpoints/{webhook}/deliveries"), token).await).await;
    page["items"].as_array().unwrap().clone()
}

/// Waits until a delivery is in a state that satisfies the predicate.
async fn wait_for(api: &Api, token: &str, webhook: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let wait = async {
        loop {
            let found = deliveries(api, token, webhook).await.into_iter().find(|delivery| is_wanted(delivery));
            match found {
                Some(delivery) => return delivery,
                None => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(300), wait).await.expect("no such delivery")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_published_event_of_the_tenant_arrives_signed_and_once() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let receiver = Receiver::start(&[]).await;
    let (webhook, secret) = create(&api, &token, json!({ "url": receiver.url, "description": "mine" })).await;
    let rotated = api.post(&format!("/v1/webhook-endpoints/{webhook}/secrets"), &token, &json!({})).await;
    let (status, rotated) = read(rotated).await;
    assert_eq!(status, 201);
    let second = rotated["secret"].as_str().unwrap();
    let (_, changes) = read(api.get("/v1/changes", &token).await).await;
    let audited = |change: &Value| (change["action"].clone(), change["object"].clone());
    let audited: Vec<(Value, Value)> = changes["items"].as_array().unwrap().iter().map(audited).collect();
    let line = |action: &str| (json!(action), json!(format!("webhook {webhook}")));
    assert_eq!(audited, [line("webhook secret rotated"), line("webhook created")], "{changes}");
    // Two replicas deliver.
    run(&api);
    run(&api);
    write(&api.store, &Tenant::parse("other").unwrap(), 1).await;
    write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let received = receiver.received(2).await;
    assert_eq!(received.len(), 2);
    let mut kinds = Vec::new();
    for (headers, body) in &received {
        for secret in [secret.as_str(), second] {
            Webhook::new(secret).unwrap().verify(body, headers).unwrap();
        }
        let body: Value = serde_json::from_slice(body).unwrap();
        assert!(body["data"].to_string().contains(MARKER) && body["timestamp"].is_string(), "{body}");
        kinds.push(body["type"].as_str().unwrap().to_owned());
    }
    kinds.sort();
    assert_eq!(kinds, ["dead_letter", "research"]);
    wait_for(&api, &token, &webhook, |delivery| delivery["state"] == "delivered").await;
    let listed = read(api.get("/v1/webhook-endpoints", &token).await).await.1;
    assert!(!listed.to_string().contains("whsec_"), "the secret is shown once: {listed}");
}

/// Settles a quiet event of a tenant and publishes its group, as classifier and writer do.
pub(crate) async fn settle_quiet_event(api: &Api, tenant: &str) {
    let (tenant, event) = (Tenant::parse(tenant).unwrap(), EventId::parse("dust").unwrap());
    let job = JobId::named(&[tenant.as_str(), "dust"]);
    let verdict = Verdict { event, kind: "transaction", rule: QuietRule::BelowMinimum, score: 0.25 };
    let event = QuietEvent { job, tenant: tenant.clone(), verdict: verdict.clone(), sequence: 1, digest: [9; 32] };
    let encode = Arc::new(|group: &VerdictGroup| EventsClassified(group.clone()).message(group.id));
    let made_at = api.gateway.operations.clock.now();
    let batch = QuietBatch { consumer: "classifier", events: vec![event], made_at, encode };
    let id = api.store.journal().commit_quiet(batch).await.unwrap().outgoing[0].id;
    let group = VerdictGroup { id, tenant, made_at, verdicts: vec![verdict] };
    let answer = Settled {
        job: Job { consumer: "writer-verdicts", id },
        effects: vec![Effect::VerdictsAnswered(id)],
        outgoing: vec![VerdictsPublished(group).message(VerdictGroup::result_of(id))],
        dead: None,
    };
    api.store.journal().commit(answer).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_receives_groups_of_quiet_events_as_subscribers_do() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let (all, others) = (Receiver::start(&[]).await, Receiver::start(&[]).await);
    create(&api, &token, json!({ "url": all.url, "kinds": ["classifications"] })).await;
    create(&api, &token, json!({ "url": others.url, "kinds": ["classification", "research"] })).await;
    run(&api);
    settle_quiet_event(&api, "other").await;
    settle_quiet_event(&api, "acme").await;
    write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let received = all.received(1).await;
    let body: Value = serde_json::from_slice(&received[0].1).unwrap();
    assert_eq!((&body["type"], &body["data"]["tenant"]), (&json!("classifications"), &json!("acme")), "{body}");
    let verdicts = body["data"]["classifications"]["verdicts"].as_array().unwrap();
    assert_eq!((verdicts.len(), &verdicts[0]["eventId"]), (1, &json!("dust")), "{body}");
    let unwanted: Value = serde_json::from_slice(&others.received(1).await[0].1).unwrap();
    assert_eq!(unwanted["type"], "research", "{unwanted}");
    let counts = api.store.results().counts(&CountScope::default()).await.unwrap();
    let groups = counts.iter().find(|count| count.kind == "classifications").unwrap();
    assert_eq!(groups.results, 2, "each group is counted once: {counts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_of_one_webhook_at_the_same_time_are_limited() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let pairs = Script { pairs: Some(tokio::sync::Barrier::new(2)), ..Script::default() };
    let receiver = Receiver::with(pairs).await;
    create(&api, &token, json!({ "url": receiver.url })).await;
    // Each has a result and a dead letter.
    for number in 0..4 {
        write(&api.store, &Tenant::parse("acme").unwrap(), number).await;
    }
    run_with(&api, DeliveryLimits::concurrent(2));
    receiver.received(8).await;
    assert_eq!(receiver.script.peak.load(Ordering::SeqCst), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_is_retried_under_the_same_id_and_a_replay_repeats_a_delivery() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let receiver = Receiver::start(&[(500, "0")]).await;
    let (webhook, secret) = create(&api, &token, json!({ "url": receiver.url, "kinds": ["research"] })).await;
    run(&api);
    write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let failed = wait_for(&api, &token, &webhook, |delivery| delivery["status"] == 500).await;
    assert_eq!((&failed["state"], &failed["attempts"]), (&json!("pending"), &json!(1)));
    assert!(failed["next_at"].is_string() && failed["error"] == "the receiver answered 500", "{failed}");
    // The schedule's first delay is 5 s.
    let received = receiver.received(2).await;
    let id = |(headers, _): &(HeaderMap, Vec<u8>)| headers["webhook-id"].clone();
    assert_eq!(id(&received[0]), id(&received[1]));
    assert_eq!(received[0].1, received[1].1);
    wait_for(&api, &token, &webhook, |delivery| delivery["state"] == "delivered").await;
    let event = received[0].0["webhook-id"].to_str().unwrap();
    let replay = json!({ "event": event });
    let (status, replayed) =
        read(api.post(&format!("/v1/webhook-endpoints/{webhook}/replays"), &token, &replay).await).await;
    assert_eq!((status, &replayed["scheduled"]), (202, &json!(1)));
    let received = receiver.received(3).await;
    assert_eq!(id(&received[2]), event);
    Webhook::new(&secret).unwrap().verify(&received[2].1, &received[2].0).unwrap();
    for bad in
        [json!({}), json!({ "event": "x", "from": "2026-01-01T00:00:00Z" }), json!({ "until": "2026-01-01T00:00:00Z" })]
    {
        let answer = api.post(&format!("/v1/webhook-endpoints/{webhook}/replays"), &token, &bad).await;
        assert_eq!(read(answer).await.0, 422, "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redirect_is_not_followed_410_disables_and_429_is_honoured() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let receivers = [
        Receiver::start(&[(302, "/elsewhere")]).await,
        Receiver::start(&[(410, "0")]).await,
        Receiver::start(&[(429, "3600")]).await,
    ];
    let mut webhooks = Vec::new();
    for receiver in &receivers {
        webhooks.push(create(&api, &token, json!({ "url": receiver.url, "kinds": ["research"] })).await.0);
    }
    run(&api);
    write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    let redirected = wait_for(&api, &token, &webhooks[0], |delivery| delivery["status"] == 302).await;
    assert_eq!(redirected["state"], "pending");
    assert_eq!(receivers[0].script.received.lock().unwrap().len(), 1);
    wait_for(&api, &token, &webhooks[1], |delivery| delivery["status"] == 410).await;
    let gone = read(api.get(&format!("/v1/webhook-endpoints/{}", webhooks[1]), &token).await).await.1;
    assert_eq!(
        (&gone["enabled"], &gone["disabled_reason"]),
        (&json!(false), &json!("the receiver answered 410 (gone)"))
    );
    let busy = wait_for(&api, &token, &webhooks[2], |delivery| delivery["status"] == 429).await;
    let next: domain::Time = busy["next_at"].as_str().unwrap().parse().unwrap();
    assert!(next - SystemClock.now() > chrono::TimeDelta::minutes(59), "{busy}");
    let enable = api.request(Method::PATCH, &format!("/v1/webhook-endpoints/{}", webhooks[1]), &token);
    let enabled = read(enable.json(&json!({ "enabled": true })).send().await.unwrap()).await;
    assert_eq!((enabled.0, &enabled.1["disabled_reason"]), (200, &Value::Null));
    receivers[1].received(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_without_an_answer_delays_no_other() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let (slow, fast) = (Receiver::start(&[(0, ""); 8]).await, Receiver::start(&[]).await);
    create(&api, &token, json!({ "url": slow.url })).await;
    let (webhook, _) = create(&api, &token, json!({ "url": fast.url })).await;
    run(&api);
    for number in 0..4 {
        write(&api.store, &Tenant::parse("acme").unwrap(), number).await;
    }
    assert_eq!(fast.received(8).await.len(), 8);
    wait_for(&api, &token, &webhook, |delivery| delivery["state"] == "delivered").await;
    assert!(slow.script.received.lock().unwrap().len() <= 4, "an endpoint has at most four attempts in progress");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_replica_has_settled_is_sent_again() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let receiver = Receiver::start(&[(0, "")]).await;
    create(&api, &token, json!({ "url": receiver.url, "kinds": ["research"] })).await;
    let limits = DeliveryLimits {
        interval: Duration::from_millis(20),
        lease: Duration::from_secs(1),
        ..DeliveryLimits::default()
    };
    let dying = Arc::new(Deliverer { limits, ..Arc::into_inner(deliverer(&api, limits)).unwrap() });
    let stop = api.gateway.operations.stop.clone();
    let crashed = tokio::spawn(async move { dying.run(&stop).await });
    write(&api.store, &Tenant::parse("acme").unwrap(), 0).await;
    receiver.received(1).await;
    // The process dies while the receiver has the request.
    crashed.abort();
    run(&api);
    let received = receiver.received(2).await;
    assert_eq!(received[0].0["webhook-id"], received[1].0["webhook-id"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_webhook_is_refused_with_the_reason() {
    let api = start(RequestLimits::default()).await;
    let token = api.token("acme", &ALL).await;
    let long = "x".repeat(501);
    for (body, field, word) in [
        (json!({ "url": "http://hooks.example.com/" }), "url", "https"),
        (json!({ "url": "https://evil.example/" }), "url", "AUSPEX_GATEWAY_WEBHOOK_HOSTS"),
        (json!({ "url": "https://169.254.169.254/" }), "url", "list"),
        (json!({ "url": "https://a:b@hooks.example.com/" }), "url", "password"),
        (json!({ "url": "https://hooks.example.com/", "kinds": ["forecasts"] }), "kinds", "forecast"),
        (json!({ "url": "https://hooks.example.com/", "description": long }), "description", "500"),
        (json!({ "url": "https://hooks.example.com/", "description": "\0" }), "description", "NUL"),
        (json!({ "url": "https://hooks.example.com/", "secret": "x" }), "secret", "unknown field"),
    ] {
        let (status, problem) = read(api.post("/v1/webhook-endpoints", &token, &body).await).await;
        assert_eq!((status, &problem["errors"][0]["field"]), (422, &json!(field)), "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(word), "{problem}");
    }
    for _ in 0..20 {
        create(&api, &token, json!({ "url": "https://hooks.example.com/\u{0}" })).await;
    }
    let body = json!({ "url": "https://hooks.example.com/" });
    assert_eq!(read(api.post("/v1/webhook-endpoints", &token, &body).await).await.0, 409);
}
