//! All children that are no servers: the offline world and the workers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use futures::future::{join_all, try_join_all};
use local_servers::{Port, Start, Worker};

use super::listing::Listing;
use super::post::Post;
use super::replicas::Replicas;
use super::worker_env::Surroundings;

/// How often it is looked who has ended.
const LOOK: Duration = Duration::from_millis(200);

/// The posts, in the order of starting.
pub(super) struct Keeper {
    logs: PathBuf,
    world: Option<Post>,
    workers: Vec<Post>,
}

/// All replicas of one worker.
pub(super) struct Crew {
    worker: &'static str,
    program: PathBuf,
    number: usize,
}

/// Who is to be started. Finds the programs before anything runs: a forgotten build is said at once.
pub(super) fn crew(replicas: &Replicas) -> anyhow::Result<Vec<Crew>> {
    let wanted = replicas.each().filter(|(_, number)| *number > 0);
    wanted.map(|(worker, number)| Ok(Crew { worker, program: Worker::locate(worker)?, number })).collect()
}

impl Keeper {
    /// With an offline world that is ready, or none.
    pub(super) fn new(dir: &Path, world: Option<Post>) -> anyhow::Result<Self> {
        let logs = dir.join("logs");
        std::fs::create_dir_all(&logs).with_context(|| format!("cannot make {}", logs.display()))?;
        Ok(Self { logs, world, workers: Vec::new() })
    }

    /// Starts the workers and does not wait for them.
    pub(super) fn start_workers(&mut self, crew: &[Crew], around: &Surroundings) -> anyhow::Result<()> {
        for Crew { worker, program, number } in crew {
            for replica in 0..*number {
                let name = if *number == 1 { (*worker).to_owned() } else { format!("{worker}-{replica}") };
                let port = Port::free()?;
                let mut start = Start::new(name.clone(), program, self.logs.join(format!("{name}.log")));
                start.env = around.environment(worker, &format!("127.0.0.1:{}", port.number()));
                // Keys, models and budgets come from the user's environment.
                start.inherit = true;
                self.workers.push(Post::fill(start, port, "/readyz")?);
            }
        }
        Ok(())
    }

    /// Waits until all workers are ready.
    pub(super) async fn ready(&self, listing: &Listing) -> anyhow::Result<()> {
        try_join_all(self.workers.iter().map(|post| post.ready(listing))).await?;
        Ok(())
    }

    /// Starts those again that have ended, for ever.
    pub(super) async fn watch(&mut self, listing: &Listing) {
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            look.tick().await;
            self.world.iter_mut().chain(&mut self.workers).for_each(|post| post.revive(listing));
        }
    }

    /// Workers first, so that the world still answers what they finish.
    pub(super) async fn stop(&self, listing: &Listing) {
        join_all(self.workers.iter().map(|post| post.stop(listing))).await;
        if let Some(world) = &self.world {
            world.stop(listing).await;
        }
    }

    /// Name and health address of each.
    pub(super) fn services(&self) -> Vec<(String, String)> {
        self.world.iter().chain(&self.workers).map(|post| (post.name().to_owned(), post.health_url())).collect()
    }

    /// Name and process of each.
    pub(super) fn pids(&self) -> Vec<(String, u32)> {
        self.world.iter().chain(&self.workers).map(|post| (post.name().to_owned(), post.pid())).collect()
    }
}
