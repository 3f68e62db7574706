//! Child processes that are not servers: the offline world and the workers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use futures::future::{join_all, try_join_all};
use local_servers::{Chromium, Embedder, Port, Start, Worker};
use runtime::config::Env;
use runtime::topology::GATEWAY;
use worker::config::MODEL_KEYS;

use super::Args;
use super::api::Api;
use super::listing::Listing;
use super::offline_profile::OfflineProfile;
use super::replicas::Replicas;
use super::supervisor::Supervisor;
use super::worker_env::FleetAddresses;

/// Interval of the check for exited processes.
const PROCESS_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Settings that configure a model, beside the providers' keys; if one is set, the offline world is not started.
const MODEL_SETTINGS: &[&str] = &[
    "AUSPEX_MODEL_API_KEY",
    "AUSPEX_MODEL_BASE_URL",
    "AUSPEX_MODEL_PROVIDER",
    "AUSPEX_CLASSIFIER_API_KEY",
    "AUSPEX_RESEARCHER_API_KEY",
    "AUSPEX_FILTER_API_KEY",
    "AUSPEX_FORECASTER_API_KEY",
    "AUSPEX_WRITER_API_KEY",
];
/// Threads of the local embedder: a query takes some 20 ms of one thread, and notes are embedded in the background.
const EMBEDDER_THREADS: usize = 1;
/// Document directory of a repository checkout.
const DEFAULT_CORPUS: &str = "examples/corpus";

/// Supervised processes, in start order.
pub(super) struct Children {
    logs: PathBuf,
    /// The offline world, the embedder and the browser, which workers use; each may be missing.
    helpers: Vec<Supervisor>,
    workers: Vec<Supervisor>,
    /// Addresses of the gateway's API, one per replica.
    apis: Vec<Api>,
    dir: PathBuf,
}

/// Replicas of one worker.
pub(super) struct Crew {
    worker: &'static str,
    program: PathBuf,
    number: usize,
}

/// Finds the programs to start, before anything is started: a missing build fails at once.
pub(super) fn crew(replicas: &Replicas) -> anyhow::Result<Vec<Crew>> {
    let wanted = replicas.each().filter(|(_, number)| *number > 0);
    wanted.map(|(worker, number)| Ok(Crew { worker, program: Worker::locate(worker)?, number })).collect()
}

/// Starts the offline world and waits until it is ready; returns `None` if a model is configured.
pub(super) async fn start_offline(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Option<Supervisor>> {
    // A profile other than the default is only useful with the offline world.
    if !args.offline && args.offline_profile == OfflineProfile::Generic && has_model() {
        return Ok(None);
    }
    let port = Port::free()?;
    local_servers::private::create_inside(&dir.join("logs"))?;
    let mut start = Start::new("offline", Worker::locate("offline")?, dir.join("logs/offline.log"));
    let mut flags = vec![("--listen", format!("127.0.0.1:{}", port.number()))];
    flags.push(("--invoice", dir.join("invoice.ndjson").display().to_string()));
    flags.push(("--profile", args.offline_profile.name().to_owned()));
    if let Some(corpus) = corpus(args)? {
        flags.push(("--corpus", corpus.display().to_string()));
    } else {
        listing.note(&format!(
            "the offline world has no pages: {DEFAULT_CORPUS} does not exist here; set --offline-corpus FOLDER"
        ));
    }
    start.args = flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect();
    // Faults, latency and prices of the offline world come from the user's environment.
    start.inherit = true;
    let process = Supervisor::start(start, port, "/healthz")?;
    process.ready(listing).await?;
    Ok(Some(process))
}

/// Starts the local embedder and waits until it is ready; returns `None` unless it is wanted.
pub(super) async fn start_embedder(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Option<Supervisor>> {
    if !args.embeddings {
        return Ok(None);
    }
    let embedder = tokio::task::spawn_blocking(Embedder::fetch).await??;
    local_servers::private::create_inside(&dir.join("logs"))?;
    let port = Port::free()?;
    let start = embedder.start(port.number(), EMBEDDER_THREADS, &dir.join("logs/embedder.log"));
    let process = Supervisor::start(start, port, local_servers::embedder::HEALTH)?;
    process.ready(listing).await?;
    Ok(Some(process))
}

/// Starts the machine's Chromium and waits until it is ready; returns `None` unless it is wanted.
pub(super) async fn start_browser(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Option<Supervisor>> {
    if !args.browser {
        return Ok(None);
    }
    let chromium = Chromium::find().context(
        "--browser: no Chromium in PATH; install one (apt install chromium), or set AUSPEX_BROWSER_URL to the DevTools \
         address of another",
    )?;
    local_servers::private::create_inside(&dir.join("logs"))?;
    let port = Port::free()?;
    let start = chromium.start(port.number(), &dir.join("browser"), &dir.join("logs/browser.log"))?;
    let process = Supervisor::start(start, port, local_servers::chromium::HEALTH)?;
    process.ready(listing).await?;
    Ok(Some(process))
}

fn has_model() -> bool {
    let mut env = Env::from_process();
    MODEL_SETTINGS.iter().chain(&MODEL_KEYS).any(|name| env.secret(name, "").is_some())
}

fn corpus(args: &Args) -> anyhow::Result<Option<PathBuf>> {
    if let Some(given) = &args.offline_corpus {
        let found =
            given.canonicalize().with_context(|| format!("--offline-corpus {} does not exist", given.display()))?;
        return Ok(Some(found));
    }
    Ok(Path::new(DEFAULT_CORPUS).canonicalize().ok())
}

impl Children {
    /// Creates the set with the helpers that are ready, if any, and no workers.
    pub(super) fn new(dir: &Path, helpers: [Option<Supervisor>; 3]) -> anyhow::Result<Self> {
        let logs = dir.join("logs");
        local_servers::private::create_inside(&logs)?;
        let helpers = helpers.into_iter().flatten().collect();
        Ok(Self { logs, helpers, workers: Vec::new(), apis: Vec::new(), dir: dir.to_owned() })
    }

    /// Starts the workers without waiting for them.
    pub(super) fn start_workers(&mut self, crew: &[Crew], addresses: &FleetAddresses) -> anyhow::Result<()> {
        for Crew { worker, program, number } in crew {
            for replica in 0..*number {
                let name = if *number == 1 { (*worker).to_owned() } else { format!("{worker}-{replica}") };
                let port = Port::free()?;
                let mut start = Start::new(name.clone(), program, self.logs.join(format!("{name}.log")));
                start.env = addresses.environment(worker, &format!("127.0.0.1:{}", port.number()));
                if *worker == GATEWAY.name {
                    start.env.insert("AUSPEX_GATEWAY_ADDR".to_owned(), self.api_address()?);
                }
                // Keys, models and budgets come from the user's environment.
                start.inherit = true;
                self.workers.push(Supervisor::start(start, port, "/readyz")?);
            }
        }
        Ok(())
    }

    /// Returns the address of the API of a further replica of the gateway: that of the first stays the same.
    fn api_address(&mut self) -> anyhow::Result<String> {
        let api = match self.apis.is_empty() {
            true => Api::first(&mut Env::from_process(), &self.dir)?,
            false => Api::on(Port::free()?),
        };
        let address = api.address.clone();
        self.apis.push(api);
        Ok(address)
    }

    /// URL of the first gateway's API, if a gateway was started.
    pub(super) fn gateway_url(&self) -> Option<String> {
        self.apis.first().map(|api| api.url(&mut Env::from_process()))
    }

    /// Waits until all workers are ready.
    pub(super) async fn ready(&self, listing: &Listing) -> anyhow::Result<()> {
        try_join_all(self.workers.iter().map(|process| process.ready(listing))).await?;
        Ok(())
    }

    /// Restarts exited processes, for ever.
    pub(super) async fn watch(&mut self, listing: &Listing) {
        let mut look = tokio::time::interval(PROCESS_CHECK_INTERVAL);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.helpers.iter_mut().chain(&mut self.workers).for_each(|process| process.revive(listing));
        }
    }

    /// Stops the workers before their helpers, which still serve the calls they finish.
    pub(super) async fn stop(&self, listing: &Listing) {
        join_all(self.workers.iter().map(|process| process.stop(listing))).await;
        join_all(self.helpers.iter().map(|process| process.stop(listing))).await;
    }

    /// Name and health address of each process.
    pub(super) fn services(&self) -> Vec<(String, String)> {
        self.helpers
            .iter()
            .chain(&self.workers)
            .map(|process| (process.name().to_owned(), process.health_url()))
            .collect()
    }

    /// Name and process id of each process.
    pub(super) fn pids(&self) -> Vec<(String, u32)> {
        self.helpers.iter().chain(&self.workers).map(|process| (process.name().to_owned(), process.pid())).collect()
    }
}
