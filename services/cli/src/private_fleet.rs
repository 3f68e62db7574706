//! A fleet of its own for one command: `auspex up` as a child on free ports, in a folder that nobody else uses, gone with the
//! command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use local_servers::{Start, Worker};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use store::Store;

use crate::fleet_file::{FOLDER, FleetFile};
use crate::output;
use crate::topology::OPERATOR;
use crate::up::Replicas;

/// The first start fetches three servers.
const UP_BY: Duration = Duration::from_secs(300);
/// A worker gets 15 s, a server as many.
const DOWN_BY: Duration = Duration::from_secs(45);
const GLANCE: Duration = Duration::from_millis(50);
/// Says that a folder is ours to empty; the second is what `auspex demo` once wrote.
const MARKS: [&str; 2] = ["made-by-auspex-for-one-command", "made-by-auspex-demo"];

/// What it is made of.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Its folder; one that an earlier command made is emptied.
    pub dir: PathBuf,
    /// How many of each worker.
    pub replicas: Replicas,
    /// Use the offline world although there is a key.
    pub offline: bool,
    /// Pages of the offline world.
    pub corpus: Option<PathBuf>,
    /// Variables of every worker, over the environment's own.
    pub env: BTreeMap<String, String>,
}

/// A fleet that comes up. Dropping it ends it, but only [`Launched::stop`] waits for what its workers hand in at their end.
pub struct Launched {
    up: Worker,
    home: PathBuf,
}

impl Launched {
    /// Starts it and waits for nothing.
    ///
    /// # Errors
    /// When the folder is somebody else's, or nothing can be started there.
    pub fn launch(setup: &Setup) -> anyhow::Result<Self> {
        let home = fresh(&setup.dir)?;
        let up = Worker::start(&command(setup, &home)?)?;
        Ok(Self { up, home })
    }

    /// Waits until every part is ready; answers where they are.
    ///
    /// # Errors
    /// When the fleet does not come up; then with its log.
    pub async fn until_up(&self) -> anyhow::Result<FleetFile> {
        let deadline = Instant::now() + UP_BY;
        let mut glance = tokio::time::interval(GLANCE);
        while Instant::now() < deadline {
            glance.tick().await;
            if self.folder().join("fleet.json").is_file() {
                return FleetFile::find(&self.home)?.context("the fleet has gone");
            }
            if self.up.ended()?.is_some() {
                bail!("the fleet did not come up:\n{}", std::fs::read_to_string(self.up.log()).unwrap_or_default());
            }
        }
        bail!("the fleet was not up after {UP_BY:?}; see {}", self.up.log().display())
    }

    /// The folder in which a command finds this fleet.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Where its data, logs and reports lie, also after its end.
    pub fn folder(&self) -> PathBuf {
        self.home.join(FOLDER)
    }

    /// Ends it in order.
    ///
    /// # Errors
    /// When it cannot be ended.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.up.stop(DOWN_BY).await.map(drop)
    }
}

/// The running fleet. Dropping it ends it, too.
pub struct PrivateFleet {
    launched: Launched,
    file: FleetFile,
}

impl PrivateFleet {
    /// Starts it and waits until every part is ready.
    ///
    /// # Errors
    /// As [`Launched::launch`] and [`Launched::until_up`].
    pub async fn start(setup: &Setup) -> anyhow::Result<Self> {
        let launched = Launched::launch(setup)?;
        let file = launched.until_up().await?;
        Ok(Self { launched, file })
    }

    /// Its Postgres.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub async fn store(&self) -> anyhow::Result<Store> {
        store_of(&self.file).await
    }

    /// Its NATS.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub async fn client(&self) -> anyhow::Result<Client> {
        let url = self.file.nats_url.clone().context("fleet.json does not say where NATS is")?;
        let target = Target { url, credentials: Credentials::None, name: OPERATOR.to_owned() };
        Ok(Client::connect(&target).await?)
    }

    /// As [`Launched::folder`].
    pub fn folder(&self) -> PathBuf {
        self.launched.folder()
    }

    /// As [`Launched::stop`].
    ///
    /// # Errors
    /// When it cannot be ended.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.launched.stop().await
    }
}

/// Postgres of a fleet.
///
/// # Errors
/// When it cannot be reached.
pub async fn store_of(file: &FleetFile) -> anyhow::Result<Store> {
    let url = file.postgres_url.clone().context("fleet.json does not say where Postgres is")?;
    Ok(Store::connect(store::Config { max_connections: 4, ..store::Config::new(url, "auspex") }).await?)
}

fn command(setup: &Setup, home: &Path) -> anyhow::Result<Start> {
    let mut start = Start::new("auspex up", std::env::current_exe()?, home.join("up.log"));
    let mut args = vec!["--json".to_owned(), "up".to_owned(), "--dir".to_owned()];
    args.push(home.join(FOLDER).display().to_string());
    if setup.offline {
        args.push("--offline".to_owned());
    }
    args.extend(["--replicas".to_owned(), setup.replicas.to_string()]);
    if let Some(corpus) = &setup.corpus {
        let corpus = corpus.canonicalize().with_context(|| format!("there is no folder {}", corpus.display()))?;
        args.extend(["--offline-corpus".to_owned(), corpus.display().to_string()]);
    }
    start.args = args;
    start.env.clone_from(&setup.env);
    start.inherit = true;
    // If we are killed, it gets what Ctrl-C would give it and stops everything in order.
    start.end = "TERM";
    output::note(&format!("Starting a fleet for this command (its log: {}).", start.log.display()));
    Ok(start)
}

/// An empty folder. Only one that an earlier command has made is emptied.
fn fresh(dir: &Path) -> anyhow::Result<PathBuf> {
    if dir.exists() {
        let ours = MARKS.iter().any(|mark| dir.join(mark).is_file());
        ensure!(ours, "{} was not made by this command; choose another folder with --dir", dir.display());
        std::fs::remove_dir_all(dir).with_context(|| format!("cannot empty {}", dir.display()))?;
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    std::fs::write(dir.join(MARKS[0]), "").with_context(|| format!("cannot write to {}", dir.display()))?;
    dir.canonicalize().with_context(|| format!("cannot find {}", dir.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_s_folder_is_never_emptied() {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("x");
        let made = fresh(&dir).unwrap();
        std::fs::write(made.join("old"), "").unwrap();
        assert!(!fresh(&dir).unwrap().join("old").exists(), "ours is emptied");
        std::fs::rename(made.join(MARKS[0]), made.join(MARKS[1])).unwrap();
        assert!(fresh(&dir).unwrap().join(MARKS[0]).is_file(), "an earlier demo's, too");
        let strange = parent.path().join("y");
        std::fs::create_dir(&strange).unwrap();
        assert!(fresh(&strange).unwrap_err().to_string().contains("--dir"));
        assert!(strange.is_dir());
    }
}
