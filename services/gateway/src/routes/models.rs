//! The fleet's workers: their models and their state.

use axum::Json;
use operations::fleet::{self, FleetState, WorkerModelItem};

use crate::access::{Allowed, Operate, Read};
use crate::http::{Problem, Problems};

/// List the models of the fleet's workers, with their prices.
#[utoipa::path(
    get, path = "/v1/models", tag = "spend", operation_id = "listModels", security(("token" = ["read"])),
    responses((status = 200, description = "Models, ordered by worker", body = Vec<WorkerModelItem>), Problems),
)]
pub async fn list(allowed: Allowed<Read>) -> Result<Json<Vec<WorkerModelItem>>, Problem> {
    Ok(Json(fleet::models(allowed.cx()).await?))
}

/// Show the state of the fleet: lag, age, rate and latency of each worker, faults, and why jobs wait.
///
/// The state spans all tenants and contains no payloads. An operator gives a token the scope `operate`.
#[utoipa::path(
    get, path = "/v1/fleet", tag = "fleet", operation_id = "showFleet", security(("token" = ["operate"])),
    responses((status = 200, description = "State of the fleet", body = FleetState), Problems),
)]
pub async fn fleet(allowed: Allowed<Operate>) -> Result<Json<FleetState>, Problem> {
    Ok(Json(fleet::show(allowed.cx()).await?))
}
