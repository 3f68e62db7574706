//! What every worker does beside its handlers: relay, reconcile, stay alive; and the sweepers that a service adds.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::Outgoing;
use domain::port::Journal;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::crash;
use crate::interrupt::Interrupt;
use crate::publisher::Publisher;

/// Rows per pass.
const ROWS: u32 = 256;

type Pass = Box<dyn Fn() -> BoxFuture<'static, anyhow::Result<Vec<Outgoing>>> + Send + Sync>;

/// Something that a service does every so often.
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

    /// Passes until `stop`; what a pass answers is published. A failure is told and tried again at the next turn.
    pub(crate) async fn run(self, publisher: Publisher, stop: CancellationToken) {
        loop {
            let outcome = self.pass(&publisher).await;
            let labels = [("service", telemetry::service()), ("task", self.name), ("outcome", outcome)];
            metrics::counter!(telemetry::metric::TASK_RUNS, &labels).increment(1);
            if stopped_within(self.every, &stop).await {
                return;
            }
        }
    }

    async fn pass(&self, publisher: &Publisher) -> &'static str {
        match (self.pass)().await {
            Ok(outgoing) => {
                publisher.publish(&outgoing).await;
                "ok"
            }
            Err(error) => {
                tracing::warn!(task = self.name, error = format!("{error:#}"), "a background task failed");
                "failed"
            }
        }
    }
}

/// Waits until the next turn; true if there is none. A pass that has begun is thus always finished.
async fn stopped_within(interval: Duration, stop: &CancellationToken) -> bool {
    tokio::select! {
        () = tokio::time::sleep(interval) => false,
        () = stop.cancelled() => true,
    }
}

/// Publishes the outbox rows that a crash or an outage left behind.
pub(crate) struct Relay<J> {
    pub(crate) journal: Arc<J>,
    pub(crate) publisher: Publisher,
    /// What this worker may publish.
    pub(crate) subjects: Vec<&'static str>,
    pub(crate) hearers: Vec<(&'static str, &'static str)>,
}

impl<J: Journal> Relay<J> {
    /// Rows that nobody has confirmed.
    pub(crate) async fn unsent(&self, interval: Duration, age: Duration, stop: &CancellationToken) {
        loop {
            match self.journal.unsent(&self.subjects, age, ROWS).await {
                Ok(rows) => {
                    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                    metrics::gauge!(telemetry::metric::OUTBOX_UNSENT, "service" => telemetry::service())
                        .set(f64::from(count));
                    let full = count == ROWS;
                    if self.publish(rows, "unsent").await && full && !stop.is_cancelled() {
                        continue;
                    }
                }
                Err(error) => tracing::debug!(%error, "the relay cannot read the outbox"),
            }
            if stopped_within(interval, stop).await {
                return;
            }
        }
    }

    /// Messages that were confirmed and still have no outcome at their hearers: JetStream may have lost them.
    pub(crate) async fn unheard(&self, interval: Duration, age: Duration, stop: &CancellationToken) {
        if self.hearers.is_empty() {
            return;
        }
        while !stopped_within(interval, stop).await {
            match self.journal.unheard(&self.hearers, age, ROWS).await {
                Ok(rows) => drop(self.publish(rows, "unheard").await),
                Err(error) => tracing::debug!(%error, "the reconciler cannot read the outbox"),
            }
        }
    }

    /// True if every row was confirmed.
    async fn publish(&self, rows: Vec<Outgoing>, reason: &'static str) -> bool {
        if rows.is_empty() {
            return true;
        }
        tracing::info!(rows = rows.len(), reason, "publishing again");
        let confirmed = self.publisher.publish(&rows).await;
        crash::at(if reason == "unsent" { "after_relay" } else { "after_reconcile" });
        let labels = [("service", telemetry::service()), ("reason", reason)];
        metrics::counter!(telemetry::metric::RELAYED, &labels).increment(rows.len() as u64);
        confirmed
    }
}

/// Says to the journal that this instance lives, three times per lease; calls everything back when the lease had lapsed,
/// since another instance may have taken it over. Silence of the journal alone calls nothing back: whoever cannot reach
/// Postgres cannot take over either.
pub(crate) async fn stay_alive<J: Journal>(
    journal: Arc<J>,
    lease: Duration,
    interrupt: Interrupt,
    stop: CancellationToken,
) {
    while !stopped_within(lease / 3, &stop).await {
        match journal.alive(lease).await {
            Ok(true) => {}
            Ok(false) => {
                metrics::counter!(telemetry::metric::LEASE_LAPSES, "service" => telemetry::service()).increment(1);
                tracing::warn!("this instance's lease had lapsed; everything in flight is handed back");
                interrupt.call_back();
            }
            Err(error) => tracing::warn!(%error, "the journal cannot be told that this instance is alive"),
        }
    }
}
