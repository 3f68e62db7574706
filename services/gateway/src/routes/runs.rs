//! Runs: list, state, forecast, report, outcome.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::run::RunState;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Runs;
use store::gateway::Owned;
use store::outcomes::{NewOutcome, Origin, Recorded, TrackedQuestion};
use store::reading::RunLine;
use utoipa::ToSchema;

use crate::access::{Admin, Allowed, Caller, Read};
use crate::audit::Action;
use crate::http::{Id, JsonBody, Params, Problem, Problems, check_time};
use crate::page::{Page, PageQuery};
use crate::{Gateway, audit};

/// Maximum characters of a reason.
const MAX_REASON: usize = 1_000;

/// A run in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RunItem {
    /// Id of the run (UUID).
    pub run: String,
    /// Text of the question.
    pub question: String,
    /// `waiting`, `analyzing`, `done`; `cancelled` or `proposed` for a run that is done without a forecast.
    pub phase: String,
    /// Number of rounds so far.
    pub iteration: u32,
    /// Probability of YES, once the forecast is made.
    pub probability: Option<f64>,
    /// Start of the run.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Time,
}

/// The outcome of a question.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// 0 to 1: 1 for YES, 0 for the opposite; values between mean a partial resolution.
    #[schema(minimum = 0, maximum = 1)]
    pub value: f64,
    /// Time of resolution, in the past; now if absent.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub resolved_at: Option<Time>,
    /// Explanation, or the reason of a correction.
    #[serde(default)]
    #[schema(max_length = 1000, pattern = "^[^\\u0000]*$")]
    pub because: String,
}

/// A recorded outcome.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OutcomeRecorded {
    /// `new`, `same` (it was recorded before) or `corrected`.
    pub recorded: String,
    /// The replaced value of a correction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<f64>,
}

/// List runs, newest first.
#[utoipa::path(
    get, path = "/v1/runs", tag = "runs", operation_id = "listRuns", security(("token" = ["read"])), params(PageQuery),
    responses((status = 200, description = "Runs of the tenant", body = Page<RunItem>), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<RunItem>>, Problem> {
    let limit = query.limit()?;
    let rows =
        gateway.store(&allowed.caller.tenant).runs_of(&allowed.caller.tenant, query.before()?, limit + 1).await?;
    Ok(Json(Page::new(rows, limit, |row| (row.started_at, row.run.to_string()), RunItem::from)))
}

/// Show a run: its questions, answers, budgets, and its forecast if there is one.
#[utoipa::path(
    get, path = "/v1/runs/{run}", tag = "runs", operation_id = "showRun", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "`run`, `budgets` and `forecast`", body = Value), Problems),
)]
pub async fn show(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(run): Id<RunId>,
) -> Result<Json<Value>, Problem> {
    let state = load(&gateway, &allowed.caller, run).await?;
    let budgets = gateway.store(&allowed.caller.tenant).run_budgets(run, state.run.event_job).await?;
    let forecast = gateway.store(&allowed.caller.tenant).forecast(run).await?;
    let forecast = forecast.as_ref().map(proto::v1::ForecastMade::from);
    Ok(Json(json!({ "run": state, "budgets": budgets, "forecast": forecast })))
}

/// Show the forecast of a run, in the canonical JSON of `auspex.v1.ForecastMade`.
#[utoipa::path(
    get, path = "/v1/runs/{run}/forecast", tag = "runs", operation_id = "showForecast", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The forecast", body = Value), Problems),
)]
pub async fn forecast(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(run): Id<RunId>,
) -> Result<Json<proto::v1::ForecastMade>, Problem> {
    owned(&gateway, &allowed.caller, run).await?;
    let forecast = gateway.store(&allowed.caller.tenant).forecast(run).await?.ok_or_else(no_forecast)?;
    Ok(Json(proto::v1::ForecastMade::from(&forecast)))
}

/// Show the report of a run, in Markdown.
#[utoipa::path(
    get, path = "/v1/runs/{run}/report", tag = "runs", operation_id = "showReport", security(("token" = ["read"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    responses((status = 200, description = "The report", body = String, content_type = "text/markdown"), Problems),
)]
pub async fn report(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(run): Id<RunId>,
) -> Result<Response, Problem> {
    markdown(&gateway, &allowed.caller, report_key(run)).await
}

/// Returns the key of a run's report.
pub fn report_key(run: RunId) -> String {
    format!("runs/{run}/report.md")
}

/// Record the outcome of a run's question. A second, different outcome corrects the first one, which is kept.
#[utoipa::path(
    post, path = "/v1/runs/{run}/outcome", tag = "runs", operation_id = "resolveRun", security(("token" = ["admin"])),
    params(("run" = String, Path, description = "Id of the run", format = Uuid)),
    request_body = Outcome,
    responses((status = 200, description = "The outcome is recorded", body = OutcomeRecorded), Problems),
)]
pub async fn resolve(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(run): Id<RunId>,
    JsonBody(outcome, _): JsonBody<Outcome>,
) -> Result<Json<OutcomeRecorded>, Problem> {
    let now = gateway.clock.now();
    check_time("resolved_at", outcome.resolved_at)?;
    if !(0.0..=1.0).contains(&outcome.value) {
        return Err(Problem::invalid("value", "must be a number from 0 (NO) to 1 (YES)"));
    }
    if outcome.resolved_at.is_some_and(|at| at > now) {
        return Err(Problem::invalid("resolved_at", "must not be in the future"));
    }
    let state = load(&gateway, &allowed.caller, run).await?;
    let new = NewOutcome {
        question: TrackedQuestion::of_run(&state.run),
        value: outcome.value,
        resolved_at: outcome.resolved_at,
        learned_at: now,
        origin: Origin::Hand,
        because: limited("because", outcome.because)?,
    };
    let recorded = gateway.store(&allowed.caller.tenant).record_outcomes(&[new]).await?.pop();
    record(&gateway, &allowed.caller, ("resolved", &state)).await;
    let (recorded, replaced) = match recorded.ok_or_else(Problem::unavailable)? {
        Recorded::New => ("new", None),
        Recorded::Same => ("same", None),
        Recorded::Corrected { was, .. } => ("corrected", Some(was)),
    };
    Ok(Json(OutcomeRecorded { recorded: recorded.to_owned(), replaced }))
}

impl From<RunLine> for RunItem {
    fn from(line: RunLine) -> Self {
        let RunLine { run, question, phase, iteration, probability, started_at, .. } = line;
        Self { run: run.to_string(), question, phase, iteration, probability, started_at }
    }
}

fn no_forecast() -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        "not-found",
        "the run has no forecast yet; `GET /v1/runs/{run}` shows its phase",
    )
}

/// Refuses a run of another tenant, and one that is not there.
pub(crate) async fn owned(gateway: &Gateway, caller: &Caller, run: RunId) -> Result<(), Problem> {
    let owned = gateway.store(&caller.tenant).is_owned(&caller.tenant, &Owned::Run(run)).await?;
    owned.then_some(()).ok_or_else(Problem::no_run)
}

pub(super) async fn load(gateway: &Gateway, caller: &Caller, run: RunId) -> Result<RunState, Problem> {
    owned(gateway, caller, run).await?;
    gateway.store(&caller.tenant).load(run).await?.ok_or_else(Problem::no_run)
}

/// Records a change of a run in the audit trail.
async fn record(gateway: &Gateway, caller: &Caller, (action, state): (&'static str, &RunState)) {
    let action = Action { action, object: format!("run {}", state.run.id), about: state.run.event_job };
    audit::record(gateway, audit::change(gateway, caller, action)).await;
}

/// Answers a report of the caller's tenant.
pub(super) async fn markdown(gateway: &Gateway, caller: &Caller, key: String) -> Result<Response, Problem> {
    let report = report_of(gateway, caller, key)
        .await?
        .ok_or_else(|| Problem::not_found("report", "`GET /v1/reports` lists its reports"))?;
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], report).into_response())
}

/// Returns the Markdown of a report of the caller's tenant.
///
/// # Errors
/// Postgres is unavailable.
pub async fn report_of(gateway: &Gateway, caller: &Caller, key: String) -> Result<Option<String>, Problem> {
    let owned = Owned::Report(key.clone());
    if key.contains('\0') || !gateway.store(&caller.tenant).is_owned(&caller.tenant, &owned).await? {
        return Ok(None);
    }
    Ok(gateway.store(&caller.tenant).report(&key).await?.map(|report| report.markdown))
}

/// Refuses a text that is too long or contains NUL, which Postgres cannot store.
pub(super) fn limited(field: &str, text: String) -> Result<String, Problem> {
    if text.chars().count() > MAX_REASON || text.contains('\0') {
        return Err(Problem::invalid(field, format!("must have at most {MAX_REASON} characters and no NUL")));
    }
    Ok(text)
}
