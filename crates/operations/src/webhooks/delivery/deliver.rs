//! Delivery of all endpoints by any number of replicas. A replica claims endpoints that have something to send; each
//! has its own task, so a slow receiver delays no other. What is sent and not settled before a crash is sent again
//! under the same id.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::webhook::{DISABLE_AFTER, DeliveryDecision, ReceiverAnswer, decide};
use domain::{Clock, Tenant};
use futures::StreamExt;
use store::Store;
use store::webhooks::{ClaimedWebhook, DueDelivery, GroupOutcome, Settlement, WebhookPlaces};
use telemetry::metric::{WEBHOOK_DELIVERIES, WEBHOOK_OLDEST, WEBHOOKS_DISABLED, WEBHOOKS_FAILING};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::send::{Attempt, send};
use super::sign::random_unit;
use crate::webhooks::WebhookTargets;

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
    /// Places of one tenant's endpoints.
    pub share: usize,
    /// Attempts that are settled together.
    pub group: u32,
    /// Groups after which an endpoint gives its place back and waits for its next turn.
    pub turn: u32,
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
            share: 16,
            group: 16,
            turn: 8,
            lease: Duration::from_secs(120),
            disable_after: DISABLE_AFTER,
        }
    }
}

impl DeliveryLimits {
    /// Attempts that are settled together, where the number of concurrent attempts allows it.
    const GROUP: usize = 16;

    /// Returns the places for the next claim, beside those of these tenants.
    fn places<'a>(&self, held: impl Iterator<Item = &'a Tenant>) -> WebhookPlaces {
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (mut by_tenant, mut all) = (BTreeMap::new(), 0);
        for tenant in held {
            *by_tenant.entry(tenant.clone()).or_insert(0) += 1;
            all += 1;
        }
        WebhookPlaces { free: number(self.endpoints.saturating_sub(all)), share: number(self.share), held: by_tenant }
    }

    /// Limits the concurrent attempts of one endpoint. A group has at most four attempts for each, so that it ends
    /// within the lease.
    pub fn concurrent(concurrent: usize) -> Self {
        let concurrent = concurrent.max(1);
        let group = (4 * concurrent).min(Self::GROUP.max(concurrent));
        Self { concurrent, group: u32::try_from(group).unwrap_or(u32::MAX), ..Self::default() }
    }
}

/// The end of an endpoint's turn.
struct Ended {
    endpoint: Uuid,
    /// `true` if something may still be due.
    has_more: bool,
}

/// Delivers events to the endpoints of all tenants.
pub struct Deliverer {
    /// Postgres, which holds endpoints and deliveries.
    pub store: Arc<Store>,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
    /// Targets that may be contacted.
    pub targets: Arc<dyn WebhookTargets>,
    /// Limits of the delivery.
    pub limits: DeliveryLimits,
}

impl Deliverer {
    /// Delivers until the process stops.
    pub async fn run(self: &Arc<Self>, stop: &CancellationToken) {
        let mut tasks = JoinSet::new();
        let mut held: BTreeMap<Uuid, Tenant> = BTreeMap::new();
        let mut ticks = tokio::time::interval(self.limits.interval);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let ended = tokio::select! {
                () = stop.cancelled() => break,
                _ = ticks.tick() => None,
                Some(ended) = tasks.join_next() => ended.ok(),
            };
            if let Some(Ended { endpoint, has_more }) = ended {
                held.remove(&endpoint);
                // Its place goes to the endpoint that has waited for longest, at once if there may be one.
                if !has_more {
                    continue;
                }
            }
            for endpoint in self.claim(&held).await {
                held.insert(endpoint.id, endpoint.tenant.clone());
                let (deliverer, stop) = (Arc::clone(self), stop.clone());
                tasks.spawn(async move { deliverer.deliver(endpoint, &stop).await });
            }
        }
        let finish = async { while tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(GRACE, finish).await;
        // An attempt that is cut off is repeated by another replica.
        tasks.shutdown().await;
        let held: Vec<Uuid> = held.into_keys().collect();
        if self.store.webhooks().release(&held).await.is_err() {
            tracing::debug!("the claims of webhooks end with their leases");
        }
    }

    async fn claim(&self, held: &BTreeMap<Uuid, Tenant>) -> Vec<ClaimedWebhook> {
        let places = self.limits.places(held.values());
        if places.free == 0 {
            return Vec::new();
        }
        self.store.webhooks().claim(&places, self.limits.lease).await.unwrap_or_else(|error| {
            tracing::warn!(
                error = format!("{:#}", anyhow::Error::from(error)),
                "webhooks wait: they cannot be claimed"
            );
            Vec::new()
        })
    }

    /// Delivers groups until nothing is due, the endpoint is paused, the process stops, or the endpoint has had its
    /// turn.
    async fn deliver(&self, endpoint: ClaimedWebhook, stop: &CancellationToken) -> Ended {
        let mut has_more = true;
        for _ in 0..self.limits.turn {
            if stop.is_cancelled() {
                break;
            }
            has_more = self.deliver_group(&endpoint).await.unwrap_or_else(|error| {
                let error = format!("{error:#}");
                tracing::warn!(webhook = %endpoint.id, error, "deliveries of a webhook are sent again later");
                false
            });
            if !has_more {
                break;
            }
        }
        if self.store.webhooks().release(&[endpoint.id]).await.is_err() {
            tracing::debug!(webhook = %endpoint.id, "the claim of a webhook ends with its lease");
        }
        Ended { endpoint: endpoint.id, has_more }
    }

    /// Deletes the deliveries of deleted endpoints, in portions.
    ///
    /// # Errors
    /// Postgres is unavailable.
    pub async fn sweep(&self, stop: &CancellationToken) -> anyhow::Result<()> {
        while !stop.is_cancelled() && self.store.webhooks().sweep().await? {}
        Ok(())
    }

    /// Returns `false` if nothing is due.
    async fn deliver_group(&self, endpoint: &ClaimedWebhook) -> anyhow::Result<bool> {
        let due = self.store.webhooks().due_deliveries(endpoint.id, self.limits.group, self.limits.lease).await?;
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
        let enabled = self.store.webhooks().settle(endpoint.id, &settled, &outcome).await?;
        if !enabled {
            tracing::error!(webhook = %endpoint.id, tenant = %endpoint.tenant, "a webhook is disabled; `auspex webhook list` shows the reason");
        }
        Ok(true)
    }

    async fn attempt<'a>(&self, endpoint: &ClaimedWebhook, delivery: &'a DueDelivery) -> (&'a DueDelivery, Attempt) {
        (delivery, send(self.targets.as_ref(), endpoint, delivery, self.clock.now()).await)
    }

    /// Records the age of the oldest pending delivery and the numbers of failing and disabled endpoints.
    ///
    /// # Errors
    /// Postgres is unavailable.
    pub async fn measure(&self) -> anyhow::Result<()> {
        let backlog = self.store.webhooks().backlog().await?;
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
