//! A whole fleet: three real servers, the offline world, the real worker binaries as children.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use domain::{Event, JobId};
use local_servers::{Ended, NatsOptions, PostgresOptions, RedisOptions, Worker, World};
use offline::Offline;
use runtime::topology::Options as Topology;
use tempfile::TempDir;

use crate::publish::Publisher;
use crate::structure::purity::WORKERS;
use crate::{Truth, Verdict, corpus, wait};

/// How a fleet is set up.
#[derive(Debug, Clone)]
pub struct Setup {
    /// Replicas of each worker; an absent one is not started.
    pub replicas: BTreeMap<String, usize>,
    /// Environment of every worker, over the fleet's own.
    pub env: BTreeMap<String, String>,
    /// How long JetStream waits for a sign of life; topology and workers get the same.
    pub ack_wait: Duration,
    /// How long a model call takes.
    pub latency: Duration,
    /// nats-server's options.
    pub nats: NatsOptions,
    /// Valkey's options.
    pub redis: RedisOptions,
    /// Postgres' options.
    pub postgres: PostgresOptions,
    /// Copies and bounds of the streams; `ack_wait` above counts.
    pub topology: Topology,
    /// A folder of documents instead of the made-up one.
    pub corpus: Option<PathBuf>,
}

impl Default for Setup {
    /// One replica of each, short waits, no latency.
    fn default() -> Self {
        Self {
            replicas: WORKERS.iter().map(|name| ((*name).to_owned(), 1)).collect(),
            env: BTreeMap::new(),
            ack_wait: Duration::from_secs(5),
            latency: Duration::ZERO,
            nats: NatsOptions::default(),
            redis: RedisOptions::default(),
            postgres: PostgresOptions::default(),
            topology: Topology::default(),
            corpus: None,
        }
    }
}

impl Setup {
    /// With a variable for every worker.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.env.insert(name.to_owned(), value.to_string());
        self
    }

    /// With these workers only, one of each.
    #[must_use]
    pub fn only(mut self, workers: &[&str]) -> Self {
        self.replicas.retain(|name, _| workers.contains(&name.as_str()));
        self
    }
}

/// One place for a worker; killed and started again, it is the same place.
struct Slot {
    name: String,
    env: BTreeMap<String, String>,
    worker: Worker,
    /// Claimed as long as the place is there: between a kill and the new start nobody else may take it.
    _port: local_servers::Port,
}

/// A running fleet. Dropping it ends every process that it started.
pub struct Fleet {
    /// A publisher.
    pub publisher: Publisher,
    /// What stands in Postgres.
    pub truth: Truth,
    /// The model, the web, the services.
    pub offline: Offline,
    slots: Mutex<Vec<Slot>>,
    setup: Setup,
    /// The servers.
    pub servers: World,
    folder: TempDir,
    urls: Urls,
}

/// Where the workers find the servers: directly, or through a proxy.
#[derive(Debug, Clone)]
pub struct Urls {
    /// nats-server.
    pub nats: String,
    /// Postgres.
    pub postgres: String,
    /// Valkey.
    pub redis: String,
}

impl Fleet {
    /// Starts everything and waits until every worker is ready.
    pub async fn start(setup: Setup) -> anyhow::Result<Self> {
        let servers = World::start_with(setup.nats.clone(), setup.redis.clone(), setup.postgres.clone()).await?;
        let urls = Urls { nats: servers.nats.url(), postgres: servers.postgres.url(), redis: servers.redis.url() };
        Self::start_through(setup, servers, urls).await
    }

    /// The same with workers that find the servers at these addresses.
    pub async fn start_through(setup: Setup, servers: World, urls: Urls) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("auspex-fleet-").tempdir()?;
        let documents = folder.path().join("corpus");
        corpus::write(&documents)?;
        let latency_ms = u64::try_from(setup.latency.as_millis())?;
        let world = offline::Config {
            corpus: Some(setup.corpus.clone().unwrap_or(documents)),
            latency_ms,
            ..offline::Config::default()
        };
        let fleet = Self {
            publisher: Publisher::connect(&servers.nats.url()).await?,
            truth: Truth::at(&servers.postgres.url())?,
            offline: offline::serve(world).await?,
            slots: Mutex::default(),
            setup,
            servers,
            folder,
            urls,
        };
        fleet.prepare().await?;
        fleet.start_workers()?;
        fleet.ready().await?;
        Ok(fleet)
    }

    /// Tables and streams, as the deploy job makes them.
    async fn prepare(&self) -> anyhow::Result<()> {
        let store = store::Store::connect(store::Config::new(self.servers.postgres.url(), "tests"))
            .await
            .context("connecting the store")?;
        store.migrate().await.context("migrating")?;
        // A connection of our own, before the workers may have taken all that there are.
        self.truth.count("SELECT count(*) FROM inbox").await?;
        // A cluster elects its leader first.
        wait::until("the topology is applied", Duration::from_secs(30), || async {
            Ok(self.apply_topology().await.map_err(|error| format!("{error:#}")))
        })
        .await
    }

    /// Streams and consumers, again: what an operator does after the loss of JetStream.
    pub async fn apply_topology(&self) -> anyhow::Result<()> {
        self.apply(&self.setup.topology).await
    }

    /// The same with other bounds: what an operator does when a stream is full.
    pub async fn apply(&self, topology: &Topology) -> anyhow::Result<()> {
        let options = Topology { ack_wait: self.setup.ack_wait, ..topology.clone() };
        runtime::topology::apply(&self.publisher.jetstream, &options).await.context("applying the topology")
    }

    fn start_workers(&self) -> anyhow::Result<()> {
        for (name, replicas) in &self.setup.replicas {
            for _ in 0..*replicas {
                self.start_worker(name, BTreeMap::new())?;
            }
        }
        Ok(())
    }

    /// One more worker, with variables of its own; answers its place.
    pub fn start_worker(&self, name: &str, own: BTreeMap<String, String>) -> anyhow::Result<usize> {
        let mut env = self.environment();
        env.extend(own);
        let mut slots = self.slots();
        let folder = self.folder.path().join(format!("{name}-{}", slots.len()));
        std::fs::create_dir_all(&folder)?;
        let port = local_servers::Port::free()?;
        env.insert("AUSPEX_HTTP_LISTEN".to_owned(), format!("127.0.0.1:{}", port.number()));
        let worker = Worker::spawn(name, &folder, env.clone())?;
        slots.push(Slot { name: name.to_owned(), env, worker, _port: port });
        Ok(slots.len() - 1)
    }

    /// What a worker is told.
    fn environment(&self) -> BTreeMap<String, String> {
        let offline = self.offline.url();
        let mut env: BTreeMap<String, String> = [
            ("AUSPEX_NATS_URL", self.urls.nats.clone()),
            ("AUSPEX_POSTGRES_URL", self.urls.postgres.clone()),
            ("AUSPEX_REDIS_URL", self.urls.redis.clone()),
            ("AUSPEX_OBJECTS", self.folder.path().join("objects").display().to_string()),
            ("AUSPEX_MODEL_BASE_URL", format!("{offline}/anthropic")),
            ("AUSPEX_MODEL_INVOICE_URL", offline.clone()),
            ("AUSPEX_WEB_GATEWAY", format!("{offline}/web/")),
            ("AUSPEX_SEARXNG_URL", format!("{offline}/searxng")),
            ("AUSPEX_JUPITER_URL", format!("{offline}/jupiter")),
            ("AUSPEX_RUGCHECK_URL", format!("{offline}/rugcheck")),
            ("AUSPEX_PRICES_URL", format!("{offline}/prices")),
            ("AUSPEX_HOLDERS_URL", format!("{offline}/holders")),
            ("AUSPEX_NATS_ACK_WAIT", format!("{}ms", self.setup.ack_wait.as_millis())),
            ("AUSPEX_LOG", "warn,runtime::service::main=error".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        env.extend(self.setup.env.clone());
        env
    }

    /// Waits until every worker says that it is ready.
    pub async fn ready(&self) -> anyhow::Result<()> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        let addresses: Vec<String> = self.slots().iter().map(|slot| slot.env["AUSPEX_HTTP_LISTEN"].clone()).collect();
        for (place, address) in addresses.iter().enumerate() {
            wait::until(&format!("worker {place} is ready"), Duration::from_secs(30), || async {
                if let Some(ended) = self.ended(place)? {
                    return Ok(Err(format!("it ended ({ended:?}):\n{}", self.log(place))));
                }
                let answer = http.get(format!("http://{address}/readyz")).send().await?;
                Ok(if answer.status().is_success() { Ok(()) } else { Err(answer.text().await?) })
            })
            .await
            .with_context(|| self.log(place))?;
        }
        Ok(())
    }

    /// Starts again whoever has ended or is about to (a kill may still be on its way), until every worker is ready.
    pub async fn revived(&self) -> anyhow::Result<()> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        wait::until("whoever was killed is up again", Duration::from_secs(60), || async {
            let mut missing = Vec::new();
            for place in self.places("") {
                if self.ended(place)?.is_some() {
                    self.respawn(place)?;
                }
                let answer = http.get(format!("http://{}/readyz", self.address(place))).send().await;
                if !answer.is_ok_and(|answer| answer.status().is_success()) {
                    missing.push(place);
                }
            }
            Ok(if missing.is_empty() { Ok(()) } else { Err(format!("workers {missing:?} are not ready")) })
        })
        .await
    }

    /// Places of workers with this name (of all, if it is empty).
    pub fn places(&self, name: &str) -> Vec<usize> {
        let slots = self.slots();
        slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| name.is_empty() || slot.name == name)
            .map(|(place, _)| place)
            .collect()
    }

    /// `kill -9` and a new start, as Kubernetes would.
    pub async fn kill_worker(&self, place: usize) -> anyhow::Result<()> {
        // The lock is not held across the wait: the slot is found again by its place, which never changes.
        let pid = self.slots()[place].worker.pid();
        self.slots()[place].worker.signal("KILL")?;
        let gone =
            || async { Ok(if self.ended(place)?.is_some() { Ok(()) } else { Err(format!("process {pid} lives")) }) };
        wait::until("a killed worker ends", Duration::from_secs(10), gone).await?;
        self.respawn(place)
    }

    /// Starts a worker that has ended, in its place.
    pub fn respawn(&self, place: usize) -> anyhow::Result<()> {
        let mut slots = self.slots();
        let slot = &mut slots[place];
        let folder = slot.worker.log().parent().context("a log lies in a folder")?.to_owned();
        slot.worker = Worker::spawn(&slot.name, &folder, slot.env.clone())?;
        Ok(())
    }

    /// Changes a worker's variables for its next start.
    pub fn tell(&self, place: usize, name: &str, value: Option<&str>) {
        let mut slots = self.slots();
        match value {
            Some(value) => slots[place].env.insert(name.to_owned(), value.to_owned()),
            None => slots[place].env.remove(name),
        };
    }

    /// Sends a signal to a worker.
    pub fn signal(&self, place: usize, signal: &str) -> anyhow::Result<()> {
        self.slots()[place].worker.signal(signal)
    }

    /// How a worker ended; `None` while it runs.
    pub fn ended(&self, place: usize) -> anyhow::Result<Option<Ended>> {
        self.slots()[place].worker.ended()
    }

    /// A worker's process.
    pub fn pid(&self, place: usize) -> u32 {
        self.slots()[place].worker.pid()
    }

    /// Where a worker answers `/metrics`.
    pub fn address(&self, place: usize) -> String {
        self.slots()[place].env["AUSPEX_HTTP_LISTEN"].clone()
    }

    /// The folder of the object store.
    pub fn objects(&self) -> PathBuf {
        self.folder.path().join("objects")
    }

    /// The end of a worker's log.
    pub fn log(&self, place: usize) -> String {
        let slots = self.slots();
        let text = std::fs::read_to_string(slots[place].worker.log()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().rev().take(15).collect();
        format!("the end of {}'s log:\n{}", slots[place].name, lines.into_iter().rev().collect::<Vec<_>>().join("\n"))
    }

    /// The whole log of a worker.
    pub fn full_log(&self, place: usize) -> String {
        std::fs::read_to_string(self.slots()[place].worker.log()).unwrap_or_default()
    }

    /// Publishes and waits until all of it is accounted for.
    pub async fn run(&self, events: &[Event], patience: Duration) -> anyhow::Result<Vec<JobId>> {
        let jobs = self.publisher.events(events).await?;
        self.settled(&jobs, patience).await?;
        Ok(jobs)
    }

    /// Waits until all is accounted for; a failure tells the ends of all logs.
    pub async fn settled(&self, jobs: &[JobId], patience: Duration) -> anyhow::Result<()> {
        self.truth.settled(jobs, patience).await.with_context(|| self.logs())
    }

    /// The ends of all logs.
    pub fn logs(&self) -> String {
        self.places("").into_iter().map(|place| self.log(place)).collect::<Vec<_>>().join("\n\n")
    }

    /// Judges what was left behind.
    pub async fn verdict(&self, jobs: &[JobId]) -> anyhow::Result<Verdict> {
        Verdict::judge(&self.truth, &self.publisher.jetstream, jobs, &self.offline.invoice()).await
    }

    /// Judges the books and the leases alone, and fails with the verdict and the logs unless they are right.
    pub async fn assert_books(&self) -> anyhow::Result<()> {
        let verdict = Verdict::of_the_books(&self.truth, &self.offline.invoice()).await?;
        anyhow::ensure!(verdict.is_good(), "promises were broken:\n{verdict}\n{}", self.logs());
        Ok(())
    }

    /// Judges, and fails with the verdict and the logs unless every promise was kept.
    pub async fn assert_kept(&self, jobs: &[JobId]) -> anyhow::Result<Verdict> {
        let verdict = self.verdict(jobs).await?;
        anyhow::ensure!(verdict.is_good(), "promises were broken:\n{verdict}\n{}", self.logs());
        Ok(verdict)
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, Vec<Slot>> {
        // A slot is replaced whole; a panic between cannot leave half of one.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
