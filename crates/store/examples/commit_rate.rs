//! Measures durable hops per second (begin, commit with inbox, effect and outbox, sent) on a separate Postgres with `fsync` on.
//!
//! `cargo run --release -p store --example commit_rate -- [SECONDS] [CALLERS] [PAYLOAD_BYTES]`

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use domain::effect::{Outgoing, ResultRow, When};
use domain::port::{Begun, Committed, Confirmed, Job, Journal, Settled};
use domain::{Effect, JobId, Tenant, Time};
use store::{PostgresConfig, Store};

/// Parameters of the measurement.
#[derive(Clone, Copy)]
struct Plan {
    seconds: u64,
    callers: u64,
    payload: usize,
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().context("a number"));
    let mut number = |default| numbers.next().unwrap_or(Ok(default));
    let plan = Plan { seconds: number(5)?, callers: number(512)?, payload: usize::try_from(number(600)?)? };
    let postgres = local_servers::Postgres::start(local_servers::PostgresOptions::default()).await?;
    let store = Store::connect(PostgresConfig::new(postgres.url(), "bench")).await?;
    store.migrate().await?;
    store.alive(Duration::from_secs(600)).await?;
    for round in ["warm-up", "measured"] {
        let rate = measure(&store, round, plan).await?;
        println!("{round}: {rate:.0} durable hops a second ({} callers, {} bytes)", plan.callers, plan.payload);
    }
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
    anyhow::ensure!(store.begin(&job).await? == Begun::Go { failures: 0 }, "begun before");
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
    let Committed::New(messages) = store.commit(settled).await? else { anyhow::bail!("not new") };
    let confirmed = messages.iter().map(|message| Confirmed { id: message.id, sequence: 1 });
    store.sent(&confirmed.collect::<Vec<_>>()).await?;
    Ok(())
}
