//! `make bench`: every figure of the house beside its limit, measured in the same run. Release binaries, please.

use std::time::Duration;

use clap::Parser;
use tests::bench::{Aim, Figure, flow, hop, process};
use tests::structure::purity::WORKERS;
use tests::{Fleet, Setup};

/// Measures the fleet.
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Args {
    /// Messages of a hop.
    #[arg(long, default_value_t = 20_000)]
    hops: usize,
    /// Events for the classifier.
    #[arg(long, default_value_t = 100_000)]
    events: usize,
    /// Forecasts.
    #[arg(long, default_value_t = 30)]
    forecasts: usize,
    /// Jobs in flight.
    #[arg(long, default_value_t = 1_000)]
    crowd: usize,
    /// Only the figures whose part is named: hops, classifier, forecast, crowd, process.
    #[arg(long)]
    only: Option<String>,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let wanted = |part: &str| args.only.as_deref().is_none_or(|only| only == part);
    let mut figures = Vec::new();
    if wanted("hops") {
        figures.extend(hops(args.hops, false).await?);
        figures.extend(hops(args.hops / 4, true).await?);
    }
    if wanted("classifier") {
        figures.push(show(
            Figure::new("classifier, rules only", flow::classifier(args.events).await?, "1/s")
                .aim(Aim::Least(20_000.0)),
        ));
    }
    if wanted("forecast") {
        figures.push(show(
            Figure::new("forecast end to end, median", flow::forecast(args.forecasts).await?, "ms")
                .aim(Aim::Most(150.0)),
        ));
    }
    if wanted("crowd") {
        figures.extend(crowd(args.crowd).await?);
    }
    if wanted("process") {
        figures.extend(processes().await?);
    }
    let missed = figures.iter().filter(|figure| !figure.is_good()).count();
    println!("{missed} of {} aims missed", figures.iter().filter(|figure| figure.aim.is_some()).count());
    Ok(())
}

/// Prints as it goes: a run takes minutes.
fn show(figure: Figure) -> Figure {
    println!("{figure}");
    figure
}

async fn hops(count: usize, sync_always: bool) -> anyhow::Result<Vec<Figure>> {
    let hop::Hops { raw, runtime, durable } = hop::measure(count, sync_always).await?;
    let sync = if sync_always { "sync always" } else { "default sync" };
    // The aims hold for the default sync.
    let aimed = |figure: Figure, aim| if sync_always { figure } else { figure.aim(aim) };
    Ok(vec![
        show(Figure::new(format!("raw async-nats hop, {sync}"), raw, "1/s")),
        show(
            aimed(Figure::new(format!("runtime hop, {sync}"), runtime, "1/s"), Aim::Least(0.8 * raw))
                .beside(format!("{:.2} of raw", runtime / raw)),
        ),
        show(
            aimed(Figure::new(format!("durable hop, {sync}"), durable, "1/s"), Aim::Least(5_000.0))
                .beside(format!("{:.2} of raw", durable / raw)),
        ),
    ])
}

async fn crowd(jobs: usize) -> anyhow::Result<Vec<Figure>> {
    let crowd = flow::crowd(jobs, Duration::from_secs(2)).await?;
    let share = 100.0 * crowd.rate / crowd.ideal;
    Ok(vec![
        show(
            Figure::new(format!("{jobs} jobs on a 2 s model, of the ideal"), share, "%")
                .aim(Aim::Least(95.0))
                .beside(format!("{:.0} of {:.0} calls/s, at most {} at once", crowd.rate, crowd.ideal, crowd.peak)),
        ),
        show(Figure::new("resident meanwhile", crowd.resident_mb, "MB").aim(Aim::Most(150.0))),
    ])
}

async fn processes() -> anyhow::Result<Vec<Figure>> {
    let fleet = Fleet::start(Setup::default()).await?;
    let mut figures = Vec::new();
    for worker in WORKERS {
        let resident = process::resident_mb(fleet.pid(fleet.places(worker)[0]))?;
        figures.push(show(Figure::new(format!("{worker}, idle"), resident, "MB").aim(Aim::Most(25.0))));
        let ready = process::start_to_ready(&fleet, worker).await?;
        figures.push(show(Figure::new(format!("{worker}, start to ready"), ready, "ms").aim(Aim::Most(300.0))));
    }
    Ok(figures)
}
