//! `auspex backtest`: asks a set of questions with known answers as of their freeze dates and scores the forecasts
//! beside those of reference forecasters.

mod fit;
mod leaks;
mod report;
mod set;
mod versions;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::{Clock, Event, Forecast, JobId, MicroUsd, Tenant};
use futures::stream::{self, StreamExt, TryStreamExt};
use proto::event::Fact;
use proto::events::EventReceived;
use runtime::SystemClock;
use runtime::client::{Client, NewMessage};
use store::{Runs, Store};

use crate::asking::{ITERATIONS, not_urgent};
use crate::private_fleet::{PrivateFleet, Setup};
use crate::publish::{Source, Waiting, parse_timeout, waiting_bar};
use crate::up::Replicas;
use crate::whole_number::{positive, within};
use crate::{Context, output, prompts};
pub use leaks::{Leak, LeakKind};
pub use report::{Answered, BacktestReport, Wait};
pub use set::{BacktestQuestion, Set};
pub use versions::{Comparison, PromptVersion, Tested};
use versions::{Versions, lettered};

/// Maximum messages in flight.
const MAX_IN_FLIGHT: usize = 256;
/// Setting that limits the whole set: a set is one tenant's work of one day.
const BUDGET_SETTING: &str = "AUSPEX_BUDGET_TENANT_DAY";
/// Runs read concurrently; the connection pool is small.
const MAX_CONCURRENT_READS: usize = 4;

/// Command-line arguments of `auspex backtest`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// ForecastBench questions, one per line, with `freeze_datetime` and, for the score, `outcome`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File for the forecasts, one row per question, in the format of the set's scorer [default:
    /// FILE.forecasts.ndjson].
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// File for leaks: evidence that was withheld or refers to the resolution [default: FILE.leaks.ndjson].
    #[arg(long, value_name = "OUT")]
    leaks: Option<PathBuf>,
    /// Remove the crowd's price from questions.
    #[arg(long)]
    no_crowd: bool,
    /// Ask only the first N questions.
    #[arg(long, value_name = "N", value_parser = positive)]
    limit: Option<u64>,
    /// Maximum research rounds per question.
    #[arg(long, value_name = "N", value_parser = within(ITERATIONS))]
    iterations: Option<u32>,
    /// Resolved questions to import first, in the format of `import outcomes`; may be the set itself. A question uses
    /// only those resolved by its freeze date.
    #[arg(long, value_name = "FILE")]
    history: Vec<String>,
    /// Use the running fleet instead of a private one. A question that it has already answered for the same tenant
    /// keeps its answer.
    #[arg(long)]
    fleet: bool,
    /// Tenant to account the work to [default: backtest, or backtest-no-crowd].
    #[arg(long)]
    tenant: Option<String>,
    /// Replicas of the private fleet, e.g. researcher=2.
    #[arg(long, default_value_t)]
    replicas: Replicas,
    /// Make the model calls in batches, at a lower price where the provider has them. Each batch takes up to a day, and
    /// a question needs several: allow for it with --timeout.
    #[arg(long)]
    batch: bool,
    /// Continue the interrupted backtest in --dir: its forecasts and the batches that were paid are kept.
    #[arg(long, conflicts_with = "fleet")]
    resume: bool,
    /// Use the offline world even if a model key is set.
    #[arg(long)]
    offline: bool,
    /// Document directory of the offline world.
    #[arg(long, value_name = "FOLDER")]
    corpus: Option<PathBuf>,
    /// Prompts of the private fleet: a folder, or `builtin`. Given twice, both versions are tested one after the other
    /// on the same questions, each on its own fleet (directories `DIR.a` and `DIR.b`), and compared.
    #[arg(long, value_name = "FOLDER", conflicts_with = "fleet")]
    prompts: Vec<PromptVersion>,
    /// Directory of the private fleet; its previous content is deleted unless --resume is given.
    #[arg(long, default_value = ".auspex/backtest")]
    dir: PathBuf,
    /// Maximum dollars for the whole set on each private fleet [default: the tenant's daily limit].
    #[arg(long, value_parser = MicroUsd::parse_dollars, conflicts_with = "fleet")]
    budget: Option<MicroUsd>,
    /// Maximum time to wait.
    #[arg(long, default_value = "30m", value_parser = parse_timeout)]
    timeout: Duration,
    /// Fit the weights of stated probability and market price on one half of the questions, judge them on the other,
    /// and write the settings to FILE.weights.env.
    #[arg(long, conflicts_with = "prompts")]
    fit: bool,
    /// Seed of the bootstrap intervals.
    #[arg(long, default_value_t = operations::score_figures::SEED)]
    seed: u64,
}

/// Runs the backtest. Exit code 3 if a question was refused or has no forecast, 4 on timeout.
///
/// # Errors
/// When the file cannot be read, the fleet does not start, or the output cannot be written.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let set = set::read(&args.file, &options(&args)?)?;
    let mut set = set::limited(set, args.limit, args.iterations);
    if args.batch {
        set.questions.iter_mut().for_each(|question| question.event = not_urgent(question.event.clone()));
    }
    for refusal in &set.refused {
        output::note(&format!("refused  {refusal}"));
    }
    let report = match Versions::new(&args.prompts)? {
        Versions::Two(versions) => return compare(&args, &set, versions, context.json).await,
        Versions::One(version) => on_private_fleet(&args, &set, setup(&args, Some(version))?).await?,
        Versions::Environment if args.fleet => {
            let (store, client) = (context.store().await?, context.client().await?);
            ask_set(&args, &set, &store, client).await?
        }
        Versions::Environment => on_private_fleet(&args, &set, setup(&args, None)?).await?,
    };
    let fitted = args.fit.then(|| report.fitted(args.seed));
    report.write(&args.file, args.out.as_deref(), args.leaks.as_deref())?.print(context.json, fitted.as_ref())?;
    if let Some(file) = fitted.map(|fitted| fitted.write(&args.file)).transpose()?.flatten() {
        output::note(&format!("Settings: {}.", file.display()));
    }
    Ok(exit_code(&[report]))
}

/// Tests two versions of the prompts and prints their reports and the difference of their scores.
async fn compare(args: &Args, set: &Set, versions: [&PromptVersion; 2], is_json: bool) -> anyhow::Result<ExitCode> {
    let [first, second] = versions;
    // Both are checked before the first one costs anything.
    let setups = (lettered_setup(args, first, "a")?, lettered_setup(args, second, "b")?);
    let reports = [tested_report(args, set, (setups.0, "a")).await?, tested_report(args, set, (setups.1, "b")).await?];
    let tested = [Tested::new(first, &reports[0]), Tested::new(second, &reports[1])];
    let comparison = Comparison::new(tested, args.seed);
    if is_json {
        output::json(&serde_json::json!({ "comparison": comparison, "reports": reports }))?;
    } else {
        for (version, report) in versions.iter().zip(&reports) {
            output::line(&format!("Prompts {}:", version.name()))?;
            report.lines().iter().try_for_each(|line| output::line(line))?;
            output::line("")?;
        }
        comparison.lines().iter().try_for_each(|line| output::line(line))?;
    }
    Ok(exit_code(&reports))
}

/// Tests one of two versions. Its rows are written at once, because the test of the other one may fail.
async fn tested_report(args: &Args, set: &Set, version: (Setup, &str)) -> anyhow::Result<BacktestReport> {
    let (setup, letter) = version;
    let report = on_private_fleet(args, set, setup).await?;
    let (out, leaks) = [&args.out, &args.leaks].map(|file| file.as_deref().map(|file| lettered(file, letter))).into();
    report.write(&lettered(&args.file, letter), out.as_deref(), leaks.as_deref())?.note();
    Ok(report)
}

fn lettered_setup(args: &Args, version: &PromptVersion, letter: &str) -> anyhow::Result<Setup> {
    let made = setup(args, Some(version))?;
    Ok(Setup { dir: lettered(&args.dir, letter), ..made })
}

fn exit_code(reports: &[BacktestReport]) -> ExitCode {
    if reports.iter().any(BacktestReport::timed_out) {
        return ExitCode::from(output::TIMED_OUT);
    }
    output::complete_if(reports.iter().all(BacktestReport::is_complete))
}

/// Asks the set on its own fleet, which is stopped afterwards.
async fn on_private_fleet(args: &Args, set: &Set, setup: Setup) -> anyhow::Result<BacktestReport> {
    let fleet = PrivateFleet::start(&setup).await?;
    if args.batch {
        output::note("Batches take up to a day each. If this command is interrupted, run it again with --resume.");
    }
    let report = ask_private_fleet(&fleet, args, set).await;
    let folder = fleet.folder();
    fleet.stop().await?;
    output::note(&format!("Reports and logs are kept in {}.", folder.display()));
    report
}

fn options(args: &Args) -> anyhow::Result<operations::formats::Options> {
    let usual = if args.no_crowd { "backtest-no-crowd" } else { "backtest" };
    let tenant = Tenant::parse(args.tenant.as_deref().unwrap_or(usual)).context("--tenant")?;
    Ok(operations::formats::Options { tenant, no_crowd: args.no_crowd })
}

/// Returns the options of the fleet; without a version its prompts are those of the environment.
fn setup(args: &Args, version: Option<&PromptVersion>) -> anyhow::Result<Setup> {
    let mut env: BTreeMap<String, String> =
        args.budget.iter().map(|limit| (BUDGET_SETTING.to_owned(), setting_value(*limit))).collect();
    if let Some(version) = version {
        env.insert(worker::prompt::SETTING.to_owned(), prompts::setting(version.folder()).context("--prompts")?);
    }
    Ok(Setup {
        dir: args.dir.clone(),
        replicas: args.replicas.clone(),
        offline: args.offline,
        corpus: args.corpus.clone(),
        env,
        resume: args.resume,
        embeddings: false,
        ..Setup::default()
    })
}

/// Formats an amount as the settings expect it, without a dollar sign.
fn setting_value(amount: MicroUsd) -> String {
    amount.to_string().trim_start_matches('$').to_owned()
}

async fn ask_private_fleet(fleet: &PrivateFleet, args: &Args, set: &Set) -> anyhow::Result<BacktestReport> {
    let (store, client) = (fleet.store().await?, fleet.client().await?);
    let report = tokio::select! {
        report = ask_set(args, set, &store, client) => report,
        stopped = tokio::signal::ctrl_c() => match stopped {
            Ok(()) => Err(anyhow::anyhow!("interrupted; nothing was written")),
            Err(error) => Err(error.into()),
        },
    };
    store.close_pool().await;
    report
}

/// Publishes the questions, waits for the forecasts, and reads them.
async fn ask_set(args: &Args, set: &Set, store: &Store, client: Client) -> anyhow::Result<BacktestReport> {
    let tenant = options(args)?.tenant;
    for file in &args.history {
        let cases = crate::import::outcomes::learn(store, file, &tenant, SystemClock.now()).await?;
        output::note(&format!("{cases} resolved questions imported from {file}"));
    }
    let begun = Instant::now();
    publish(&client, set).await?;
    client.close().await;
    let jobs: Vec<JobId> = set.questions.iter().map(|question| question.event.job()).collect();
    let bar = waiting_bar(jobs.len());
    let waiting = Waiting::new(Source::Store(store), jobs.clone());
    let waited = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    let took = begun.elapsed();
    let made = store.forecasts().of_events(&jobs).await?;
    let read = stream::iter(made.into_iter().map(|(event, forecast)| with_leaks(store, set, event, forecast)));
    let answered: Vec<Answered> = read.buffered(MAX_CONCURRENT_READS).try_collect().await?;
    Ok(BacktestReport::new(set, answered, &Wait { open: waited.open, took }, args.seed))
}

async fn publish(client: &Client, set: &Set) -> anyhow::Result<()> {
    let messages = set.questions.iter().map(|question| message(&question.event));
    let mut refused = None;
    client
        .publish_all(messages.collect::<Vec<_>>(), MAX_IN_FLIGHT, |place, answer| {
            if let Err(error) = answer {
                refused.get_or_insert((place, error));
            }
        })
        .await;
    match refused {
        None => Ok(()),
        Some((place, error)) => {
            Err(anyhow::Error::from(error).context(format!("publishing {}", set.questions[place].event.id)))
        }
    }
}

fn message(event: &Event) -> NewMessage {
    let fact = EventReceived(event.clone());
    let payload = fact.encode();
    NewMessage {
        subject: fact.subject(),
        id: proto::subject::message_id(event.job(), &payload),
        tenant: event.tenant.clone(),
        payload: payload.into(),
        ..NewMessage::default()
    }
}

/// Adds the leaks in the evidence of a forecast's run.
async fn with_leaks(store: &Store, set: &Set, event: JobId, forecast: Forecast) -> anyhow::Result<Answered> {
    let state = store.runs().load(forecast.run.id).await?;
    let truth = set.questions.iter().find(|question| question.event.job() == event).map(|question| &question.truth);
    let leaks = match (state, truth) {
        (Some(state), Some(truth)) => leaks::find(&state, truth),
        _ => Vec::new(),
    };
    Ok(Answered { event, forecast, leaks })
}
