//! Consumers of tenants that read their results from NATS with an account of their own.

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use domain::Tenant;

use super::TopologyError;

/// Returns the name of the durable consumer of a tenant's results. Names of tenants are unique, and so are these.
pub fn results_consumer(tenant: &Tenant) -> String {
    format!("results-{tenant}")
}

/// Creates or updates the consumer of a tenant's results. It keeps the position of its subscriber for as long as the
/// stream keeps results.
pub async fn apply_tenant(jetstream: &Context, tenant: &Tenant) -> Result<(), TopologyError> {
    let name = results_consumer(tenant);
    let config = pull::Config {
        durable_name: Some(name.clone()),
        filter_subject: format!("auspex.result.*.{tenant}"),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        max_ack_pending: 1_000,
        max_waiting: 64,
        ..pull::Config::default()
    };
    let applied: Result<PullConsumer, _> = jetstream.create_consumer_on_stream(config, "AUSPEX_RESULTS").await;
    applied.map(drop).map_err(|error| TopologyError::TenantConsumer { name, source: error.into() })
}
