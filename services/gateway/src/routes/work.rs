//! Outcomes of events: processed events, reports, dead letters, spending.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain::port::DeadLetter;
use domain::{JobId, Time};
use proto::v1;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::gateway::{Owned, ReportLine};
use store::reading::{DayBudget, DeadLetterLine, VerdictView};
use utoipa::{IntoParams, ToSchema};

use super::runs::markdown;
use crate::access::{Admin, Allowed, Read};
use crate::audit::Action;
use crate::http::{Id, Params, Problem, Problems};
use crate::page::{Page, PageQuery};
use crate::{Gateway, audit};

/// Maximum audit lines of an event.
const MAX_AUDIT: u32 = 1_000;
/// Maximum pieces of evidence of an event.
const MAX_EVIDENCE: u32 = 100;
/// Days of spending that are listed.
const DAYS: u32 = 31;

/// A report in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReportItem {
    /// Key of the report, for `/v1/reports/content`.
    pub key: String,
    /// Time at which it was written.
    #[schema(value_type = String, format = DateTime)]
    pub made_at: Time,
}

/// Names a report.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ReportQuery {
    /// Key of the report.
    pub key: String,
}

/// A dead letter in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeadLetterItem {
    /// Id of the dead letter (UUID).
    pub id: String,
    /// Consumer that dead-lettered the message.
    pub consumer: String,
    /// Subject of the message.
    pub subject: String,
    /// Class of the failure: `undecodable`, `rejected`, `exhausted` or `poisoned`.
    pub class: String,
    /// Outermost error of the chain.
    pub reason: String,
    /// Time of dead-lettering.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Time of the last redrive, if any.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub redriven_at: Option<Time>,
}

/// A redriven dead letter.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Redriven {
    /// Id of the dead letter (UUID).
    pub id: String,
    /// Job that runs again (UUID).
    pub job: String,
    /// `true` if the message was published; otherwise the reconciler of a worker publishes it within minutes.
    pub published: bool,
}

/// Spending of one day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DaySpending {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// Limit in micro-dollars.
    pub limit_micro_usd: u64,
    /// Reserved and settled amounts in micro-dollars.
    pub committed_micro_usd: u64,
}

/// Show an event: its classification, its results, its audit trail and its evidence.
///
/// `state` is `pending` until the fleet has classified the event, then `classified`, and `answered` once it has a
/// result. An event that the rules found uninteresting has a `verdict` with the SHA-256 of its body in place of a
/// `classification`, and its result is that of a group.
#[utoipa::path(
    get, path = "/v1/events/{job}", tag = "events", operation_id = "showEvent", security(("token" = ["read"])),
    params(("job" = String, Path, description = "Job of the event, as answered to its publisher", format = Uuid)),
    responses((status = 200, description = "The event", body = Value), Problems),
)]
pub async fn event(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(job): Id<JobId>,
) -> Result<Json<Value>, Problem> {
    let tenant = &allowed.caller.tenant;
    let store = gateway.store(tenant);
    if !store.is_owned(tenant, &Owned::Event(job)).await? {
        if let Some(verdict) = store.verdict(job).await?.filter(|verdict| verdict.tenant == *tenant) {
            return Ok(Json(quiet(&verdict)));
        }
        let accepted = store.is_owned(tenant, &Owned::Accepted(job)).await?;
        return match accepted {
            true => Ok(Json(json!({ "job": job, "state": "pending" }))),
            false => Err(Problem::no_event()),
        };
    }
    let view = store.event(job).await?.ok_or_else(Problem::no_event)?;
    let audit = store.audit_of(job, MAX_AUDIT).await?;
    let evidence = store.evidence_of(job, MAX_EVIDENCE).await?;
    let results: Vec<Value> = view.results.iter().map(|(kind, body)| json!({ "kind": kind, "result": body })).collect();
    let state = if view.answered_at.is_some() { "answered" } else { "classified" };
    Ok(Json(json!({
        "job": job, "state": state, "classification": v1::EventClassified::from(&view.classification),
        "received_at": view.received_at, "answered_at": view.answered_at, "results": results, "audit": audit,
        "evidence": evidence.iter().map(v1::EvidenceFiltered::from).collect::<Vec<_>>(),
    })))
}

/// Shows an event that the rules found uninteresting. Its body is not stored.
fn quiet(verdict: &VerdictView) -> Value {
    let state = if verdict.answered_at.is_some() { "answered" } else { "classified" };
    json!({
        "job": verdict.job, "state": state, "received_at": verdict.made_at, "answered_at": verdict.answered_at,
        "verdict": {
            "kind": verdict.kind, "interesting": false, "score": verdict.score, "reason": verdict.reason(),
            "group": verdict.group, "digest": verdict.digest_hex(),
        },
        "results": [], "audit": [], "evidence": [],
    })
}

/// List reports, newest first.
#[utoipa::path(
    get, path = "/v1/reports", tag = "reports", operation_id = "listReports", security(("token" = ["read"])),
    params(PageQuery),
    responses((status = 200, description = "Reports of the tenant", body = Page<ReportItem>), Problems),
)]
pub async fn reports(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<ReportItem>>, Problem> {
    let limit = query.limit()?;
    let rows =
        gateway.store(&allowed.caller.tenant).reports_of(&allowed.caller.tenant, query.before()?, limit + 1).await?;
    let item = |ReportLine { key, made_at }| ReportItem { key, made_at };
    Ok(Json(Page::new(rows, limit, |row| (row.made_at, row.key.clone()), item)))
}

/// Show a report, in Markdown.
#[utoipa::path(
    get, path = "/v1/reports/content", tag = "reports", operation_id = "readReport", security(("token" = ["read"])),
    params(ReportQuery),
    responses((status = 200, description = "The report", body = String, content_type = "text/markdown"), Problems),
)]
pub async fn report(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(ReportQuery { key }): Params<ReportQuery>,
) -> Result<Response, Problem> {
    markdown(&gateway, &allowed.caller, key).await
}

/// List dead letters, newest first, redriven ones included.
#[utoipa::path(
    get, path = "/v1/dead-letters", tag = "dead letters", operation_id = "listDeadLetters",
    security(("token" = ["read"])), params(PageQuery),
    responses((status = 200, description = "Dead letters of the tenant", body = Page<DeadLetterItem>), Problems),
)]
pub async fn dead_letters(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<DeadLetterItem>>, Problem> {
    let limit = query.limit()?;
    let rows = gateway
        .store(&allowed.caller.tenant)
        .dead_letters_of(&allowed.caller.tenant, query.before()?, limit + 1)
        .await?;
    Ok(Json(Page::new(rows, limit, |row| (row.at, row.id.to_string()), DeadLetterItem::from)))
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
pub async fn dead_letter(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Id(id): Id<JobId>,
) -> Result<Json<v1::DeadLetter>, Problem> {
    own_letter(&gateway, &allowed, id).await?;
    let letter = gateway.store(&allowed.caller.tenant).dead_letter(id).await?.ok_or_else(Problem::no_dead_letter)?;
    Ok(Json(v1::DeadLetter::from(&for_publisher(letter))))
}

/// Class of dead letters whose message could not be read.
const UNDECODABLE: &str = "undecodable";

/// Leaves out what is about the fleet and not about the message.
fn for_publisher(letter: DeadLetter) -> DeadLetter {
    let mut letter = letter;
    if letter.class != UNDECODABLE {
        letter.errors.truncate(1);
    }
    letter
}

/// Run a dead-lettered job again, after its cause was fixed.
#[utoipa::path(
    post, path = "/v1/dead-letters/{id}/redrive", tag = "dead letters", operation_id = "redrive",
    security(("token" = ["admin"])),
    params(("id" = String, Path, description = "Id of the dead letter", format = Uuid)),
    responses((status = 200, description = "The job runs again", body = Redriven), Problems),
)]
pub async fn redrive(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<JobId>,
) -> Result<Json<Redriven>, Problem> {
    own_letter(&gateway, &allowed, id).await?;
    // The journal is reset before publishing: if this process ends in between, a reconciler publishes the message.
    let letter = gateway.store(&allowed.caller.tenant).redrive(id).await?.ok_or_else(Problem::no_dead_letter)?;
    let published = gateway.broker.redrive(&letter, gateway.clock.now()).await;
    let action = Action { action: "redriven", object: format!("dead letter {id}"), about: letter.job };
    audit::record(&gateway, audit::change(&gateway, &allowed.caller, action)).await;
    Ok(Json(Redriven { id: id.to_string(), job: letter.job.to_string(), published }))
}

/// Show the tenant's spending: limits and amounts by day, and today's calls by worker and model.
#[utoipa::path(
    get, path = "/v1/spend", tag = "spend", operation_id = "showSpend", security(("token" = ["read"])),
    responses((status = 200, description = "`days` (newest first) and `today`", body = Value), Problems),
)]
pub async fn spend(State(gateway): State<Arc<Gateway>>, allowed: Allowed<Read>) -> Result<Json<Value>, Problem> {
    let tenant = &allowed.caller.tenant;
    let days = gateway.store(tenant).daily_budgets_of(tenant, DAYS).await?;
    let days: Vec<DaySpending> = days.into_iter().map(DaySpending::from).collect();
    let today = domain::BudgetScope::tenant_day(tenant, gateway.clock.now().date_naive());
    let today = gateway.store(tenant).totals(Some(today.key())).await?;
    Ok(Json(json!({ "days": days, "today": today })))
}

async fn own_letter<S>(gateway: &Gateway, allowed: &Allowed<S>, id: JobId) -> Result<(), Problem> {
    let owned = gateway.store(&allowed.caller.tenant).is_owned(&allowed.caller.tenant, &Owned::DeadLetter(id)).await?;
    owned.then_some(()).ok_or_else(Problem::no_dead_letter)
}

impl From<DeadLetterLine> for DeadLetterItem {
    fn from(line: DeadLetterLine) -> Self {
        let DeadLetterLine { id, consumer, subject, class, reason, at, redriven_at } = line;
        Self { id: id.to_string(), consumer, subject, class, reason, at, redriven_at }
    }
}

impl From<DayBudget> for DaySpending {
    fn from(day: DayBudget) -> Self {
        Self { day: day.day().to_owned(), limit_micro_usd: day.limit.0, committed_micro_usd: day.committed.0 }
    }
}
