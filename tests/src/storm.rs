//! The kill loop: everything is killed while it works, at moments that a seed chooses, and nothing may be lost or done twice.

use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::{Fleet, Setup, Verdict, events, wait};

/// The leases of the dead (3 s), a sweep (5 s), the grace (2 s) and a look at the invoice (5 s), twice over.
const OUTCOMES_KNOWN: Duration = Duration::from_secs(30);

/// How hard it blows. A pause of zero never strikes.
#[derive(Debug, Clone, Parser)]
#[command(name = "chaos", about = "Kills the fleet while it works and judges what it left behind.")]
pub struct Storm {
    /// Decides which worker is killed, and how the pauses vary.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Events to publish.
    #[arg(long, default_value_t = 2_000)]
    pub jobs: usize,
    /// Replicas of each worker.
    #[arg(long, default_value_t = 2)]
    pub replicas: usize,
    /// Milliseconds between two worker kills.
    #[arg(long, default_value_t = 1_000)]
    pub workers_ms: u64,
    /// Milliseconds between two kills of nats-server.
    #[arg(long, default_value_t = 6_000)]
    pub nats_ms: u64,
    /// Milliseconds between two kills of Postgres.
    #[arg(long, default_value_t = 11_000)]
    pub postgres_ms: u64,
    /// Milliseconds between two flushes of Redis.
    #[arg(long, default_value_t = 5_000)]
    pub redis_ms: u64,
    /// Milliseconds that a model call takes.
    #[arg(long, default_value_t = 20)]
    pub latency_ms: u64,
    /// Seconds until all work must have its outcome.
    #[arg(long, default_value_t = 180)]
    pub within_s: u64,
    /// A setting of every worker, e.g. AUSPEX_MODEL_CONCURRENCY=8. Any number of times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it is not NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// What happened.
#[derive(Debug)]
pub struct Aftermath {
    /// What the fleet left behind.
    pub verdict: Verdict,
    /// From the first event to the last outcome.
    pub took: Duration,
    /// Kills of workers, nats-server, Postgres, and flushes of Redis.
    pub strikes: [usize; 4],
    /// Share of model calls that were repeated.
    pub repeated: f64,
}

impl Storm {
    /// Starts a fleet, publishes, kills, waits, judges.
    pub async fn rage(&self) -> anyhow::Result<Aftermath> {
        let fleet = Fleet::start(self.setup()).await?;
        let begin = Instant::now();
        let mixture = events::mixture(self.jobs);
        let published = fleet.publisher.events(&mixture);
        let work = async {
            let jobs = published.await?;
            fleet.settled(&jobs, Duration::from_secs(self.within_s).saturating_sub(begin.elapsed())).await?;
            anyhow::Ok(jobs)
        };
        let mut strikes = [0; 4];
        let jobs = tokio::select! {
            jobs = work => jobs?,
            failed = self.blow(&fleet, &mut strikes) => return Err(failed),
        };
        let took = begin.elapsed();
        self.calm(&fleet).await?;
        wait::until("every call's outcome is known", OUTCOMES_KNOWN, || async {
            let open = fleet.truth.count("SELECT count(*) FROM call WHERE state IN ('intent', 'unknown')").await?;
            Ok(if open == 0 { Ok(()) } else { Err(format!("{open} calls")) })
        })
        .await?;
        let mut verdict = fleet.verdict(&jobs).await.with_context(|| fleet.logs())?;
        // Nothing in the mixture is wrong: whoever is dead was killed too often while at work, and is innocent.
        let innocent = fleet
            .truth
            .texts("SELECT consumer || ' ' || class || ': ' || array_to_string(errors, ' / ') FROM dead_letter")
            .await?;
        verdict.promises.push((
            "no innocent job is dead".to_owned(),
            (!innocent.is_empty()).then(|| format!("{}: {innocent:?}", innocent.len())),
        ));
        let charged = fleet.truth.count("SELECT coalesce(sum(charged), 0)::bigint FROM call").await?;
        let billed = i64::try_from(fleet.offline.totals().cost_micro_usd)?;
        verdict.promises.push((
            "ledger = invoice to the micro-dollar".to_owned(),
            (charged != billed).then(|| format!("{charged} charged, {billed} billed")),
        ));
        Ok(Aftermath { repeated: Verdict::repeated(&fleet.truth).await?, verdict, took, strikes })
    }

    /// Clocks as fast as the kills, and no more in flight than this machine makes use of: what is in flight at a kill is paid
    /// again. `--set` tells otherwise.
    fn setup(&self) -> Setup {
        let mut setup = Setup { latency: Duration::from_millis(self.latency_ms), ..Setup::default() };
        // Whoever is killed is replaced in a second; work shall not wait much longer for it.
        setup.ack_wait = Duration::from_secs(3);
        setup.replicas.values_mut().for_each(|replicas| *replicas = self.replicas);
        let setup = setup
            .with("AUSPEX_WORKER_LEASE", "3s")
            .with("AUSPEX_WORKER_CONCURRENCY", 12)
            .with("AUSPEX_MODEL_CONCURRENCY", 4)
            .with("AUSPEX_WORKER_MAX_ATTEMPTS", 50)
            .with("AUSPEX_BUDGET_TENANT_DAY", "100000")
            // So that the bill is compared when every call of unknown outcome has been asked about.
            .with("AUSPEX_MODEL_INVOICE_GRACE", "2s")
            .with("AUSPEX_RECONCILE_INTERVAL", "5s")
            .with("AUSPEX_RECONCILE_AGE", "20s")
            .with("AUSPEX_WORKER_BACKOFF_CAP", "3s");
        self.settings.iter().fold(setup, |setup, (name, value)| setup.with(name, value))
    }

    /// Strikes until it is dropped; answers only if a strike itself failed.
    async fn blow(&self, fleet: &Fleet, strikes: &mut [usize; 4]) -> anyhow::Error {
        let mut random = StdRng::seed_from_u64(self.seed);
        let pauses = [self.workers_ms, self.nats_ms, self.postgres_ms, self.redis_ms];
        let mut due = pauses.map(|pause| (pause > 0).then(|| Instant::now() + Duration::from_millis(pause)));
        loop {
            let Some((next, at)) =
                due.iter().enumerate().filter_map(|(n, at)| at.map(|at| (n, at))).min_by_key(|(_, at)| *at)
            else {
                return std::future::pending().await;
            };
            tokio::time::sleep_until(at.into()).await;
            let struck = match next {
                0 => fleet.kill_worker(random.random_range(0..fleet.places("").len())).await,
                1 => kill(fleet.servers.nats.kill9().await, fleet.servers.nats.restart()).await,
                2 => kill(fleet.servers.postgres.kill9().await, fleet.servers.postgres.restart()).await,
                _ => fleet.servers.redis.flush_all().await,
            };
            if let Err(error) = struck {
                return error.context("a strike failed");
            }
            strikes[next] += 1;
            // Between three quarters and five quarters of the pause, so that the strikes drift against one another.
            let pause = pauses[next] * random.random_range(75..125) / 100;
            due[next] = Some(Instant::now() + Duration::from_millis(pause));
        }
    }

    /// Waits until whoever was killed last is up again.
    async fn calm(&self, fleet: &Fleet) -> anyhow::Result<()> {
        for server in [&*fleet.servers.nats, &*fleet.servers.postgres, &*fleet.servers.redis] {
            if !server.is_running() {
                server.restart().await?;
            }
        }
        fleet.revived().await
    }
}

async fn kill(killed: anyhow::Result<()>, restart: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    killed?;
    restart.await
}
