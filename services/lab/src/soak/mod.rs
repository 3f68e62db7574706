//! `lab soak`: a mixed load on a whole fleet for a long time. Prints memory, tables, streams and latency at intervals,
//! and judges by a rule whether they stay flat.

mod judge;
mod load;

use std::time::{Duration, Instant};

use anyhow::Context;
use tests::{Fleet, Setup, fleet::WORKERS, wait};

use crate::bench::process;
use crate::output;
use judge::Sample;
use load::Load;

/// Maximum time until all events are answered, beyond the end of the load.
const PATIENCE: Duration = Duration::from_secs(300);
/// Time for which finished events stay in the stream: shorter than the soak, so that the stream reaches its final size.
const KEEP_EVENTS: &str = "30s";
/// Maximum bytes of the stream of results, which keeps them for three days otherwise.
const RESULT_BYTES: i64 = 8 << 20;

const TABLES: &str = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'";
const STREAMS: [&str; 3] = ["AUSPEX_EVENTS", "AUSPEX_WORK", "AUSPEX_RESULTS"];

/// Command-line options of `lab soak`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Duration of the load in minutes.
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Uninteresting events per second.
    #[arg(long, default_value_t = 500)]
    quiet: usize,
    /// Interesting events per minute: transactions, trades, look-ups and questions.
    #[arg(long, default_value_t = 60)]
    work: usize,
    /// Seconds between two lines of the table.
    #[arg(long, default_value_t = 20)]
    every: u64,
}

/// Runs the load and prints the table and the judgement.
///
/// # Errors
/// If an event is not answered, or a figure is not flat.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let mut setup = Setup { ack_wait: Duration::from_secs(30), ..Setup::default() };
    setup.topology.kept_bytes = RESULT_BYTES;
    let fleet = Fleet::start(setup.with("AUSPEX_LOG", "warn").with("AUSPEX_TRIM_KEEP_EVENTS", KEEP_EVENTS)).await?;
    let load = Load::start(&fleet.publisher, args.quiet, args.work).await?;
    let samples = sample(&fleet, &load, &args).await?;
    let sent = load.stop().await?;
    wait::until("every event is answered", PATIENCE, || async {
        let open = load.open();
        Ok(if open == 0 { Ok(()) } else { Err(format!("{open} of {sent} events have no result")) })
    })
    .await
    .with_context(|| fleet.logs())?;
    output::line(&format!("{sent} events, each with a result"))?;
    let lines = judge::judge(&samples);
    for line in &lines {
        output::line(&line.to_string())?;
    }
    anyhow::ensure!(lines.iter().all(|line| line.is_flat), "a figure is not flat");
    Ok(())
}

async fn sample(fleet: &Fleet, load: &Load, args: &Args) -> anyhow::Result<Vec<Sample>> {
    output::line(judge::HEAD)?;
    let (begin, mut samples) = (Instant::now(), Vec::new());
    let mut last = (load.sent(), fleet.database.count(TABLES).await?);
    let mut ticks = tokio::time::interval(Duration::from_secs(args.every.max(1)));
    ticks.tick().await;
    while begin.elapsed() < Duration::from_secs(args.minutes * 60) {
        ticks.tick().await;
        let now = (load.sent(), fleet.database.count(TABLES).await?);
        let events = (now.0 - last.0).max(1);
        let [quiet, work] = load.latencies();
        let sample = Sample {
            seconds: begin.elapsed().as_secs_f64(),
            rate: events as f64 / args.every.max(1) as f64,
            memory: memory(fleet)?,
            tables: now.1 as f64 / 1e6,
            per_event: (now.1 - last.1) as f64 / events as f64,
            streams: streams(fleet).await?,
            quiet,
            work,
        };
        output::line(&sample.to_string())?;
        samples.push(sample);
        last = now;
    }
    Ok(samples)
}

/// Returns the resident memory of all workers in megabytes.
fn memory(fleet: &Fleet) -> anyhow::Result<f64> {
    let places = WORKERS.iter().flat_map(|worker| fleet.places(worker));
    places.map(|place| process::resident_mb(fleet.pid(place))).sum()
}

async fn streams(fleet: &Fleet) -> anyhow::Result<f64> {
    let mut bytes = 0;
    for name in STREAMS {
        bytes += fleet.publisher.jetstream.get_stream(name).await?.cached_info().state.bytes;
    }
    Ok(bytes as f64 / 1e6)
}
