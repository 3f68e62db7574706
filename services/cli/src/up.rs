//! `auspex up`: runs a whole fleet on this machine until Ctrl-C.
//!
//! Start order: servers and offline world concurrently, then tables and streams, then workers. Stop order is the
//! reverse, so that a worker can hand back its messages. All of them are child processes and end with this process,
//! however it ends.

mod api;
mod children;
mod disk_space;
mod fleet_json;
mod listing;
mod local_servers;
mod local_token;
mod offline_profile;
mod replicas;
mod supervisor;
mod throttle;
mod users;
mod watchdog;
mod worker_env;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use ::local_servers::private;
use anyhow::{Context as _, bail};
use runtime::config::Env;
use tokio::signal::unix::{Signal, SignalKind, signal};
use worker::config::ObjectsConfig;

pub use offline_profile::OfflineProfile;
pub use replicas::Replicas;

use self::local_servers::Servers;
use crate::Context;
use crate::fleet_file::FOLDER;
use crate::traces::Receiver;
use children::Children;
use listing::Listing;
use local_token::LocalToken;
use supervisor::Supervisor;
use worker_env::FleetAddresses;

/// Command-line arguments of `auspex up`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Directory for data, logs and fleet.json; each directory holds one fleet.
    #[arg(long, default_value = FOLDER)]
    pub dir: PathBuf,
    /// Replicas, e.g. classifier=2,gateway=0; processes not listed have one, 0 disables one.
    #[arg(long, default_value_t)]
    pub replicas: Replicas,
    /// Directory with pages, tokens and records of the offline world [default: examples/corpus if it exists].
    #[arg(long)]
    pub offline_corpus: Option<PathBuf>,
    /// Use the offline world even if a model key is set.
    #[arg(long)]
    pub offline: bool,
    /// Provider that the offline world imitates: its rules, models, wire formats, thinking and prices.
    #[arg(long, value_enum, env = "AUSPEX_OFFLINE_PROFILE", default_value_t)]
    pub offline_profile: OfflineProfile,
    /// Object storage for reports and pages: a directory, or a bucket as s3://bucket/prefix with AUSPEX_OBJECTS_KEY,
    /// _SECRET and, outside AWS, _ENDPOINT [default: objects in the fleet's directory].
    #[arg(long, value_name = "ADDRESS")]
    pub objects: Option<String>,
    /// Start the local embedder, so that memory finds texts in other words and languages; downloads it once (91 MB).
    #[arg(long)]
    pub embeddings: bool,
    /// Start the machine's Chromium, which renders pages that are empty until their scripts have run.
    #[arg(long)]
    pub browser: bool,
    /// Let nats-server sync to disk before every acknowledgement, instead of every two minutes.
    #[arg(long)]
    pub sync_always: bool,
    /// Use this nats-server instead of starting one.
    #[arg(long)]
    pub nats_url: Option<String>,
    /// Use this Postgres instead of starting one.
    #[arg(long)]
    pub postgres_url: Option<String>,
    /// Use this Valkey or Redis instead of starting one.
    #[arg(long)]
    pub redis_url: Option<String>,
}

/// Starts the fleet, supervises it, and stops it at Ctrl-C or SIGTERM.
///
/// # Errors
/// When a part does not start; the message names it and its log.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let mut stop = Stop::listen()?;
    let dir = folder(&args.dir)?;
    let _lock = lock(&dir)?;
    let listing = Listing::new(context.json);
    let started = tokio::select! {
        // The dropped future ends what has been started.
        () = stop.requested() => return Ok(ExitCode::SUCCESS),
        started = start(&args, &dir, (&listing, &context.user)) => started?,
    };
    let mut fleet = started;
    tokio::select! {
        () = stop.requested() => {}
        () = supervise(&mut fleet, &listing) => {}
    }
    listing.note("stopping");
    tokio::select! {
        () = fleet.stop(&listing) => {}
        () = stop.requested() => listing.note("interrupted again: killing the remaining processes"),
    }
    let _ = std::fs::remove_file(dir.join("fleet.json"));
    Ok(ExitCode::SUCCESS)
}

/// The running fleet.
struct Running {
    children: Children,
    servers: Servers,
    /// Token of the local commands, if the gateway runs.
    token: Option<LocalToken>,
    _receiver: Receiver,
}

impl Running {
    /// Stops workers first, so that they can hand back messages; then the offline world; then the servers.
    async fn stop(&mut self, listing: &Listing) {
        self.children.stop(listing).await;
        if let Some(token) = &self.token {
            token.revoke().await;
        }
        self.servers.stop(listing).await;
    }
}

async fn start(args: &Args, dir: &Path, (listing, user): (&Listing, &str)) -> anyhow::Result<Running> {
    let begun = Instant::now();
    let (crew, objects) = (children::crew(&args.replicas)?, objects(args, dir)?);
    let receiver = Receiver::start(([127, 0, 0, 1], 0).into(), &dir.join("spans.ndjson")).await?;
    let (servers, world, embedder, browser) = tokio::try_join!(
        Servers::start(args, dir, listing),
        children::start_offline(args, dir, listing),
        children::start_embedder(args, dir, listing),
        children::start_browser(args, dir, listing)
    )?;
    servers.prepare(listing).await?;

    let addresses = FleetAddresses {
        nats_url: servers.nats_url.clone(),
        users: servers.users.clone(),
        postgres_url: servers.postgres_url.clone(),
        redis_url: servers.redis_url.clone(),
        offline_url: world.as_ref().map(Supervisor::url),
        offline_profile: args.offline_profile,
        embeddings_url: embedder.as_ref().map(Supervisor::url),
        browser_url: browser.as_ref().map(Supervisor::url),
        objects,
        otlp_url: receiver.url(),
    };
    let mut children = Children::new(dir, [world, embedder, browser])?;
    children.start_workers(&crew, &addresses)?;
    children.ready(listing).await?;
    let gateway_url = children.gateway_url();
    let token = match gateway_url {
        Some(_) => Some(LocalToken::replace(&addresses.postgres_url, dir, user).await?),
        None => None,
    };
    let processes = fleet_json::Processes {
        pids: [servers.pids(), children.pids()].concat(),
        services: children.services(),
        gateway_url,
        token_file: token.as_ref().map(|token| token.path().to_owned()),
        nats_monitor_url: servers.monitor_url(),
    };
    fleet_json::write(dir, &addresses, &servers.operator_url(), &processes)?;
    if let Some(url) = &processes.gateway_url {
        listing.note(&format!("{:<14} {url}/v1, described at {url}/openapi.json", "API"));
    }
    if let (Some(url), Some(token)) = (&processes.gateway_url, &token) {
        listing.note(&format!(
            "{:<14} {url}{} (opens once; `auspex console` prints another)",
            "console",
            token.console_path().await?
        ));
    }
    listing.up(begun.elapsed(), dir, addresses.offline_url.is_some());
    Ok(Running { children, servers, token, _receiver: receiver })
}

/// Restarts exited processes and repairs missing streams, for ever. Each part is supervised independently: one that
/// does not start delays no other.
async fn supervise(fleet: &mut Running, listing: &Listing) {
    let Running { children, servers, .. } = fleet;
    tokio::join!(servers.watch(listing), children.watch(listing));
}

/// Returns the object storage address. A directory is made absolute, because workers run elsewhere; a bucket without
/// its key is refused before anything is started.
fn objects(args: &Args, dir: &Path) -> anyhow::Result<String> {
    let address = match args.objects.as_deref() {
        Some(address) if address.contains("://") => address.to_owned(),
        path => {
            let folder = path.map_or_else(|| dir.join("objects"), PathBuf::from);
            private::create_inside(&folder).context("--objects")?;
            std::path::absolute(folder).context("--objects is not a valid path")?.display().to_string()
        }
    };
    let mut env = Env::from_process();
    let config = ObjectsConfig::at(&mut env, address);
    env.finish().context("--objects")?;
    worker::objects::connect(&config).context("--objects")?;
    Ok(config.address)
}

/// Returns the absolute path of the fleet's directory, creating it if needed. It contains passwords and data, so it
/// must be private.
fn folder(dir: &Path) -> anyhow::Result<PathBuf> {
    let dir = std::path::absolute(dir).with_context(|| format!("{} is not a valid path", dir.display()))?;
    private::create_folder(&dir)?;
    Ok(dir)
}

/// Locks the directory, which holds at most one running fleet, until the returned file is dropped.
fn lock(dir: &Path) -> anyhow::Result<std::fs::File> {
    let path = dir.join("up.lock");
    let file = private::append(&path).with_context(|| format!("cannot write {}", path.display()))?;
    if file.try_lock().is_err() {
        bail!("a fleet already runs in {}; stop it, or choose another directory with --dir", dir.display());
    }
    Ok(file)
}

/// Ctrl-C and SIGTERM.
struct Stop {
    interrupt: Signal,
    terminate: Signal,
}

impl Stop {
    fn listen() -> anyhow::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn requested(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
