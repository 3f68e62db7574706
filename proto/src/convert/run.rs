//! `run.proto`: runs and their rounds.

use domain::Run;
use domain::reading::Clarification;
use domain::run::{Cancellation, NoForecast, NotApproved, Proposal};

use super::check;
use crate::event::InvalidEvent;
use crate::events::{RunAnswered, RunEnded};
use crate::v1;

impl TryFrom<v1::Run> for Run {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Run) -> Result<Self, InvalidEvent> {
        let v1::Run { id, tenant, event_id, event_job_id, asked, alert, budget_micro_usd, asked_at, reading } = wire;
        Ok(Self {
            id: check::run(&id, "id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            event: check::event_id(&event_id, "event_id")?,
            event_job: check::job(&event_job_id, "event_job_id")?,
            asked: check::required(asked, "asked")?,
            alert: check::optional(alert, "alert")?,
            budget: check::money(budget_micro_usd, "budget_micro_usd")?,
            asked_at: check::time_required(asked_at, "asked_at")?,
            reading: check::optional(reading, "reading")?,
        })
    }
}

impl From<&Run> for v1::Run {
    fn from(run: &Run) -> Self {
        let Run { id, tenant, event, event_job, asked, alert, budget, asked_at, reading } = run;
        Self {
            id: id.to_string(),
            tenant: tenant.to_string(),
            event_id: event.to_string(),
            event_job_id: event_job.to_string(),
            asked: Some(asked.into()),
            alert: alert.as_ref().map(Into::into),
            budget_micro_usd: budget.0,
            asked_at: Some(check::stamp(*asked_at)),
            reading: reading.as_ref().map(Into::into),
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

impl TryFrom<v1::RunEnded> for RunEnded {
    type Error = InvalidEvent;

    fn try_from(wire: v1::RunEnded) -> Result<Self, InvalidEvent> {
        use v1::run_ended::Ending as Wire;
        let v1::RunEnded { run_id, tenant, ended_at, ending } = wire;
        let missing = "is missing; set one of cancelled, proposed, rejected, expired, unclear, reported";
        let ending = ending.ok_or_else(|| InvalidEvent::new("ending", missing))?;
        Ok(Self {
            run: check::run(&run_id, "run_id")?,
            tenant: check::tenant(&tenant, "tenant")?,
            at: check::time_required(ended_at, "ended_at")?,
            ending: match ending {
                Wire::Cancelled(cancelled) => NoForecast::Cancelled(check::nested(cancelled, "cancelled")?),
                Wire::Proposed(proposed) => NoForecast::Proposed(Box::new(check::nested(proposed, "proposed")?)),
                Wire::Rejected(decision) => NoForecast::Rejected(check::nested(decision, "rejected")?),
                Wire::Expired(decision) => NoForecast::Expired(check::nested(decision, "expired")?),
                Wire::Unclear(v1::Clarification { question, assumption }) => {
                    NoForecast::Unclear(Clarification { question, assumption })
                }
                Wire::Reported(report) => NoForecast::Reported(Box::new(check::nested(report, "reported")?)),
            },
        })
    }
}

impl From<&RunEnded> for v1::RunEnded {
    fn from(ended: &RunEnded) -> Self {
        use v1::run_ended::Ending as Wire;
        let RunEnded { run, tenant, at, ending } = ended;
        Self {
            run_id: run.to_string(),
            tenant: tenant.to_string(),
            ended_at: Some(check::stamp(*at)),
            ending: Some(match ending {
                NoForecast::Cancelled(cancelled) => Wire::Cancelled(cancelled.into()),
                NoForecast::Proposed(proposed) => Wire::Proposed((&**proposed).into()),
                NoForecast::Rejected(decision) => Wire::Rejected(decision.into()),
                NoForecast::Expired(decision) => Wire::Expired(decision.into()),
                NoForecast::Unclear(Clarification { question, assumption }) => {
                    Wire::Unclear(v1::Clarification { question: question.clone(), assumption: assumption.clone() })
                }
                NoForecast::Reported(report) => Wire::Reported((&**report).into()),
            }),
        }
    }
}

impl TryFrom<v1::Cancellation> for Cancellation {
    type Error = InvalidEvent;

    fn try_from(wire: v1::Cancellation) -> Result<Self, InvalidEvent> {
        let v1::Cancellation { by, reason, at, forecast } = wire;
        Ok(Self {
            by: check::text(by, "by", check::NAME)?,
            reason: check::text(reason, "reason", check::LINE)?,
            at: check::time_required(at, "at")?,
            forecast,
        })
    }
}

impl From<&Cancellation> for v1::Cancellation {
    fn from(cancelled: &Cancellation) -> Self {
        let Cancellation { by, reason, at, forecast } = cancelled;
        Self { by: by.clone(), reason: reason.clone(), at: Some(check::stamp(*at)), forecast: *forecast }
    }
}

impl TryFrom<v1::ForecastNotApproved> for NotApproved {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ForecastNotApproved) -> Result<Self, InvalidEvent> {
        let v1::ForecastNotApproved { by, at, reason } = wire;
        Ok(Self {
            by: check::text(by, "by", check::NAME)?,
            at: check::time_required(at, "at")?,
            reason: check::text(reason, "reason", check::LINE)?,
        })
    }
}

impl From<&NotApproved> for v1::ForecastNotApproved {
    fn from(decision: &NotApproved) -> Self {
        let NotApproved { by, at, reason } = decision;
        Self { by: by.clone(), at: Some(check::stamp(*at)), reason: reason.clone() }
    }
}

impl TryFrom<v1::ResearchProposal> for Proposal {
    type Error = InvalidEvent;

    fn try_from(wire: v1::ResearchProposal) -> Result<Self, InvalidEvent> {
        let v1::ResearchProposal { reason, questions, gain_micro_usd, cost_micro_usd, estimate, uncertainty } = wire;
        Ok(Self {
            reason,
            questions: check::each(questions, "questions")?,
            gain: check::money(gain_micro_usd, "gain_micro_usd")?,
            cost: check::money(cost_micro_usd, "cost_micro_usd")?,
            estimate: check::probability(estimate, "estimate")?,
            uncertainty: check::fraction(uncertainty, "uncertainty")?,
        })
    }
}

impl From<&Proposal> for v1::ResearchProposal {
    fn from(proposal: &Proposal) -> Self {
        let Proposal { reason, questions, gain, cost, estimate, uncertainty } = proposal;
        Self {
            reason: reason.clone(),
            questions: questions.iter().map(Into::into).collect(),
            gain_micro_usd: gain.0,
            cost_micro_usd: cost.0,
            estimate: estimate.get(),
            uncertainty: *uncertainty,
        }
    }
}
