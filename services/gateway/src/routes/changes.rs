//! The audit trail of changes over the gateway.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use domain::{JobId, Time};
use serde::Serialize;
use store::gateway::RecordedChange;
use utoipa::ToSchema;

use crate::Gateway;
use crate::access::{Admin, Allowed};
use crate::http::{Params, Problem, Problems};
use crate::page::{Page, PageQuery};

/// A change over the gateway.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangeItem {
    /// Id of the token that made it.
    pub token: String,
    /// Name of the token.
    pub token_name: String,
    /// What was done, e.g. `published`, `approved` or `redriven`.
    pub action: String,
    /// What was changed.
    pub object: String,
    /// Job of the event that it belongs to, or the id of the object (UUID).
    pub about: String,
    /// Reason of a refusal; absent if the change was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Time of the request.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
}

/// List the changes that the tenant's tokens have made, newest first: published events, questions, cancellations,
/// outcomes, redrives, schedules and decisions about reviews.
#[utoipa::path(
    get, path = "/v1/changes", tag = "audit", operation_id = "listChanges", security(("token" = ["admin"])),
    params(PageQuery),
    responses((status = 200, description = "Changes of the tenant", body = Page<ChangeItem>), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<ChangeItem>>, Problem> {
    let limit = query.limit()?;
    let rows =
        gateway.store(&allowed.caller.tenant).changes_of(&allowed.caller.tenant, query.before()?, limit + 1).await?;
    Ok(Json(Page::new(
        rows,
        limit,
        |(id, change): &(JobId, RecordedChange)| (change.at, id.to_string()),
        ChangeItem::from,
    )))
}

impl From<(JobId, RecordedChange)> for ChangeItem {
    fn from((_, change): (JobId, RecordedChange)) -> Self {
        let RecordedChange { token, token_name, action, object, about, refused, at, .. } = change;
        Self { token: token.to_string(), token_name, action, object, about: about.to_string(), refused, at }
    }
}
