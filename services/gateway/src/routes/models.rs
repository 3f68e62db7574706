//! The models of the fleet's workers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use operations::fleet::{self, WorkerModelItem};

use crate::Gateway;
use crate::access::{Allowed, Read};
use crate::http::{Problem, Problems};

/// List the models of the fleet's workers, with their prices.
#[utoipa::path(
    get, path = "/v1/models", tag = "spend", operation_id = "listModels", security(("token" = ["read"])),
    responses((status = 200, description = "Models, ordered by worker", body = Vec<WorkerModelItem>), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
) -> Result<Json<Vec<WorkerModelItem>>, Problem> {
    Ok(Json(fleet::models(gateway.of(&allowed.caller)).await?))
}
