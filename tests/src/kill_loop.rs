//! The kill loop: kills workers, gateways and servers at seeded random times while they work, then checks that no job
//! is lost or repeated. A quarter of the events is published over HTTP at two gateways, where reviewers decide about
//! macros.

mod decisions;
mod over_http;
mod stage;

use std::time::{Duration, Instant};

use anyhow::Context;
use cli::up::OfflineProfile;
use domain::JobId;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::{Fleet, InvariantReport, Setup, events, open_report, wait};
use over_http::OverHttp;
use stage::{Stage, kill_and_restart};

/// Maximum time until the outcome of every call is known: twice the sum of the lease (3 s), a reconciliation (5 s), the
/// invoice grace (2 s) and an invoice query (5 s).
const OUTCOMES_KNOWN: Duration = Duration::from_secs(30);

/// Parameters of the kill loop. An interval of 0 disables that kind of kill.
#[derive(Debug, Clone, clap::Args)]
pub struct KillLoop {
    /// Seed for the choice of workers and the jitter of the intervals.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of events to publish.
    #[arg(long, default_value_t = 2_000)]
    pub jobs: usize,
    /// Replicas of each worker.
    #[arg(long, default_value_t = 2)]
    pub replicas: usize,
    /// Mean milliseconds between two worker kills.
    #[arg(long, default_value_t = 1_000)]
    pub workers_ms: u64,
    /// Mean milliseconds from a kill of a gateway until the next one, during the next request.
    #[arg(long, default_value_t = 1_500)]
    pub gateway_ms: u64,
    /// Mean milliseconds between two kills of nats-server.
    #[arg(long, default_value_t = 6_000)]
    pub nats_ms: u64,
    /// Mean milliseconds between two kills of Postgres.
    #[arg(long, default_value_t = 11_000)]
    pub postgres_ms: u64,
    /// Milliseconds until Postgres is killed for good and its synchronous standby is promoted; 0 for no standby.
    #[arg(long, default_value_t = 0)]
    pub failover_ms: u64,
    /// Number of nats-servers. From 3 on streams have three replicas, and the server that leads the stream of work is
    /// killed.
    #[arg(long, default_value_t = 1)]
    pub nats: usize,
    /// Mean milliseconds between two losses of the quorum: all nats-servers but one are killed for --quorum-s seconds.
    #[arg(long, default_value_t = 0)]
    pub quorum_ms: u64,
    /// Seconds without quorum.
    #[arg(long, default_value_t = 10)]
    pub quorum_s: u64,
    /// Mean milliseconds between two flushes of Redis.
    #[arg(long, default_value_t = 5_000)]
    pub redis_ms: u64,
    /// Latency of a model call in milliseconds.
    #[arg(long, default_value_t = 20)]
    pub latency_ms: u64,
    /// Maximum seconds until all work has its outcome.
    #[arg(long, default_value_t = 180)]
    pub within_s: u64,
    /// Provider that the offline world imitates, with its rules, thinking, caches and incidents: minimax, claude, gpt,
    /// deepseek or generic.
    #[arg(long, value_enum, default_value_t)]
    pub offline_profile: OfflineProfile,
    /// Setting of every worker, e.g. AUSPEX_MODEL_CONCURRENCY=8; may be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Waits until all work has its outcome. The error names what is open and if it still moves.
async fn settled(fleet: &Fleet, jobs: &[JobId], patience: Duration) -> anyhow::Result<()> {
    let Err(error) = fleet.settled(jobs, patience).await else { return Ok(()) };
    Err(error.context(open_report::describe(&fleet.database, &fleet.publisher.jetstream).await))
}

/// Makes the open partition of verdicts so old that a writer opens the other one during the kills.
const AGE_PARTITION: &str = "UPDATE verdict_period SET opened_at = now() - interval '40 days'";

/// Result of a kill loop.
#[derive(Debug)]
pub struct KillLoopResult {
    /// Check of the invariants.
    pub verdict: InvariantReport,
    /// Time from the first event to the last outcome.
    pub took: Duration,
    /// Number of kills of workers, nats-server and Postgres, of flushes of Redis, of fail-overs of Postgres and of
    /// losses of the quorum.
    pub kills: [usize; 6],
    /// Number of kills of gateways.
    pub gateway_kills: usize,
    /// Share of model calls that were repeated, 0 to 1.
    pub repeated: f64,
}

impl KillLoop {
    /// Starts a fleet with two gateways, publishes the events, decides about the macros, kills until all work has its
    /// outcome, and checks the invariants.
    pub async fn run(&self) -> anyhow::Result<KillLoopResult> {
        let stage = Stage::start(self, self.setup()).await?;
        let fleet = &stage.fleet;
        fleet.database.change(AGE_PARTITION).await?;
        let over_http = OverHttp::start(fleet).await?;
        let begin = Instant::now();
        let (workers, mut kills, mut gateway_kills) = (over_http.workers(), [0; 6], 0);
        let jobs = tokio::select! {
            jobs = self.work(fleet, &over_http) => jobs?,
            failed = self.kill_forever(&stage, &workers, &mut kills) => return Err(failed),
            failed = over_http.kill_forever(self.seed, self.gateway_ms, &mut gateway_kills) => return Err(failed),
            failed = over_http.decide_forever() => return Err(failed.context(fleet.logs())),
        };
        let took = begin.elapsed();
        stage.revive().await?;
        wait::until("the outcome of every call is known", OUTCOMES_KNOWN, || async {
            let open = fleet.database.count("SELECT count(*) FROM call WHERE state IN ('intent', 'unknown')").await?;
            Ok(if open == 0 { Ok(()) } else { Err(format!("{open} calls")) })
        })
        .await?;
        let mut verdict = fleet.verdict(&jobs).await.with_context(|| fleet.logs())?;
        over_http.judge(&mut verdict).await?;
        verdict.check_memory(&fleet.database).await?;
        // Every event of the mixture is valid, so a dead letter means that a job was blamed for the kills.
        let blamed = fleet
            .database
            .texts("SELECT consumer || ' ' || class || ': ' || array_to_string(errors, ' / ') FROM dead_letter")
            .await?;
        verdict.invariants.push((
            "no valid job is dead-lettered".to_owned(),
            (!blamed.is_empty()).then(|| format!("{}: {blamed:?}", blamed.len())),
        ));
        let charged = fleet.database.count("SELECT coalesce(sum(charged), 0)::bigint FROM call").await?;
        let billed = i64::try_from(fleet.offline.totals().cost_micro_usd)?;
        verdict.invariants.push((
            "ledger = invoice to the micro-dollar".to_owned(),
            (charged != billed).then(|| format!("{charged} charged, {billed} billed")),
        ));
        let rejected = fleet.offline.totals().by_status.get("rejected").copied().unwrap_or_default();
        verdict.invariants.push((
            "the provider rejects no call".to_owned(),
            (rejected > 0).then(|| format!("{rejected}: see `reason` on the invoice")),
        ));
        Ok(KillLoopResult {
            repeated: InvariantReport::repeated(&fleet.database).await?,
            verdict,
            took,
            kills,
            gateway_kills,
        })
    }

    /// Publishes the events, directly and over HTTP, and waits until all work has its outcome and every macro is
    /// decided.
    async fn work(&self, fleet: &Fleet, over_http: &OverHttp<'_>) -> anyhow::Result<Vec<JobId>> {
        let deadline = Instant::now() + Duration::from_secs(self.within_s);
        let left = || deadline.saturating_duration_since(Instant::now());
        let (posted, direct) = over_http::split(events::mixture_with_reviews(self.jobs));
        let (mut jobs, more) = tokio::try_join!(fleet.publisher.events(&direct), over_http.publish(&posted))?;
        jobs.extend(more);
        settled(fleet, &jobs, left()).await?;
        // Every macro now has its result. A decision is announced, which is work again.
        over_http.decide_pending().await?;
        settled(fleet, &jobs, left()).await?;
        Ok(jobs)
    }

    /// Timeouts match the kill intervals. The concurrency is limited, because a kill repeats the calls in flight.
    /// `--set` overrides.
    fn setup(&self) -> Setup {
        let mut setup = Setup { latency: Duration::from_millis(self.latency_ms), ..Setup::default() };
        // A killed worker is replaced within a second, so its messages are redelivered soon after.
        setup.ack_wait = Duration::from_secs(3);
        setup.profile = self.offline_profile;
        setup.replicas.values_mut().for_each(|replicas| *replicas = self.replicas);
        let setup = setup
            .with("AUSPEX_WORKER_LEASE", "3s")
            .with("AUSPEX_WORKER_CONCURRENCY", 12)
            .with("AUSPEX_MODEL_CONCURRENCY", 4)
            .with("AUSPEX_WORKER_MAX_ATTEMPTS", 50)
            .with("AUSPEX_BUDGET_TENANT_DAY", "100000")
            // The invoice is compared after every call of unknown outcome has been looked up.
            .with("AUSPEX_MODEL_INVOICE_GRACE", "8s")
            .with("AUSPEX_RECONCILE_INTERVAL", "5s")
            .with("AUSPEX_RECONCILE_AGE", "20s")
            .with("AUSPEX_WORKER_BACKOFF_CAP", "3s");
        self.settings.iter().fold(setup, |setup, (name, value)| setup.with(name, value))
    }

    /// Kills until the future is dropped; returns only if a kill or a restart fails.
    async fn kill_forever(&self, stage: &Stage, workers: &[usize], kills: &mut [usize; 6]) -> anyhow::Error {
        let mut random = StdRng::seed_from_u64(self.seed);
        let intervals =
            [self.workers_ms, self.nats_ms, self.postgres_ms, self.redis_ms, self.failover_ms, self.quorum_ms];
        let mut pace = Pace::default();
        let mut due = intervals.map(|ms| (ms > 0).then(|| Instant::now() + Duration::from_millis(ms)));
        loop {
            let Some((next, at)) =
                due.iter().enumerate().filter_map(|(n, at)| at.map(|at| (n, at))).min_by_key(|(_, at)| *at)
            else {
                return std::future::pending().await;
            };
            tokio::time::sleep_until(at.into()).await;
            if !pace.allows(next, &stage.fleet).await {
                due[next] = Some(Instant::now() + Duration::from_millis(intervals[next]));
                continue;
            }
            let killed = match next {
                0 => stage.fleet.kill_worker(workers[random.random_range(0..workers.len())]).await,
                1 => stage.kill_nats(&mut random).await,
                2 => kill_and_restart(stage.postgres()).await,
                3 => stage.fleet.servers.redis.flush_all().await,
                4 => stage.fail_over().await,
                _ => stage.lose_quorum(Duration::from_secs(self.quorum_s), workers).await,
            };
            if let Err(error) = killed {
                return error.context("a kill or a restart failed");
            }
            kills[next] += 1;
            // A jitter of ±25 % varies the phase between the kinds of kills.
            let ms = intervals[next] * random.random_range(75..125) / 100;
            // One standby is promoted once.
            due[next] = (next != 4).then(|| Instant::now() + Duration::from_millis(ms));
        }
    }
}

/// Number of outcomes so far.
const OUTCOMES: &str = "SELECT (SELECT count(*) FROM inbox WHERE done_at IS NOT NULL) + (SELECT count(*) FROM verdict)";
/// Maximum kills of a kind between two outcomes.
const MAX_IDLE_KILLS: u32 = 3;

/// Limits kills without an outcome between them, of which a slow machine would see so many that no job ever ends.
#[derive(Default)]
struct Pace {
    /// For each kind, the number of outcomes at its last kill, and its kills at that number.
    seen: [(i64, u32); 6],
}

impl Pace {
    async fn allows(&mut self, kind: usize, fleet: &Fleet) -> bool {
        // Without Postgres there is no outcome either.
        let outcomes = fleet.database.count(OUTCOMES).await.unwrap_or(self.seen[kind].0);
        let (seen, kills) = self.seen[kind];
        let kills = if outcomes == seen { kills + 1 } else { 1 };
        self.seen[kind] = (outcomes, kills);
        kills <= MAX_IDLE_KILLS
    }
}
