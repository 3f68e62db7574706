//! `auspex reconcile`: compares the streams with Postgres after a promotion that lost commits, and publishes again what
//! no row leads to any more.
//!
//! An asynchronous standby that is promoted lacks the newest commits. What a surviving row leads to is found by the
//! reconcilers of the workers (ADR 0005). This command finds the rest: messages that a consumer has acknowledged and
//! whose job has neither an outcome nor a row in the outbox. They are published again as the same jobs, so that a
//! repetition is harmless.

mod report;
mod scan;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use chrono::TimeDelta;
use coordination::Redis;
use domain::Time;
use runtime::client::{Client, StoredMessage};
use runtime::topology::{Holding, STREAMS, StreamSpec};
use store::Store;

use crate::doctor::redis_config;
use crate::{Context, output};
use report::Report;
use scan::Scan;

/// Messages older than this are not compared: Postgres may have removed their rows (`AUSPEX_RETENTION_WORK` is at least
/// 30 days).
const OLDEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// Command-line arguments of `auspex reconcile`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Publish the lost messages again. Without it nothing changes.
    #[arg(long)]
    apply: bool,
    /// Age of the oldest messages that are compared, at most 30d: it must reach back to before the promotion.
    #[arg(long, default_value = "24h", value_parser = runtime::config::parse_duration)]
    since: Duration,
}

/// Compares, publishes with `--apply`, and prints what was found. Exit code 3 if messages are lost and not published
/// again.
///
/// # Errors
/// When a server cannot be reached or a stream cannot be read.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(args.since <= OLDEST, "--since is at most 30d, because older rows may have been removed");
    let store = context.store().await?;
    let client = context.client().await?;
    let now = context.clock.now();
    let since = now - TimeDelta::from_std(args.since)?;
    let mut report = Report::new(since, now);
    for spec in STREAMS {
        match spec.holding {
            Holding::Events | Holding::Work => work(&client, &store, spec, &mut report).await?,
            Holding::Results => report.results = scan::results(&client, &store, spec, since).await?,
            Holding::Dead | Holding::Advisories => {}
        }
    }
    report.seal();
    if args.apply {
        if !report.is_reconciled() {
            report.forgotten = forget_freshness(context).await?;
        }
        replay(&client, &mut report).await?;
    }
    client.close().await;
    report.print(context.json)?;
    Ok(output::complete_if(report.is_reconciled()))
}

/// Compares one stream of events or work.
async fn work(client: &Client, store: &Store, spec: &'static StreamSpec, report: &mut Report) -> anyhow::Result<()> {
    let mut scan = Scan::begin(client, spec).await?;
    let mut stored = client.stored(spec, report.since).await?;
    while let Some(message) = stored.next().await? {
        scan.add(message, store).await?;
    }
    scan.end(store, report).await
}

/// Removes the marks of fresh research from Redis. Some stand for research that Postgres has lost, and a repeated event
/// whose tokens have fresh research is not researched again.
async fn forget_freshness(context: &Context) -> anyhow::Result<usize> {
    let forget = async { Redis::new(redis_config(context))?.forget_freshness().await };
    forget.await.context(
        "Redis does not remove its marks of fresh research, without which lost research is not repeated; nothing was published. \
         Check AUSPEX_REDIS_URL and the rights of the operator (auspex database redis-users), and run the command again",
    )
}

/// Publishes lost events. Facts come after them: an event that is worked on again emits its facts again under the same
/// ids, so only those are published that are still lost when no event is lost and nothing is in progress.
async fn replay(client: &Client, report: &mut Report) -> anyhow::Result<()> {
    let is_settled = report.lost_events.is_empty() && !report.is_open();
    let lost = if is_settled { &mut report.lost_facts } else { &mut report.lost_events };
    let messages = std::mem::take(lost);
    for message in messages {
        let StoredMessage { job, .. } = &message;
        client.replay(&message).await.with_context(|| format!("publishing job {job} again; run the command again"))?;
        report.replayed += 1;
    }
    Ok(())
}

/// Returns the time at which a stream stored a message.
fn stored_at(message: &StoredMessage) -> Option<Time> {
    i64::try_from(message.delivery.stored_at).ok().map(Time::from_timestamp_nanos)
}
