//! Runs: list, state, forecast, report, outcome, cancellation.

use axum::Json;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::RunId;
use operations::outcomes::{self, Outcome, OutcomeRecorded, OutcomeWithdrawal, OutcomeWithdrawn};
use operations::pages::{self, ArchivedPage, Citation};
use operations::reports::report_key;
use operations::runs::{self, Cancel, Cancelled, RelatedRunItem, RunCallItem, RunItem, RunOutput, RunQuery};
use operations::threshold::{self, ThresholdProbability, ThresholdQuery};
use operations::{Page, forecasts};

use super::reports;
use crate::access::{Admin, Allowed, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems};

/// List runs with their figures, newest first.
#[utoipa::path(
    get, path = "/v1/runs", tag = "runs", operation_id = "listRuns", security(("token" = ["read"])), params(RunQuery),
    responses((status = 200, description = "Runs of the tenant", body = Page<RunItem>), Problems),
)]
pub async fn list(allowed: Allowed<Read>, Params(query): Params<RunQuery>) -> Result<Json<Page<RunItem>>, Problem> {
    Ok(Json(runs::list(allowed.cx(), &query).await?))
}

/// Show a run: its questions, answers, budgets, and its forecast if there is one.
#[utoipa::path(
    get, path = "/v1/runs/{run}", tag = "runs", operation_id = "showRun", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The run", body = RunOutput), Problems),
)]
pub async fn show(allowed: Allowed<Read>, Id(run): Id<RunId>) -> Result<Json<RunOutput>, Problem> {
    Ok(Json(runs::show(allowed.cx(), run).await?))
}

/// List other runs with the question of a run, or about its market, newest first.
#[utoipa::path(
    get, path = "/v1/runs/{run}/related", tag = "runs", operation_id = "listRelatedRuns",
    security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The runs, at most 20", body = Vec<RelatedRunItem>), Problems),
)]
pub async fn related(allowed: Allowed<Read>, Id(run): Id<RunId>) -> Result<Json<Vec<RelatedRunItem>>, Problem> {
    Ok(Json(runs::related(allowed.cx(), run).await?))
}

/// List the model calls of a run in the order of their begin.
#[utoipa::path(
    get, path = "/v1/runs/{run}/calls", tag = "runs", operation_id = "listRunCalls", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The first 500 calls", body = Vec<RunCallItem>), Problems),
)]
pub async fn calls(allowed: Allowed<Read>, Id(run): Id<RunId>) -> Result<Json<Vec<RunCallItem>>, Problem> {
    Ok(Json(runs::calls(allowed.cx(), run).await?))
}

/// Show the text of a page that a run cites, as the fleet read it, with the quote of a finding located.
#[utoipa::path(
    get, path = "/v1/pages/{hash}", tag = "runs", operation_id = "showPage", security(("token" = ["read"])),
    params(
        ("hash" = String, Path, description = "`contentHash` of a source", pattern = "^[0-9a-fA-F]{64}$"),
        Citation
    ),
    responses((status = 200, description = "The page", body = ArchivedPage), Problems),
)]
pub async fn page(
    allowed: Allowed<Read>,
    Path(hash): Path<String>,
    Params(citation): Params<Citation>,
) -> Result<Json<ArchivedPage>, Problem> {
    Ok(Json(pages::show(allowed.cx(), &hash, &citation).await?))
}

/// Show the forecast of a run, in the canonical JSON of `auspex.v1.ForecastMade`.
#[utoipa::path(
    get, path = "/v1/runs/{run}/forecast", tag = "runs", operation_id = "showForecast", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The forecast", body = Value), Problems),
)]
pub async fn forecast(allowed: Allowed<Read>, Id(run): Id<RunId>) -> Result<Json<proto::v1::ForecastMade>, Problem> {
    Ok(Json(forecasts::show(allowed.cx(), run).await?))
}

/// Show the probability that the answer to a question for a number or a date is at most a threshold.
#[utoipa::path(
    get, path = "/v1/runs/{run}/probability", tag = "runs", operation_id = "showProbability",
    security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid), ThresholdQuery),
    responses((status = 200, description = "The probability", body = ThresholdProbability), Problems),
)]
pub async fn probability(
    allowed: Allowed<Read>,
    Id(run): Id<RunId>,
    Params(query): Params<ThresholdQuery>,
) -> Result<Json<ThresholdProbability>, Problem> {
    Ok(Json(threshold::probability(allowed.cx(), run, &query).await?))
}

/// Show the report of a run, in Markdown, as a page (`Accept: text/html`), or as a PDF (`Accept: application/pdf`).
///
/// A PDF needs a browser (`AUSPEX_BROWSER_URL` of the gateway).
#[utoipa::path(
    get, path = "/v1/runs/{run}/report", tag = "runs", operation_id = "showReport", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The report", content((String = "text/markdown"), (String = "text/html"), (Vec<u8> = "application/pdf"))), Problems),
)]
pub async fn report(allowed: Allowed<Read>, Id(run): Id<RunId>, headers: HeaderMap) -> Result<Response, Problem> {
    reports::report(allowed.cx(), report_key(run), &headers).await
}

/// Record the outcome of a run's question. A second, different outcome corrects the first one, which is kept.
#[utoipa::path(
    post, path = "/v1/runs/{run}/outcome", tag = "runs", operation_id = "resolveRun", security(("token" = ["admin"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    request_body = Outcome,
    responses((status = 200, description = "The outcome is recorded", body = OutcomeRecorded), Problems),
)]
pub async fn resolve(
    allowed: Allowed<Admin>,
    Id(run): Id<RunId>,
    JsonBody(outcome, _): JsonBody<Outcome>,
) -> Result<Json<OutcomeRecorded>, Problem> {
    Ok(Json(outcomes::record(allowed.cx(), run, outcome).await?))
}

/// Withdraw the recorded outcome of a run's question, which is open again. The history keeps it, with the reason.
#[utoipa::path(
    post, path = "/v1/runs/{run}/outcome/withdraw", tag = "runs", operation_id = "withdrawOutcome",
    security(("token" = ["admin"])), params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    request_body = OutcomeWithdrawal,
    responses((status = 200, description = "The outcome counts no longer", body = OutcomeWithdrawn), Problems),
)]
pub async fn withdraw(
    allowed: Allowed<Admin>,
    Id(run): Id<RunId>,
    JsonBody(wanted, _): JsonBody<OutcomeWithdrawal>,
) -> Result<Json<OutcomeWithdrawn>, Problem> {
    Ok(Json(outcomes::withdraw(allowed.cx(), run, wanted).await?))
}

/// Cancel a run, with or without a forecast. A run whose question waits for its turn can be cancelled, too.
#[utoipa::path(
    post, path = "/v1/runs/{run}/cancel", tag = "runs", operation_id = "cancelRun", security(("token" = ["admin"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    request_body = Cancel,
    responses((status = 200, description = "The run is cancelled", body = Cancelled), Problems),
)]
pub async fn cancel(
    allowed: Allowed<Admin>,
    Id(run): Id<RunId>,
    JsonBody(wanted, _): JsonBody<Cancel>,
) -> Result<Json<Cancelled>, Problem> {
    Ok(Json(runs::cancel(allowed.cx(), run, wanted).await?))
}
