//! Many instances over one Postgres and one nats-server: work continues after outages of the journal.

#![allow(clippy::unwrap_used, reason = "test code, including the helpers")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::{JobId, Tenant};
use local_servers::{ChaosProxy, Fault, Nats, NatsOptions, Postgres, PostgresOptions};
use runtime::client::{Client, ConsumerLag, NewMessage, Target};
use runtime::config::{Credentials, Env, RuntimeConfig};
use runtime::service::{Exit, Lifecycle};
use runtime::testing::TestEvent;
use runtime::topology::Options;
use runtime::{Attempt, Failure, Handler, Outcome, Service};
use store::{PostgresConfig, Store};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

const LIMIT: Duration = Duration::from_secs(60);
const INSTANCES: usize = 20;
const JOBS: usize = 40;

/// Ends a job when the gate is open.
#[derive(Clone)]
struct Gated {
    gate: Arc<Semaphore>,
    begun: Arc<AtomicUsize>,
}

impl Handler for Gated {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &[];
    type In = TestEvent;

    async fn handle(&self, _: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        self.gate.acquire().await.map_err(Failure::retry)?.forget();
        Ok(Outcome::none())
    }
}

struct Fleet {
    nats: Nats,
    postgres: Postgres,
    journal: ChaosProxy,
    client: Client,
    handler: Gated,
    running: Vec<(Lifecycle, JoinHandle<Exit>)>,
}

impl Fleet {
    /// Starts instances that reach Postgres through a proxy and wait for it for a second.
    async fn start(instances: usize, settings: &[(&str, &str)]) -> Self {
        let options = PostgresOptions { fsync: false, ..PostgresOptions::default() };
        let (nats, postgres) = tokio::join!(Nats::start(NatsOptions::default()), Postgres::start(options));
        let (nats, postgres) = (nats.unwrap(), postgres.unwrap());
        let target = Target {
            url: nats.url(),
            credentials: Credentials::None,
            tls: Default::default(),
            name: "test".to_owned(),
        };
        let client = Client::connect(&target).await.unwrap();
        let ack_wait = Duration::from_secs(2);
        let topology = Options { work_bytes: 64 << 20, kept_bytes: 16 << 20, ack_wait, ..Options::default() };
        client.apply_topology(&topology).await.unwrap();
        connect(&postgres.url()).await.migrate().await.unwrap();
        let journal = ChaosProxy::start(postgres.address()).await.unwrap();
        let handler = Gated { gate: Arc::new(Semaphore::new(0)), begun: Arc::default() };
        let mut fleet = Self { postgres, journal, client, handler, running: Vec::new(), nats };
        let url = fleet.journal.url(&fleet.postgres.url()).unwrap();
        for _ in 0..instances {
            let config = config(&fleet.nats.url(), settings);
            let service = Service::new(Arc::new(connect(&url).await.journal())).handler(fleet.handler.clone());
            let life = Lifecycle::new();
            let soft = life.clone();
            let ended = tokio::spawn(async move { service.run("researcher", &config, soft).await });
            fleet.running.push((life, ended));
        }
        fleet
    }

    async fn ask(&self, jobs: usize) {
        for job in 0..jobs {
            let message = NewMessage {
                subject: "auspex.research.requested".to_owned(),
                id: JobId::named(&["request", &job.to_string()]).to_string(),
                tenant: Tenant::default(),
                payload: format!("default:q{job}").into(),
                ..NewMessage::default()
            };
            self.client.publish(message).await.unwrap();
        }
    }

    /// Waits until the researchers' consumer meets the condition.
    async fn until_lag(&self, what: &str, condition: impl Fn(&ConsumerLag) -> bool) {
        until(what, async || {
            let lags = self.client.lag().await;
            let lag = lags.into_iter().find(|(name, _)| *name == "researcher").and_then(|(_, lag)| lag);
            lag.is_some_and(|lag| condition(&lag))
        })
        .await;
    }

    async fn stop(&mut self) {
        for (life, _) in &self.running {
            life.soft.cancel();
        }
        for (_, ended) in self.running.drain(..) {
            let exit = tokio::time::timeout(LIMIT, ended).await.expect("it stops in time").unwrap();
            assert_eq!(exit, Exit::Clean);
        }
    }
}

async fn connect(url: &str) -> Store {
    let config = PostgresConfig {
        max_connections: 2,
        retry_for: Duration::from_millis(500),
        transaction_timeout: Duration::from_secs(5),
        ..PostgresConfig::new(url, "researcher")
    };
    Store::connect(config).await.unwrap()
}

fn config(url: &str, settings: &[(&str, &str)]) -> RuntimeConfig {
    let usual = [
        ("AUSPEX_NATS_URL", url),
        ("AUSPEX_HTTP_LISTEN", "127.0.0.1:0"),
        ("AUSPEX_NATS_ACK_WAIT", "2s"),
        ("AUSPEX_WORKER_GRACE", "5s"),
        ("AUSPEX_WORKER_CONCURRENCY", "4"),
        ("AUSPEX_WORKER_JOURNAL_PATIENCE", "1s"),
    ];
    let mut env = Env::from_pairs(usual.iter().chain(settings).copied());
    let config = RuntimeConfig::read(&mut env);
    env.finish().unwrap();
    config
}

async fn until(what: &str, condition: impl AsyncFn() -> bool) {
    let met = async {
        let mut every = tokio::time::interval(Duration::from_millis(50));
        while !condition().await {
            every.tick().await;
        }
    };
    tokio::time::timeout(LIMIT, met).await.unwrap_or_else(|_| panic!("not within {LIMIT:?}: {what}"));
}

/// The leases outlast the outage, so that only a release by the holder frees the jobs for the other instances.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_instances_finish_all_work_within_a_minute_after_the_journal_was_away() {
    let mut fleet = Fleet::start(INSTANCES, &[("AUSPEX_WORKER_LEASE", "300s")]).await;
    fleet.ask(JOBS).await;
    until("every job has begun", async || fleet.handler.begun.load(Ordering::SeqCst) == JOBS).await;
    fleet.journal.set(Fault::Refuse);
    fleet.handler.gate.add_permits(Semaphore::MAX_PERMITS / 2);
    fleet.until_lag("every delivery was handed back", |lag| lag.redelivered >= JOBS as u64).await;
    fleet.journal.set(Fault::None);
    fleet.until_lag("every job has an outcome", |lag| lag.pending + lag.ack_pending == 0).await;
    fleet.stop().await;
}
