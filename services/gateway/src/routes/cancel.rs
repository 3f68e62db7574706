//! Cancellation of runs, also of those that have not begun.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use domain::run::Cancellation;
use domain::{JobId, RunId};
use proto::cancellation::closing_message;
use serde::{Deserialize, Serialize};
use store::gateway::Owned;
use store::runs::CancelOutcome;
use utoipa::ToSchema;

use super::runs::limited;
use crate::access::{Admin, Allowed, Caller};
use crate::audit::Action;
use crate::http::{Id, JsonBody, Problem, Problems};
use crate::{Gateway, audit};

/// How a run is cancelled.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cancel {
    /// Makes a forecast from the evidence found so far; otherwise there is none.
    pub forecast: bool,
    /// Reason, recorded in the result and in the audit trail.
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub reason: String,
}

/// A cancelled run.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Cancelled {
    /// Id of the run (UUID).
    pub run: String,
    /// `true` if a forecast from the evidence found so far follows.
    pub forecast: bool,
    /// `true` if the run had begun; otherwise it ends as soon as its question arrives.
    pub begun: bool,
    /// Amount spent so far, in micro-dollars.
    pub spent_micro_usd: u64,
}

/// Cancel a run, with or without a forecast. A run whose question waits for its turn can be cancelled, too.
#[utoipa::path(
    post, path = "/v1/runs/{run}/cancel", tag = "runs", operation_id = "cancelRun", security(("token" = ["admin"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    request_body = Cancel,
    responses((status = 200, description = "The run is cancelled", body = Cancelled), Problems),
)]
pub async fn cancel(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(run): Id<RunId>,
    JsonBody(wanted, _): JsonBody<Cancel>,
) -> Result<Json<Cancelled>, Problem> {
    let cancellation = Cancellation {
        by: allowed.caller.name.clone(),
        reason: limited("reason", wanted.reason)?,
        at: gateway.clock.now(),
        forecast: wanted.forecast,
    };
    // The tenant of a run never changes, so it is checked once.
    known(&gateway, &allowed.caller, run).await?;
    let (outcome, state) = gateway.store(&allowed.caller.tenant).cancel(run, &cancellation, closing_message).await?;
    match outcome {
        CancelOutcome::Cancelled | CancelOutcome::CancelledEarly => {}
        CancelOutcome::AlreadyDone => return Err(Problem::conflict("the run is done")),
        CancelOutcome::AlreadyCancelled => {
            return Err(Problem::conflict("the run was cancelled before; without a forecast it ends at once"));
        }
        CancelOutcome::Moved | CancelOutcome::Unknown => return Err(Problem::unavailable()),
    }
    let about = state.as_ref().map_or(JobId(run.0), |state| state.run.event_job);
    let action = Action { action: "cancelled", object: format!("run {run}"), about };
    audit::record(&gateway, audit::change(&gateway, &allowed.caller, action)).await;
    let spent_micro_usd = state.as_ref().map_or(0, |state| state.spent.0);
    Ok(Json(Cancelled { run: run.to_string(), forecast: wanted.forecast, begun: state.is_some(), spent_micro_usd }))
}

/// Refuses a run of another tenant, and one that no event starts.
async fn known(gateway: &Gateway, caller: &Caller, run: RunId) -> Result<(), Problem> {
    let store = gateway.store(&caller.tenant);
    let is_known = store.is_owned(&caller.tenant, &Owned::Run(run)).await?
        || store.is_awaited_run(&caller.tenant, run).await?
        // Read again: a run that began in between is found here.
        || store.is_owned(&caller.tenant, &Owned::Run(run)).await?;
    is_known.then_some(()).ok_or_else(Problem::no_run)
}
