//! `lab chaos`: runs the kill loop and prints its verdict. Exit code 1 if an invariant is violated.

use tests::kill_loop::KillLoop;

use crate::output;

/// Maximum share of model calls that may be repeated in the full-size loop of 2,000 jobs.
const MAX_REPEATED: f64 = 0.02;

/// Command-line options of `lab chaos`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    kill_loop: KillLoop,
}

/// Runs the kill loop.
///
/// # Errors
/// If the fleet does not settle, an invariant is violated, or more than 2 % of the model calls are repeated.
pub async fn run(args: Args) -> anyhow::Result<()> {
    let kill_loop = args.kill_loop;
    output::line(&format!("{kill_loop:?}"))?;
    let after = kill_loop.run().await?;
    let ([workers, nats, postgres, redis, failovers, quorums], gateway) = (after.kills, after.gateway_kills);
    let (jobs, seconds) = (kill_loop.jobs, after.took.as_secs_f64());
    output::line(&format!("{jobs} jobs in {seconds:.1} s ({:.0}/s)", jobs as f64 / seconds))?;
    output::line(&format!(
        "kills: {workers} workers, {gateway} gateway, {nats} nats-server, {postgres} Postgres; {redis} Redis flushes; {failovers} fail-overs \
         to a standby; {quorums} losses of the quorum"
    ))?;
    output::line(after.verdict.to_string().trim_end())?;
    anyhow::ensure!(after.verdict.holds_all(), "an invariant is violated; the lines marked VIOLATED list which");
    let percent = 100.0 * after.repeated;
    anyhow::ensure!(
        after.repeated <= MAX_REPEATED,
        "{percent:.2} % of the model calls were repeated; the limit is 2 %"
    );
    Ok(())
}
