//! `make chaos`: the kill loop, with its verdict as a table. Exit code 1 if a promise was broken.

use clap::Parser;
use tests::storm::Storm;

/// Share of model calls that may be repeated (RELIABILITY (d): N = 2,000).
const MOST_REPEATED: f64 = 0.02;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let storm = Storm::parse();
    println!("{storm:?}");
    let after = storm.rage().await?;
    let [workers, nats, postgres, redis] = after.strikes;
    let rate = storm.jobs as f64 / after.took.as_secs_f64();
    println!("{} jobs in {:.1} s ({rate:.0}/s)", storm.jobs, after.took.as_secs_f64());
    println!(
        "killed: {workers} workers, {nats} times nats-server, {postgres} times Postgres; Redis flushed {redis} times"
    );
    print!("{}", after.verdict);
    anyhow::ensure!(after.verdict.is_good(), "promises were broken");
    anyhow::ensure!(
        after.repeated <= MOST_REPEATED,
        "{:.2} % of the model calls were repeated, at most 2 % may be",
        100.0 * after.repeated
    );
    Ok(())
}
