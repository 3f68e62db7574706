//! A nats-server with the topology, a service on it, and a publisher.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use domain::{JobId, Tenant};
use local_servers::{Nats, NatsOptions};
use proto::event::Event;
use runtime::client::{Client, ConsumerLag, NewMessage, Published, Refused, Target};
use runtime::config::{Credentials, Env, RuntimeConfig};
use runtime::service::{Exit, Lifecycle};
use runtime::testing::{FakeJournal, TestEvent, TestFact, processed};
use runtime::topology::Options;
use runtime::{Attempt, Failure, Handler, Outcome, Service};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// Maximum time of a wait; a longer one is a failure.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// A server with the topology, and the journal that all services of the test share.
pub(crate) struct World {
    pub(crate) nats: Nats,
    pub(crate) client: Client,
    pub(crate) journal: Arc<FakeJournal>,
}

/// A running service.
pub(crate) struct Running {
    pub(crate) life: Lifecycle,
    pub(crate) ended: JoinHandle<Exit>,
}

impl Running {
    pub(crate) async fn stop(self) -> Exit {
        self.life.soft.cancel();
        tokio::time::timeout(LIMIT, self.ended).await.expect("it stops in time").expect("it does not panic")
    }
}

pub(crate) fn target(url: &str, name: &str) -> Target {
    Target { url: url.to_owned(), credentials: Credentials::None, tls: Default::default(), name: name.to_owned() }
}

pub(crate) fn options() -> Options {
    Options { work_bytes: 64 << 20, kept_bytes: 16 << 20, ack_wait: Duration::from_secs(2), ..Options::default() }
}

impl World {
    pub(crate) async fn new() -> Self {
        let nats = Nats::start(NatsOptions::default()).await.unwrap();
        let client = Client::connect(&target(&nats.url(), "test")).await.unwrap();
        client.apply_topology(&options()).await.unwrap();
        Self { nats, client, journal: Arc::new(FakeJournal::new()) }
    }

    pub(crate) fn start(
        &self,
        settings: &[(&str, &str)],
        add: impl FnOnce(Service<FakeJournal>) -> Service<FakeJournal>,
    ) -> Running {
        self.start_with(&self.journal, settings, add)
    }

    /// Starts a replica with its own connection to the journal.
    pub(crate) fn start_with(
        &self,
        journal: &Arc<FakeJournal>,
        settings: &[(&str, &str)],
        add: impl FnOnce(Service<FakeJournal>) -> Service<FakeJournal>,
    ) -> Running {
        let config = config(&self.nats.url(), settings);
        let service = add(Service::new(Arc::clone(journal)));
        let life = Lifecycle::new();
        let running = life.clone();
        let ended = tokio::spawn(async move { service.run("researcher", &config, running).await });
        Running { life, ended }
    }

    /// Starts the process that hands waiting messages over (`topology::TRIMMER`).
    pub(crate) fn start_trimmer(&self) -> Running {
        let config = runtime::TrimConfig::read(&mut Env::default());
        self.start(&[], |service| service.trim_streams(config))
    }

    pub(crate) async fn ask(&self, words: &str) -> Result<Published, Refused> {
        self.client.publish(request(words)).await
    }

    pub(crate) async fn ask_many(&self, count: usize) {
        let asked = (0..count).map(|i| request(&format!("q{i}")));
        self.client.publish_all(asked, 256, |_, answer| assert!(answer.is_ok(), "{answer:?}")).await;
    }

    /// Waits until the journal meets the condition.
    pub(crate) async fn until(&self, condition: impl Fn(&FakeJournal) -> bool) {
        tokio::time::timeout(LIMIT, self.journal.until(condition))
            .await
            .expect("the journal meets the condition in time");
    }

    /// Waits until the researcher's consumer meets the condition.
    pub(crate) async fn lag_until(&self, condition: impl Fn(&ConsumerLag) -> bool) -> ConsumerLag {
        self.lag_of("researcher", condition).await
    }

    /// Waits until a consumer meets the condition.
    pub(crate) async fn lag_of(&self, consumer: &str, condition: impl Fn(&ConsumerLag) -> bool) -> ConsumerLag {
        let met = async {
            let mut every = tokio::time::interval(Duration::from_millis(20));
            loop {
                every.tick().await;
                let lags: HashMap<_, _> = self.client.lag().await.into_iter().collect();
                if let Some(Some(lag)) = lags.get(consumer).filter(|lag| lag.as_ref().is_some_and(&condition)) {
                    return lag.clone();
                }
            }
        };
        tokio::time::timeout(LIMIT, met).await.expect("the consumer meets the condition in time")
    }

    pub(crate) async fn until_settled(&self) {
        self.lag_until(|lag| lag.pending == 0 && lag.ack_pending == 0).await;
    }
}

pub(crate) fn config(url: &str, settings: &[(&str, &str)]) -> RuntimeConfig {
    let usual = [
        ("AUSPEX_NATS_URL", url),
        ("AUSPEX_HTTP_LISTEN", "127.0.0.1:0"),
        ("AUSPEX_NATS_ACK_WAIT", "2s"),
        ("AUSPEX_WORKER_GRACE", "5s"),
        ("AUSPEX_RELAY_INTERVAL", "100ms"),
        ("AUSPEX_RECONCILE_INTERVAL", "100ms"),
    ];
    let mut env = Env::from_pairs(usual.iter().chain(settings).copied());
    let config = RuntimeConfig::read(&mut env);
    env.finish().unwrap();
    config
}

pub(crate) fn request(words: &str) -> NewMessage {
    NewMessage {
        subject: format!("{}.default", TestEvent::SUBJECT),
        id: id(words).to_string(),
        tenant: Tenant::default(),
        payload: format!("default:{words}").into(),
        ..NewMessage::default()
    }
}

pub(crate) fn id(words: &str) -> JobId {
    JobId::named(&["request", words])
}

/// Answers every request; a gate keeps requests in flight.
pub(crate) struct Echo {
    pub(crate) gate: Arc<Semaphore>,
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
}

impl Echo {
    pub(crate) fn open() -> Self {
        Self::gated(Semaphore::MAX_PERMITS)
    }

    pub(crate) fn gated(permits: usize) -> Self {
        Self { gate: Arc::new(Semaphore::new(permits)), seen: Arc::default() }
    }
}

impl Handler for Echo {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, _: &Attempt) -> Result<Outcome, Failure> {
        self.seen.lock().unwrap().push(event.words.clone());
        let permit = self.gate.acquire().await.map_err(Failure::retry)?;
        permit.forget();
        if event.words.starts_with("reject") {
            return Err(Failure::reject(anyhow::anyhow!("asked to")));
        }
        Ok(Outcome::none().emit(TestFact::new("auspex.research.gathered", event.words)))
    }
}

/// Waits until the server has processed everything that the client has sent, whose own permissions allow it to publish
/// and to receive on `subject`.
pub(crate) async fn round_trip(client: &async_nats::Client, subject: &str) {
    tokio::time::timeout(LIMIT, processed(client, client, subject)).await.unwrap().unwrap();
}
