//! The command line of `lab`: parsing, dispatch and exit codes.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{bench, chaos, eval, quality, simulate, soak, voi};

const EXIT_CODES: &str = "Exit codes:
  0  done
  1  failed, or an invariant is violated (chaos)
  2  wrong usage
  3  done, but rows were refused (eval)";

/// Evaluation, benchmarks and the kill loop.
#[derive(Parser)]
#[command(name = "lab", version, after_help = EXIT_CODES, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run one capability over a set and write its answers for the scorer of the set.
    Eval(eval::Args),
    /// Run `lab eval` on every set of a folder, score the answers and print the figures of peers beside them.
    Quality(quality::Args),
    /// Measure throughput, latency, start-up time and memory, each beside its limit.
    Bench(bench::Args),
    /// Kill workers, the gateway and servers at random while a fleet works, then check every invariant.
    Chaos(chaos::Args),
    /// Put a mixed load on a fleet for a long time; print memory, tables, streams and latency, and judge if they stay
    /// flat.
    Soak(soak::Args),
    /// Compute from measured costs what a rate of events needs: cells, cores, disk, connections.
    Simulate(simulate::Args),
    /// Compare buying research by its value with a fixed depth, at equal spend, on the rows of `auspex backtest`.
    Voi(voi::Args),
}

/// Parses the command line, runs the command and reports its error.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    telemetry::http::install_tls();
    match block_on(cli.command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn block_on(command: Command) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            Command::Eval(args) => return eval::run(args).await,
            Command::Quality(args) => quality::run(args).await?,
            Command::Bench(args) => bench::run(args).await?,
            Command::Chaos(args) => chaos::run(args).await?,
            Command::Soak(args) => soak::run(args).await?,
            Command::Simulate(args) => simulate::run(&args)?,
            Command::Voi(args) => voi::run(&args)?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
