//! Reviews of macros' results: the queue, one review, and decisions about it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::HeaderName;
use axum::http::{HeaderValue, StatusCode};
use domain::JobId;
use domain::review::ReviewedResult;
use operations::Page;
use operations::reviews::{
    self, Approve, Approved, BatchPublished, Reject, Rejected, ReviewItem, ReviewList, ReviewedView, SessionDetail,
    Target,
};
use serde::Deserialize;
use serde_json::Value;
use store::intake::RequestKey;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Gateway;
use crate::access::{Allowed, Publish, Read, Required, Review};
use crate::http::conditions::{Precondition, etag, missing_version, precondition, required};
use crate::http::{Id, JsonBody, Params, Payload, Problem, Problems, Unmet, request_key};

type Tagged<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

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
    params(ReviewList),
    responses((status = 200, description = "Results of the tenant", body = Page<ReviewItem>), Problems),
)]
pub async fn list(
    allowed: Allowed<Read>,
    Params(query): Params<ReviewList>,
) -> Result<Json<Page<ReviewItem>>, Problem> {
    Ok(Json(reviews::list(allowed.cx(), query).await?))
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
pub async fn show(allowed: Allowed<Read>, Id(result): Id<JobId>) -> Result<Tagged<ReviewedView>, Problem> {
    let reviewed = reviews::show(allowed.cx(), result).await?;
    Ok((tag(&reviewed), Json(ReviewedView::from(&reviewed))))
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
    allowed: Allowed<Review>,
    Id(result): Id<JobId>,
    JsonBody(wanted, payload): JsonBody<ApprovalWanted>,
) -> Result<Tagged<Approved>, Problem> {
    let Precondition { version, digest } = required(&payload.headers)?;
    let key = request_key(&allowed.caller.tenant, &payload)?;
    let ApprovalWanted { edits, execute_verbs, reason } = wanted;
    let (result_id, version) = (Some(result.0), Some(version));
    let input = Approve { session_id: None, result_id, version, digest, edits, execute_verbs, reason };
    let approved = reviews::approve(allowed.cx(), &input, key.as_ref()).await?;
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
    allowed: Allowed<Review>,
    Id(result): Id<JobId>,
    JsonBody(wanted, payload): JsonBody<RejectionWanted>,
) -> Result<Tagged<Rejected>, Problem> {
    let version = Some(required(&payload.headers)?.version);
    let key = request_key(&allowed.caller.tenant, &payload)?;
    let input = Reject { session_id: None, result_id: Some(result.0), version, reason: wanted.reason };
    let rejected = reviews::reject(allowed.cx(), &input, key.as_ref()).await?;
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
    Operation { allowed, result, seen, key }: Operation<Review>,
) -> Result<Tagged<ReviewedView>, Problem> {
    let Precondition { version, digest } = seen.ok_or_else(missing_version)?;
    let target = Target { result_id: Some(result.0), session_id: None, version: Some(version), digest };
    let executed = reviews::execute_verbs(allowed.cx(), &target, key.as_ref()).await?;
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
    Operation { allowed, result, seen, key }: Operation<Publish>,
) -> Result<(StatusCode, Json<BatchPublished>), Problem> {
    let target = Target { result_id: Some(result.0), version: seen.map(|seen| seen.version), ..Target::default() };
    let published = reviews::publish_rows(allowed.cx(), &target, key.as_ref()).await?;
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
pub async fn session(allowed: Allowed<Read>, Id(session): Id<Uuid>) -> Result<Tagged<SessionDetail>, Problem> {
    let detail = reviews::session(allowed.cx(), session).await?;
    Ok(([etag(detail.status.version, None)], Json(detail)))
}

/// Returns the `ETag` of a whole result.
fn tag(reviewed: &ReviewedResult) -> [(HeaderName, HeaderValue); 1] {
    [etag(reviewed.session.version, Some(&reviewed.digest()))]
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
        let key = request_key(&allowed.caller.tenant, &payload)?;
        Ok(Self { allowed, result, seen: precondition(&payload.headers)?, key })
    }
}
