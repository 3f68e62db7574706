//! Creates results: builds the row and the message of a result together.

use domain::effect::ResultRow;
use domain::{Classification, EventId, Evidence, Forecast, JobId, Run, RunId, Tenant, Time};

use crate::convert::check;
use crate::convert::result::kind_name;
use crate::events::RunEnded;
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
    };
    let body = match content {
        ResultContent::Classification(made) => Body::Classification(made.into()),
        ResultContent::Research(made) => Body::Research(made.into()),
        ResultContent::Forecast(made) => Body::Forecast(made.into()),
        ResultContent::Ended(_, ended) => Body::Ended(ended.into()),
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

fn run_fields(run: &Run) -> (&Tenant, &EventId, JobId, Option<RunId>) {
    (&run.tenant, &run.event, run.event_job, Some(run.id))
}
