//! `run.proto`: runs and their rounds.

use domain::Run;

use super::check;
use crate::event::InvalidEvent;
use crate::events::RunAnswered;
use crate::v1;

impl TryFrom<v1::Run> for Run {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Run) -> Result<Self, InvalidEvent> {
        let v1::Run { id, tenant, event_id, event_job_id, asked, alert, budget_micro_usd, asked_at } = wire;
        Ok(Self {
            id: check::run(&id, "id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            event: check::event_id(&event_id, "event_id")?,
            event_job: check::job(&event_job_id, "event_job_id")?,
            asked: check::required(asked, "asked")?,
            alert: check::optional(alert, "alert")?,
            budget: check::money(budget_micro_usd, "budget_micro_usd")?,
            asked_at: check::time_required(asked_at, "asked_at")?,
        })
    }
}

impl From<&Run> for v1::Run {
    fn from(run: &Run) -> Self {
        let Run { id, tenant, event, event_job, asked, alert, budget, asked_at } = run;
        Self {
            id: id.to_string(),
            tenant: tenant.to_string(),
            event_id: event.to_string(),
            event_job_id: event_job.to_string(),
            asked: Some(asked.into()),
            alert: alert.as_ref().map(Into::into),
            budget_micro_usd: budget.0,
            asked_at: Some(check::stamp(*asked_at)),
        }
    }
}

impl TryFrom<v1::RunAnswered> for RunAnswered {
    type Error = InvalidEvent;

    fn try_from(wire: v1::RunAnswered) -> Result<Self, InvalidEvent> {
        let v1::RunAnswered { run_id, tenant, iteration } = wire;
        Ok(Self {
            run: check::run(&run_id, "run_id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            iteration: check::count(iteration, "iteration", (1, u32::MAX))?,
        })
    }
}

impl From<&RunAnswered> for v1::RunAnswered {
    fn from(answered: &RunAnswered) -> Self {
        let RunAnswered { run, tenant, iteration } = answered;
        Self { run_id: run.to_string(), tenant: tenant.to_string(), iteration: *iteration }
    }
}
