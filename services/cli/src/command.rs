//! The command line: parsing, dispatch and exit codes.

use std::io::ErrorKind;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use runtime::config::Env;

use crate::{
    Context, ask, backtest, budget, bundle, cancel, completions, console, database, dead, demo, doctor, entity, event,
    help, idle, import, macros, mcp, models, output, prompts, publish, reconcile, remember, report, research, resolve,
    retrieve, review, schedule, score, show, summary, token, topology, trace, up, watch, webhook,
};

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed; the message says how to fix it
  2  invalid usage
  3  completed, but something was refused, dead-lettered or (doctor) found broken; the report lists it
  4  timed out waiting; published work continues

The commands of a user call the gateway in AUSPEX_URL with AUSPEX_TOKEN, or that of the fleet that `auspex up` has started in
this directory or a parent. Those of an operator connect to the servers in AUSPEX_NATS_URL, AUSPEX_POSTGRES_URL, … or to those
of that fleet.

An id may be written as its first 6 digits or more, or as `last`.";

/// Publishes events, and reads researched answers and forecasts.
#[derive(Parser)]
#[command(name = "auspex", version, after_help = EXIT_CODES, max_term_width = 120)]
struct Cli {
    /// Print JSON to standard output: one object, or one object per line.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start a whole fleet on this machine: servers, offline world, workers.
    Up(up::Args),
    /// Run the examples through a private fleet in the offline world and print a summary.
    Demo(demo::Args),
    /// Check servers, configuration and backlog, and print how to fix each problem.
    Doctor(doctor::Args),
    /// Wait for a stop signal: for a pod in which operators run the other commands.
    Idle,
    /// Print the model of each worker, its price and the source of the price.
    Models(models::Args),
    /// Create or inspect streams, consumers and tables.
    #[command(subcommand)]
    Topology(topology::Args),
    /// Print or apply users of Postgres and Redis with the least privileges, one per process.
    #[command(subcommand)]
    Database(database::Args),
    /// Publish events from files.
    Publish(publish::Args),
    /// Ask a question and print the forecast.
    Ask(ask::Args),
    /// Have a report on a question or topic researched and written.
    Report(report::Args),
    /// Ask questions, or research entities, repeatedly on a cron schedule.
    #[command(subcommand)]
    Schedule(schedule::Args),
    /// Cancel a run, with or without a forecast from the evidence found so far.
    Cancel(cancel::Args),
    /// Print results as they are published.
    Watch(watch::Args),
    /// Search memory, and with --research request research of what it does not answer.
    Retrieve(retrieve::Args),
    /// Add files or web pages to memory.
    Remember(remember::Args),
    /// Research or refresh entities: tokens, companies, people, pages. Costs money.
    Research(research::Args),
    /// Show a run, an entity or an event.
    Show(show::Args),
    /// List events, and read the bundles of an event with research directions.
    #[command(subcommand)]
    Event(event::Args),
    /// List the entities that a tenant has written; an operator promotes and removes them.
    #[command(subcommand)]
    Entity(entity::Args),
    /// List, show and redrive dead letters.
    #[command(subcommand)]
    Dead(dead::Args),
    /// Find and replay the work that a promotion of Postgres lost and that the streams still hold.
    Reconcile(reconcile::Args),
    /// List the tenants' budgets of the day, and raise one.
    #[command(subcommand)]
    Budget(budget::Args),
    /// Print a link that opens the console in a browser.
    Console(console::Args),
    /// Create, list and revoke access tokens of the HTTP gateway.
    #[command(subcommand)]
    Token(token::Args),
    /// Create, list, delete, enable and replay outgoing webhooks, and list their deliveries.
    #[command(subcommand)]
    Webhook(webhook::Args),
    /// Record the outcomes of questions.
    Resolve(resolve::Args),
    /// Score the forecasts of resolved questions.
    Score(score::Args),
    /// Run questions with known answers through a fleet as of their dates, and score the forecasts.
    Backtest(backtest::Args),
    /// Write the built-in prompts to a folder, or check a folder that replaces them.
    #[command(subcommand)]
    Prompts(prompts::Args),
    /// Export the inputs of a forecast, and compute the forecast again from them offline.
    #[command(subcommand)]
    Bundle(bundle::Args),
    /// List, show, check and run research macros.
    Macro(macros::Args),
    /// Serve MCP on standard input and output, for clients that start a program; passes messages on to a gateway.
    Mcp(mcp::Args),
    /// List, show, approve, edit, reject and execute the results of research macros.
    #[command(subcommand)]
    Review(review::Args),
    /// Account for every event and print the costs.
    Summary(summary::Args),
    /// Show the trace of a run as a tree.
    Trace(trace::Args),
    /// Import labelled lists into memory.
    #[command(subcommand)]
    Import(import::Args),
    /// Print the completion script of a shell.
    Completions(completions::Args),
}

/// Returns the description of all commands and options, with which the documents are compared.
pub fn command_line() -> clap::Command {
    help::complete(Cli::command())
}

/// Parses the command line, runs the command and reports its error.
pub fn run() -> ExitCode {
    let parsed = command_line().try_get_matches().and_then(|matches| {
        let name = name(&matches);
        Cli::from_arg_matches(&matches).map(|cli| (cli, name))
    });
    let (cli, name) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return report_usage(&error),
    };
    let is_json = cli.json;
    match execute(cli, name) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::report_failure(&output::error_chain(&error), is_json);
            ExitCode::FAILURE
        }
    }
}

/// Returns the name of the command with those of its subcommands, e.g. `token create`.
fn name(matches: &ArgMatches) -> String {
    let commands = std::iter::successors(matches.subcommand(), |(_, command)| command.subcommand());
    commands.map(|(name, _)| name).collect::<Vec<_>>().join(" ")
}

/// Prints help, the version or a usage error; a usage error is also printed as JSON if `--json` is given.
fn report_usage(error: &clap::Error) -> ExitCode {
    let is_json = std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == "--json");
    if error.use_stderr() && is_json {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let _ = output::json(&serde_json::json!({ "error": first }));
    }
    // If standard error is closed, there is nowhere to report that.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn execute(cli: Cli, name: String) -> anyhow::Result<ExitCode> {
    telemetry::http::install_tls();
    let mut context = Context::new(Env::from_process(), cli.json)?;
    context.command = name;
    let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let code = threads.block_on(dispatch(cli.command, &context));
    // A blocked read of standard input cannot be interrupted, so the runtime does not wait for it.
    threads.shutdown_background();
    code
}

async fn dispatch(command: Command, context: &Context) -> anyhow::Result<ExitCode> {
    match command {
        Command::Up(args) => up::run(args, context).await,
        Command::Demo(args) => demo::run(args, context).await,
        Command::Doctor(args) => doctor::run(args, context).await,
        Command::Idle => idle::run().await,
        Command::Models(args) => models::run(args, context).await,
        Command::Topology(args) => topology::run(args, context).await,
        Command::Database(args) => database::run(args, context).await,
        Command::Publish(args) => publish::run(args, context).await,
        Command::Ask(args) => ask::run(args, context).await,
        Command::Report(args) => report::run(args, context).await,
        Command::Schedule(args) => schedule::run(args, context).await,
        Command::Cancel(args) => cancel::run(args, context).await,
        Command::Watch(args) => watch::run(args, context).await,
        Command::Retrieve(args) => retrieve::run(args, context).await,
        Command::Remember(args) => remember::run(args, context).await,
        Command::Research(args) => research::run(args, context).await,
        Command::Show(args) => show::run(args, context).await,
        Command::Event(args) => event::run(args, context).await,
        Command::Entity(args) => entity::run(args, context).await,
        Command::Dead(args) => dead::run(args, context).await,
        Command::Reconcile(args) => reconcile::run(args, context).await,
        Command::Budget(args) => budget::run(args, context).await,
        Command::Console(_) => console::run(context).await,
        Command::Token(args) => token::run(args, context).await,
        Command::Webhook(args) => webhook::run(args, context).await,
        Command::Resolve(args) => resolve::run(args, context).await,
        Command::Score(args) => score::run(args, context).await,
        Command::Backtest(args) => backtest::run(args, context).await,
        Command::Prompts(args) => prompts::run(&args, context),
        Command::Bundle(args) => bundle::run(args, context).await,
        Command::Macro(args) => macros::run(args, context).await,
        Command::Mcp(args) => mcp::run(args, context).await,
        Command::Review(args) => review::run(args, context).await,
        Command::Summary(args) => summary::run(args, context).await,
        Command::Trace(args) => trace::run(args, context).await,
        Command::Import(args) => import::run(args, context).await,
        Command::Completions(args) => completions::run(&args),
    }
}

/// Returns true if the reader closed the pipe, as in `auspex watch | head`; that is a success.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe))
}

/// Parses the arguments of one command, without its name.
#[cfg(test)]
pub(crate) fn parse_arguments<A: clap::Args>(line: &[&str]) -> Result<A, clap::Error> {
    let command = A::augment_args(clap::Command::new("auspex")).no_binary_name(true);
    A::from_arg_matches(&command.try_get_matches_from(line)?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_error_names_the_whole_command() {
        let name = |line: &[&str]| super::name(&super::command_line().try_get_matches_from(line).unwrap());
        assert_eq!(name(&["auspex", "show"]), "show");
        assert_eq!(name(&["auspex", "entity", "remove", "heron"]), "entity remove");
    }

    #[test]
    fn the_command_line_is_consistent() {
        super::command_line().debug_assert();
    }
}
