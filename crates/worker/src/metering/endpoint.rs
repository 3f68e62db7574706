//! A model at one provider with everything that belongs to that provider: cool-down, concurrency limit, refused
//! parameters.

use std::sync::Arc;

use coordination::Coordination;
use domain::{Clock, JobId, MicroUsd};
use llm::{Model, ModelCard, Request, Usage};

use super::concurrency::{CallPermit, ConcurrencyLimit};
use super::gate::{Gate, Pass};
use super::refusals::Refusals;
use super::refused_parameters::RefusedParameters;
use super::{AskError, MeteringSettings};

/// The models of a worker.
#[derive(Clone)]
pub struct Models {
    /// The model that is called.
    pub primary: Arc<dyn Model>,
    /// The model that is called while the first one is in cool-down.
    pub fallback: Option<Arc<dyn Model>>,
    /// Another model, which reads pages.
    pub reader: Option<Arc<dyn Model>>,
}

impl Models {
    /// Returns one model without a fallback.
    pub fn one(primary: Arc<dyn Model>) -> Self {
        Self { primary, fallback: None, reader: None }
    }

    /// Iterates over the models.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Model>> {
        std::iter::once(&self.primary).chain(&self.fallback).chain(&self.reader)
    }

    /// Returns the models of calls that read pages, if they differ from the others.
    pub(crate) fn reading(&self) -> Option<Self> {
        self.reader.clone().map(|primary| Self { primary, fallback: self.fallback.clone(), reader: None })
    }
}

/// A model with its cool-down and its concurrency limit.
pub(super) struct Endpoint {
    pub(super) model: Arc<dyn Model>,
    pub(super) concurrency: Arc<ConcurrencyLimit>,
    gate: Arc<Gate>,
    refused: RefusedParameters,
    coordination: Arc<dyn Coordination>,
    key: String,
}

impl Endpoint {
    /// Creates an endpoint with the worker's name and limit.
    pub(super) fn new(
        model: Arc<dyn Model>,
        coordination: Arc<dyn Coordination>,
        clock: Arc<dyn Clock>,
        settings: &MeteringSettings,
    ) -> Arc<Self> {
        let key = model.card().limit_key();
        let refusals = Arc::new(Refusals::new(model.card(), &settings.agent));
        let gate = Arc::new(Gate::new(coordination.clone(), clock, key.clone(), refusals.clone()));
        let refused = RefusedParameters::new(refusals);
        let concurrency = ConcurrencyLimit::new(settings.concurrency);
        Arc::new(Self { model, concurrency, gate, refused, coordination, key })
    }

    pub(super) fn card(&self) -> &ModelCard {
        self.model.card()
    }

    /// Returns the cost of the usage at this provider's price.
    pub(super) fn cost(&self, usage: &Usage) -> MicroUsd {
        self.model.cost(usage)
    }

    pub(super) fn max_cost(&self, request: &Request) -> MicroUsd {
        self.model.max_cost(request)
    }

    /// Fails if the model is in cool-down, in this replica or in another one. Reads in the same round trip which
    /// parameters the provider has refused. Without Redis each replica observes its own refusals, which cost nothing.
    pub(super) async fn check(&self, job: JobId) -> Result<(), AskError> {
        if self.gate.is_probe_due(job)? {
            return Ok(());
        }
        self.refresh().await;
        self.gate.is_probe_due(job).map(drop)
    }

    /// Reads what the other replicas have recorded about the model.
    pub(super) async fn refresh(&self) {
        if let Ok(state) = self.coordination.model_state(&self.key).await {
            self.refused.learn(&*self.model, &state.refused);
            self.gate.observe(state.cooling, state.block);
        }
    }

    /// Waits for a permit and checks the cool-down once more.
    pub(super) async fn admit(&self, job: JobId) -> Result<(CallPermit, Pass), AskError> {
        let permit = self.concurrency.acquire().await?;
        Ok((permit, self.gate.admit(job)?))
    }

    /// Announces the parameters that the provider has refused since the last call.
    pub(super) async fn share_refused(&self) {
        self.refused.share(&*self.model, &*self.coordination, &self.key).await;
    }
}
