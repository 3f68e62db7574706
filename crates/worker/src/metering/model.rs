//! The metered model: which provider is called, and the repetition of a reply that was cut off. [`super::call`] makes
//! the calls.
//!
//! While the first provider is in cool-down, the second one is called. A step has one key whichever provider answers
//! it, so a reply that is paid for is never paid again by the other provider.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use coordination::Coordination;
use domain::port::{BudgetRefusal, Ledger, PortError};
use domain::{Budget, BudgetScope, Clock, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{ModelCard, Request, StopReason};
use telemetry::metric;
use tokio_util::sync::CancellationToken;

use super::endpoint::{Endpoint, Models};
use super::gate::spread;
use super::{AskError, Metered, MeteredCall, ModelClient, OpenCalls};

/// Wait for a budget that calls in progress have reserved. A call takes seconds to minutes.
const RESERVED_WAIT: Duration = Duration::from_secs(1);

/// The same for a call that can wait: calls in batches return their reservations after minutes to hours.
const BATCHES_WAIT: Duration = Duration::from_secs(30);

/// Settings of a metered model.
#[derive(Debug, Clone)]
pub struct MeteringSettings {
    /// Name of the worker in budgets and metrics.
    pub agent: String,
    /// Unique per process start.
    pub instance: String,
    /// Maximum concurrent calls of each provider if a call takes a second or more; proportionally fewer for shorter
    /// ones.
    pub concurrency: usize,
    /// Calls that can wait are queued for batches, if the provider has them.
    pub queue_batches: bool,
}

/// Stores of a metered model.
pub struct MeteringStores<L> {
    /// Decides about every call.
    pub ledger: Arc<L>,
    /// Rejects calls early and shares cool-downs.
    pub coordination: Arc<dyn Coordination>,
}

/// A model, and perhaps a second one, with its ledger and its cool-down. Cheap to clone.
pub struct MeteredModel<L>(Arc<Inner<L>>);

pub(super) struct Inner<L> {
    pub(super) ledger: Arc<L>,
    pub(super) coordination: Arc<dyn Coordination>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) settings: MeteringSettings,
    /// Number of reservations in Redis so far.
    pub(super) hints: AtomicU64,
    pub(super) primary: Arc<Endpoint>,
    fallback: Option<Arc<Endpoint>>,
    pub(super) calls: Arc<OpenCalls>,
}

impl<L> Clone for MeteredModel<L> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<L: Ledger> MeteredModel<L> {
    /// Creates a metered model.
    pub fn new(stores: MeteringStores<L>, models: Models, clock: Arc<dyn Clock>, settings: MeteringSettings) -> Self {
        let MeteringStores { ledger, coordination } = stores;
        let endpoint = |model| Endpoint::new(model, coordination.clone(), clock.clone(), &settings);
        let (primary, fallback) = (endpoint(models.primary), models.fallback.map(endpoint));
        let hints = AtomicU64::new(0);
        Self(Arc::new(Inner { ledger, coordination, clock, settings, hints, primary, fallback, calls: Arc::default() }))
    }

    /// Makes no call after `stop`: the work is deferred, and another replica continues it.
    #[must_use]
    pub fn stopping(self, stop: CancellationToken) -> Self {
        self.0.calls.stop_with(stop);
        self
    }

    /// Waits until the worker was requested to stop and every call in progress is settled.
    pub async fn finished(&self) {
        self.0.calls.finished().await;
    }

    pub(crate) fn open_calls(&self) -> Arc<OpenCalls> {
        Arc::clone(&self.0.calls)
    }
}

impl<L: Ledger> ModelClient for MeteredModel<L> {
    fn ask(&self, call: MeteredCall) -> BoxFuture<'_, Result<Metered, AskError>> {
        self.0.clone().ask(call).boxed()
    }

    fn card(&self) -> &ModelCard {
        self.0.primary.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        let fallback = self.0.fallback.iter().map(|endpoint| endpoint.max_cost(request));
        fallback.fold(self.0.primary.max_cost(request), MicroUsd::max)
    }

    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>> {
        if budget.scope == BudgetScope::call() {
            return futures::future::ready(Ok(budget.limit)).boxed();
        }
        self.0.ledger.left(budget).boxed()
    }

    fn refresh(&self) -> BoxFuture<'_, ()> {
        async {
            self.0.primary.refresh().await;
            if let Some(fallback) = &self.0.fallback {
                fallback.refresh().await;
            }
        }
        .boxed()
    }
}

impl<L: Ledger> Inner<L> {
    /// Calls the model. A reply that was cut off is requested once more with a larger limit, as the step
    /// `<step>-longer`.
    async fn ask(self: Arc<Self>, call: MeteredCall) -> Result<Metered, AskError> {
        let cut = self.ask_affordable(call.clone()).await?;
        if cut.reply.stop != StopReason::MaxTokens {
            return Ok(cut);
        }
        // The primary model decides about the new limit even if the fallback replied: a replay must ask the same.
        let Some(request) = self.primary.model.enlarge(&call.request) else { return Ok(cut) };
        let step = format!("{}-longer", call.step);
        tracing::info!(
            step,
            max_tokens = request.max_tokens,
            "the reply was cut off; calling the model with a larger limit"
        );
        let longer = MeteredCall { step, request, ..call };
        match self.ask_either(longer.clone()).await {
            Ok(longer) => Ok(Metered { cost: cut.cost + longer.cost, calls: cut.calls + longer.calls, ..longer }),
            // A slow model does not finish the longer reply within the deadline of a call, however often it is asked.
            Err(error) if is_final(&error) || is_lost(&error) => {
                self.record_denial(&error, &longer).await;
                tracing::warn!(%error, "the reply that was cut off is used");
                Ok(cut)
            }
            Err(error) => Err(error),
        }
    }

    /// Calls the model, and records a call that the budgets deny for good.
    async fn ask_affordable(self: &Arc<Self>, call: MeteredCall) -> Result<Metered, AskError> {
        match self.ask_either(call.clone()).await {
            Err(denied @ AskError::Denied { .. }) => {
                let error = self.unless_reserved(denied, &call).await;
                self.record_denial(&error, &call).await;
                Err(error)
            }
            result => result,
        }
    }

    /// Counts a denial and adds its amount to those of the day. A job that is delivered again and denied again counts
    /// again.
    async fn record_denial(&self, error: &AskError, call: &MeteredCall) {
        let AskError::Denied { scope, .. } = error else { return };
        let budget = domain::budget::kind(scope).to_owned();
        metrics::counter!(metric::BUDGET_DENIALS, "service" => self.settings.agent.clone(), "scope" => budget.clone())
            .increment(1);
        let (tenant, agent) = (call.tenant.clone(), self.settings.agent.clone());
        let refusal = BudgetRefusal { tenant, agent, budget, amount: self.smallest_cost(call) };
        if let Err(error) = self.ledger.add_refusal(refusal).await {
            tracing::warn!(%error, scope, "a refusal of a budget is missing from the sums of the day");
        }
    }

    /// Converts a denial to a wait, if calls in progress hold the amount that is missing: they return most of it when
    /// they end.
    async fn unless_reserved(&self, denied: AskError, call: &MeteredCall) -> AskError {
        let AskError::Denied { scope, left } = &denied else { return denied };
        // The limit of a single call holds no reservations.
        let Some(budget) = call.budgets.iter().find(|it| it.scope != BudgetScope::call() && it.scope.key() == scope)
        else {
            return denied;
        };
        let Ok(reserved) = self.ledger.reserved(budget).await else { return denied };
        if reserved == MicroUsd::ZERO || self.smallest_cost(call) > *left + reserved {
            return denied;
        }
        let why = format!("calls in progress have reserved {reserved} of the budget {scope}");
        let wait = if call.can_wait { BATCHES_WAIT } else { RESERVED_WAIT };
        AskError::Busy { after: spread(call.job, wait), why }
    }

    /// Returns the amount to reserve for a call with the smallest allowance for thinking.
    fn smallest_cost(&self, call: &MeteredCall) -> MicroUsd {
        let model = &self.primary.model;
        let shrunk = model.shrink(&call.request);
        model.max_cost(shrunk.as_ref().unwrap_or(&call.request))
    }

    /// Calls the primary model or, while it is in cool-down, the fallback. If the fallback cannot be called either, the
    /// work waits for the one that is available first.
    async fn ask_either(self: &Arc<Self>, call: MeteredCall) -> Result<Metered, AskError> {
        let Some(fallback) = &self.fallback else { return self.clone().ask_at(self.primary.clone(), call).await };
        let primary = self.clone().ask_at(self.primary.clone(), call.clone()).await;
        let Some(wait) = primary.as_ref().err().and_then(AskError::wait) else { return primary };
        match self.clone().ask_at(fallback.clone(), call).await {
            // The primary model may be cheaper or accept the request.
            Err(AskError::Denied { .. } | AskError::Rejected { .. }) => primary,
            Err(error) if error.wait().is_some_and(|after| after >= wait) => primary,
            other => other,
        }
    }
}

/// Returns `true` if the same call has the same result if it is made again.
fn is_final(error: &AskError) -> bool {
    matches!(error, AskError::Denied { .. } | AskError::Rejected { .. } | AskError::Unanswered { .. })
}

/// Returns `true` if the reply of the model was lost; a failure of our own servers is none of the model.
fn is_lost(error: &AskError) -> bool {
    matches!(error, AskError::Port(error) if error.is_transient() && !error.is_down())
}
