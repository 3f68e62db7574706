//! `make bench`: every figure of the house beside its limit, measured in the same run. A program, no timed test: each part starts
//! real servers (and, where a worker is measured, the release binaries of the workers), measures and says what it saw.

use std::time::Duration;

use clap::Parser;
use tests::bench::{Aim, Figure, Report, crowd, flow, hop, percentile, process, rules};
use tests::structure::purity::WORKERS;
use tests::{Fleet, Setup};

/// Measures the fleet. Build the workers first: `make bench` does.
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Args {
    /// Messages of a hop.
    #[arg(long, default_value_t = 20_000)]
    hops: usize,
    /// Events for the classifier.
    #[arg(long, default_value_t = 20_000)]
    events: usize,
    /// Forecasts.
    #[arg(long, default_value_t = 40)]
    forecasts: usize,
    /// Jobs in flight.
    #[arg(long, default_value_t = 1_000)]
    crowd: usize,
    /// Starts of each worker.
    #[arg(long, default_value_t = 5)]
    starts: usize,
    /// Only these parts, separated by commas: hops, rules, classifier, forecast, crowd, process.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// JSON at the end instead of a table.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == part)
    }
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let mut report = Report { json: args.json, ..Report::default() };
    report.head();
    for sync_always in [false, true] {
        // Synced to disk message by message everything takes longer; a quarter says as much.
        let part = |count: usize| if sync_always { count / 4 } else { count };
        if args.wants("hops") {
            hops(&mut report, part(args.hops), sync_always).await?;
        }
        if args.wants("classifier") {
            classifier(&mut report, part(args.events), sync_always).await?;
        }
        if args.wants("forecast") {
            forecast(&mut report, part(args.forecasts), sync_always).await?;
        }
    }
    if args.wants("rules") {
        let rate = rules::rate(args.events * 2).await?;
        report.add(Figure::new("classifier: decode, rules, settle; one core", rate, "1/s").aim(Aim::Least(20_000.0)));
    }
    if args.wants("crowd") {
        crowded(&mut report, args.crowd).await?;
    }
    if args.wants("process") {
        processes(&mut report, args.starts).await?;
    }
    report.tail();
    Ok(())
}

fn sync(sync_always: bool) -> &'static str {
    if sync_always { "sync always" } else { "default sync" }
}

/// The house's absolute aims are for JetStream's default; shares of a limit hold for both.
fn aimed(figure: Figure, aim: Aim, sync_always: bool) -> Figure {
    if sync_always { figure } else { figure.aim(aim) }
}

async fn hops(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let hop::Hops { raw, topology, runtime, durable } = hop::measure(count, sync_always).await?;
    let sync = sync(sync_always);
    report.add(Figure::new(format!("raw async-nats hop, {sync}"), raw, "1/s"));
    report.add(Figure::new(format!("the same on the fleet's stream, {sync}"), topology, "1/s").beside("raw", raw));
    let figure = Figure::new(format!("our hop, journal of nothing, {sync}"), runtime, "1/s");
    report.add(figure.beside("raw", raw).aim(Aim::Share(0.8)));
    let figure = Figure::new(format!("durable hop, {sync}"), durable, "1/s").beside("raw", raw);
    report.add(aimed(figure, Aim::Least(5_000.0), sync_always));
    Ok(())
}

async fn classifier(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let rate = flow::classifier(count, sync_always).await?;
    report.add(Figure::new(format!("classifier, rules only, durable, {}", sync(sync_always)), rate, "1/s"));
    Ok(())
}

async fn forecast(report: &mut Report, count: usize, sync_always: bool) -> anyhow::Result<()> {
    let flow::Forecasts { took, floor_ms } = flow::forecast(count, sync_always).await?;
    let floor = format!("{} bare messages and commits", flow::HOPS);
    let figure = |percent: usize| {
        let name = format!("forecast end to end, p{percent}, {}", sync(sync_always));
        Figure::new(name, percentile(&took, percent), "ms").beside(floor.clone(), floor_ms)
    };
    report.add(aimed(figure(50), Aim::Most(150.0), sync_always));
    report.add(figure(95));
    Ok(())
}

async fn crowded(report: &mut Report, jobs: usize) -> anyhow::Result<()> {
    let crowd::Crowd { rate, ideal, peak_mb } = crowd::crowd(jobs, Duration::from_secs(2)).await?;
    let figure = Figure::new(format!("model calls, {jobs} jobs on a 2 s model"), rate, "1/s");
    report.add(figure.beside("jobs / latency", ideal).aim(Aim::Share(0.95)));
    report.add(Figure::new("researcher meanwhile, peak memory", peak_mb, "MB").aim(Aim::Most(150.0)));
    Ok(())
}

async fn processes(report: &mut Report, starts: usize) -> anyhow::Result<()> {
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
