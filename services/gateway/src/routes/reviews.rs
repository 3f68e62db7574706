//! Reviews of macros' results: the queue, one review, and decisions about it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::header::HeaderName;
use axum::http::{HeaderValue, StatusCode};
use domain::review::{ResultState, ReviewedResult, SessionId};
use domain::{JobId, Time};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::gateway::RequestKey;
use store::reviews::{ReviewCursor, ReviewLine, ReviewQuery, Reviews};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::Gateway;
use crate::access::{Allowed, Publish, Read, Required, Review};
use crate::desk::{Approve, Approved, BatchPublished, Desk, Reject, Rejected, ReviewedView, SessionDetail, Target};
use crate::http::conditions::{Precondition, etag, missing_version, precondition, required};
use crate::http::{Id, JsonBody, Params, Payload, Problem, Problems, Unmet};
use crate::page::{Page, PageQuery};
use crate::publish;

type Tagged<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

/// Query parameters of the queue.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct QueueQuery {
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
#[derive(Debug, Clone, Serialize, ToSchema)]
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

/// An approval of the result of the path.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ApprovalWanted {
    /// Changes to the data: a list of JSON Patch operations (`add`, `replace`, `remove`), or the whole edited data as
    /// an object.
    pub edits: Option<Value>,
    /// Sends the verbs to the executor after the approval.
    pub execute_verbs: bool,
    /// Reason, recorded with the decision.
    #[schema(max_length = 4000)]
    pub reason: String,
}

/// A rejection of the result of the path.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RejectionWanted {
    /// Reason, recorded with the decision.
    #[schema(max_length = 4000)]
    pub reason: String,
}

/// List results, newest first.
#[utoipa::path(
    get, path = "/v1/reviews", tag = "reviews", operation_id = "listReviews", security(("token" = ["read"])),
    params(QueueQuery),
    responses((status = 200, description = "Results of the tenant", body = Page<ReviewItem>), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<QueueQuery>,
) -> Result<Json<Page<ReviewItem>>, Problem> {
    let state = query.state.as_deref().map(|name| {
        let expected = "must be pending, approved, rejected, expired or executed";
        ResultState::parse(name).ok_or_else(|| Problem::invalid("state", expected))
    });
    let page = PageQuery { limit: query.limit, cursor: query.cursor };
    let after = page.before::<Uuid>()?;
    let query = ReviewQuery {
        tenant: allowed.caller.tenant.clone(),
        states: state.transpose()?.into_iter().collect(),
        session: query.session.map(SessionId),
        after: after.map(|before| ReviewCursor { made_at: before.at, result: JobId(before.id) }),
        limit: page.limit()?,
    };
    let page = gateway.store(&allowed.caller.tenant).list(&query).await?;
    let next = page.next.map(|next| (next.made_at, next.result.to_string()));
    Ok(Json(Page::following(page.lines.into_iter().map(ReviewItem::from).collect(), next)))
}

/// Show a result with its data, verbs, sources, checks and review.
///
/// The `ETag` is the version of the session with the digest of the data and the verbs. A decision names it in
/// `If-Match`; an approval and an execution need the whole of it.
#[utoipa::path(
    get, path = "/v1/reviews/{result}", tag = "reviews", operation_id = "showReview", security(("token" = ["read"])),
    params(("result" = String, Path, description = "Id of the result", format = Uuid)),
    responses((status = 200, description = "The result", body = ReviewedView,
        headers(("ETag" = String, description = "Version of the session, and digest of the result"))), Problems),
)]
pub async fn show(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(result): Id<JobId>,
) -> Result<Tagged<ReviewedView>, Problem> {
    let reviewed = Desk::new(&gateway, &allowed.caller).show(result).await?;
    Ok((tag(&reviewed), Json(ReviewedView::from(&reviewed))))
}

/// Returns the `ETag` of a whole result.
fn tag(reviewed: &ReviewedResult) -> [(HeaderName, HeaderValue); 1] {
    [etag(reviewed.session.version, Some(&reviewed.digest()))]
}

/// Approve a pending result, with or without edits.
///
/// The edited data is validated again, and the verbs are rendered from it. The reviewer is the token. With
/// `execute_verbs` the verbs go to the executor; without an answer the approval stays in force and `execution` says
/// why.
#[utoipa::path(
    post, path = "/v1/reviews/{result}/approve", tag = "reviews", operation_id = "approveReview",
    security(("token" = ["review"])),
    params(
        ("result" = String, Path, description = "Id of the result", format = Uuid),
        ("If-Match" = String, Header, description = "ETag of the review that you have read; required"),
        ("Idempotency-Key" = Option<String>, Header, description = "Approves once under the same key", max_length = 255),
    ),
    request_body = ApprovalWanted,
    responses((status = 200, description = "The result is approved", body = Approved), Problems, Unmet),
)]
pub async fn approve(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Review>,
    Id(result): Id<JobId>,
    JsonBody(wanted, payload): JsonBody<ApprovalWanted>,
) -> Result<Tagged<Approved>, Problem> {
    let Precondition { version, digest } = required(&payload.headers)?;
    let key = publish::request_key(&allowed.caller.tenant, &payload)?;
    let ApprovalWanted { edits, execute_verbs, reason } = wanted;
    let (result_id, version) = (Some(result.0), Some(version));
    let input = Approve { session_id: None, result_id, version, digest, edits, execute_verbs, reason };
    let approved = Desk::new(&gateway, &allowed.caller).approve(&input, key.as_ref()).await?;
    Ok(([etag(approved.session_version, Some(&approved.digest))], Json(approved)))
}

/// Reject a pending result.
#[utoipa::path(
    post, path = "/v1/reviews/{result}/reject", tag = "reviews", operation_id = "rejectReview",
    security(("token" = ["review"])),
    params(
        ("result" = String, Path, description = "Id of the result", format = Uuid),
        ("If-Match" = String, Header, description = "ETag of the review that you have read; required"),
        ("Idempotency-Key" = Option<String>, Header, description = "Rejects once under the same key", max_length = 255),
    ),
    request_body = RejectionWanted,
    responses((status = 200, description = "The result is rejected", body = Rejected), Problems, Unmet),
)]
pub async fn reject(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Review>,
    Id(result): Id<JobId>,
    JsonBody(wanted, payload): JsonBody<RejectionWanted>,
) -> Result<Tagged<Rejected>, Problem> {
    let version = Some(required(&payload.headers)?.version);
    let key = publish::request_key(&allowed.caller.tenant, &payload)?;
    let input = Reject { session_id: None, result_id: Some(result.0), version, reason: wanted.reason };
    let rejected = Desk::new(&gateway, &allowed.caller).reject(&input, key.as_ref()).await?;
    Ok(([etag(rejected.session_version, None)], Json(rejected)))
}

/// Send the verbs of an approved result to the executor, and store its answer.
///
/// The executor recognises a repetition by the result's id. Without an executor (503) or an answer in time (504) the
/// verbs stay ready.
#[utoipa::path(
    post, path = "/v1/reviews/{result}/execute", tag = "reviews", operation_id = "executeVerbs",
    security(("token" = ["review"])),
    params(
        ("result" = String, Path, description = "Id of the result", format = Uuid),
        ("If-Match" = String, Header, description = "ETag of the review that you have read; required"),
        ("Idempotency-Key" = Option<String>, Header, description = "Executes once under the same key", max_length = 255),
    ),
    responses((status = 200, description = "The verbs are executed", body = ReviewedView), Problems, Unmet),
)]
pub async fn execute(
    State(gateway): State<Arc<Gateway>>,
    Operation { allowed, result, seen, key }: Operation<Review>,
) -> Result<Tagged<ReviewedView>, Problem> {
    let Precondition { version, digest } = seen.ok_or_else(missing_version)?;
    let target = Target { result_id: Some(result.0), session_id: None, version: Some(version), digest };
    let executed = Desk::new(&gateway, &allowed.caller).execute_verbs(&target, key.as_ref()).await?;
    Ok((tag(&executed), Json(ReviewedView::from(&executed))))
}

/// Publish one event per row of an approved result, as the macro's section `batch` describes. A repetition publishes
/// nothing again.
#[utoipa::path(
    post, path = "/v1/reviews/{result}/batch", tag = "reviews", operation_id = "publishBatch",
    security(("token" = ["publish"])),
    params(
        ("result" = String, Path, description = "Id of the result", format = Uuid),
        ("If-Match" = Option<String>, Header, description = "ETag of the review that you have read"),
        ("Idempotency-Key" = Option<String>, Header, description = "Refuses another request under the same key", max_length = 255),
    ),
    responses((status = 202, description = "The events are stored", body = BatchPublished), Problems, Unmet),
)]
pub async fn batch(
    State(gateway): State<Arc<Gateway>>,
    Operation { allowed, result, seen, key }: Operation<Publish>,
) -> Result<(StatusCode, Json<BatchPublished>), Problem> {
    let version = seen.map(|seen| seen.version);
    let target = Target { result_id: Some(result.0), version, ..Target::default() };
    let published = Desk::new(&gateway, &allowed.caller).batch(&target, key.as_ref()).await?;
    Ok((StatusCode::ACCEPTED, Json(published)))
}

/// Show a session with its approved results. A session that was never used is idle at version 0.
#[utoipa::path(
    get, path = "/v1/sessions/{session}", tag = "reviews", operation_id = "showSession",
    security(("token" = ["read"])),
    params(("session" = String, Path, description = "Id of the session", format = Uuid)),
    responses((status = 200, description = "The session", body = SessionDetail,
        headers(("ETag" = String, description = "Version of the session"))), Problems),
)]
pub async fn session(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(session): Id<Uuid>,
) -> Result<Tagged<SessionDetail>, Problem> {
    let detail = Desk::new(&gateway, &allowed.caller).session(session).await?;
    Ok(([etag(detail.status.version, None)], Json(detail)))
}

/// A request about a result without a body.
pub struct Operation<S> {
    allowed: Allowed<S>,
    result: JobId,
    seen: Option<Precondition>,
    key: Option<RequestKey>,
}

impl<S: Required> FromRequest<Arc<Gateway>> for Operation<S> {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Arc<Gateway>) -> Result<Self, Problem> {
        let (mut parts, body) = request.into_parts();
        let allowed = Allowed::<S>::from_request_parts(&mut parts, gateway).await?;
        let Id(result) = Id::<JobId>::from_request_parts(&mut parts, gateway).await?;
        let payload = Payload::from_request(Request::from_parts(parts, body), gateway).await?;
        let key = publish::request_key(&allowed.caller.tenant, &payload)?;
        Ok(Self { allowed, result, seen: precondition(&payload.headers)?, key })
    }
}

impl From<ReviewLine> for ReviewItem {
    fn from(line: ReviewLine) -> Self {
        let ReviewLine {
            result,
            session,
            session_version,
            name,
            version,
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
            result_state: state.name().to_owned(),
            schema_valid,
            at: made_at,
            expires_at,
            decided_by,
        }
    }
}
