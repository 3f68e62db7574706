//! What every worker does beside its handlers: settle what others left behind, and forget what nobody can ask for.

use std::sync::Arc;
use std::time::Duration;

use domain::Clock;
use domain::port::CallEnd;
use llm::{Invoiced, Model};
use runtime::Service;
use store::{Store, UnknownCall};

/// How often the open intents of dead instances are looked for. An instance is dead after its lease (30 s), so this adds
/// little to it and costs one indexed read.
const SWEEP: Duration = Duration::from_secs(5);
/// How often unknown calls are asked about.
const RESOLVE: Duration = Duration::from_secs(5);
/// Calls that are asked about per pass.
const CALLS: u32 = 500;
/// How often old rows are deleted.
const PRUNE: Duration = Duration::from_secs(3600);
/// How old they must be: longer than any stream keeps a message and any dead letter waits for its redrive.
const KEEP: Duration = Duration::from_secs(90 * 24 * 3600);

/// Adds the tasks to a service. Any number of replicas may do them at once.
pub(crate) fn add(service: Service<Store>, store: &Arc<Store>, resolver: &Arc<Resolver>) -> Service<Store> {
    let (sweep, prune) = (store.clone(), store.clone());
    let (resolve, resolver) = (store.clone(), resolver.clone());
    service
        .task("sweep-calls", SWEEP, move || {
            let store = sweep.clone();
            async move {
                let swept = store.sweep_calls().await?;
                if swept > 0 {
                    tracing::warn!(calls = swept, "calls of dead instances are unknown now, at their maximum");
                }
                Ok(Vec::new())
            }
        })
        .task("resolve-calls", RESOLVE, move || {
            let (store, resolver) = (resolve.clone(), resolver.clone());
            async move { resolver.pass(&store).await.map(|_| Vec::new()) }
        })
        .task("prune", PRUNE, move || {
            let store = prune.clone();
            async move {
                let pruned = store.prune(KEEP).await?;
                tracing::debug!(?pruned, "forgotten");
                Ok(Vec::new())
            }
        })
}

/// Asks the provider what became of calls whose end nobody knows.
pub struct Resolver {
    model: Arc<dyn Model>,
    clock: Arc<dyn Clock>,
    grace: Duration,
}

impl Resolver {
    /// For a model; "it never came" is believed of calls older than `grace`.
    pub fn new(model: Arc<dyn Model>, clock: Arc<dyn Clock>, grace: Duration) -> Self {
        Self { model, clock, grace }
    }

    /// One pass over the oldest unknown calls; answers how many are known now.
    ///
    /// # Errors
    /// Postgres or the provider is not there; the next pass goes on.
    pub async fn pass(&self, store: &Store) -> anyhow::Result<u32> {
        let mut resolved = 0;
        if !self.model.can_be_asked() {
            return Ok(resolved);
        }
        for call in store.unknown_calls(CALLS).await? {
            if call.provider != self.model.card().provider {
                continue;
            }
            let invoiced = self.model.lookup(call.id).await?;
            if let Some(end) = self.end(&call, invoiced) {
                store.resolve_unknown(call.id, end).await?;
                resolved += 1;
            }
        }
        if resolved > 0 {
            tracing::info!(calls = resolved, "unknown calls are known now");
        }
        Ok(resolved)
    }

    /// What the ledger shall know. The reply itself is lost, so a call that was done is money wasted.
    fn end(&self, call: &UnknownCall, invoiced: Option<Invoiced>) -> Option<CallEnd> {
        match invoiced? {
            Invoiced::Charged { usage, cost } => {
                let actual = cost.unwrap_or_else(|| self.model.cost(&usage));
                Some(CallEnd::Wasted { actual, tokens: crate::paid::tokens(&usage) })
            }
            Invoiced::NotCharged => {
                let age = (self.clock.now() - call.opened_at).to_std().unwrap_or_default();
                (age >= self.grace).then_some(CallEnd::Refused)
            }
        }
    }
}
