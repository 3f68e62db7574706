//! Makes results: the one place where a result's row and its message are put together.

use domain::effect::ResultRow;
use domain::{Classification, EventId, Evidence, Forecast, JobId, Run, RunId, Tenant, Time};

use crate::convert::check;
use crate::convert::result::kind_name;
use crate::events::RunEnded;
use crate::v1::{self, result::Body};

/// What a result says.
#[derive(Debug, Clone, Copy)]
pub enum Said<'a> {
    /// The first answer to an event.
    Classification(&'a Classification),
    /// Filtered research.
    Research(&'a Evidence),
    /// A forecast.
    Forecast(&'a Forecast),
    /// A run without a forecast.
    Ended(&'a Run, &'a RunEnded),
}

/// The row of a result. `id` is derived by the writer, `report_key` is the readable report's key or empty.
pub fn row(said: Said<'_>, id: JobId, report_key: &str, made_at: Time) -> ResultRow {
    let (tenant, event_id, event, run) = match said {
        Said::Classification(made) => (&made.event.tenant, &made.event.id, made.event.job(), made.run),
        Said::Research(made) => {
            let task = &made.task;
            (&task.tenant, &task.event, task.event_job, task.subject.waiting().map(|(run, _)| run))
        }
        Said::Forecast(made) => of_run(&made.run),
        Said::Ended(run, _) => of_run(run),
    };
    let body = match said {
        Said::Classification(made) => Body::Classification(made.into()),
        Said::Research(made) => Body::Research(made.into()),
        Said::Forecast(made) => Body::Forecast(made.into()),
        Said::Ended(_, ended) => Body::Ended(ended.into()),
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
    // Only an enum number or a timestamp outside the contract has no JSON, and both were just made from domain values.
    let body = serde_json::to_value(&message).unwrap_or_default();
    ResultRow { id, kind, tenant: tenant.clone(), event, run, body, made_at }
}

fn of_run(run: &Run) -> (&Tenant, &EventId, JobId, Option<RunId>) {
    (&run.tenant, &run.event, run.event_job, Some(run.id))
}
