//! A fleet of its own for one command: `auspex up` as a child on free ports, in a folder that nobody else uses, gone with the
//! command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use servers::{Start, Worker};
use store::Store;

use crate::fleet_file::{FOLDER, FleetFile};
use crate::output;
use crate::topology::OPERATOR;

/// The first start fetches three servers.
const UP_BY: Duration = Duration::from_secs(300);
/// A worker gets 15 s, a server as many.
const DOWN_BY: Duration = Duration::from_secs(45);
const GLANCE: Duration = Duration::from_millis(50);
/// Says that a folder is ours to empty.
const MARK: &str = "made-by-auspex-for-one-command";

/// What it is made of.
#[derive(Debug, Clone, Default)]
pub struct Setup {
    /// Its folder; one that an earlier command made is emptied.
    pub dir: PathBuf,
    /// As `auspex up --replicas` takes it; empty is one of each.
    pub replicas: String,
    /// Use the offline world although there is a key.
    pub offline: bool,
    /// Pages of the offline world.
    pub corpus: Option<PathBuf>,
    /// Variables of every worker, over the environment's own.
    pub env: BTreeMap<String, String>,
}

/// The running fleet. Dropping it ends it, too.
pub struct PrivateFleet {
    up: Worker,
    home: PathBuf,
    file: FleetFile,
}

impl PrivateFleet {
    /// Starts it and waits until every part is ready.
    ///
    /// # Errors
    /// When the folder is somebody else's, or the fleet does not come up; then with its log.
    pub async fn start(setup: &Setup) -> anyhow::Result<Self> {
        let home = fresh(&setup.dir)?;
        let up = Worker::start(&command(setup, &home)?)?;
        let deadline = Instant::now() + UP_BY;
        let mut glance = tokio::time::interval(GLANCE);
        while Instant::now() < deadline {
            glance.tick().await;
            if home.join(FOLDER).join("fleet.json").is_file() {
                let file = FleetFile::find(&home)?.context("the fleet has gone")?;
                return Ok(Self { up, home, file });
            }
            if up.ended()?.is_some() {
                bail!("the fleet did not come up:\n{}", std::fs::read_to_string(up.log()).unwrap_or_default());
            }
        }
        bail!("the fleet was not up after {UP_BY:?}; see {}", up.log().display())
    }

    /// Its Postgres.
    ///
    /// # Errors
    /// When it cannot be reached.
    pub async fn store(&self) -> anyhow::Result<Store> {
        let url = self.file.postgres_url.clone().context("fleet.json does not say where Postgres is")?;
        Ok(Store::connect(store::Config { max_connections: 4, ..store::Config::new(url, "auspex") }).await?)
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

fn command(setup: &Setup, home: &Path) -> anyhow::Result<Start> {
    let mut start = Start::new("auspex up", std::env::current_exe()?, home.join("up.log"));
    let mut args = vec!["--json".to_owned(), "up".to_owned(), "--dir".to_owned()];
    args.push(home.join(FOLDER).display().to_string());
    if setup.offline {
        args.push("--offline".to_owned());
    }
    if !setup.replicas.is_empty() {
        args.extend(["--replicas".to_owned(), setup.replicas.clone()]);
    }
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
        let ours = dir.join(MARK).is_file();
        ensure!(ours, "{} was not made by this command; choose another folder with --dir", dir.display());
        std::fs::remove_dir_all(dir).with_context(|| format!("cannot empty {}", dir.display()))?;
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    std::fs::write(dir.join(MARK), "").with_context(|| format!("cannot write to {}", dir.display()))?;
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
        let strange = parent.path().join("y");
        std::fs::create_dir(&strange).unwrap();
        assert!(fresh(&strange).unwrap_err().to_string().contains("--dir"));
        assert!(strange.is_dir());
    }
}
