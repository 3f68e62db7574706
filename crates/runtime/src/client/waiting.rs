//! Which tenants' messages wait at a consumer, counted by the server.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::jetstream::consumer::pull::Config;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer};
use async_nats::jetstream::stream::Stream;
use domain::Time;
use futures::TryStreamExt;
use serde::Serialize;

use super::{Client, StoredError};
use crate::topology::{CONSUMERS, ConsumerSpec};

/// Time after which the server deletes a counting consumer that was not deleted.
const INACTIVE_THRESHOLD: Duration = Duration::from_secs(10);
/// Maximum subjects that are read per consumer. Each has one tenant and, for events, one kind.
const SUBJECTS: usize = 20_000;
/// Number of tenants, those with the most stored messages, that are counted for each tenant that is returned: some of
/// them have no message that waits, because streams keep finished events.
const COUNTED_PER_RETURNED: usize = 4;

/// Messages of one tenant that a consumer has not delivered yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TenantWaiting {
    /// Name of the consumer.
    pub consumer: &'static str,
    /// The tenant.
    pub tenant: String,
    /// Number of messages.
    pub messages: u64,
    /// When the oldest of them was stored.
    pub oldest_at: Option<Time>,
}

impl Client {
    /// Returns, per consumer with a backlog, up to `tenants` tenants with the most messages that wait. The server
    /// counts them; at most [`SUBJECTS`] subjects and `4 × tenants` tenants per consumer are asked for. Missing
    /// consumers and messages of earlier versions, whose subjects name no tenant, are left out.
    ///
    /// # Errors
    /// The server does not answer, or the user has no permission.
    pub async fn waiting(&self, tenants: usize) -> Result<Vec<TenantWaiting>, StoredError> {
        let mut waiting = Vec::new();
        for spec in CONSUMERS {
            let found: Result<PullConsumer, _> =
                self.jetstream().get_consumer_from_stream(spec.name, spec.stream).await;
            let Ok(found) = found else { continue };
            let info = found.cached_info();
            if info.num_pending > 0 {
                waiting.extend(self.waiting_at(spec, info.delivered.stream_sequence + 1, tenants).await?);
            }
        }
        Ok(waiting)
    }

    async fn waiting_at(
        &self,
        spec: &'static ConsumerSpec,
        from: u64,
        tenants: usize,
    ) -> Result<Vec<TenantWaiting>, StoredError> {
        let unreadable = |source| StoredError::Unreadable { stream: spec.stream, source };
        let stream =
            self.jetstream().get_stream_no_info(spec.stream).await.map_err(|error| unreadable(error.into()))?;
        let mut waiting = Vec::new();
        for tenant in most_stored(&stream, spec, tenants * COUNTED_PER_RETURNED).await.map_err(unreadable)? {
            let messages = count(&stream, spec.of_tenant(&tenant), from).await.map_err(unreadable)?;
            if messages > 0 {
                waiting.push(TenantWaiting { consumer: spec.name, tenant, messages, oldest_at: None });
            }
        }
        waiting.sort_by_key(|one| std::cmp::Reverse(one.messages));
        waiting.truncate(tenants);
        for one in &mut waiting {
            let next = stream.direct_get_next_for_subject(spec.of_tenant(&one.tenant), Some(from)).await;
            // Delivered and removed meanwhile.
            one.oldest_at = next.ok().and_then(|message| Time::from_timestamp(message.time.unix_timestamp(), 0));
        }
        Ok(waiting)
    }
}

type Unreadable = Box<dyn std::error::Error + Send + Sync>;

/// Returns the tenants with the most stored messages, delivered or not.
async fn most_stored<I>(stream: &Stream<I>, spec: &ConsumerSpec, limit: usize) -> Result<Vec<String>, Unreadable> {
    let mut subjects = stream.info_with_subjects(spec.of_tenant("*")).await?;
    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..SUBJECTS {
        let Some((subject, messages)) = subjects.try_next().await? else { break };
        if let Some(tenant) = spec.tenant_in(&subject) {
            *totals.entry(tenant.to_owned()).or_default() += messages;
        }
    }
    let mut totals: Vec<(String, usize)> = totals.into_iter().collect();
    totals.sort_by_key(|(_, messages)| std::cmp::Reverse(*messages));
    Ok(totals.into_iter().take(limit).map(|(tenant, _)| tenant).collect())
}

/// Counts messages with a consumer that reads none of them.
async fn count<I>(stream: &Stream<I>, filter: String, from: u64) -> Result<u64, Unreadable> {
    let config = Config {
        filter_subject: filter,
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
        ack_policy: AckPolicy::None,
        inactive_threshold: INACTIVE_THRESHOLD,
        memory_storage: true,
        num_replicas: 1,
        ..Config::default()
    };
    let counting = stream.create_consumer(config).await?;
    let info = counting.cached_info();
    let (messages, name) = (info.num_pending, info.name.clone());
    // The server deletes it otherwise.
    let _ = stream.delete_consumer(&name).await;
    Ok(messages)
}
