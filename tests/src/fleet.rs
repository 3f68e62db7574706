//! A complete fleet: three real servers, the offline world and the worker binaries as child processes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use cli::up::OfflineProfile;
use domain::{Event, JobId};
use local_servers::{Ended, Worker, World};
use offline::Offline;
use runtime::config::Env;
use runtime::topology::Options as Topology;
use tempfile::TempDir;

use crate::publish::Publisher;
use crate::{Database, InvariantReport, Setup, corpus, users, wait};

/// Names of the five workers.
pub const WORKERS: [&str; 5] = ["classifier", "researcher", "filter", "forecaster", "writer"];

/// A place in the fleet; a restarted worker keeps its place.
struct Slot {
    name: String,
    env: BTreeMap<String, String>,
    worker: Worker,
    /// Reserved while the slot exists, so that no other process takes the port between a kill and a restart.
    _port: local_servers::Port,
}

/// A running fleet. Dropping it ends every process that it started.
pub struct Fleet {
    /// Publishes events to the fleet.
    pub publisher: Publisher,
    /// Reads the database.
    pub database: Database,
    /// Offline model, web and token services.
    pub offline: Offline,
    slots: Mutex<Vec<Slot>>,
    setup: Setup,
    /// The three servers.
    pub servers: World,
    folder: TempDir,
    urls: Urls,
}

/// Server addresses for the workers: direct, or through a proxy.
#[derive(Debug, Clone)]
pub struct Urls {
    /// Address of nats-server.
    pub nats: String,
    /// Address of Postgres.
    pub postgres: String,
    /// Address of Valkey.
    pub redis: String,
}

impl Fleet {
    /// Starts the servers and the workers and waits until every worker is ready.
    pub async fn start(setup: Setup) -> anyhow::Result<Self> {
        let (nats, redis) = (users::nats(setup.nats.clone()), users::redis(setup.redis.clone()));
        let servers = World::start_with(nats, redis, setup.postgres.clone()).await?;
        let urls = Urls { nats: servers.nats.url(), postgres: servers.postgres.url(), redis: servers.redis.url() };
        Self::start_through(setup, servers, urls).await
    }

    /// Starts the workers with these servers, which have the users of [`users`], and addresses.
    pub async fn start_through(setup: Setup, servers: World, urls: Urls) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("auspex-fleet-").tempdir()?;
        let documents = folder.path().join("corpus");
        corpus::write(&documents)?;
        let latency_ms = u64::try_from(setup.latency.as_millis())?;
        let world = offline::OfflineConfig {
            corpus: Some(setup.corpus.clone().unwrap_or(documents)),
            latency_ms,
            batch_delay_ms: u64::try_from(setup.batch_delay.as_millis())?,
            profile: setup.profile.name().parse().map_err(anyhow::Error::msg)?,
            thinking_tokens: setup.thinking_tokens,
            tokens_per_second: setup.tokens_per_second,
            incidents: true,
            ..offline::OfflineConfig::default()
        };
        let fleet = Self {
            publisher: Publisher::connect(&servers.nats.url()).await?,
            database: Database::connect_lazy(&servers.postgres.url())?,
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

    /// Creates tables and streams, as the deployment job does.
    async fn prepare(&self) -> anyhow::Result<()> {
        let store = store::Store::connect(store::PostgresConfig::new(self.servers.postgres.url(), "tests"))
            .await
            .context("connecting the store")?;
        store.migrate().await.context("migrating")?;
        store.roles().apply(users::PREFIX).await.context("creating the roles")?;
        // Opens a connection before the workers take all available ones.
        self.database.count("SELECT count(*) FROM inbox").await?;
        // A cluster elects its leader first, so this may fail at the start.
        wait::until("the topology is applied", wait::PATIENCE, || async {
            Ok(self.apply_topology().await.map_err(|error| format!("{error:#}")))
        })
        .await
    }

    /// Applies the topology again, as an operator does after a loss of JetStream.
    pub async fn apply_topology(&self) -> anyhow::Result<()> {
        self.apply(&self.setup.topology).await
    }

    /// Applies a topology with other limits, as an operator does when a stream is full.
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

    /// Starts another worker with additional variables and returns its place.
    pub fn start_worker(&self, name: &str, own: BTreeMap<String, String>) -> anyhow::Result<usize> {
        let mut env = self.environment(name);
        if self.setup.profile != OfflineProfile::Generic {
            env.extend(self.setup.profile.environment(&self.offline.url(), name, &mut Env::default()));
        }
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

    /// Returns the addresses and the user of the command line.
    pub fn operator(&self) -> BTreeMap<String, String> {
        users::operator(&self.urls)
    }

    /// Returns the environment of a worker.
    fn environment(&self, worker: &str) -> BTreeMap<String, String> {
        let offline = self.offline.url();
        let mut env: BTreeMap<String, String> = [
            ("AUSPEX_OBJECTS", self.folder.path().join("objects").display().to_string()),
            ("AUSPEX_MODEL_BASE_URL", format!("{offline}/anthropic")),
            ("AUSPEX_MODEL_INVOICE_URL", offline.clone()),
            ("AUSPEX_WEB_GATEWAY", format!("{offline}/web/")),
            ("AUSPEX_SEARXNG_URL", format!("{offline}/searxng")),
            ("AUSPEX_JUPITER_URL", format!("{offline}/jupiter")),
            ("AUSPEX_RUGCHECK_URL", format!("{offline}/rugcheck")),
            ("AUSPEX_PRICES_URL", format!("{offline}/prices")),
            ("AUSPEX_HOLDERS_URL", format!("{offline}/holders")),
            ("AUSPEX_GLEIF_URL", format!("{offline}/gleif/api/v1")),
            ("AUSPEX_WIKIDATA_URL", format!("{offline}/wikidata")),
            ("AUSPEX_NATS_ACK_WAIT", format!("{}ms", self.setup.ack_wait.as_millis())),
            ("RESEARCHER_ENABLED", "true".to_owned()),
            ("AUSPEX_LOG", "warn,runtime::service::main=error".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        // Sites of markets are reached only by tests that name some.
        if self.setup.env.contains_key("AUSPEX_MARKETS") {
            let paths = [
                ("POLYMARKET", "gamma"),
                ("POLYMARKET_CLOB", "clob"),
                ("KALSHI", "kalshi"),
                ("MANIFOLD", "manifold"),
                ("METACULUS", "metaculus"),
            ];
            env.extend(paths.map(|(site, path)| (format!("AUSPEX_{site}_URL"), format!("{offline}/{path}"))));
        }
        env.extend(users::environment(worker, &self.urls));
        env.extend(self.setup.env.clone());
        env
    }

    /// Waits until every worker is ready.
    pub async fn ready(&self) -> anyhow::Result<()> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        let addresses: Vec<String> = self.slots().iter().map(|slot| slot.env["AUSPEX_HTTP_LISTEN"].clone()).collect();
        for (place, address) in addresses.iter().enumerate() {
            wait::until(&format!("worker {place} is ready"), wait::PATIENCE, || async {
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

    /// Restarts workers that have ended, until every worker is ready. A kill may still be in progress when this is
    /// called.
    pub async fn restart_ended(&self) -> anyhow::Result<()> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        wait::until("every worker is ready again", wait::PATIENCE, || async {
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

    /// Returns the places of the workers with this name, or of all workers if the name is empty.
    pub fn places(&self, name: &str) -> Vec<usize> {
        let slots = self.slots();
        slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| name.is_empty() || slot.name == name)
            .map(|(place, _)| place)
            .collect()
    }

    /// Kills a worker with SIGKILL and starts it again, as Kubernetes does.
    pub async fn kill_worker(&self, place: usize) -> anyhow::Result<()> {
        // The lock is not held across the wait; a place never changes.
        let pid = self.slots()[place].worker.pid();
        self.slots()[place].worker.signal("KILL")?;
        let gone = || async {
            Ok(if self.ended(place)?.is_some() { Ok(()) } else { Err(format!("process {pid} still runs")) })
        };
        wait::until("a killed worker ends", wait::PATIENCE, gone).await?;
        self.respawn(place)
    }

    /// Starts a worker that has ended.
    pub fn respawn(&self, place: usize) -> anyhow::Result<()> {
        let mut slots = self.slots();
        let slot = &mut slots[place];
        let folder = slot.worker.log().parent().context("a log lies in a folder")?.to_owned();
        slot.worker = Worker::spawn(&slot.name, &folder, slot.env.clone())?;
        Ok(())
    }

    /// Changes the environment of a worker for its next start.
    pub fn set_env(&self, place: usize, name: &str, value: Option<&str>) {
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

    /// Returns how a worker ended, or `None` while it runs.
    pub fn ended(&self, place: usize) -> anyhow::Result<Option<Ended>> {
        self.slots()[place].worker.ended()
    }

    /// Returns the process id of a worker.
    pub fn pid(&self, place: usize) -> u32 {
        self.slots()[place].worker.pid()
    }

    /// Returns the address of the HTTP endpoints of a worker.
    pub fn address(&self, place: usize) -> String {
        self.slots()[place].env["AUSPEX_HTTP_LISTEN"].clone()
    }

    /// Returns the folder of the object store.
    pub fn objects(&self) -> PathBuf {
        self.folder.path().join("objects")
    }

    /// Returns the last lines of a worker's log.
    pub fn log(&self, place: usize) -> String {
        let slots = self.slots();
        let text = std::fs::read_to_string(slots[place].worker.log()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().rev().take(15).collect();
        format!("the end of {}'s log:\n{}", slots[place].name, lines.into_iter().rev().collect::<Vec<_>>().join("\n"))
    }

    /// Returns the complete log of a worker.
    pub fn full_log(&self, place: usize) -> String {
        std::fs::read_to_string(self.slots()[place].worker.log()).unwrap_or_default()
    }

    /// Publishes events and waits until all work is completed.
    pub async fn run(&self, events: &[Event], patience: Duration) -> anyhow::Result<Vec<JobId>> {
        let jobs = self.publisher.events(events).await?;
        self.settled(&jobs, patience).await?;
        Ok(jobs)
    }

    /// Waits until all work is completed; an error contains the last log lines of every worker.
    pub async fn settled(&self, jobs: &[JobId], patience: Duration) -> anyhow::Result<()> {
        self.database.settled(jobs, patience).await.with_context(|| self.logs())
    }

    /// Returns the metrics page of a process.
    pub async fn metrics(&self, place: usize) -> anyhow::Result<String> {
        let http = telemetry::http::client(telemetry::http::ClientConfig::default())?;
        Ok(http.get(format!("http://{}/metrics", self.address(place))).send().await?.text().await?)
    }

    /// Returns the degraded answers that the workers have counted, as lines of their metrics.
    pub async fn degraded(&self) -> anyhow::Result<Vec<String>> {
        let mut found = Vec::new();
        for place in self.places("") {
            let metrics = self.metrics(place).await?;
            let counted = metrics.lines().filter(|line| line.starts_with(telemetry::metric::DEGRADED_ANSWERS));
            found.extend(counted.filter(|line| !line.ends_with(" 0")).map(str::to_owned));
        }
        Ok(found)
    }

    /// Returns the last log lines of every worker.
    pub fn logs(&self) -> String {
        self.places("").into_iter().map(|place| self.log(place)).collect::<Vec<_>>().join("\n\n")
    }

    /// Checks the invariants.
    pub async fn verdict(&self, jobs: &[JobId]) -> anyhow::Result<InvariantReport> {
        InvariantReport::judge(&self.database, &self.publisher.jetstream, jobs, &self.offline.invoice()).await
    }

    /// Checks the ledger and the leases only, and fails with the verdict and the logs if an invariant is violated.
    pub async fn assert_accounts(&self) -> anyhow::Result<()> {
        let verdict = InvariantReport::judge_accounts(&self.database, &self.offline.invoice()).await?;
        anyhow::ensure!(verdict.holds_all(), "invariants were broken:\n{verdict}\n{}", self.logs());
        Ok(())
    }

    /// Checks the invariants and fails with the verdict and the logs if one is violated.
    pub async fn assert_invariants(&self, jobs: &[JobId]) -> anyhow::Result<InvariantReport> {
        let verdict = self.verdict(jobs).await?;
        anyhow::ensure!(verdict.holds_all(), "invariants were broken:\n{verdict}\n{}", self.logs());
        Ok(verdict)
    }

    fn slots(&self) -> std::sync::MutexGuard<'_, Vec<Slot>> {
        // A slot is replaced as a whole, so a panic leaves no partial state.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
