//! Research that a client gives, as a version of an entity's research that only the token's tenant reads.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use operations::research::{self, GivenResearch, ResearchStored};

use crate::Gateway;
use crate::access::{Allowed, Publish};
use crate::http::{JsonBody, Problem, Problems};

/// Store research about an entity for the tenant. Other tenants do not read it.
#[utoipa::path(
    post, path = "/v1/research", tag = "knowledge", operation_id = "storeResearch", security(("token" = ["publish"])),
    request_body = GivenResearch,
    responses((status = 201, description = "The version that was stored", body = ResearchStored), Problems),
)]
pub async fn store(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Publish>,
    JsonBody(given, _): JsonBody<GivenResearch>,
) -> Result<(StatusCode, Json<ResearchStored>), Problem> {
    Ok((StatusCode::CREATED, Json(research::store(gateway.of(&allowed.caller), given).await?)))
}
