//! Measures reservations and settlements of model calls per second on a separate Postgres with `fsync` on, made by many
//! replicas of one tenant: against one row, and against a daily budget with shares (ADR 0013), in turn.
//!
//! `cargo run --release -p store --example call_rate -- [SECONDS] [REPLICAS]`

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use domain::port::{CallEnd, CallIntent, Journal, Ledger, Opened, StepKey, Tokens};
use domain::{Budget, BudgetScope, JobId, MicroUsd, Tenant};
use store::{PostgresConfig, Store};

const ROUNDS: usize = 3;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().context("a number"));
    let seconds = numbers.next().unwrap_or(Ok(3))?;
    let replicas = numbers.next().unwrap_or(Ok(50))?;
    let postgres = local_servers::Postgres::start(local_servers::PostgresOptions::default()).await?;
    let mut stores = Vec::new();
    for number in 0..replicas {
        let config = PostgresConfig { max_connections: 1, ..PostgresConfig::new(postgres.url(), format!("r{number}")) };
        let store = Store::connect(config).await?;
        if number == 0 {
            store.migrate().await?;
        }
        store.journal().renew_lease(Duration::from_secs(3600)).await?;
        stores.push(store);
    }
    let limit = MicroUsd::dollars(1_000_000);
    let day = BudgetScope::tenant_day(&Tenant::default(), chrono::NaiveDate::default());
    let row = BudgetScope::task(JobId::named(&["one row"]));
    for round in 0..ROUNDS {
        let one = measure(&stores, &format!("row {round}"), &Budget { scope: row.clone(), limit }, seconds).await?;
        let shared = measure(&stores, &format!("day {round}"), &Budget { scope: day.clone(), limit }, seconds).await?;
        println!(
            "{replicas} replicas: {one:.0} calls a second with one row, {shared:.0} with shares: {:.1} times",
            shared / one
        );
    }
    if !stores[0].ledger().unbalanced().await?.is_empty() {
        bail!("a budget does not equal its calls");
    }
    Ok(())
}

/// Returns the number of calls per second that the replicas open and close, one at a time each.
async fn measure(stores: &[Store], round: &str, budget: &Budget, seconds: u64) -> anyhow::Result<f64> {
    let calls = Arc::new(AtomicU64::new(0));
    let (started, end) = (Instant::now(), Instant::now() + Duration::from_secs(seconds));
    let replicas = stores.iter().enumerate().map(|(replica, store)| {
        let (store, calls, budget, name) = (store.clone(), calls.clone(), budget.clone(), format!("{round} {replica}"));
        tokio::spawn(async move {
            let mut ordinal = 0_u64;
            while Instant::now() < end {
                call(&store, &format!("{name} {ordinal}"), &budget).await?;
                calls.fetch_add(1, Ordering::Relaxed);
                ordinal += 1;
            }
            anyhow::Ok(())
        })
    });
    for replica in replicas.collect::<Vec<_>>() {
        replica.await??;
    }
    #[allow(clippy::cast_precision_loss, reason = "a count of calls is far below 2^52")]
    Ok(calls.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64())
}

async fn call(store: &Store, step: &str, budget: &Budget) -> anyhow::Result<()> {
    let intent = CallIntent {
        step: StepKey::new(JobId::named(&[step]), step, b"input"),
        budgets: vec![budget.clone()],
        max: MicroUsd(50_000),
        ..domain::testing::call_intent()
    };
    let Opened::Go(call) = store.ledger().open(&intent).await? else { bail!("the call was not opened") };
    let end =
        CallEnd::Settled { actual: MicroUsd(10), reply: b"reply".to_vec(), tokens: Tokens { read: 7, written: 2 } };
    store.ledger().close(call, end).await?;
    Ok(())
}
