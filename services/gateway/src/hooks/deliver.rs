//! Delivery of all endpoints by any number of replicas. A replica claims endpoints that have something to send; each has its own
//! task, so a slow receiver delays no other. What is sent and not settled before a crash is sent again under the same id.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use domain::webhook::{DISABLE_AFTER, DeliveryDecision, ReceiverAnswer, decide};
use futures::StreamExt;
use store::Store;
use store::webhooks::{ClaimedWebhook, DueDelivery, GroupOutcome, Settlement};
use telemetry::metric::{WEBHOOK_DELIVERIES, WEBHOOK_OLDEST, WEBHOOKS_DISABLED, WEBHOOKS_FAILING};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::send::{Attempt, send};
use super::sign::random_unit;
use super::targets::Targets;

/// Time that attempts in progress have when the process stops.
const GRACE: Duration = Duration::from_secs(3);

/// Limits of the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryLimits {
    /// Interval in which new events are looked for.
    pub interval: Duration,
    /// Endpoints that this replica delivers to at the same time.
    pub endpoints: usize,
    /// Concurrent attempts of one endpoint.
    pub concurrent: usize,
    /// Attempts that are settled together.
    pub group: u32,
    /// Validity of a claim. Longer than a group of attempts may take.
    pub lease: Duration,
    /// Time without a success after which an endpoint is disabled.
    pub disable_after: Duration,
}

impl Default for DeliveryLimits {
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(1),
            endpoints: 64,
            concurrent: 4,
            group: 16,
            lease: Duration::from_secs(120),
            disable_after: DISABLE_AFTER,
        }
    }
}

impl DeliveryLimits {
    /// Attempts that are settled together, where the number of concurrent attempts allows it.
    const GROUP: usize = 16;

    /// Limits the concurrent attempts of one endpoint. A group has at most four attempts for each, so that it ends within the lease.
    pub fn concurrent(concurrent: usize) -> Self {
        let concurrent = concurrent.max(1);
        let group = (4 * concurrent).min(Self::GROUP.max(concurrent));
        Self { concurrent, group: u32::try_from(group).unwrap_or(u32::MAX), ..Self::default() }
    }
}

/// Delivers events to the endpoints of all tenants.
pub struct Deliverer {
    /// Postgres, which holds endpoints and deliveries.
    pub store: Arc<Store>,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
    /// Targets that may be contacted.
    pub targets: Arc<Targets>,
    /// Limits of the delivery.
    pub limits: DeliveryLimits,
}

impl Deliverer {
    /// Delivers until the process stops.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) {
        let mut tasks = JoinSet::new();
        let mut held = BTreeSet::new();
        let mut ticks = tokio::time::interval(self.limits.interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = ticks.tick() => {}
            }
            while tasks.try_join_next().is_some() {}
            let free = self.limits.endpoints.saturating_sub(tasks.len());
            for endpoint in self.claim(free).await {
                held.insert(endpoint.id);
                let (deliverer, stop) = (Arc::clone(self), stop.clone());
                tasks.spawn(async move { deliverer.deliver(endpoint, &stop).await });
            }
        }
        let finish = async { while tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(GRACE, finish).await;
        // An attempt that is cut off is repeated by another replica.
        tasks.shutdown().await;
        let held: Vec<_> = held.into_iter().collect();
        if self.store.release_webhooks(&held).await.is_err() {
            tracing::debug!("the claims of webhooks end with their leases");
        }
    }

    async fn claim(&self, free: usize) -> Vec<ClaimedWebhook> {
        let limit = u32::try_from(free).unwrap_or(u32::MAX);
        if limit == 0 {
            return Vec::new();
        }
        self.store.claim_webhooks(limit, self.limits.lease).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "webhooks wait: they cannot be claimed"
            );
            Vec::new()
        })
    }

    /// Delivers groups until nothing is due, the endpoint is paused or the process stops.
    async fn deliver(&self, endpoint: ClaimedWebhook, stop: &CancellationToken) {
        while !stop.is_cancelled() {
            match self.deliver_group(&endpoint).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::warn!(webhook = %endpoint.id, error, "deliveries of a webhook are sent again later");
                    break;
                }
            }
        }
        if self.store.release_webhooks(&[endpoint.id]).await.is_err() {
            tracing::debug!(webhook = %endpoint.id, "the claim of a webhook ends with its lease");
        }
    }

    /// Returns `false` if nothing is due.
    async fn deliver_group(&self, endpoint: &ClaimedWebhook) -> anyhow::Result<bool> {
        let due = self.store.due_deliveries(endpoint.id, self.limits.group, self.limits.lease).await?;
        let due = due.unwrap_or_default();
        if due.is_empty() {
            return Ok(false);
        }
        // Collected first: the compiler cannot prove a lazily mapped stream of these futures to be `Send`.
        let attempts: Vec<_> = due.iter().map(|delivery| self.attempt(endpoint, delivery)).collect();
        let attempts = futures::stream::iter(attempts).buffer_unordered(self.limits.concurrent.max(1));
        let attempts: Vec<(&DueDelivery, Attempt)> = attempts.collect().await;
        let settled: Vec<Settlement> =
            attempts.iter().map(|(delivery, attempt)| settle(endpoint, delivery, attempt)).collect();
        let outcome = outcome(&attempts, self.limits.disable_after);
        let enabled = self.store.settle_deliveries(endpoint.id, &settled, &outcome).await?;
        if !enabled {
            tracing::error!(webhook = %endpoint.id, tenant = %endpoint.tenant, "a webhook is disabled; `auspex webhook list` shows the reason");
        }
        Ok(true)
    }

    async fn attempt<'a>(&self, endpoint: &ClaimedWebhook, delivery: &'a DueDelivery) -> (&'a DueDelivery, Attempt) {
        (delivery, send(&self.targets, endpoint, delivery, self.clock.now()).await)
    }

    /// Records the age of the oldest pending delivery and the numbers of failing and disabled endpoints.
    ///
    /// # Errors
    /// Postgres is unavailable.
    pub async fn measure(&self) -> anyhow::Result<()> {
        let backlog = self.store.webhook_backlog().await?;
        let service = telemetry::service();
        metrics::gauge!(WEBHOOK_OLDEST, "service" => service).set(backlog.oldest_seconds);
        for (gauge, count) in [(WEBHOOKS_FAILING, backlog.failing), (WEBHOOKS_DISABLED, backlog.disabled)] {
            metrics::gauge!(gauge, "service" => service).set(f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
        }
        Ok(())
    }
}

fn settle(endpoint: &ClaimedWebhook, delivery: &DueDelivery, (answer, error): &Attempt) -> Settlement {
    let verdict = decide(delivery.attempts.saturating_add(1), *answer, random_unit());
    let (outcome, retry) = match verdict {
        DeliveryDecision::Delivered => ("delivered", None),
        DeliveryDecision::Retry(delay) => ("retry", Some(delay)),
        DeliveryDecision::Exhausted => ("failed", None),
        // The event waits, in case a person enables the endpoint again.
        DeliveryDecision::Gone => ("gone", Some(Duration::ZERO)),
    };
    metrics::counter!(WEBHOOK_DELIVERIES, "service" => telemetry::service(), "outcome" => outcome).increment(1);
    if verdict == DeliveryDecision::Exhausted {
        let (id, reason) = (delivery.id.as_str(), error.as_deref().unwrap_or_default());
        tracing::error!(webhook = %endpoint.id, event = id, reason, "an event was not delivered; `auspex webhook replay` sends it again");
    }
    let status = match answer {
        ReceiverAnswer::Status(status, _) => Some(*status),
        ReceiverAnswer::None | ReceiverAnswer::Forbidden => None,
    };
    let delivered = verdict == DeliveryDecision::Delivered;
    Settlement { id: delivery.id.clone(), attempts: delivery.attempts, delivered, retry, status, error: error.clone() }
}

fn outcome(attempts: &[(&DueDelivery, Attempt)], disable_after: Duration) -> GroupOutcome {
    let mut pause = Duration::ZERO;
    let mut last = "";
    for (_, (answer, error)) in attempts {
        match answer {
            ReceiverAnswer::Status(410, _) => {
                return GroupOutcome::Disable("the receiver answered 410 (gone)".to_owned());
            }
            ReceiverAnswer::Status(429 | 503, Some(delay)) => {
                pause = pause.max((*delay).min(domain::webhook::MAX_RETRY_AFTER));
            }
            _ => {}
        }
        last = error.as_deref().unwrap_or(last);
    }
    let is_success =
        |(_, (answer, _)): &(&DueDelivery, Attempt)| matches!(answer, ReceiverAnswer::Status(200..=299, _));
    match attempts.iter().any(is_success) {
        true => GroupOutcome::Works,
        false => GroupOutcome::Fails { pause, disable_after, error: last.to_owned() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery() -> DueDelivery {
        let occurred = domain::Time::UNIX_EPOCH;
        DueDelivery {
            id: "msg_1".to_owned(),
            kind: "research".to_owned(),
            occurred,
            data: "{}".to_owned(),
            attempts: 0,
        }
    }

    #[test]
    fn a_group_of_attempts_ends_within_the_lease() {
        let longest_attempt = Duration::from_secs(20);
        for concurrent in 1..=32 {
            let limits = DeliveryLimits::concurrent(concurrent);
            let rounds = limits.group.div_ceil(u32::try_from(limits.concurrent).unwrap());
            assert!(longest_attempt * rounds < limits.lease, "{limits:?}");
        }
        assert_eq!(DeliveryLimits::concurrent(4), DeliveryLimits::default());
    }

    #[test]
    fn one_success_shows_that_an_endpoint_works_and_410_ends_it() {
        let (one, day) = (delivery(), Duration::from_secs(24 * 3600));
        let attempt = |answer| (&one, (answer, Some("no".to_owned())));
        let (ok, bad, gone) =
            (ReceiverAnswer::Status(204, None), ReceiverAnswer::None, ReceiverAnswer::Status(410, None));
        assert_eq!(outcome(&[attempt(bad), attempt(ok)], day), GroupOutcome::Works);
        assert!(matches!(outcome(&[attempt(ok), attempt(gone)], day), GroupOutcome::Disable(_)));
        let busy = ReceiverAnswer::Status(429, Some(Duration::from_secs(60)));
        let expected =
            GroupOutcome::Fails { pause: Duration::from_secs(60), disable_after: day, error: "no".to_owned() };
        assert_eq!(outcome(&[attempt(bad), attempt(busy)], day), expected);
    }
}
