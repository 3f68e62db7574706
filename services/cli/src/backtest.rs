//! `auspex backtest`: a set of questions with known answers through the whole fleet, as if each were asked on its freeze date, and the
//! score beside what simpler forecasters would have said.

mod leaks;
mod report;
mod set;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::{Clock, Forecast, JobId, MicroUsd, Tenant};
use futures::stream::{self, StreamExt, TryStreamExt};
use runtime::SystemClock;
use runtime::client::Client;
use store::{Runs, Store};

use crate::asking::ITERATIONS;
use crate::private_fleet::{PrivateFleet, Setup};
use crate::publish::{Verdict, Waiting, duration, message, waiting_bar};
use crate::up::Replicas;
use crate::{Context, output, score};
pub use leaks::{Kind, Leak};
pub use report::{Answered, Report};
pub use set::{Asked, Set};

/// Messages in flight.
const AT_ONCE: usize = 256;
/// One set is one tenant's day.
const WHOLE_BUDGET: &str = "AUSPEX_BUDGET_TENANT_DAY";
/// Runs read at a time; connections are few.
const READ_AT_ONCE: usize = 4;

/// `auspex backtest`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Questions of a ForecastBench set, one a line, with `freeze_datetime` and, for the score, `outcome`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where the forecasts are written, one row a question, as the set's scorer reads them [default: FILE.forecasts.ndjson].
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Where leaks are listed: evidence that was withheld or looks back [default: FILE.leaks.ndjson].
    #[arg(long, value_name = "OUT")]
    leaks: Option<PathBuf>,
    /// Withholds the crowd's price.
    #[arg(long)]
    no_crowd: bool,
    /// Asks only the first so many questions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Rounds of research per question at most.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(ITERATIONS))]
    iterations: Option<u32>,
    /// Resolved questions that the fleet remembers, as `import outcomes` reads them; may be the set itself. Each question is told only
    /// of those that were decided by its freeze date.
    #[arg(long, value_name = "FILE")]
    history: Vec<String>,
    /// Asks the fleet that the other commands would talk to, instead of one of its own. A question that it has answered before, for
    /// the same tenant, keeps its answer.
    #[arg(long)]
    fleet: bool,
    /// Whom the work is for [default: backtest, or backtest-no-crowd].
    #[arg(long)]
    tenant: Option<String>,
    /// Replicas of its own fleet, e.g. researcher=2.
    #[arg(long, default_value_t)]
    replicas: Replicas,
    /// Use the offline world although there is a key.
    #[arg(long)]
    offline: bool,
    /// Pages of the offline world.
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,
    /// Folder of its own fleet; emptied first.
    #[arg(long, default_value = ".auspex/backtest")]
    dir: PathBuf,
    /// Dollars at most for the whole set, on its own fleet [default: a tenant's day].
    #[arg(long, value_parser = MicroUsd::parse_dollars, conflicts_with = "fleet")]
    budget: Option<MicroUsd>,
    /// How long to wait at most.
    #[arg(long, default_value = "30m", value_parser = duration)]
    timeout: Duration,
    /// Seed of the intervals' bootstrap.
    #[arg(long, default_value_t = score::SEED)]
    seed: u64,
}

/// Runs it. Exit code 3 where a question was refused or got no forecast, 4 where the wait was too long.
///
/// # Errors
/// When the file cannot be read, the fleet does not come up, or the rows cannot be written.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let set = set::read(&args.file, &options(&args)?)?;
    let set = set::asked(set, args.limit, args.iterations);
    for refusal in &set.refused {
        output::note(&format!("refused  {refusal}"));
    }
    let report = if args.fleet {
        let (store, client) = (context.store().await?, context.client().await?);
        asked(&args, &set, (&store, client)).await?
    } else {
        let fleet = PrivateFleet::start(&setup(&args)).await?;
        let report = on(&fleet, &args, &set).await;
        let folder = fleet.folder();
        fleet.stop().await?;
        output::note(&format!("Reports and logs stay in {}.", folder.display()));
        report?
    };
    report.write(&args.file, (args.out.as_deref(), args.leaks.as_deref()))?.print(context.json)?;
    Ok(if report.timed_out() { ExitCode::from(output::TIMED_OUT) } else { output::complete_if(report.is_complete()) })
}

fn options(args: &Args) -> anyhow::Result<crate::formats::Options> {
    let usual = if args.no_crowd { "backtest-no-crowd" } else { "backtest" };
    let tenant = Tenant::parse(args.tenant.as_deref().unwrap_or(usual)).context("--tenant")?;
    Ok(crate::formats::Options { tenant, no_crowd: args.no_crowd })
}

fn setup(args: &Args) -> Setup {
    Setup {
        dir: args.dir.clone(),
        replicas: args.replicas.clone(),
        offline: args.offline,
        corpus: args.corpus.clone(),
        env: args.budget.iter().map(|most| (WHOLE_BUDGET.to_owned(), written(*most))).collect(),
    }
}

/// As settings write it.
fn written(amount: MicroUsd) -> String {
    amount.to_string().trim_start_matches('$').to_owned()
}

async fn on(fleet: &PrivateFleet, args: &Args, set: &Set) -> anyhow::Result<Report> {
    let (store, client) = (fleet.store().await?, fleet.client().await?);
    let report = tokio::select! {
        report = asked(args, set, (&store, client)) => report,
        stopped = tokio::signal::ctrl_c() => match stopped {
            Ok(()) => Err(anyhow::anyhow!("stopped by hand; nothing was written")),
            Err(error) => Err(error.into()),
        },
    };
    store.close_pool().await;
    report
}

/// Publishes, waits, and reads what came of it.
async fn asked(args: &Args, set: &Set, (store, client): (&Store, Client)) -> anyhow::Result<Report> {
    let tenant = options(args)?.tenant;
    for file in &args.history {
        let cases = crate::import::outcomes::learn(store, file, &tenant, SystemClock.now()).await?;
        output::note(&format!("{cases} resolved questions are known from {file}"));
    }
    let begun = Instant::now();
    publish(&client, set).await?;
    client.close().await;
    let jobs: Vec<JobId> = set.asked.iter().map(|asked| asked.event.job()).collect();
    let bar = waiting_bar(jobs.len());
    let waiting = Waiting::new(store.clone(), jobs.clone());
    let verdict: Verdict = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    let took = begun.elapsed();
    let made = store.forecasts_of(&jobs).await?;
    let read = stream::iter(made.into_iter().map(|(event, forecast)| looked_through(store, set, (event, forecast))));
    let answered: Vec<Answered> = read.buffered(READ_AT_ONCE).try_collect().await?;
    Ok(Report::of(set, answered, (verdict.open, took), args.seed))
}

async fn publish(client: &Client, set: &Set) -> anyhow::Result<()> {
    let messages = set.asked.iter().map(|asked| message(&asked.event, &tracing::Span::none()));
    let mut refused = None;
    client
        .publish_all(messages.collect::<Vec<_>>(), AT_ONCE, |place, answer| {
            if let Err(error) = answer {
                refused.get_or_insert((place, error));
            }
        })
        .await;
    match refused {
        None => Ok(()),
        Some((place, error)) => {
            Err(anyhow::Error::from(error).context(format!("asking {}", set.asked[place].event.id)))
        }
    }
}

/// A forecast with the leaks in its run's evidence.
async fn looked_through(store: &Store, set: &Set, (event, forecast): (JobId, Forecast)) -> anyhow::Result<Answered> {
    let state = store.load(forecast.run.id).await?;
    let truth = set.asked.iter().find(|asked| asked.event.job() == event).map(|asked| &asked.truth);
    let leaks = match (state, truth) {
        (Some(state), Some(truth)) => leaks::of(&state, truth),
        _ => Vec::new(),
    };
    Ok(Answered { event, forecast, leaks })
}
