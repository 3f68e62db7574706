//! Which command was asked for, and what its end means.

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use runtime::config::Env;

use crate::{
    Context, ask, backtest, bundle, cancel, dead, demo, doctor, eval, import, output, publish, resolve, retrieve,
    schedule, score, show, summary, topology, trace, up, watch,
};

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed; the message says how to mend it
  2  wrong usage
  3  done, but something was refused, is dead or (doctor) broken; the report says what
  4  gave up waiting; what was published goes on

Servers are found by AUSPEX_NATS_URL, AUSPEX_POSTGRES_URL, … or by the .auspex/fleet.json that `auspex up` writes, in this
directory or one above it.";

/// Events in, researched and forecast answers out.
#[derive(Parser)]
#[command(name = "auspex", version, after_help = EXIT_CODES, max_term_width = 120)]
struct Cli {
    /// JSON on standard output, one object or one object per line.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts a whole fleet on this machine: servers, offline world, workers.
    Up(up::Args),
    /// Runs the examples through a fleet of their own in the offline world, and sums up.
    Demo(demo::Args),
    /// Says what is reachable, what is misconfigured, and how to mend it.
    Doctor(doctor::Args),
    /// Declares streams and consumers.
    Topology(topology::Args),
    /// Publishes events from a file.
    Publish(publish::Args),
    /// Asks a question and prints the forecast.
    Ask(ask::Args),
    /// Asks questions again and again, on a clock.
    Schedule(schedule::Args),
    /// Stops a run, with a forecast of what is there or without one.
    Cancel(cancel::Args),
    /// Prints results as they come.
    Watch(watch::Args),
    /// Looks into memory, and has researched what it does not know.
    Retrieve(retrieve::Args),
    /// Shows a run, an entity or an event.
    Show(show::Args),
    /// Dead letters: lists, shows, sends them again.
    Dead(dead::Args),
    /// Records what questions came to.
    Resolve(resolve::Args),
    /// How good the forecasts were, as far as their questions are resolved; writes the calibration plot.
    Score(score::Args),
    /// Runs a set of questions with known answers through a fleet, without hindsight, and scores it.
    Backtest(backtest::Args),
    /// Exports what a forecast rested on, and makes it again without the network.
    Bundle(bundle::Args),
    /// Accounts for every event, and says what it cost.
    Summary(summary::Args),
    /// Shows a run's trace as a tree.
    Trace(trace::Args),
    /// Takes lists of others into memory.
    Import(import::Args),
    /// Measures one capability on a set of questions with known answers.
    Eval(eval::Args),
}

/// The process: parses, runs, explains.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let is_json = cli.json;
    match started(cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::fail(&output::chain(&error), is_json);
            ExitCode::FAILURE
        }
    }
}

/// Help, the version, or a command line that cannot be followed: the latter a program is told as JSON, too.
fn misused(error: &clap::Error) -> ExitCode {
    let is_json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    if error.use_stderr() && is_json {
        let told = error.to_string();
        let first = told.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let _ = output::json(&serde_json::json!({ "error": first }));
    }
    // Nobody is left to be told that standard error is closed.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn started(cli: Cli) -> anyhow::Result<ExitCode> {
    telemetry::http::install_tls();
    let context = Context::new(Env::from_process(), cli.json)?;
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let code = threads.block_on(dispatch(cli.command, &context));
    // A reader of standard input cannot be interrupted; nothing waits for it at the end.
    threads.shutdown_background();
    code
}

async fn dispatch(command: Command, context: &Context) -> anyhow::Result<ExitCode> {
    match command {
        Command::Up(args) => up::run(args, context).await,
        Command::Demo(args) => demo::run(args, context).await,
        Command::Doctor(args) => doctor::run(args, context).await,
        Command::Topology(args) => topology::run(args, context).await,
        Command::Publish(args) => publish::run(args, context).await,
        Command::Ask(args) => ask::run(args, context).await,
        Command::Schedule(args) => schedule::run(args, context).await,
        Command::Cancel(args) => cancel::run(args, context).await,
        Command::Watch(args) => watch::run(args, context).await,
        Command::Retrieve(args) => retrieve::run(args, context).await,
        Command::Show(args) => show::run(args, context).await,
        Command::Dead(args) => dead::run(args, context).await,
        Command::Resolve(args) => resolve::run(args, context).await,
        Command::Score(args) => score::run(args, context).await,
        Command::Backtest(args) => backtest::run(args, context).await,
        Command::Bundle(args) => bundle::run(args, context).await,
        Command::Summary(args) => summary::run(args, context).await,
        Command::Trace(args) => trace::run(args, context).await,
        Command::Import(args) => import::run(args, context).await,
        Command::Eval(args) => eval::run(args, context).await,
    }
}

/// `auspex watch | head` ends well.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
