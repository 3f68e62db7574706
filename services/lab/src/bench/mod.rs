//! `lab bench`: measures throughput, latency, start-up time and memory, each beside its limit, in one run.
//!
//! Each part starts real servers and, if it measures a worker, the release binaries of the workers (`make bench` builds
//! them).

mod backfill;
mod cheap;
mod crowd;
mod drain;
mod fair;
mod flow;
mod gateway;
mod growth;
mod hop;
mod memory;
mod nowhere;
pub(crate) mod process;
mod raw;
pub mod report;

use std::time::Duration;

use ::tests::fleet::WORKERS;
use ::tests::{Fleet, Setup, rules_rate};

use report::{Aim, Figure, Report};

/// Command-line options of `lab bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Messages per hop measurement.
    #[arg(long, default_value_t = 20_000)]
    hops: usize,
    /// Events for the classifier.
    #[arg(long, default_value_t = 20_000)]
    events: usize,
    /// Number of forecasts.
    #[arg(long, default_value_t = 40)]
    forecasts: usize,
    /// Jobs in flight in the crowd measurement.
    #[arg(long, default_value_t = 1_000)]
    crowd: usize,
    /// Starts of each worker.
    #[arg(long, default_value_t = 5)]
    starts: usize,
    /// Uninteresting events for the measurement of their cost; at first as many as 12,000 a second in 10 minutes.
    #[arg(long, default_value_t = 7_200_000)]
    cheap: usize,
    /// Verdicts about earlier events beside which their cost is measured. 50,000,000 take about five minutes and 9 GB.
    #[arg(long, default_value_t = 0)]
    verdicts: usize,
    /// Events of one tenant behind which another tenant's are measured.
    #[arg(long, default_value_t = 300_000)]
    backlog: usize,
    /// Keys of ended jobs beside which the durable hop is measured; 0 skips this part. 50,000,000 take about five
    /// minutes and 8 GB.
    #[arg(long, default_value_t = 5_000_000)]
    old: usize,
    /// Leave the old keys in the inbox, as versions did that did not move them.
    #[arg(long)]
    unaged: bool,
    /// Notes of the memory in which look-ups are measured; 0 skips this part.
    #[arg(long, default_value_t = 100_000)]
    notes: usize,
    /// Run only these parts, separated by commas: backfill (with the local embedder of `make setup-embeddings`), cheap,
    /// fair, growth, hops, rules, classifier, forecast, crowd, gateway, memory, process.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Print JSON at the end instead of a table.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == part)
    }
}

/// Runs the selected parts and prints each figure.
///
/// # Errors
/// If a server or a worker does not start, or work is lost during a measurement.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let mut report = Report { json: args.json, ..Report::default() };
    report.print_head();
    for sync_always in [false, true] {
        // A sync to disk per message makes everything slower; a quarter of the messages suffices.
        let part = |count: usize| if sync_always { count / 4 } else { count };
        if args.wants("hops") {
            measure_hops(&mut report, part(args.hops), sync_always).await?;
        }
        if args.wants("classifier") {
            measure_classifier(&mut report, part(args.events), sync_always).await?;
        }
        if args.wants("forecast") {
            measure_forecasts(&mut report, part(args.forecasts), sync_always).await?;
        }
    }
    if args.wants("cheap") {
        measure_cheap(&mut report, args.cheap, args.verdicts).await?;
    }
    if args.wants("fair") {
        measure_fair(&mut report, args.backlog).await?;
    }
    if args.wants("growth") && args.old > 0 {
        let extent = growth::Extent { hops: args.hops, old: args.old, unaged: args.unaged };
        measure_growth(&mut report, extent).await?;
    }
    if args.wants("rules") {
        let rate = rules_rate::measure(args.events * 2).await?;
        report.add(Figure::new("classifier: decode, rules, settle; one core", rate, "1/s").aim(Aim::Least(20_000.0)));
    }
    if args.wants("crowd") {
        measure_crowd(&mut report, args.crowd).await?;
    }
    if args.wants("gateway") {
        measure_gateway(&mut report).await?;
    }
    if args.wants("memory") && args.notes > 0 {
        measure_memory(&mut report, args.notes).await?;
    }
    if args.wants("backfill") {
        measure_backfill(&mut report, !args.only.is_empty()).await?;
    }
    if args.wants("process") {
        measure_processes(&mut report, args.starts).await?;
    }
    report.print_tail();
    Ok(())
}

fn sync(sync_always: bool) -> &'static str {
    if sync_always { "sync always" } else { "default sync" }
}

/// Adds an absolute aim. Absolute aims apply to the default sync of JetStream only; shares of a limit apply to both
/// modes.
fn with_aim(figure: Figure, aim: Aim, sync_always: bool) -> Figure {
    if sync_always { figure } else { figure.aim(aim) }
}

async fn measure_hops(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let hop::Hops { raw, topology, runtime, durable, connected } = hop::measure(count, sync_always).await?;
    let sync = sync(sync_always);
    report.add(Figure::new(format!("raw async-nats hop, {sync}"), raw, "1/s"));
    report.add(Figure::new(format!("the same on the fleet's stream, {sync}"), topology, "1/s").beside("raw", raw));
    let figure = Figure::new(format!("our hop, journal of nothing, {sync}"), runtime, "1/s");
    report.add(figure.beside("raw", raw).aim(Aim::Share(0.8)));
    let figure = Figure::new(format!("durable hop, {sync}"), durable, "1/s").beside("raw", raw);
    report.add(with_aim(figure, Aim::Least(5_000.0), sync_always));
    let figure = Figure::new(format!("durable hop, a pool of five connections, {sync}"), connected, "1/s");
    report.add(figure.beside("a pool of two", durable));
    Ok(())
}

async fn measure_classifier(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let rate = flow::classifier(count, sync_always).await?;
    report.add(Figure::new(format!("classifier, rules only, durable, {}", sync(sync_always)), rate, "1/s"));
    Ok(())
}

async fn measure_forecasts(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let flow::Forecasts { took, floor_ms } = flow::forecast(count, sync_always).await?;
    let floor = format!("{} bare messages and commits", flow::HOPS);
    let figure = |percent: usize| {
        let name = format!("forecast end to end, p{percent}, {}", sync(sync_always));
        Figure::new(name, percentile(&took, percent), "ms").beside(floor.clone(), floor_ms)
    };
    report.add(with_aim(figure(50), Aim::Most(150.0), sync_always));
    report.add(figure(95));
    Ok(())
}

async fn measure_cheap(report: &mut Report, count: usize, old: usize) -> anyhow::Result<()> {
    let cheap::Cheap { rate, bytes, kept, wal, p95, memory, cpu } = cheap::measure(count, old).await?;
    let name = |what: &str| format!("uninteresting events, {what}");
    report.add(Figure::new(name("publish to committed result"), rate, "1/s").aim(Aim::Least(12_000.0)));
    report.add(Figure::new(name("tables and indexes"), bytes, "B").aim(Aim::Most(250.0)));
    report.add(Figure::new(name("verdicts, which stay"), kept, "B"));
    report.add(Figure::new(name("WAL"), wal, "B").aim(Aim::Most(600.0)));
    report.add(Figure::new(name("publish to result at half the rate, p95"), p95, "s").aim(Aim::Most(1.0)));
    let [half, all] = memory;
    report.add(Figure::new(name("memory of classifier and writer at half"), half, "MB"));
    report.add(Figure::new(name("memory of both at the end"), all, "MB").aim(Aim::Most(half * 1.1 + 5.0)));
    for (process, micros) in cpu {
        report.add(Figure::new(name(&format!("CPU of {process}")), micros, "us"));
    }
    Ok(())
}

async fn measure_fair(report: &mut Report, backlog: usize) -> anyhow::Result<()> {
    let fair::Fair { lone, behind, measured } = fair::measure(backlog).await?;
    report.add(Figure::new("event to result on an idle fleet, p95", lone * 1_000.0, "ms"));
    let name = format!("behind {backlog} of another tenant, p95 of {measured}");
    report.add(Figure::new(name, behind * 1_000.0, "ms").aim(Aim::Most(2.0 * lone * 1_000.0)));
    Ok(())
}

async fn measure_growth(report: &mut Report, extent: growth::Extent) -> anyhow::Result<()> {
    let growth::Growth { empty, grown, moving, drop } = growth::measure(extent).await?;
    let old = extent.old;
    report.add(Figure::new("durable hop after a checkpoint, empty inbox", empty, "1/s"));
    let place = if extent.unaged { "in the inbox" } else { "moved out" };
    let figure = Figure::new(format!("durable hop, {old} old keys, {place}"), grown, "1/s");
    report.add(figure.beside("empty", empty).aim(Aim::Share(0.9)));
    if let Some((rate, wal)) = moving {
        report.add(Figure::new("moving keys of ended jobs", rate, "1/s"));
        report.add(Figure::new("WAL of a moved key, after a checkpoint", wal, "B"));
    }
    if let Some(seconds) = drop {
        report.add(Figure::new("emptying a partition while hops run", seconds, "s").aim(Aim::Most(1.0)));
    }
    Ok(())
}

async fn measure_crowd(report: &mut Report, jobs: usize) -> anyhow::Result<()> {
    let crowd::Crowd { rate, ideal, peak_mb } = crowd::crowd(jobs, Duration::from_secs(2)).await?;
    let figure = Figure::new(format!("model calls, {jobs} jobs on a 2 s model"), rate, "1/s");
    report.add(figure.beside("jobs / latency", ideal).aim(Aim::Share(0.95)));
    report.add(Figure::new("researcher meanwhile, peak memory", peak_mb, "MB").aim(Aim::Most(150.0)));
    Ok(())
}

async fn measure_gateway(report: &mut Report) -> anyhow::Result<()> {
    let gateway::Gateway { idle, streams, singles, rate, batched } = gateway::measure().await?;
    let name = |what: &str| format!("gateway, {what}");
    report.add(Figure::new(name("idle memory"), idle, "MB").aim(Aim::Most(30.0)));
    report.add(Figure::new(name("500 open event streams, peak memory"), streams, "MB").aim(Aim::Most(100.0)));
    // Of events that are due every millisecond, the last one is acknowledged a few milliseconds after its instant.
    report.add(Figure::new(name("single events acknowledged"), rate, "1/s").aim(Aim::Least(990.0)));
    report.add(Figure::new(name("single events, p50"), percentile(&singles, 50), "ms"));
    report.add(Figure::new(name("single events, p99"), percentile(&singles, 99), "ms").aim(Aim::Most(50.0)));
    report.add(Figure::new(name("events in batches of 10,000"), batched, "/min").aim(Aim::Least(100_000.0)));
    Ok(())
}

async fn measure_memory(report: &mut Report, notes: usize) -> anyhow::Result<()> {
    let memory::LookUps { words, vectors, is_embedded, stored } = memory::measure(notes).await?;
    let name = |what: &str| format!("look-up in {notes} notes, {what}");
    report.add(Figure::new(name("by words, p50"), percentile(&words, 50), "ms"));
    report.add(Figure::new(name("by words, p95"), percentile(&words, 95), "ms").aim(Aim::Most(60.0)));
    let embedder = if is_embedded { "with the local embedder" } else { "without the time of an embedder" };
    let by = |percent: &str| name(&format!("by words and vectors {embedder}, {percent}"));
    report.add(Figure::new(by("p50"), percentile(&vectors, 50), "ms"));
    report.add(Figure::new(by("p95"), percentile(&vectors, 95), "ms").aim(Aim::Most(90.0)));
    report.add(Figure::new("vectors of notes, stored and indexed", stored, "1/s"));
    Ok(())
}

/// Without the local embedder this part is skipped, unless it is required.
async fn measure_backfill(report: &mut Report, is_required: bool) -> anyhow::Result<()> {
    let Some(backfill::Backfill { idle, busy, vectors }) = backfill::measure().await? else {
        anyhow::ensure!(!is_required, "the local embedder is not installed: make setup-embeddings");
        return Ok(());
    };
    report.add(Figure::new("questions, every note has its vector", idle, "1/s"));
    let figure = Figure::new("questions beside the backfill of vectors", busy, "1/s");
    report.add(figure.beside("without", idle).aim(Aim::Share(0.9)));
    report.add(Figure::new("vectors of notes added meanwhile", vectors, "1/s"));
    Ok(())
}

async fn measure_processes(report: &mut Report, starts: usize) -> anyhow::Result<()> {
    let fleet = Fleet::start(Setup::default()).await?;
    for worker in WORKERS {
        let mut ready = Vec::new();
        for _ in 0..starts {
            ready.push(process::start_to_ready(&fleet, worker).await?);
        }
        let name = format!("{worker}, start to ready, median of {starts}");
        report.add(Figure::new(name, percentile(&ready, 50), "ms").aim(Aim::Most(300.0)));
        let resident = process::resident_mb(fleet.pid(fleet.places(worker)[0]))?;
        report.add(Figure::new(format!("{worker}, idle memory"), resident, "MB").aim(Aim::Most(25.0)));
    }
    Ok(())
}

/// Returns the smallest value that at least `percent` percent of the values do not exceed; 0 for an empty list.
pub(crate) fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = [5.0, 1.0, 4.0, 2.0, 3.0];
        assert!((percentile(&values, 50) - 3.0).abs() < f64::EPSILON);
        assert!((percentile(&values, 95) - 5.0).abs() < f64::EPSILON);
        assert!((percentile(&values, 1) - 1.0).abs() < f64::EPSILON);
        assert!(percentile(&[], 50).abs() < f64::EPSILON);
    }
}
