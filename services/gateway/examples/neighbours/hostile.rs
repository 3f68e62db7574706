//! The hostile tenants.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures::future::BoxFuture;
use operations::webhooks::delivery::{Deliverer, DeliveryLimits};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::support::{ALL, Api, targets};

/// Starts a hostile tenant.
type Begin = fn(&Api) -> BoxFuture<'_, Hostile>;

/// Name and start of each.
pub(crate) const KINDS: [(&str, Begin); 10] = [
    ("streams", |api| Box::pin(streams(api, None))),
    ("connections", |api| Box::pin(connections(api))),
    ("resumes", |api| Box::pin(streams(api, Some("0")))),
    ("searches", |api| Box::pin(repeat(api, 64, |number| get(format!("/v1/retrieve?query=word{number}%20rises"))))),
    ("batches", |api| Box::pin(repeat(api, 8, batch))),
    ("schedules", |api| Box::pin(repeat(api, 16, schedule))),
    ("webhooks", |api| Box::pin(webhooks(api))),
    ("entities", |api| Box::pin(repeat(api, 64, |number| get(format!("/v1/entities?name=Name%20{number}"))))),
    ("mcp", |api| Box::pin(repeat(api, 64, mcp))),
    ("lists", |api| Box::pin(repeat(api, 64, |_| get("/v1/runs?limit=200".to_owned())))),
];

/// A hostile tenant at work.
pub(crate) struct Hostile {
    tasks: JoinSet<()>,
}

impl Hostile {
    pub(crate) fn stop(mut self) {
        self.tasks.abort_all();
    }
}

/// A request: method, path and body as JSON.
type Made = (Method, String, Option<String>);

/// The clients have threads of their own with the lowest priority: in production they have processors of their own, and
/// here they would take the gateway's.
static CLIENTS: LazyLock<Runtime> = LazyLock::new(|| {
    let mut clients = tokio::runtime::Builder::new_multi_thread();
    clients.worker_threads(2).enable_all().on_thread_start(lower_priority).build().unwrap()
});

/// Gives this thread the lowest priority.
fn lower_priority() {
    let thread = std::fs::read_link("/proc/thread-self").unwrap();
    let id = thread.file_name().unwrap().to_owned();
    let done = std::process::Command::new("renice").args(["-n", "19", "-p"]).arg(id).output().unwrap();
    assert!(done.status.success(), "{done:?}");
}

/// Events of a batch, with `ID` in the place of an id.
static BATCH: LazyLock<String> = LazyLock::new(|| {
    let event = |number: usize| json!({ "id": format!("ID-{number}"), "question": { "text": "q".repeat(500) } });
    (0..10_000).map(event).collect::<Value>().to_string()
});

static SCHEDULE: LazyLock<String> =
    LazyLock::new(|| json!({ "cron": "* * * * *", "question": { "text": "q".repeat(4_000) } }).to_string());

fn get(path: String) -> Made {
    (Method::GET, path, None)
}

fn batch(_: usize) -> Made {
    let body = BATCH.replace("ID", &uuid::Uuid::new_v4().simple().to_string());
    (Method::POST, "/v1/events:batch".to_owned(), Some(body))
}

fn schedule(number: usize) -> Made {
    match number % 2 {
        0 => get("/v1/schedules?limit=200".to_owned()),
        _ => (Method::PUT, format!("/v1/schedules/s{}", uuid::Uuid::new_v4().simple()), Some(SCHEDULE.clone())),
    }
}

fn mcp(_: usize) -> Made {
    let info = json!({ "name": "hostile", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    (Method::POST, "/mcp".to_owned(), Some(body.to_string()))
}

/// Sends requests without pause, `at_once` at a time.
async fn repeat(api: &Api, at_once: usize, make: fn(usize) -> Made) -> Hostile {
    let token = api.token("hostile", &ALL).await;
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..at_once {
        let (http, url, token) = (http.clone(), api.url.clone(), token.clone());
        let work = async move {
            loop {
                let (method, path, body) = make(number);
                let request = http.request(method, format!("{url}{path}")).bearer_auth(&token);
                let request = request.header("accept", "application/json, text/event-stream");
                let request = request.header("content-type", "application/json");
                let request = body.into_iter().fold(request, reqwest::RequestBuilder::body);
                if let Ok(answer) = request.send().await {
                    let _ = answer.bytes().await;
                }
            }
        };
        tasks.spawn_on(work, CLIENTS.handle());
    }
    Hostile { tasks }
}

/// Opens streams and keeps them, with an id that all of them resume after.
async fn streams(api: &Api, after: Option<&'static str>) -> Hostile {
    let token = api.token("hostile", &ALL).await;
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    let mut tasks = JoinSet::new();
    for _ in 0..1_000 {
        let (http, url, token) = (http.clone(), api.url.clone(), token.clone());
        let work = async move {
            loop {
                let request = http.get(format!("{url}/v1/results")).bearer_auth(&token);
                let request = after.iter().fold(request, |request, id| request.header("last-event-id", *id));
                if let Ok(answer) = request.send().await {
                    let _ = answer.bytes().await;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        };
        tasks.spawn_on(work, CLIENTS.handle());
    }
    Hostile { tasks }
}

/// Opens connections that send nothing.
async fn connections(api: &Api) -> Hostile {
    let address = api.url.strip_prefix("http://").unwrap().to_owned();
    let mut tasks = JoinSet::new();
    for _ in 0..4_200 {
        let address = address.clone();
        let work = async move {
            let open = TcpStream::connect(address).await;
            std::future::pending::<()>().await;
            drop(open);
        };
        tasks.spawn_on(work, CLIENTS.handle());
    }
    Hostile { tasks }
}

/// Twenty webhooks whose receiver never answers, and a result for each of them now and then.
async fn webhooks(api: &Api) -> Hostile {
    let mut tasks = JoinSet::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/in", listener.local_addr().unwrap());
    let receive = async move {
        let mut held = Vec::new();
        loop {
            held.push(listener.accept().await);
        }
    };
    tasks.spawn(receive);
    let token = api.token("hostile", &ALL).await;
    for _ in 0..20 {
        let made = api.post("/v1/webhook-endpoints", &token, &json!({ "url": url })).await;
        assert_eq!(made.status(), 201, "{}", made.text().await.unwrap());
    }
    let deliverer = Arc::new(Deliverer {
        store: Arc::clone(&api.gateway.operations.all_tenants),
        clock: Arc::clone(&api.gateway.operations.clock),
        targets: Arc::new(targets()),
        limits: DeliveryLimits::default(),
    });
    let deliver = async move { deliverer.run(&CancellationToken::new()).await };
    tasks.spawn_on(deliver, crate::GATEWAY.handle());
    let store = Arc::clone(&api.store);
    tasks.spawn(async move {
        loop {
            crate::results(&store, 200).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    Hostile { tasks }
}
