//! The queue of results.

use domain::access::AccessScope::Read;
use domain::review::{ResultState, SessionId};
use domain::{JobId, Time};
use serde::{Deserialize, Serialize};
use store::reviews::{ReviewCursor, ReviewLine, ReviewQuery, Reviews};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{Context, OperationError, Page, PageQuery};

/// Query parameters of the queue.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewList {
    /// Only results in this state: `pending`, `approved`, `rejected`, `expired` or `executed`; all if absent.
    pub state: Option<String>,
    /// Only results of this session.
    pub session: Option<Uuid>,
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next` of the previous page.
    pub cursor: Option<String>,
}

/// A result in the queue.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ReviewItem {
    /// Id of the result (UUID).
    pub result_id: String,
    /// Its session (UUID).
    pub session_id: String,
    /// Version of the session, as a decision names it.
    pub session_version: i64,
    /// Name of the macro.
    pub macro_name: String,
    /// Version of the definition.
    pub macro_version: String,
    /// Subject: its question, else the first text among its parameters, at most 200 characters.
    #[serde(default)]
    pub subject: String,
    /// State of the result.
    pub result_state: String,
    /// `true` if the model's data is valid under the schema.
    pub schema_valid: bool,
    /// Time of the result.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Time at which a pending result expires.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Time>,
    /// Author of the decision.
    pub decided_by: Option<String>,
}

/// Returns a page of the tenant's results, newest first.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: ReviewList) -> Result<Page<ReviewItem>, OperationError> {
    cx.require(Read)?;
    let state = query.state.as_deref().map(|name| {
        let expected = "must be pending, approved, rejected, expired or executed";
        ResultState::parse(name).ok_or_else(|| OperationError::invalid("state", expected))
    });
    let page = PageQuery { limit: query.limit, cursor: query.cursor };
    let after = page.before::<Uuid>()?;
    let query = ReviewQuery {
        tenant: cx.tenant().clone(),
        states: state.transpose()?.into_iter().collect(),
        session: query.session.map(SessionId),
        after: after.map(|before| ReviewCursor { made_at: before.at, result: JobId(before.id) }),
        limit: page.limit()?,
    };
    let page = cx.store().reviews().list(&query).await?;
    let next = page.next.map(|next| (next.made_at, next.result.to_string()));
    Ok(Page::following(page.lines.into_iter().map(ReviewItem::from).collect(), next))
}

impl From<ReviewLine> for ReviewItem {
    fn from(line: ReviewLine) -> Self {
        let ReviewLine {
            result,
            session,
            session_version,
            name,
            version,
            subject,
            state,
            schema_valid,
            made_at,
            expires_at,
            decided_by,
        } = line;
        Self {
            result_id: result.to_string(),
            session_id: session.to_string(),
            session_version,
            macro_name: name,
            macro_version: version,
            subject,
            result_state: state.name().to_owned(),
            schema_valid,
            at: made_at,
            expires_at,
            decided_by,
        }
    }
}
