//! Outcomes of events: processed events, reports, dead letters, spending, the summary.

use axum::Json;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use domain::JobId;
use operations::costs::{self, CostHistory};
use operations::dead_letter_groups::{self, DeadLetterQuery};
use operations::dead_letters::{self, DeadLetterItem, DeadLetterStep, Dropped, Redriven};
use operations::events::{self, EventDetail, EventMessage};
use operations::reports::{self, ReportItem, ReportQuery};
use operations::settlement::{self, EventJobs, EventSettlement};
use operations::spend::{self, Spending};
use operations::summary::{self, Summary, SummaryQuery};
use operations::{Page, PageQuery};
use proto::v1;

use crate::access::{Admin, Allowed, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems};

/// Show an event: its classification, its results, its audit trail and its evidence.
///
/// `state` is `pending` until the fleet has classified the event, then `classified`, and `answered` once it has a
/// result. An event that the rules found uninteresting has a `verdict` with the SHA-256 of its body in place of a
/// `classification`, and its result is that of a group.
#[utoipa::path(
    get, path = "/v1/events/{job}", tag = "events", operation_id = "showEvent", security(("token" = ["read"])),
    params(("job" = String, Path, description = "Job of the event, as answered to its publisher", format = Uuid)),
    responses((status = 200, description = "The event", body = EventDetail), Problems),
)]
pub async fn event(allowed: Allowed<Read>, Id(job): Id<JobId>) -> Result<Json<EventDetail>, Problem> {
    Ok(Json(events::show(allowed.cx(), job).await?))
}

/// Read the message of an event: the bytes that were published to its stream, `auspex.v1.Event` in protobuf. It is
/// stored for events that came over HTTP or MCP, or from a schedule, until it is pruned.
#[utoipa::path(
    get, path = "/v1/events/{job}/message", tag = "events", operation_id = "readEventMessage",
    security(("token" = ["read"])),
    params(("job" = String, Path, description = "Job of the event, as answered to its publisher", format = Uuid)),
    responses((status = 200, description = "The bytes", content((Vec<u8> = "application/x-protobuf"))), Problems),
)]
pub async fn event_message(allowed: Allowed<Read>, Id(job): Id<JobId>) -> Result<Response, Problem> {
    let message = events::message(allowed.cx(), job).await?;
    Ok(([(CONTENT_TYPE, EventMessage::MEDIA_TYPE)], message.bytes).into_response())
}

/// Show whether events, with all work that they caused, are done. An event that the tenant does not have is open.
#[utoipa::path(
    post, path = "/v1/events:settlement", tag = "events", operation_id = "showSettlement",
    security(("token" = ["read"])), request_body = EventJobs,
    responses((status = 200, description = "The state of each event", body = Vec<EventSettlement>), Problems),
)]
pub async fn settlement(
    allowed: Allowed<Read>,
    JsonBody(jobs, _): JsonBody<EventJobs>,
) -> Result<Json<Vec<EventSettlement>>, Problem> {
    Ok(Json(settlement::show(allowed.cx(), jobs).await?))
}

/// List reports, newest first.
#[utoipa::path(
    get, path = "/v1/reports", tag = "reports", operation_id = "listReports", security(("token" = ["read"])),
    params(PageQuery),
    responses((status = 200, description = "Reports of the tenant", body = Page<ReportItem>), Problems),
)]
pub async fn reports(
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<ReportItem>>, Problem> {
    Ok(Json(reports::list(allowed.cx(), &query).await?))
}

/// Show a report, in Markdown, as a page or as a PDF, as `Accept` names it.
#[utoipa::path(
    get, path = "/v1/reports/content", tag = "reports", operation_id = "readReport", security(("token" = ["read"])),
    params(ReportQuery),
    responses((status = 200, description = "The report", content((String = "text/markdown"), (String = "text/html"), (Vec<u8> = "application/pdf"))), Problems),
)]
pub async fn report(
    allowed: Allowed<Read>,
    Params(ReportQuery { key }): Params<ReportQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    super::reports::report(allowed.cx(), key, &headers).await
}

/// List dead letters, newest first, redriven and dropped ones included.
#[utoipa::path(
    get, path = "/v1/dead-letters", tag = "dead letters", operation_id = "listDeadLetters",
    security(("token" = ["read"])), params(DeadLetterQuery),
    responses((status = 200, description = "Dead letters of the tenant", body = Page<DeadLetterItem>), Problems),
)]
pub async fn dead_letters(
    allowed: Allowed<Read>,
    Params(query): Params<DeadLetterQuery>,
) -> Result<Json<Page<DeadLetterItem>>, Problem> {
    Ok(Json(dead_letter_groups::list(allowed.cx(), &query).await?))
}

/// Show a dead letter with its message, headers and reason, in the canonical JSON of `auspex.v1.DeadLetter`. `errors`
/// contains the outermost error only, unless the event itself was invalid: the causes inside of the fleet are for its
/// operators (`auspex dead show`).
#[utoipa::path(
    get, path = "/v1/dead-letters/{id}", tag = "dead letters", operation_id = "showDeadLetter",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the dead letter", format = Uuid)),
    responses((status = 200, description = "The dead letter", body = Value), Problems),
)]
pub async fn dead_letter(allowed: Allowed<Read>, Id(id): Id<JobId>) -> Result<Json<v1::DeadLetter>, Problem> {
    Ok(Json(dead_letters::show(allowed.cx(), id).await?))
}

/// List the last lines of the audit trail of the event that a dead letter is about, oldest first, at most 20.
#[utoipa::path(
    get, path = "/v1/dead-letters/{id}/trail", tag = "dead letters", operation_id = "listDeadLetterTrail",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "Id of the dead letter", format = Uuid)),
    responses((status = 200, description = "What the workers did", body = Vec<DeadLetterStep>), Problems),
)]
pub async fn dead_letter_trail(
    allowed: Allowed<Read>,
    Id(id): Id<JobId>,
) -> Result<Json<Vec<DeadLetterStep>>, Problem> {
    Ok(Json(dead_letters::trail(allowed.cx(), id).await?))
}

/// Run a dead-lettered job again, after its cause was fixed.
#[utoipa::path(
    post, path = "/v1/dead-letters/{id}/redrive", tag = "dead letters", operation_id = "redrive",
    security(("token" = ["admin"])),
    params(("id" = String, Path, description = "Id of the dead letter", format = Uuid)),
    responses((status = 200, description = "The job runs again", body = Redriven), Problems),
)]
pub async fn redrive(allowed: Allowed<Admin>, Id(id): Id<JobId>) -> Result<Json<Redriven>, Problem> {
    Ok(Json(dead_letters::redrive(allowed.cx(), id).await?))
}

/// Close a dead letter that will not be redriven. It leaves the open lists and counts; its event stays dead. A
/// repetition changes nothing.
#[utoipa::path(
    post, path = "/v1/dead-letters/{id}/drop", tag = "dead letters", operation_id = "dropDeadLetter",
    security(("token" = ["admin"])),
    params(("id" = String, Path, description = "Id of the dead letter", format = Uuid)),
    responses((status = 200, description = "The dead letter is closed", body = Dropped), Problems),
)]
pub async fn drop_dead_letter(allowed: Allowed<Admin>, Id(id): Id<JobId>) -> Result<Json<Dropped>, Problem> {
    Ok(Json(dead_letters::drop(allowed.cx(), id).await?))
}

/// Show the tenant's spending: limits and amounts by day, today's calls by worker and model, and what budgets refused.
#[utoipa::path(
    get, path = "/v1/spend", tag = "spend", operation_id = "showSpend", security(("token" = ["read"])),
    responses((status = 200, description = "`days` (newest first), `today`, `agents` and `refusals`", body = Spending), Problems),
)]
pub async fn spending(allowed: Allowed<Read>) -> Result<Json<Spending>, Problem> {
    Ok(Json(spend::show(allowed.cx()).await?))
}

/// Show what became of the tenant's events of the last days, and what they cost.
#[utoipa::path(
    get, path = "/v1/summary", tag = "spend", operation_id = "showSummary", security(("token" = ["read"])),
    params(SummaryQuery),
    responses((status = 200, description = "Counts, costs and the limit of today", body = Summary), Problems),
)]
pub async fn summary(allowed: Allowed<Read>, Params(query): Params<SummaryQuery>) -> Result<Json<Summary>, Problem> {
    Ok(Json(summary::show(allowed.cx(), &query).await?))
}

/// Show the costs of the tenant's earlier events, from which the cost of further ones is estimated.
#[utoipa::path(
    get, path = "/v1/cost-history", tag = "spend", operation_id = "showCostHistory", security(("token" = ["read"])),
    responses((status = 200, description = "Costs by event, and the share of researched events", body = CostHistory), Problems),
)]
pub async fn cost_history(allowed: Allowed<Read>) -> Result<Json<CostHistory>, Problem> {
    Ok(Json(costs::history(allowed.cx()).await?))
}
