//! Research that a client gives, as a version of an entity's research that only the token's tenant reads.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{JobId, Time};
use serde::Serialize;
use store::gateway::GivenVersion;
use store::memory::Memory;
use utoipa::ToSchema;

use crate::access::{Allowed, Caller, Publish};
use crate::given_research::{self, GivenResearch, Giver};
use crate::http::{JsonBody, Problem, Problems};
use crate::{Gateway, audit};

/// Seconds after which a request about an entity that is being researched may be repeated.
const BUSY: u64 = 30;

/// Research that was stored.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchStored {
    /// Id of the entity.
    pub entity_id: String,
    /// Version of the entity's research.
    pub version: i64,
    /// Number of findings.
    pub findings: usize,
    /// Findings that cite a supporting source and none that contradicts them.
    pub supported: usize,
    /// Time after which the research is stale.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Time,
}

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
    Ok((StatusCode::CREATED, Json(store_for(&gateway, &allowed.caller, given).await?)))
}

/// Stores research for the tenant of a caller.
///
/// # Errors
/// The research is invalid, the entity does not exist or is being researched, or Postgres is unavailable.
pub async fn store_for(gateway: &Gateway, caller: &Caller, given: GivenResearch) -> Result<ResearchStored, Problem> {
    let giver = Giver { name: &caller.name, at: gateway.clock.now() };
    let (entity, research) = given_research::research(given, &giver)?;
    if gateway.store(&caller.tenant).entity(&caller.tenant, &entity).await?.is_none() {
        return Err(Problem::no_entity());
    }
    let supported = |finding: &&domain::Finding| finding.status == domain::ClaimStatus::Supported;
    let mut stored = ResearchStored {
        entity_id: entity.to_string(),
        version: 0,
        findings: research.findings.len(),
        supported: research.findings.iter().filter(supported).count(),
        expires_at: research.expires_at,
    };
    let about = JobId::named(&["entity", entity.as_str()]);
    let action = audit::Action { action: "research stored", object: entity.to_string(), about };
    let change = audit::change(gateway, caller, action);
    let given = GivenVersion { entity, tenant: caller.tenant.clone(), research, change };
    // Keys of versions and the lease are common to all tenants; the number that is returned counts those of this
    // tenant.
    let version = gateway.all_tenants.store_given_research(&given).await?;
    stored.version = version.ok_or_else(|| {
        Problem::conflict("the fleet researches this entity for you now; repeat the request later").retry_after(BUSY)
    })?;
    Ok(stored)
}
