//! A tenant's events behind another tenant's backlog: the time until their result, beside that on an idle fleet.

use std::time::{Duration, Instant};

use anyhow::Context;
use domain::{Event, EventId, Tenant};
use futures::{StreamExt, TryStreamExt};
use tests::{Fleet, Setup, events, wait};

use super::percentile;

/// Events on the idle fleet.
const LONE: usize = 60;
/// Interval between two events of the tenant that is measured.
const INTERVAL: Duration = Duration::from_millis(50);
/// Publishes in flight of the backlog.
const IN_FLIGHT: usize = 512;
/// Share of the backlog, in percent, that has to wait while an event counts.
const WAITING_PERCENT: i64 = 10;
/// Maximum time until a result arrives.
const PATIENCE: Duration = Duration::from_secs(300);

const ANSWERED: &str = "SELECT coalesce(sum(n), 0)::bigint FROM verdict_group, unnest(counts) n WHERE answered_at IS NOT NULL AND tenant = 'large'";

/// Seconds from publish to result, 95th percentiles.
pub(super) struct Fair {
    /// On an idle fleet.
    pub(super) lone: f64,
    /// While the other tenant's backlog waits.
    pub(super) behind: f64,
    /// Number of events behind the backlog.
    pub(super) measured: usize,
}

/// Measures with a backlog of `count` events.
pub(super) async fn measure(count: usize) -> anyhow::Result<Fair> {
    let setup = Setup { ack_wait: Duration::from_secs(30), ..Setup::default() };
    let fleet = Fleet::start(setup.with("AUSPEX_LOG", "warn")).await?;
    let mut small = Small { results: results(&fleet).await?, fleet: &fleet, next: 0 };
    for _ in 0..LONE / 4 {
        small.event().await?;
    }
    let mut lone = Vec::new();
    for _ in 0..LONE {
        lone.push(small.event().await?);
        tokio::time::sleep(INTERVAL).await;
    }
    backlog(&fleet, count).await?;
    let mut behind = Vec::new();
    let enough = i64::try_from(count)? * (100 - WAITING_PERCENT) / 100;
    while fleet.database.count(ANSWERED).await? < enough {
        behind.push(small.event().await?);
        tokio::time::sleep(INTERVAL).await;
    }
    anyhow::ensure!(behind.len() >= 10, "the backlog was gone after {} events", behind.len());
    Ok(Fair { lone: percentile(&lone, 95), behind: percentile(&behind, 95), measured: behind.len() })
}

async fn results(fleet: &Fleet) -> anyhow::Result<async_nats::Subscriber> {
    let results = fleet.publisher.client.subscribe("auspex.result.classifications.small").await?;
    fleet.publisher.client.flush().await?;
    Ok(results)
}

/// Publishes the backlog while the classifier is frozen.
async fn backlog(fleet: &Fleet, count: usize) -> anyhow::Result<()> {
    let place = fleet.places("classifier")[0];
    fleet.signal(place, "STOP")?;
    let publishing = (0..count).map(|n| async move { fleet.publisher.event(&of("large", n)?).await });
    futures::stream::iter(publishing).buffer_unordered(IN_FLIGHT).try_for_each(|_| async { Ok(()) }).await?;
    fleet.signal(place, "CONT")?;
    wait::until("the backlog is being worked on", PATIENCE, || async {
        let answered = fleet.database.count(ANSWERED).await?;
        Ok(if answered > 0 { Ok(()) } else { Err("no event is answered".to_owned()) })
    })
    .await
    .with_context(|| fleet.logs())
}

fn of(tenant: &str, n: usize) -> anyhow::Result<Event> {
    let mut event = events::dust(n);
    event.id = EventId::parse(&format!("{tenant}-{n}"))?;
    event.tenant = Tenant::parse(tenant)?;
    Ok(event)
}

/// The tenant that is measured.
struct Small<'a> {
    fleet: &'a Fleet,
    results: async_nats::Subscriber,
    next: usize,
}

impl Small<'_> {
    /// Publishes one event and returns the seconds until its result.
    async fn event(&mut self) -> anyhow::Result<f64> {
        let event = of("small", self.next)?;
        self.next += 1;
        let begin = Instant::now();
        self.fleet.publisher.event(&event).await?;
        loop {
            let message = tokio::time::timeout(PATIENCE, self.results.next()).await;
            let message = message.with_context(|| self.fleet.logs())?.context("the subscription ended")?;
            let result: proto::v1::Result = proto::message(&message.payload)?;
            let Some(proto::v1::result::Body::Classifications(group)) = result.body else { continue };
            if group.verdicts.iter().any(|verdict| verdict.event_id == event.id.as_str()) {
                return Ok(begin.elapsed().as_secs_f64());
            }
        }
    }
}
