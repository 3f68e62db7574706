//! Creates results: builds the row and the message of a result together.

use domain::effect::{Outgoing, ResultRow, When};
use domain::review::ReviewedResult;
use domain::{Classification, EventId, Evidence, Forecast, JobId, Run, RunId, Tenant, Time};

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
    /// A run that ended without a forecast.
    Ended(&'a Run, &'a RunEnded),
    /// A macro's result in a state of its review.
    Macro(&'a ReviewedResult),
}

/// Creates the row of a result. The writer derives `id`; `report_key` is the key of the readable report, or empty.
pub fn row(content: ResultContent<'_>, id: JobId, report_key: &str, made_at: Time) -> ResultRow {
    let (tenant, event_id, event, run) = match content {
        ResultContent::Classification(made) => (&made.event.tenant, &made.event.id, made.event.job(), made.run),
        ResultContent::Research(made) => {
            let task = &made.task;
            (&task.tenant, &task.event, task.event_job, task.subject.waiting().map(|(run, _)| run))
        }
        ResultContent::Forecast(made) => run_fields(&made.run),
        ResultContent::Ended(run, _) => run_fields(run),
        ResultContent::Macro(reviewed) => (&reviewed.session.tenant, &reviewed.event, reviewed.event_job, None),
    };
    let body = match content {
        ResultContent::Classification(made) => Body::Classification(made.into()),
        ResultContent::Research(made) => Body::Research(made.into()),
        ResultContent::Forecast(made) => Body::Forecast(made.into()),
        ResultContent::Ended(_, ended) => Body::Ended(ended.into()),
        ResultContent::Macro(reviewed) => Body::Macro(reviewed.into()),
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
        body: Some(body),
    };
    // Serialising fails only for enum numbers and timestamps outside the contract, which domain values never produce.
    let body = serde_json::to_value(&message).unwrap_or_default();
    ResultRow { id, kind, tenant: tenant.clone(), event, run, body, made_at }
}

/// Creates the announcement of a macro's result in its present state: the row, and the message for the outbox. Its id derives from
/// result and state, so each state is announced once, whichever process does it.
pub fn macro_announcement(reviewed: &ReviewedResult, made_at: Time) -> (ResultRow, Outgoing) {
    let row = row(ResultContent::Macro(reviewed), reviewed.announcement(), "", made_at);
    let fact = ResultPublished(row.clone());
    let message = Outgoing {
        id: row.id,
        subject: fact.subject(),
        tenant: row.tenant.clone(),
        payload: fact.encode().into(),
        traceparent: String::new(),
        when: When::Always,
    };
    (row, message)
}

fn run_fields(run: &Run) -> (&Tenant, &EventId, JobId, Option<RunId>) {
    (&run.tenant, &run.event, run.event_job, Some(run.id))
}
