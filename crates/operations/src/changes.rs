//! The audit trail of changes over the gateway.

use domain::access::AccessScope::Admin;
use domain::{JobId, Time};
use serde::Serialize;
use store::audit::RecordedChange;
use utoipa::ToSchema;

use crate::{Context, OperationError, Page, PageQuery};

/// A change over the gateway.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChangeItem {
    /// Id of the token that made it.
    pub token: String,
    /// Name of the token.
    pub token_name: String,
    /// Action, e.g. `published`, `approved` or `redriven`.
    pub action: String,
    /// Object of the action.
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

/// Returns a page of the changes that the tenant's tokens have made, newest first.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &PageQuery) -> Result<Page<ChangeItem>, OperationError> {
    cx.require(Admin)?;
    let limit = query.limit()?;
    let rows = cx.store().audit().changes(cx.tenant(), query.before()?, limit + 1).await?;
    let position = |(id, change): &(JobId, RecordedChange)| (change.at, id.to_string());
    Ok(Page::new(rows, limit, position, ChangeItem::from))
}

impl From<(JobId, RecordedChange)> for ChangeItem {
    fn from((_, change): (JobId, RecordedChange)) -> Self {
        let RecordedChange { token, token_name, action, object, about, refused, at, .. } = change;
        Self { token: token.to_string(), token_name, action, object, about: about.to_string(), refused, at }
    }
}
