//! Costs of the tenant's earlier events, from which the cost of further ones is estimated.

mod estimate;
mod route;
mod share;

use domain::access::AccessScope::Read;
use domain::{MicroUsd, Profile};
use serde::{Deserialize, Serialize};
use store::Store;
use store::events::{EventCost, EventShare};
use utoipa::ToSchema;

use crate::{Context, OperationError};
pub use estimate::{CostEstimate, CostEstimator, CostGroup};
pub use route::{EventRoute, RouteCounts};
pub use share::ResearchShare;

/// Number of the newest runs, and of the newest events with research outside of runs, whose costs are read.
const MAX_HISTORY: u32 = 500;
/// Number of the newest events with work, of those without, and of groups of verdicts, of which the share of researched
/// ones is counted.
const MAX_DECISIONS: u32 = 2_000;

/// Costs of earlier events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CostHistory {
    /// Costs of finished events, newest first: runs, then research outside of runs.
    pub costs: Vec<EventCostItem>,
    /// Decisions about events of the last 30 days, by kind.
    pub shares: Vec<EventShareItem>,
}

/// The cost of a finished event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventCostItem {
    /// Kind of the event, as in the subject.
    pub kind: String,
    /// Profile of the evidence filter, for a run.
    #[schema(value_type = Option<String>)]
    pub profile: Option<Profile>,
    /// Number of research tasks outside of runs; 0 for a run.
    pub tasks: u32,
    /// Micro-dollars charged for the event.
    #[schema(value_type = u64)]
    pub cost_micro_usd: MicroUsd,
}

/// Decisions about the events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventShareItem {
    /// Kind of the events, as in the subject.
    pub kind: String,
    /// Number of events that were decided.
    pub events: u64,
    /// Number of those with research tasks or a run.
    pub researched: u64,
    /// Number of those that the classifier's model judged.
    pub judged: u64,
    /// Micro-dollars charged for these judgements.
    #[schema(value_type = u64)]
    pub judging_micro_usd: MicroUsd,
}

/// Returns the costs of the tenant's earlier events.
///
/// # Errors
/// Postgres is unavailable.
pub async fn history(cx: Context<'_>) -> Result<CostHistory, OperationError> {
    cx.require(Read)?;
    let (store, tenant) = (cx.store(), cx.tenant());
    Ok(CostHistory::new(
        store.events().cost_history(Some(tenant), MAX_HISTORY).await?,
        store.events().shares(Some(tenant), MAX_DECISIONS).await?,
    ))
}

/// Returns the costs of earlier events of all tenants, for an operator.
///
/// # Errors
/// Postgres is unavailable.
pub async fn of_all_tenants(store: &Store) -> Result<CostHistory, OperationError> {
    let costs = store.events().cost_history(None, MAX_HISTORY).await?;
    Ok(CostHistory::new(costs, store.events().shares(None, MAX_DECISIONS).await?))
}

impl CostHistory {
    fn new(costs: Vec<EventCost>, shares: Vec<EventShare>) -> Self {
        Self {
            costs: costs.into_iter().map(EventCostItem::from).collect(),
            shares: shares.into_iter().map(EventShareItem::from).collect(),
        }
    }
}

impl From<EventCost> for EventCostItem {
    fn from(EventCost { kind, profile, tasks, cost }: EventCost) -> Self {
        Self { kind, profile, tasks, cost_micro_usd: cost }
    }
}

impl From<EventShare> for EventShareItem {
    fn from(EventShare { kind, events, researched, judged, judging }: EventShare) -> Self {
        Self { kind, events, researched, judged, judging_micro_usd: judging }
    }
}
