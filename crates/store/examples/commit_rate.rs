//! Measures durable hops per second (begin, commit with inbox, effect and outbox, sent) on a separate Postgres with
//! `fsync` on, optionally with old rows in the inbox, whose deletion is measured afterwards.
//!
//! `cargo run --release -p store --example commit_rate -- [SECONDS] [CALLERS] [PAYLOAD_BYTES] [OLD_ROWS]`

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use domain::effect::{Outgoing, ResultRow, When};
use domain::port::{Begun, Committed, Confirmed, Job, Journal, Settled};
use domain::{Effect, JobId, Tenant, Time};
use sqlx::Connection;
use store::{PostgresConfig, Store};

/// Parameters of the measurement.
#[derive(Clone, Copy)]
struct Plan {
    seconds: u64,
    callers: u64,
    payload: usize,
    old: u64,
}

/// Old jobs with an outcome, one in ten of them past the retention.
const FILL: &str = "
INSERT INTO inbox (consumer, job, begun_at, done_at)
SELECT 'bench', gen_random_uuid(), at, at
FROM (SELECT now() - interval '33 days' + i * interval '33 days' / $1 AS at FROM generate_series(1, $1) i) old";

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().context("a number"));
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let plan =
        Plan { seconds: number(5)?, callers: number(512)?, payload: usize::try_from(number(600)?)?, old: number(0)? };
    let postgres = local_servers::Postgres::start(local_servers::PostgresOptions::default()).await?;
    let store = Store::connect(PostgresConfig::new(postgres.url(), "bench")).await?;
    store.migrate().await?;
    store.journal().renew_lease(Duration::from_secs(3600)).await?;
    fill(&postgres.url(), plan.old).await?;
    for round in ["warm-up", "measured"] {
        let rate = measure(&store, round, plan).await?;
        println!("{round}: {rate:.0} durable hops a second ({} callers, {} bytes)", plan.callers, plan.payload);
    }
    let started = Instant::now();
    let pruned = store.maintenance().prune(&store::Retention::shortest()).await?;
    println!("{} old inbox rows deleted in {:?}", pruned.inbox, started.elapsed());
    Ok(())
}

/// Fills the inbox in the order of time.
async fn fill(url: &str, rows: u64) -> anyhow::Result<()> {
    if rows == 0 {
        return Ok(());
    }
    let started = Instant::now();
    let mut conn = sqlx::PgConnection::connect(url).await?;
    sqlx::query(FILL).bind(i64::try_from(rows)?).execute(&mut conn).await?;
    sqlx::query("VACUUM ANALYZE inbox").execute(&mut conn).await?;
    sqlx::query("CHECKPOINT").execute(&mut conn).await?;
    println!("{rows} old inbox rows in {:?}", started.elapsed());
    Ok(())
}

async fn measure(store: &Store, round: &str, plan: Plan) -> anyhow::Result<f64> {
    let hops = Arc::new(AtomicU64::new(0));
    let (started, end) = (Instant::now(), Instant::now() + Duration::from_secs(plan.seconds));
    let callers = (0..plan.callers).map(|caller| {
        let (store, hops, name) = (store.clone(), hops.clone(), format!("{round}-{caller}"));
        tokio::spawn(async move {
            let mut ordinal = 0;
            while Instant::now() < end {
                hop(&store, JobId::named(&[&name]).derive("bench", ordinal), plan.payload).await?;
                hops.fetch_add(1, Ordering::Relaxed);
                ordinal += 1;
            }
            anyhow::Ok(())
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await??;
    }
    #[allow(clippy::cast_precision_loss, reason = "a count of hops is far below 2^52")]
    Ok(hops.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64())
}

async fn hop(store: &Store, id: JobId, payload: usize) -> anyhow::Result<()> {
    let job = Job { consumer: "bench", id };
    anyhow::ensure!(store.journal().begin(&job).await? == Begun::Go { failures: 0 }, "begun before");
    let result = ResultRow {
        id: id.derive("result", 0),
        kind: "classification".to_owned(),
        tenant: Tenant::default(),
        event: id,
        run: None,
        body: serde_json::json!({ "reason": "x".repeat(payload) }),
        made_at: Time::default(),
    };
    let message = Outgoing {
        id: id.derive("auspex.bench.said", 0),
        subject: "auspex.bench.said".to_owned(),
        tenant: Tenant::default(),
        payload: vec![7; payload].into(),
        traceparent: String::new(),
        when: When::Always,
    };
    let settled =
        Settled { job, effects: vec![Effect::ResultStored(Box::new(result))], outgoing: vec![message], dead: None };
    let Committed::New(messages) = store.journal().commit(settled).await? else { anyhow::bail!("not new") };
    let confirmed = messages.iter().map(|message| Confirmed { id: message.id, sequence: 1 });
    store.journal().sent(&confirmed.collect::<Vec<_>>()).await?;
    Ok(())
}
