//! The audit trail of changes over the gateway.

use axum::Json;
use operations::changes::{self, ChangeItem};
use operations::{Page, PageQuery};

use crate::access::{Admin, Allowed};
use crate::http::{Params, Problem, Problems};

/// List the changes that the tenant's tokens have made, newest first: published events, questions, cancellations,
/// outcomes, redrives, schedules and decisions about reviews.
#[utoipa::path(
    get, path = "/v1/changes", tag = "audit", operation_id = "listChanges", security(("token" = ["admin"])),
    params(PageQuery),
    responses((status = 200, description = "Changes of the tenant", body = Page<ChangeItem>), Problems),
)]
pub async fn list(
    allowed: Allowed<Admin>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<ChangeItem>>, Problem> {
    Ok(Json(changes::list(allowed.cx(), &query).await?))
}
