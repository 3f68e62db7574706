//! `auspex up`: a whole fleet on this machine, until Ctrl-C.
//!
//! Order of starting: servers and offline world together, then tables and streams, then workers. Stopping is the other way round, so that
//! a worker can hand back what it holds. All of it are children of this process and end with it, however it ends.

mod guard;
mod keeper;
mod listing;
mod parts;
mod post;
mod replicas;
mod room;
mod servers_of;
mod sparingly;
mod users;
mod worker_env;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use runtime::config::Env;
use tokio::signal::unix::{Signal, SignalKind, signal};
use worker::config::ObjectsConfig;

pub use replicas::Replicas;

use crate::Context;
use crate::fleet_file::FOLDER;
use crate::traces::Receiver;
use keeper::Keeper;
use listing::Listing;
use post::Post;
use servers_of::Servers;
use worker_env::Surroundings;

/// `auspex up`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Folder for data, logs and fleet.json; another folder is another fleet.
    #[arg(long, default_value = FOLDER)]
    pub dir: PathBuf,
    /// Replicas, e.g. classifier=2,researcher=4; workers that are not named have one, 0 leaves one out.
    #[arg(long, default_value_t)]
    pub replicas: Replicas,
    /// Pages, tokens and records of the offline world; examples/corpus if that exists.
    #[arg(long)]
    pub offline_corpus: Option<PathBuf>,
    /// Use the offline world although there is a key.
    #[arg(long)]
    pub offline: bool,
    /// Where reports and pages lie: a folder, or a bucket of your own as s3://bucket/prefix, with AUSPEX_OBJECTS_KEY, _SECRET and, outside
    /// AWS, _ENDPOINT [default: objects in the fleet's folder].
    #[arg(long, value_name = "ADDRESS")]
    pub objects: Option<String>,
    /// nats-server syncs to disk before every acknowledgement, instead of every two minutes.
    #[arg(long)]
    pub sync_always: bool,
    /// A nats-server of your own.
    #[arg(long)]
    pub nats_url: Option<String>,
    /// A Postgres of your own.
    #[arg(long)]
    pub postgres_url: Option<String>,
    /// A Valkey or Redis of your own.
    #[arg(long)]
    pub redis_url: Option<String>,
}

/// Runs it.
///
/// # Errors
/// When something does not come up; the message says what and where its log is.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let mut stop = Stop::listen()?;
    let dir = folder(&args.dir)?;
    let _alone = alone(&dir)?;
    let listing = Listing::new(context.json);
    let started = tokio::select! {
        // Whatever has been started by then goes with the future that holds it.
        () = stop.asked() => return Ok(ExitCode::SUCCESS),
        started = start(&args, &dir, &listing) => started?,
    };
    let mut fleet = started;
    tokio::select! {
        () = stop.asked() => {}
        () = look_after(&mut fleet, &listing) => {}
    }
    listing.note("stopping");
    tokio::select! {
        () = fleet.stop(&listing) => {}
        () = stop.asked() => listing.note("asked twice: killing what is left"),
    }
    let _ = std::fs::remove_file(dir.join("fleet.json"));
    Ok(ExitCode::SUCCESS)
}

/// Everything that runs.
struct Running {
    keeper: Keeper,
    servers: Servers,
    _receiver: Receiver,
}

impl Running {
    /// Workers first, so that they can hand back; then the offline world; then the servers.
    async fn stop(&mut self, listing: &Listing) {
        self.keeper.stop(listing).await;
        self.servers.stop(listing).await;
    }
}

async fn start(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Running> {
    let begun = Instant::now();
    let (crew, objects) = (keeper::crew(&args.replicas)?, objects(args, dir)?);
    let receiver = Receiver::start(([127, 0, 0, 1], 0).into(), &dir.join("spans.ndjson")).await?;
    let (servers, world) =
        tokio::try_join!(Servers::start(args, dir, listing), parts::start_offline(args, dir, listing))?;
    servers.prepare(listing).await?;

    let around = Surroundings {
        nats_url: servers.nats_url.clone(),
        nats_users: servers.users.clone(),
        postgres_url: servers.postgres_url.clone(),
        redis_url: servers.redis_url.clone(),
        offline_url: world.as_ref().map(Post::url),
        objects,
        otlp_url: receiver.url(),
    };
    let mut keeper = Keeper::new(dir, world)?;
    keeper.start_workers(&crew, &around)?;
    keeper.ready(listing).await?;
    let parts = parts::Parts {
        pids: [servers.pids(), keeper.pids()].concat(),
        services: keeper.services(),
        nats_monitor_url: servers.monitor_url(),
    };
    parts::write_fleet_file(dir, &around, &servers.operator_url(), &parts)?;
    listing.up(begun.elapsed(), dir, around.offline_url.is_some());
    Ok(Running { keeper, servers, _receiver: receiver })
}

/// Starts again what has ended, and repairs streams that have vanished. Each part apart from the others: a server that does not come up
/// keeps nobody waiting. Ends never.
async fn look_after(fleet: &mut Running, listing: &Listing) {
    let Running { keeper, servers, .. } = fleet;
    tokio::join!(servers.watch(listing), keeper.watch(listing));
}

/// Where files lie. A folder is named absolutely, since workers run elsewhere; a bucket without its key is refused before anything
/// is started.
fn objects(args: &Args, dir: &Path) -> anyhow::Result<String> {
    let said = match args.objects.as_deref() {
        Some(said) if said.contains("://") => said.to_owned(),
        said => {
            let folder = said.map_or_else(|| dir.join("objects"), PathBuf::from);
            std::path::absolute(folder).context("--objects is no folder's name")?.display().to_string()
        }
    };
    let mut env = Env::from_process();
    let config = ObjectsConfig::at(&mut env, said);
    env.finish().context("--objects")?;
    worker::objects::connect(&config).context("--objects")?;
    Ok(config.address)
}

/// The fleet's folder, absolute, made if need be.
fn folder(dir: &Path) -> anyhow::Result<PathBuf> {
    let dir = std::path::absolute(dir).with_context(|| format!("{} is no folder's name", dir.display()))?;
    std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    Ok(dir)
}

/// One fleet per folder: the lock is held until the answer is dropped.
fn alone(dir: &Path) -> anyhow::Result<std::fs::File> {
    let path = dir.join("up.lock");
    let file = std::fs::File::options().create(true).append(true).open(&path);
    let file = file.with_context(|| format!("cannot write {}", path.display()))?;
    if file.try_lock().is_err() {
        bail!("a fleet runs in {} already; stop it, or choose another folder with --dir", dir.display());
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

    async fn asked(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
