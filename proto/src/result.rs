//! Creates results: builds the row and the message of a result together.

use domain::effect::{Outgoing, ResultRow};
use domain::outcome::OutcomeChange;
use domain::review::{Review, ReviewedResult};
use domain::{Classification, EventId, Evidence, Forecast, JobId, Run, RunId, Tenant, Time, VerdictGroup};

use crate::convert::check;
use crate::convert::result::kind_name;
use crate::event::Fact;
use crate::events::{ResultPublished, RunEnded};
use crate::v1::{self, result::Body};

/// Content of a result.
#[derive(Debug, Clone, Copy)]
pub enum ResultContent<'a> {
    /// Classification of an event.
    Classification(&'a Classification),
    /// Research that has passed the evidence filter.
    Research(&'a Evidence),
    /// Forecast of a run.
    Forecast(&'a Forecast),
    /// Forecast of a run, as a reviewer approved it.
    ReviewedForecast(&'a Forecast, &'a Review),
    /// A run that ended without a forecast.
    Ended(&'a Run, &'a RunEnded),
    /// A macro's result in a state of its review.
    Macro(&'a ReviewedResult),
    /// A change of the outcome of a run's question.
    Outcome(&'a OutcomeChange),
}

/// Creates the row of a result. The writer derives `id`; `report_key` is the key of the readable report, or empty.
pub fn row(content: ResultContent<'_>, id: JobId, report_key: &str, made_at: Time) -> ResultRow {
    let (tenant, event_id, event, run) = match content {
        ResultContent::Classification(made) => (&made.event.tenant, &made.event.id, made.event.job(), made.run),
        ResultContent::Research(made) => {
            let task = &made.task;
            (&task.tenant, &task.event, task.event_job, task.subject.waiting().map(|(run, _)| run))
        }
        ResultContent::Forecast(made) | ResultContent::ReviewedForecast(made, _) => run_fields(&made.run),
        ResultContent::Ended(run, _) => run_fields(run),
        ResultContent::Macro(reviewed) => (&reviewed.session.tenant, &reviewed.event, reviewed.event_job, None),
        ResultContent::Outcome(change) => (&change.tenant, &change.event, change.event_job, Some(change.run)),
    };
    let body = match content {
        ResultContent::Classification(made) => Body::Classification(made.into()),
        ResultContent::Research(made) => Body::Research(made.into()),
        ResultContent::Forecast(made) | ResultContent::ReviewedForecast(made, _) => Body::Forecast(made.into()),
        ResultContent::Ended(_, ended) => Body::Ended(ended.into()),
        ResultContent::Macro(reviewed) => Body::Macro(reviewed.into()),
        ResultContent::Outcome(change) => Body::Outcome(change.into()),
    };
    let review = match content {
        ResultContent::ReviewedForecast(_, review) => Some(review.into()),
        _ => None,
    };
    let folder = match content {
        ResultContent::Research(made) => made.task.bundle_folder().unwrap_or_default(),
        _ => String::new(),
    };
    let kind = kind_name(&body).to_owned();
    let message = v1::Result {
        id: id.to_string(),
        tenant: tenant.to_string(),
        event_id: event_id.to_string(),
        event_job_id: event.to_string(),
        run_id: run.map(|run| run.to_string()).unwrap_or_default(),
        made_at: Some(check::stamp(made_at)),
        report_key: report_key.to_owned(),
        review,
        folder,
        body: Some(body),
    };
    // Serialising fails only for enum numbers and timestamps outside the contract, which domain values never produce.
    let body = serde_json::to_value(&message).unwrap_or_default();
    ResultRow { id, kind, tenant: tenant.clone(), event, run, body, made_at }
}

/// Creates the result about a group of quiet events. It names the group in the place of the event.
pub fn verdicts(group: &VerdictGroup) -> v1::Result {
    v1::Result {
        id: group.result().to_string(),
        tenant: group.tenant.to_string(),
        event_job_id: group.id.to_string(),
        made_at: Some(check::stamp(group.made_at)),
        body: Some(Body::Classifications(group.into())),
        ..v1::Result::default()
    }
}

/// Creates the announcement of a result in its present state: the row, and the message for the outbox. Its id derives
/// from result and state, so each state is announced once, whichever process does it.
///
/// A macro's result is announced as a result of kind `macro`, an approved forecast as a result of kind `forecast`, and
/// a forecast that was not approved as a result of kind `ended`. A forecast that waits for its review has no
/// announcement; no caller asks for one.
pub fn macro_announcement(reviewed: &ReviewedResult, made_at: Time) -> (ResultRow, Outgoing) {
    with_message(announced_row(reviewed, made_at))
}

/// Creates the announcement of a change of an outcome: the row, and the message for the outbox.
pub fn outcome_announcement(change: &OutcomeChange) -> (ResultRow, Outgoing) {
    with_message(row(ResultContent::Outcome(change), change.id, "", change.at))
}

fn with_message(row: ResultRow) -> (ResultRow, Outgoing) {
    let message = ResultPublished(row.clone()).message(row.id);
    (row, message)
}

fn announced_row(reviewed: &ReviewedResult, made_at: Time) -> ResultRow {
    let id = reviewed.announcement();
    let published = reviewed.approved_forecast();
    match (&reviewed.forecast, &published, &reviewed.review, reviewed.ending()) {
        (_, Some(forecast), Some(review), _) => {
            let content = ResultContent::ReviewedForecast(forecast, review);
            row(content, id, &report_key(forecast.run.id), made_at)
        }
        (Some(forecast), None, _, Some(ending)) => {
            let run = &forecast.run;
            let ended = RunEnded { run: run.id, tenant: run.tenant.clone(), at: made_at, ending };
            row(ResultContent::Ended(run, &ended), id, &report_key(run.id), made_at)
        }
        _ => row(ResultContent::Macro(reviewed), id, "", made_at),
    }
}

/// Returns the key of the readable report of a run in the object store.
pub fn report_key(run: RunId) -> String {
    format!("runs/{run}/report.md")
}

fn run_fields(run: &Run) -> (&Tenant, &EventId, JobId, Option<RunId>) {
    (&run.tenant, &run.event, run.event_job, Some(run.id))
}
