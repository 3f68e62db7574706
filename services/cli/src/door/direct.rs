//! Operations in this process, on direct connections to Postgres and NATS: for operators, and for a local fleet.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use domain::port::{Confirmed, Journal};
use domain::{Outgoing, Tenant};
use operations::events::{PendingEvents, Queued, queue};
use operations::macros::Macros;
use operations::webhooks::WebhookTargets;
use operations::{Broker, Caller, OperationLimits, Operations};
use runtime::client::{NewMessage, Published, Refused, Target};
use store::Store;
use tokio_util::sync::CancellationToken;
use worker::objects::{LocalObjects, Objects};

use super::OnBehalf;
use crate::Context;

/// Maximum time to wait for the answer of an executor of verbs.
const EXECUTOR: Duration = Duration::from_secs(30);

/// The operations of an operator.
pub struct Direct<'a> {
    pub(super) context: &'a Context,
    pub(super) operations: Operations,
    /// Stored events that this process publishes; see [`Direct::flush`].
    queued: Queued,
    caller: Caller,
    /// The tenant comes from `--tenant`.
    names_tenant: bool,
}

impl<'a> Direct<'a> {
    pub(super) async fn open(context: &'a Context, behalf: OnBehalf<'_>) -> anyhow::Result<Self> {
        let tenant = behalf.tenant.map(Tenant::parse).transpose().context("--tenant")?;
        let store = if behalf.migrates { context.migrated_store().await? } else { context.store().await? };
        let (queue, queued) = queue();
        let limits = OperationLimits { schedules: 0, executor: behalf.executor.unwrap_or(EXECUTOR) };
        let operations = Operations { limits, ..operations(context, Arc::new(store), queue)? };
        let name = behalf.by.unwrap_or(&context.user).to_owned();
        let names_tenant = tenant.is_some();
        let caller = Caller::operator(name, tenant.unwrap_or_default());
        Ok(Self { context, operations, queued, caller, names_tenant })
    }

    /// Returns the operations for the tenant of `--tenant`, or for `default`.
    pub(super) fn cx(&self) -> operations::Context<'_> {
        self.operations.of(&self.caller)
    }

    /// Returns Postgres for the rows of all tenants.
    pub fn store(&self) -> &Store {
        &self.operations.all_tenants
    }

    /// Returns the tenant of `--tenant`, or `default`.
    pub fn acting_for(&self) -> &Tenant {
        &self.caller.tenant
    }

    /// Returns the tenant that `--tenant` names.
    pub(super) fn tenant(&self) -> Option<&Tenant> {
        self.names_tenant.then_some(&self.caller.tenant)
    }

    /// Returns the caller for what belongs to a tenant: without `--tenant` an operator acts for the owner.
    pub(super) fn caller_for(&self, owner: Option<Tenant>) -> Caller {
        let mut caller = self.caller.clone();
        if let Some(owner) = owner.filter(|_| !self.names_tenant) {
            caller.tenant = owner;
        }
        caller
    }
}

/// Maximum messages in flight.
const MAX_IN_FLIGHT: usize = 64;

impl Direct<'_> {
    /// Publishes the events that an operation has stored. What the stream does not confirm, the relay of a gateway
    /// publishes within seconds.
    pub(super) async fn flush(&self) {
        let drained = CancellationToken::new();
        drained.cancel();
        loop {
            let events = self.queued.next(&drained).await;
            if events.is_empty() {
                return;
            }
            if let Err(error) = self.publish(&events).await {
                let number = crate::output::pluralize(events.len() as u64, "event");
                crate::output::note(&format!("{number} stored and not published yet; a gateway does so: {error:#}"));
            }
        }
    }

    async fn publish(&self, events: &[Outgoing]) -> anyhow::Result<()> {
        let client = self.context.client().await?;
        let (mut confirmed, mut refused) = (Vec::new(), None);
        let report = |place: usize, answer: Result<Published, Refused>| match answer {
            Ok(published) => confirmed.push(Confirmed { id: events[place].id, sequence: published.sequence }),
            Err(error) => refused = Some(error),
        };
        client.publish_all(events.iter().map(message), MAX_IN_FLIGHT, report).await;
        client.close().await;
        self.store().journal().sent(&confirmed).await?;
        refused.map_or(Ok(()), |error| Err(error.into()))
    }
}

fn message(event: &Outgoing) -> NewMessage {
    NewMessage {
        subject: event.subject.clone(),
        id: proto::subject::message_id(event.id, &event.payload),
        tenant: event.tenant.clone(),
        payload: event.payload.clone(),
        traceparent: event.traceparent.clone(),
        ..NewMessage::default()
    }
}

fn operations(context: &Context, store: Arc<Store>, queue: operations::events::Queue) -> anyhow::Result<Operations> {
    Ok(Operations {
        clock: store.clock(Arc::clone(&context.clock)),
        all_tenants: store,
        queue,
        pending: PendingEvents::new(0),
        objects: objects(context)?,
        broker: Arc::new(Broker::new(Target::new(&context.config, "auspex"))),
        targets: Arc::new(AnyHost),
        memory: context.memory,
        macros: Macros::builtin(),
        limits: OperationLimits { schedules: 0, executor: EXECUTOR },
        stop: CancellationToken::new(),
    })
}

fn objects(context: &Context) -> anyhow::Result<Arc<dyn Objects>> {
    Ok(match context.objects_config() {
        Some(Ok(config)) => worker::objects::connect(config)?,
        // No operation of this command reads them.
        _ => Arc::new(LocalObjects::at(".auspex/objects")?),
    })
}

/// Targets of webhooks as far as this process knows them: the gateway checks the host against its list before every
/// attempt.
struct AnyHost;

impl WebhookTargets for AnyHost {
    fn check(&self, url: &str) -> Result<String, String> {
        checked(url).map_err(|error| format!("{error:#}"))
    }
}

fn checked(url: &str) -> anyhow::Result<String> {
    let url: url::Url = url.parse().context("the URL of the receiver")?;
    ensure!(
        matches!(url.scheme(), "https" | "http"),
        "the URL of the receiver must be https; http is for loopback addresses only"
    );
    Ok(url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_of_a_receiver_is_checked() {
        assert_eq!(checked("https://hooks.example.com/in").unwrap(), "https://hooks.example.com/in");
        assert!(checked("hooks.example.com").is_err() && checked("ftp://h/").is_err());
    }
}
