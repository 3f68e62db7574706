//! Background tasks of every worker: relay, reports about tenants, and the sweepers that a service adds.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::Outgoing;
use domain::port::{Journal, TenantLoad, Unconfirmed};
use futures::FutureExt;
use futures::future::BoxFuture;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::consumer::Limiter;
use crate::crash;
use crate::publisher::Publisher;
use crate::settle::{error_chain, panic_message};

/// Maximum rows per pass. A claim of 4,096 took 125 ms at ten million rows (`ten_million` of the store's examples),
/// where a statement may take 100 ms. The journal limits their bytes, too.
const ROWS: u32 = 2048;
/// Maximum factor of the relay's interval while it finds nothing: a row that a crash left behind waits a few seconds
/// longer.
const MAX_IDLE: u32 = 4;

/// Interval of the reports about tenants.
const LOADS_INTERVAL: Duration = Duration::from_secs(15);

type Pass = Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<Vec<Outgoing>>> + Send + Sync>;

/// A periodic task of a service.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) every: Duration,
    pub(crate) pass: Pass,
}

impl Task {
    pub(crate) fn new<F, Fut>(name: &'static str, every: Duration, pass: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = anyhow::Result<Vec<Outgoing>>> + Send + 'static,
    {
        Self { name, every, pass: Box::new(move || Box::pin(pass()) as Pin<Box<_>>) }
    }

    /// Runs a pass every [`Task::every`] until `stop` and publishes the returned messages. A failed pass is logged and
    /// repeated at the next interval.
    pub(crate) async fn run(self, publisher: Publisher, stop: CancellationToken) {
        loop {
            self.pass(&publisher).await;
            if stopped_within(self.every, &stop).await {
                return;
            }
        }
    }

    /// Runs passes, one directly after the other, until one that ends after `stop` has no message.
    pub(crate) async fn serve(self, publisher: Publisher, stop: CancellationToken) {
        loop {
            let published = self.pass(&publisher).await;
            let may_end = published.is_none_or(|messages| messages == 0);
            if stop.is_cancelled() && may_end || published.is_none() && stopped_within(self.every, &stop).await {
                return;
            }
        }
    }

    /// Returns the number of messages; `None` if the pass failed.
    async fn pass(&self, publisher: &Publisher) -> Option<usize> {
        let pass = AssertUnwindSafe((self.pass)()).catch_unwind().await;
        let pass = pass.unwrap_or_else(|panic| Err(anyhow::anyhow!("it panicked: {}", panic_message(&*panic))));
        let passed = match pass {
            Ok(outgoing) => {
                publisher.publish(&outgoing).await;
                Some(outgoing.len())
            }
            Err(error) => {
                tracing::warn!(
                    task = self.name,
                    error = format!("{error:#}"),
                    "background task failed; it runs again at the next interval"
                );
                None
            }
        };
        let outcome = if passed.is_some() { "ok" } else { "failed" };
        let labels = [("service", telemetry::service()), ("task", self.name), ("outcome", outcome)];
        metrics::counter!(telemetry::metric::TASK_RUNS, &labels).increment(1);
        passed
    }
}

/// Waits for the interval and returns true if `stop` comes first. A pass that has begun is always finished.
pub(crate) async fn stopped_within(interval: Duration, stop: &CancellationToken) -> bool {
    tokio::select! {
        () = tokio::time::sleep(interval) => false,
        () = stop.cancelled() => true,
    }
}

/// Publishes outbox rows that a crash or an outage left behind.
pub(crate) struct Relay<J> {
    pub(crate) journal: Arc<J>,
    pub(crate) publisher: Publisher,
    /// Subjects that this worker may publish.
    pub(crate) subjects: Vec<&'static str>,
}

impl<J: Journal> Relay<J> {
    /// Publishes rows that no stream has confirmed.
    pub(crate) async fn unsent(&self, interval: Duration, age: Duration, stop: &CancellationToken) {
        let mut idle = 1;
        loop {
            match self.journal.unsent(&self.subjects, age, ROWS).await {
                Ok(rows) => {
                    idle = if rows.is_empty() { (idle * 2).min(MAX_IDLE) } else { 1 };
                    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                    metrics::gauge!(telemetry::metric::OUTBOX_UNSENT, "service" => telemetry::service())
                        .set(f64::from(count));
                    // A message with two consumers takes two of the rows.
                    let full = count * 2 > ROWS;
                    if self.publish(rows).await && full && !stop.is_cancelled() {
                        continue;
                    }
                }
                Err(error) => tracing::warn!(error = error_chain(&error), "the relay could not read the outbox"),
            }
            if stopped_within(interval * idle, stop).await {
                return;
            }
        }
    }

    /// Returns true if every row was confirmed.
    async fn publish(&self, rows: Vec<Outgoing>) -> bool {
        if rows.is_empty() {
            return true;
        }
        tracing::info!(rows = rows.len(), reason = "unsent", "publishing outbox rows again");
        count_relayed(rows.len(), "unsent");
        let failed = self.publisher.publish_each(&rows).await;
        crash::at("after_relay");
        report_unconfirmed(&*self.journal, &failed).await;
        failed.is_empty()
    }
}

/// Reports rows that were published again in vain. If the report fails, their claims end by themselves.
pub(crate) async fn report_unconfirmed<J: Journal>(journal: &J, failed: &[Unconfirmed]) {
    if failed.is_empty() {
        return;
    }
    if let Err(error) = journal.unconfirmed(failed).await {
        tracing::debug!(error = error_chain(&error), rows = failed.len(), "claims of unconfirmed rows end later");
    }
}

/// Counts rows that were published again.
pub(crate) fn count_relayed(rows: usize, reason: &'static str) {
    let labels = [("service", telemetry::service()), ("reason", reason)];
    metrics::counter!(telemetry::metric::RELAYED, &labels).increment(rows as u64);
}

/// Reports the work of each tenant. A process without work reports nothing after it has said so once.
pub(crate) async fn report_loads<J: Journal>(journal: Arc<J>, limiters: Vec<Arc<Limiter>>, stop: CancellationToken) {
    let mut is_known_idle = true;
    while !stopped_within(LOADS_INTERVAL, &stop).await {
        let now = Instant::now();
        let loads: Vec<TenantLoad> = limiters.iter().flat_map(|limiter| limiter.loads(now)).collect();
        if loads.is_empty() && is_known_idle {
            continue;
        }
        match journal.report_loads(&loads).await {
            Ok(()) => is_known_idle = loads.is_empty(),
            Err(error) => tracing::debug!(error = error_chain(&error), "the work of tenants could not be reported"),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::Tenant;

    use super::*;
    use crate::consumer::TenantLimits;
    use crate::testing::FakeJournal;

    #[tokio::test(start_paused = true)]
    async fn the_work_of_tenants_is_reported_until_there_is_none() {
        let (journal, stop) = (Arc::new(FakeJournal::default()), CancellationToken::new());
        let limiter = Limiter::new("tests", TenantLimits { in_flight: 1, rate: 0 });
        let reporting = tokio::spawn(report_loads(Arc::clone(&journal), vec![Arc::clone(&limiter)], stop.clone()));
        let acme = Tenant::parse("acme").expect("a valid name");
        let running = limiter.start(&acme, Duration::ZERO, Instant::now()).expect("free");
        assert!(limiter.start(&acme, Duration::from_secs(9), Instant::now()).is_err());
        let after = LOADS_INTERVAL + Duration::from_secs(1);
        tokio::time::sleep(after).await;
        let loads = journal.loads();
        assert_eq!((loads.len(), loads[0].running, loads[0].held_back), (1, 1, 1));
        assert!(loads[0].oldest.is_some_and(|age| age > Duration::from_secs(20)), "{loads:?}");
        drop(running);
        tokio::time::sleep(Duration::from_secs(120)).await;
        assert!(journal.loads().is_empty(), "a worker that has become idle says so");
        stop.cancel();
        reporting.await.expect("ends");
    }
}
