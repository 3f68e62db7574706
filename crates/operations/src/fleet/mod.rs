//! The workers of the fleet: their models, their state and their faults.

mod changes;
mod faults;
mod read;
mod state;

pub use faults::{FaultSeverity, FleetFault, RUNBOOKS};
pub use read::show;
pub use state::{
    ConsumerState, FleetBudget, FleetChange, FleetChangeKind, FleetReviews, FleetState, LimitedTenant, WaitingWork,
    WorkerState,
};

use domain::Time;
use domain::access::AccessScope::Read;
use serde::{Deserialize, Serialize};
use store::worker_models::WorkerModel;
use utoipa::ToSchema;

use crate::{Context, OperationError};

/// The model of a worker.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkerModelItem {
    /// Name of the worker.
    pub worker: String,
    /// Time at which a process of the worker confirmed it, accurate to five minutes.
    #[schema(value_type = String, format = DateTime)]
    pub seen_at: Time,
    /// The model that the worker calls first.
    pub model: ModelItem,
    /// The model that is used while the provider of the first one is in cool-down.
    pub fallback: Option<ModelItem>,
}

/// A model, its limits and its price.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ModelItem {
    /// Provider of the model.
    pub provider: String,
    /// Name of the model.
    pub model: String,
    /// Entry of the table of known models, or `unknown`.
    pub profile: String,
    /// Wire format: `anthropic`, `openai` or `responses`.
    pub wire: String,
    /// Level of thinking: `off`, `low`, `medium`, `high` or `default`.
    pub thinking: String,
    /// Context window in tokens, if it is known.
    pub context_window: Option<u64>,
    /// Price, if it is known.
    pub price: Option<PriceItem>,
    /// Source of the price, with the day of its last check.
    pub price_source: String,
    /// Terms of the provider's batch endpoint; absent if calls are not queued for it.
    pub batch: Option<BatchItem>,
    /// Day on which the provider ends the model, if it is known.
    pub shutdown_on: Option<String>,
}

/// Price of a model in micro-dollars per million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct PriceItem {
    /// Price of prompt tokens that are not cached.
    pub input: u64,
    /// Price of answer tokens, thinking included.
    pub output: u64,
    /// Prompt tokens read from the provider's cache.
    pub cache_read: u64,
    /// Prompt tokens written to the provider's cache.
    pub cache_write: u64,
}

/// Terms of a batch endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct BatchItem {
    /// Price of every token as a share of the ordinary price, in percent.
    pub price_percent: u32,
    /// Hours in which the provider answers.
    pub window_hours: u32,
}

/// Returns the models of the fleet's workers with their prices, ordered by worker.
///
/// # Errors
/// Postgres is unavailable.
pub async fn models(cx: Context<'_>) -> Result<Vec<WorkerModelItem>, OperationError> {
    cx.require(Read)?;
    Ok(cx.store().worker_models().list().await?.into_iter().map(WorkerModelItem::from).collect())
}

impl From<WorkerModel> for WorkerModelItem {
    /// A field that another version of the worker did not write has its default.
    fn from(row: WorkerModel) -> Self {
        let fallback = row.body.get("fallback").cloned().unwrap_or_default();
        Self {
            worker: row.worker,
            seen_at: row.seen_at,
            model: serde_json::from_value(row.body).unwrap_or_default(),
            fallback: serde_json::from_value(fallback).unwrap_or_default(),
        }
    }
}
