//! What every worker does beside its handlers: relay, reconcile, stay alive; and the sweepers that a service adds.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use domain::{JobId, Outgoing};
use futures::future::{BoxFuture, join_all};
use tokio_util::sync::CancellationToken;

use crate::crash;
use crate::interrupt::Interrupt;
use crate::publisher::Publisher;

/// Rows per pass.
const ROWS: u32 = 256;
/// Messages whose rounds are remembered: 24 bytes each. Forgetting them costs a round that a purged stream may drop.
const MOST_ROUNDS: usize = 100_000;

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
                    if self.publish(rows).await && full && !stop.is_cancelled() {
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
        let mut rounds = HashMap::new();
        while !stopped_within(interval, stop).await {
            while self.reconcile(age, &mut rounds).await && !stop.is_cancelled() {}
        }
    }

    /// One look; true if there is more. `rounds` counts how often this process has said each message again.
    async fn reconcile(&self, age: Duration, rounds: &mut HashMap<JobId, u32>) -> bool {
        let rows = match self.journal.unheard(&self.hearers, age, ROWS).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::debug!(%error, "the reconciler cannot read the outbox");
                return false;
            }
        };
        if rows.is_empty() {
            return false;
        }
        tracing::info!(rows = rows.len(), reason = "unheard", "publishing again");
        count(rows.len(), "unheard");
        if rounds.len() > MOST_ROUNDS {
            rounds.clear();
        }
        let said = rows.iter().map(|row| {
            let round = rounds.entry(row.id).or_insert(0);
            *round += 1;
            self.publisher.again(row, *round)
        });
        let said: Vec<_> = said.collect();
        let confirmed = join_all(said).await.into_iter().all(|confirmed| confirmed);
        crash::at("after_reconcile");
        confirmed && rows.len() == ROWS as usize
    }

    /// True if every row was confirmed.
    async fn publish(&self, rows: Vec<Outgoing>) -> bool {
        if rows.is_empty() {
            return true;
        }
        tracing::info!(rows = rows.len(), reason = "unsent", "publishing again");
        count(rows.len(), "unsent");
        let confirmed = self.publisher.publish(&rows).await;
        crash::at("after_relay");
        confirmed
    }
}

fn count(rows: usize, reason: &'static str) {
    let labels = [("service", telemetry::service()), ("reason", reason)];
    metrics::counter!(telemetry::metric::RELAYED, &labels).increment(rows as u64);
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
