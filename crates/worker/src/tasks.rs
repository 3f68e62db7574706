//! Background tasks of every worker: settle calls of dead instances, and batches of calls.

use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use domain::port::CallEnd;
use llm::{CallInvoice, Model};
use runtime::{Periodic, Service};
use store::{PgJournal, PgLedger, Store, UnknownCall};

use crate::ModelLine;
use crate::metering::{BatchCollector, ModelClient, Models, OpenCalls, close_overdue};

/// Interval of the search for open calls of dead instances. An instance counts as dead after its lease (30 s), so the
/// interval adds little, and a pass costs one indexed read.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Interval of the provider queries about unknown calls.
const RESOLVE_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum unknown calls queried per pass.
const MAX_CALLS: u32 = 500;
/// Calls of one pass about which the provider may fail to answer.
const MAX_FAILURES: u32 = 3;
/// Interval in which a worker without calls reads what other replicas have recorded about its models.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);
/// Interval of the look at the queue of batch calls and at the batches that are due.
const COLLECT_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of the search for queued calls that no instance collects: they are overdue after 26 hours.
const OVERDUE_INTERVAL: Duration = Duration::from_secs(30);
/// Interval in which a worker records its model for the gateway.
const RECORD_MODEL_INTERVAL: Duration = Duration::from_secs(300);

/// Adds the tasks to a service. One replica of each service searches for open and unknown calls; two at the same time
/// do no harm.
pub(crate) fn add(
    service: Service<PgJournal>,
    store: &Arc<Store>,
    resolver: &Arc<Resolver>,
    clients: [Arc<dyn ModelClient>; 2],
) -> Service<PgJournal> {
    service
        .elected_periodic(SweepCalls(store.ledger()))
        .elected_periodic(ResolveCalls { ledger: store.ledger(), resolver: resolver.clone() })
        .periodic(RefreshModels(clients))
}

/// Settles the open calls of dead instances.
struct SweepCalls(PgLedger);

impl Periodic for SweepCalls {
    const NAME: &'static str = "sweep-calls";
    const EVERY: Duration = SWEEP_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        let swept = self.0.sweep().await?;
        if swept > 0 {
            tracing::warn!(
                calls = swept,
                "open calls of dead instances were settled as unknown, at their maximum cost"
            );
        }
        Ok(())
    }
}

struct ResolveCalls {
    ledger: PgLedger,
    resolver: Arc<Resolver>,
}

impl Periodic for ResolveCalls {
    const NAME: &'static str = "resolve-calls";
    const EVERY: Duration = RESOLVE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        self.resolver.pass(&self.ledger).await.map(drop)
    }
}

struct RefreshModels([Arc<dyn ModelClient>; 2]);

impl Periodic for RefreshModels {
    const NAME: &'static str = "refresh-models";
    const EVERY: Duration = REFRESH_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        for client in &self.0 {
            client.refresh().await;
        }
        Ok(())
    }
}

/// Lets the worker wait at a stop until its calls in progress are settled, within its grace period. A call that is cut
/// off is paid and made again.
pub(crate) fn finish_calls(service: Service<PgJournal>, calls: &[Arc<OpenCalls>]) -> Service<PgJournal> {
    let calls = calls.to_vec();
    service.server("finish-calls", SWEEP_INTERVAL, move || {
        let calls = calls.clone();
        async move {
            for calls in &calls {
                calls.finished().await;
            }
            Ok(Vec::new())
        }
    })
}

/// Records the worker's model, which no other process can know: it depends on the worker's settings and keys.
pub(crate) struct RecordModel {
    pub(crate) store: Arc<Store>,
    pub(crate) model: Arc<ModelLine>,
}

impl Periodic for RecordModel {
    const NAME: &'static str = "record-model";
    const EVERY: Duration = RECORD_MODEL_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        let model = serde_json::to_value(&*self.model)?;
        Ok(self.store.worker_models().record(self.model.worker(), &model).await?)
    }
}

/// Adds the tasks that send and collect batches of model calls. One replica at a time does the work.
pub(crate) fn collect_batches(
    service: Service<PgJournal>,
    store: &Arc<Store>,
    collector: &Arc<BatchCollector>,
) -> Service<PgJournal> {
    service.elected_periodic(OverdueBatches(store.clone())).periodic(CollectBatches(collector.clone()))
}

struct OverdueBatches(Arc<Store>);

impl Periodic for OverdueBatches {
    const NAME: &'static str = "overdue-batches";
    const EVERY: Duration = OVERDUE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        close_overdue(&self.0).await?;
        Ok(())
    }
}

struct CollectBatches(Arc<BatchCollector>);

impl Periodic for CollectBatches {
    const NAME: &'static str = "collect-batches";
    const EVERY: Duration = COLLECT_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        let settled = self.0.pass().await?;
        if settled > 0 {
            tracing::info!(calls = settled, "queued model calls were settled");
        }
        Ok(())
    }
}

/// Queries the providers about calls whose outcome is unknown.
pub struct Resolver {
    models: Models,
    clock: Arc<dyn Clock>,
    grace: Duration,
}

impl Resolver {
    /// Creates a resolver. A provider's statement that a call never arrived is accepted for calls older than `grace`.
    pub fn new(models: Models, clock: Arc<dyn Clock>, grace: Duration) -> Self {
        Self { models, clock, grace }
    }

    /// Queries the oldest unknown calls and returns the number of settled ones.
    ///
    /// # Errors
    /// Postgres or a provider is unavailable; the next pass continues.
    pub async fn pass(&self, ledger: &PgLedger) -> anyhow::Result<u32> {
        let (mut resolved, mut failures) = (0, 0);
        if !self.models.iter().any(|model| model.supports_lookup()) {
            return Ok(resolved);
        }
        for call in ledger.unknown_calls(MAX_CALLS).await? {
            let Some(model) = self.model_of(&call) else { continue };
            let invoiced = match model.lookup(call.id).await {
                Ok(invoiced) => invoiced,
                // One call that the provider cannot tell about does not stop the others; a provider that is down does.
                Err(error) if failures + 1 < MAX_FAILURES => {
                    failures += 1;
                    let error: &dyn std::error::Error = &error;
                    tracing::warn!(call = %call.id, error, "a provider does not tell what an unknown call cost; it is asked again");
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            if let Some(end) = self.end(model, &call, invoiced) {
                ledger.resolve_unknown(call.id, end).await?;
                resolved += 1;
            }
        }
        if resolved > 0 {
            tracing::info!(calls = resolved, "unknown calls were settled with the provider's data");
        }
        Ok(resolved)
    }

    /// Returns the model whose provider can be asked about a call: that of the call, else another one at its provider.
    fn model_of(&self, call: &UnknownCall) -> Option<&dyn Model> {
        let known = |model: &&Arc<dyn Model>| model.supports_lookup() && model.card().provider == call.provider;
        let same = self.models.iter().filter(known).find(|model| model.card().model == call.model);
        same.or_else(|| self.models.iter().find(known)).map(|model| &**model)
    }

    /// Returns the ending for the ledger. The reply itself is lost, so the cost of a completed call is wasted.
    fn end(&self, model: &dyn Model, call: &UnknownCall, invoiced: Option<CallInvoice>) -> Option<CallEnd> {
        match invoiced? {
            CallInvoice::Charged { usage, cost } => {
                let actual = cost.unwrap_or_else(|| model.cost(&usage));
                Some(CallEnd::Wasted { actual, tokens: crate::metering::tokens(&usage) })
            }
            CallInvoice::NotCharged => {
                let age = (self.clock.now() - call.opened_at).to_std().unwrap_or_default();
                (age >= self.grace).then_some(CallEnd::Refused)
            }
        }
    }
}
