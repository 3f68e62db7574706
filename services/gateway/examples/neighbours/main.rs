//! A tenant beside ten hostile ones: the latency of its requests alone and beside each of them, over a gateway with its
//! own Postgres and nats-server.
//!
//! ```sh
//! cargo run -p gateway --example neighbours             # all of them
//! cargo run -p gateway --example neighbours -- streams  # one of them
//! ```
//!
//! Prints a table: 50th and 99th percentile alone and beside the hostile tenant, in milliseconds, their ratio, failed
//! requests of the neighbour, and whether it saw or lost anything. The figures depend on the machine; clients and
//! servers share it. Needs Linux and `renice`.

#![allow(clippy::unwrap_used, reason = "a program for developers, which may end with a message")]
#![allow(clippy::disallowed_methods, reason = "its requests are new ones each time")]
#![allow(dead_code, reason = "the support of the tests is shared")]

mod hostile;
#[path = "../../tests/api/support.rs"]
mod support;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use domain::effect::{Effect, ResultRow};
use domain::port::{Job, Journal, Settled};
use domain::{Clock, JobId, Tenant};
use gateway::config::RequestLimits;
use hostile::KINDS;
use reqwest::Method;
use runtime::SystemClock;
use serde_json::{Value, json};
use store::Store;
use support::{ALL, Api};
use tokio::runtime::Runtime;

/// Requests of the neighbour per measurement.
const REQUESTS: usize = 300;
/// Interval between two requests of the neighbour.
const INTERVAL: Duration = Duration::from_millis(10);
/// Time for which a hostile tenant works before the measurement.
const WARM_UP: Duration = Duration::from_secs(2);

/// The gateway's threads. The neighbour's requests are made by the main thread: in production no client runs on the
/// threads of the gateway.
static GATEWAY: LazyLock<Runtime> = LazyLock::new(|| {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    runtime::service::event_loop(threads).unwrap()
});

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "| hostile tenant | alone p50 | alone p99 | beside p50 | beside p99 | p99 ratio | failed | seen or changed |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, start) in KINDS {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
            continue;
        }
        let api = GATEWAY.spawn(support::start(RequestLimits::default())).await.unwrap();
        let neighbour = Neighbour::new(&api).await;
        neighbour.measure(50).await;
        let alone = neighbour.measure(REQUESTS).await;
        // What the hostile tenant searches, lists and resumes.
        results(&api.store, 2_000).await;
        let before = neighbour.view().await;
        let hostile = start(&api).await;
        tokio::time::sleep(WARM_UP).await;
        let beside = neighbour.measure(REQUESTS).await;
        hostile.stop();
        let is_same = before == neighbour.view().await;
        let ratio = beside.percentile(99) / alone.percentile(99);
        println!(
            "| {name} | {:.1} | {:.1} | {:.1} | {:.1} | {ratio:.2} | {} | {} |",
            alone.percentile(50),
            alone.percentile(99),
            beside.percentile(50),
            beside.percentile(99),
            beside.failed,
            if is_same { "nothing" } else { "CHANGED" }
        );
    }
}

/// The tenant whose latency is measured.
struct Neighbour<'a> {
    api: &'a Api,
    token: String,
}

/// Milliseconds of the requests of a measurement.
struct Measured {
    took: Vec<f64>,
    failed: usize,
}

impl<'a> Neighbour<'a> {
    async fn new(api: &'a Api) -> Self {
        let token = api.token("neighbour", &ALL).await;
        let body = json!({ "cron": "30 6 * * 1-5", "question": { "text": "Will it rain?" } });
        let put = api.request(Method::PUT, "/v1/schedules/own", &token).json(&body).send().await.unwrap();
        assert_eq!(put.status(), 200);
        Self { api, token }
    }

    /// Sends requests of several kinds, one after the other.
    async fn measure(&self, count: usize) -> Measured {
        let mut measured = Measured { took: Vec::new(), failed: 0 };
        for number in 0..count {
            let begun = Instant::now();
            if !self.request(number).await {
                measured.failed += 1;
            }
            measured.took.push(begun.elapsed().as_secs_f64() * 1_000.0);
            tokio::time::sleep(INTERVAL).await;
        }
        measured
    }

    async fn request(&self, number: usize) -> bool {
        let http = &self.api.http;
        let request = match number % 4 {
            0 => {
                let event = json!({ "id": uuid::Uuid::new_v4().to_string(), "question": { "text": "Will it rain?" } });
                self.api.request(Method::POST, "/v1/events", &self.token).json(&event)
            }
            1 => self.api.request(Method::GET, "/v1/runs", &self.token),
            2 => self.api.request(Method::GET, "/v1/schedules", &self.token),
            // A new connection.
            _ => {
                let url = format!("{}/v1/reports", self.api.url);
                http.get(url).bearer_auth(&self.token).header("connection", "close")
            }
        };
        let answer = tokio::time::timeout(Duration::from_secs(30), request.send()).await;
        answer.ok().and_then(Result::ok).is_some_and(|answer| answer.status().as_u16() < 400)
    }

    /// What the tenant sees: everything that a hostile tenant must not add to or take away.
    async fn view(&self) -> Value {
        let mut all = Vec::new();
        for path in
            ["/v1/runs", "/v1/schedules", "/v1/webhook-endpoints", "/v1/dead-letters", "/v1/reports", "/v1/notes"]
        {
            let answer = self.api.get(path, &self.token).await;
            all.push(answer.json::<Value>().await.unwrap());
        }
        Value::Array(all)
    }
}

/// Stores results of the hostile tenant, as the writer does.
async fn results(store: &Store, count: usize) {
    let tenant = Tenant::parse("hostile").unwrap();
    for _ in 0..count {
        let id = JobId(uuid::Uuid::new_v4());
        let row = ResultRow {
            id,
            kind: "research".to_owned(),
            tenant: tenant.clone(),
            event: id,
            run: None,
            body: json!({ "text": "x".repeat(2_000) }),
            made_at: SystemClock.now(),
        };
        let (job, effects) = (Job { consumer: "hostile", id }, vec![Effect::ResultStored(Box::new(row))]);
        store.journal().commit(Settled { job, effects, outgoing: Vec::new(), dead: None }).await.unwrap();
    }
}

impl Measured {
    fn percentile(&self, percent: usize) -> f64 {
        let mut took = self.took.clone();
        took.sort_by(f64::total_cmp);
        took[(took.len() * percent / 100).min(took.len() - 1)]
    }
}
