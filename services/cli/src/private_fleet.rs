//! A fleet for one command: `auspex up` as a child process on free ports, in a separate directory, stopped when the
//! command ends.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use local_servers::{Start, Worker, private};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use store::Store;

use crate::fleet_file::{FOLDER, FleetFile};
use crate::output;
use crate::topology::OPERATOR;
use crate::up::Replicas;

/// Start-up timeout; the first start downloads three servers.
const UP_TIMEOUT: Duration = Duration::from_secs(300);
/// Shutdown timeout: 15 s for the workers, and as much for the servers.
const STOP_TIMEOUT: Duration = Duration::from_secs(45);
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Marker files of directories that may be emptied; earlier versions of `auspex demo` wrote the second.
const MARKERS: [&str; 2] = ["made-by-auspex-for-one-command", "made-by-auspex-demo"];

/// Options of the fleet.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Directory; emptied if an earlier command created it.
    pub dir: PathBuf,
    /// Replicas of each worker.
    pub replicas: Replicas,
    /// Uses the offline world even if a model key is set.
    pub offline: bool,
    /// Document directory of the offline world.
    pub corpus: Option<PathBuf>,
    /// Variables of every worker; they override the environment.
    pub env: BTreeMap<String, String>,
    /// Continues with the data of an interrupted command instead of emptying the directory.
    pub resume: bool,
    /// Starts the local embedder, so that memory is searched by vectors too.
    pub embeddings: bool,
    /// Starts the machine's Chromium.
    pub browser: bool,
}

/// A fleet that is starting. Dropping it ends it, but only [`Launched::stop`] waits for the shutdown of its workers.
pub struct Launched {
    up: Worker,
    home: PathBuf,
}

impl Launched {
    /// Starts the fleet without waiting for it.
    ///
    /// # Errors
    /// When the directory was not created by this command, or the process cannot be started.
    pub fn launch(setup: &Setup) -> anyhow::Result<Self> {
        let home = if setup.resume { interrupted(&setup.dir)? } else { fresh(&setup.dir)? };
        let up = Worker::start(&command(setup, &home)?)?;
        Ok(Self { up, home })
    }

    /// Waits until every part is ready and returns the addresses.
    ///
    /// # Errors
    /// When the fleet does not start; the error contains its log.
    pub async fn wait_until_up(&self) -> anyhow::Result<FleetFile> {
        let deadline = Instant::now() + UP_TIMEOUT;
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        while Instant::now() < deadline {
            poll.tick().await;
            if self.folder().join("fleet.json").is_file() {
                return FleetFile::find(&self.home)?.context("the fleet stopped");
            }
            if self.up.ended()?.is_some() {
                bail!("the fleet did not start:\n{}", std::fs::read_to_string(self.up.log()).unwrap_or_default());
            }
        }
        bail!("the fleet was not ready after {UP_TIMEOUT:?}; see {}", self.up.log().display())
    }

    /// Directory in which other commands find this fleet.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Directory of its data, logs and reports; kept after it stopped.
    pub fn folder(&self) -> PathBuf {
        self.home.join(FOLDER)
    }

    /// Stops the fleet in order.
    ///
    /// # Errors
    /// When the process cannot be ended.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.up.stop(STOP_TIMEOUT).await.map(drop)
    }
}

/// A running fleet. Dropping it ends it.
pub struct PrivateFleet {
    launched: Launched,
    file: FleetFile,
}

impl PrivateFleet {
    /// Starts a fleet and waits until every part is ready.
    ///
    /// # Errors
    /// As [`Launched::launch`] and [`Launched::wait_until_up`].
    pub async fn start(setup: &Setup) -> anyhow::Result<Self> {
        if setup.resume {
            wait_until_stopped(&setup.dir).await;
        }
        let launched = Launched::launch(setup)?;
        let file = launched.wait_until_up().await?;
        Ok(Self { launched, file })
    }

    /// Connects to its Postgres.
    ///
    /// # Errors
    /// When Postgres cannot be reached.
    pub async fn store(&self) -> anyhow::Result<Store> {
        connect_store(&self.file).await
    }

    /// Connects to its Postgres as the owner of the tables, who may restore runs.
    ///
    /// # Errors
    /// When Postgres cannot be reached.
    pub async fn owner_store(&self) -> anyhow::Result<Store> {
        let url = self.file.postgres_owner_url.as_ref().or(self.file.postgres_url.as_ref());
        connect(url.context("fleet.json contains no Postgres address")?).await
    }

    /// Connects to its NATS.
    ///
    /// # Errors
    /// When NATS cannot be reached.
    pub async fn client(&self) -> anyhow::Result<Client> {
        let url = self.file.nats_url.clone().context("fleet.json contains no NATS address")?;
        let target = Target { url, credentials: Credentials::None, tls: Default::default(), name: OPERATOR.to_owned() };
        Ok(Client::connect(&target).await?)
    }

    /// Directory of its data, see [`Launched::folder`].
    pub fn folder(&self) -> PathBuf {
        self.launched.folder()
    }

    /// Stops the fleet in order, see [`Launched::stop`].
    ///
    /// # Errors
    /// When the process cannot be ended.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.launched.stop().await
    }
}

/// Connects to the Postgres of a fleet.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn connect_store(file: &FleetFile) -> anyhow::Result<Store> {
    connect(file.postgres_url.as_ref().context("fleet.json contains no Postgres address")?).await
}

async fn connect(url: &str) -> anyhow::Result<Store> {
    Ok(Store::connect(store::PostgresConfig { max_connections: 4, ..store::PostgresConfig::new(url, "auspex") })
        .await?)
}

fn command(setup: &Setup, home: &Path) -> anyhow::Result<Start> {
    let mut start = Start::new("auspex up", std::env::current_exe()?, home.join("up.log"));
    let mut args = vec!["--json".to_owned(), "up".to_owned(), "--dir".to_owned()];
    args.push(home.join(FOLDER).display().to_string());
    if setup.offline {
        args.push("--offline".to_owned());
    }
    if setup.embeddings {
        args.push("--embeddings".to_owned());
    }
    if setup.browser {
        args.push("--browser".to_owned());
    }
    args.extend(["--replicas".to_owned(), setup.replicas.to_string()]);
    if let Some(corpus) = &setup.corpus {
        let corpus = corpus.canonicalize().with_context(|| format!("{} does not exist", corpus.display()))?;
        args.extend(["--offline-corpus".to_owned(), corpus.display().to_string()]);
    }
    start.args = args;
    start.env.clone_from(&setup.env);
    start.inherit = true;
    // If this process is killed, the child gets SIGTERM and stops everything in order.
    start.end = "TERM";
    output::note(&format!("Starting a fleet for this command (log: {}).", start.log.display()));
    Ok(start)
}

/// Waits until the fleet of an interrupted command has stopped: it stops by itself after its command was killed.
async fn wait_until_stopped(dir: &Path) {
    let deadline = Instant::now() + STOP_TIMEOUT;
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    while dir.join(FOLDER).join("fleet.json").is_file() && Instant::now() < deadline {
        poll.tick().await;
    }
}

/// Returns the directory of an interrupted command, with its data.
fn interrupted(dir: &Path) -> anyhow::Result<PathBuf> {
    let ours = MARKERS.iter().any(|mark| dir.join(mark).is_file());
    ensure!(ours, "{} has no interrupted command to resume; choose its directory with --dir", dir.display());
    let stale = dir.join(FOLDER).join("fleet.json");
    if stale.is_file() {
        std::fs::remove_file(&stale).with_context(|| format!("cannot delete {}", stale.display()))?;
    }
    dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))
}

/// Returns an empty directory. Only a directory that an earlier command created is emptied.
fn fresh(dir: &Path) -> anyhow::Result<PathBuf> {
    if dir.exists() {
        let ours = MARKERS.iter().any(|mark| dir.join(mark).is_file());
        ensure!(ours, "{} was not created by this command; choose another directory with --dir", dir.display());
        std::fs::remove_dir_all(dir).with_context(|| format!("cannot delete {}", dir.display()))?;
    }
    // The default directories are inside the folder that a later `auspex up` requires to be private.
    for folder in dir.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == FOLDER)) {
        private::create_folder(folder)?;
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
    std::fs::write(dir.join(MARKERS[0]), "").with_context(|| format!("cannot write to {}", dir.display()))?;
    dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_directory_created_by_someone_else_is_never_emptied() {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("x");
        let made = fresh(&dir).unwrap();
        std::fs::write(made.join("old"), "").unwrap();
        std::fs::create_dir(dir.join(FOLDER)).unwrap();
        std::fs::write(dir.join(FOLDER).join("fleet.json"), "{}").unwrap();
        let resumed = interrupted(&dir).unwrap();
        assert!(resumed.join("old").exists() && !resumed.join(FOLDER).join("fleet.json").exists());
        assert!(!fresh(&dir).unwrap().join("old").exists(), "created by this command");
        std::fs::rename(made.join(MARKERS[0]), made.join(MARKERS[1])).unwrap();
        assert!(fresh(&dir).unwrap().join(MARKERS[0]).is_file(), "created by an earlier demo");
        let inside = parent.path().join(FOLDER).join("demo");
        fresh(&inside).unwrap();
        private::check_folder(&parent.path().join(FOLDER)).unwrap();
        assert_eq!(std::fs::metadata(parent.path().join(FOLDER)).unwrap().permissions().mode() & 0o066, 0);
        let strange = parent.path().join("y");
        std::fs::create_dir(&strange).unwrap();
        assert!(interrupted(&strange).unwrap_err().to_string().contains("no interrupted command"));
        assert!(fresh(&strange).unwrap_err().to_string().contains("--dir"));
        assert!(strange.is_dir());
    }
}
