//! **Consumes** `RunEnded`: a run was cancelled, handed back, or answered with the requested research request or
//! report.
//! **Emits** `ResultPublished`: the answer in place of a forecast, so that no caller waits for ever.
//! **Idempotent because** the result's id derives from the message's job, and the report's key is the run's.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::Effect;
use domain::effect::{AuditLine, MarkdownReport};
use domain::forecast::AgentCost;
use domain::run::{NoForecast, RunState};
use domain::{BudgetScope, JobId, Time};
use proto::events::RunEnded;
use proto::result::ResultContent;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::{Accounts, Runs};

use crate::page::Page;
use crate::report_store::{Folder, ReportFiles, ReportStore};
use crate::result::{result_row, with_result};
use crate::{deep_report, forecast_report, request_report};

/// Stores and publishes the end of runs without a forecast.
pub struct Endings<R, A> {
    /// Run states and their costs.
    pub runs: Arc<R>,
    /// Totals of the ledger.
    pub accounts: Arc<A>,
    /// Storage for the report of a research request.
    pub reports: ReportStore,
}

impl<R: Runs, A: Accounts> Handler for Endings<R, A> {
    const NAME: &'static str = "writer-endings";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = RunEnded;

    async fn handle(&self, event: RunEnded, attempt: &Attempt) -> Result<Outcome, Failure> {
        let at = attempt.now();
        let Some(state) = self.runs.load(event.run).await? else {
            return Err(Failure::retry(anyhow::anyhow!("run {} is not stored yet", event.run)));
        };
        let line = audit_line(attempt.job, &state, &event.ending, at);
        let report = match &event.ending {
            NoForecast::Proposed(proposal) => {
                let page = request_report::page(proposal, &state, self.costs(&state).await?);
                Some(self.report((&page, &BTreeSet::new()), &state, &line).await?)
            }
            NoForecast::Reported(made) => {
                let page = deep_report::page(made, &state, self.costs(&state).await?);
                Some(self.report((&page, &forecast_report::cited(Some(&state))), &state, &line).await?)
            }
            NoForecast::Cancelled(_) | NoForecast::Rejected(_) | NoForecast::Expired(_) | NoForecast::Unclear(_) => {
                None
            }
        };
        let key = report.as_ref().map_or(String::new(), |report| report.key.clone());
        let outcome = Outcome::none().write(Effect::Audited(Box::new(line))).labelled(event.ending.name());
        let outcome =
            report.into_iter().fold(outcome, |outcome, made| outcome.write(Effect::ReportStored(Box::new(made))));
        Ok(with_result(outcome, result_row(ResultContent::Ended(&state.run, &event), attempt.job, &key, at)))
    }
}

impl<R: Runs, A: Accounts> Endings<R, A> {
    async fn costs(&self, state: &RunState) -> Result<Vec<AgentCost>, Failure> {
        let costs = self.accounts.account(&BudgetScope::run(state.run.id)).await?;
        Ok(costs.into_iter().map(AgentCost::from).collect())
    }

    /// Stores the page of an answer other than a forecast, with the addresses that it may link to.
    async fn report(
        &self,
        (page, cited): (&Page, &BTreeSet<String>),
        state: &RunState,
        line: &AuditLine,
    ) -> Result<MarkdownReport, Failure> {
        let folder = Folder::for_run(state.run.id);
        let files = ReportFiles { folder: &folder, page, cited, trail: std::slice::from_ref(line) };
        self.reports.put(files, state.run.tenant.clone(), line.at).await
    }
}

fn audit_line(job: JobId, state: &RunState, ending: &NoForecast, at: Time) -> AuditLine {
    let errors = match ending {
        NoForecast::Cancelled(cancelled) => vec![cancelled.to_string()],
        NoForecast::Proposed(_) => Vec::new(),
        NoForecast::Reported(made) => made.flags.clone(),
        NoForecast::Unclear(unclear) => vec![unclear.question.clone()],
        NoForecast::Rejected(decision) | NoForecast::Expired(decision) => vec![decision.to_string()],
    };
    AuditLine {
        job,
        event: state.run.event_job,
        tenant: state.run.tenant.clone(),
        worker: "forecaster".to_owned(),
        action: ending.name().to_owned(),
        subject: state.run.asked.text.clone(),
        from_cache: None,
        tools: Vec::new(),
        cost: state.spent,
        errors,
        at,
    }
}

#[cfg(test)]
mod tests {
    use domain::port::PortError;
    use domain::run::{Cancellation, Proposal};
    use domain::{Outgoing, RunId};
    use runtime::FailureAction;
    use store::AgentTotal;
    use store::runs::DueRun;

    use super::*;
    use crate::handler::fakes::{Files, attempt, published};
    use crate::sample::{state, when};

    struct OneRun(Option<RunState>);

    impl Runs for OneRun {
        async fn load(&self, _run: RunId) -> Result<Option<RunState>, PortError> {
            Ok(self.0.clone())
        }

        async fn due(&self, _now: Time, _limit: u32) -> Result<Vec<DueRun>, PortError> {
            Ok(Vec::new())
        }

        async fn close_round(&self, _run: RunId, _iteration: u32, _says: &Outgoing) -> Result<bool, PortError> {
            Ok(false)
        }
    }

    struct OneAccount;

    impl Accounts for OneAccount {
        async fn account(&self, _scope: &BudgetScope) -> Result<Vec<AgentTotal>, PortError> {
            let (tenant, tokens) = (state().run.tenant, domain::port::Tokens { read: 700, written: 70 });
            let (agent, provider, model) = ("forecaster".into(), "p".into(), "m".into());
            let (charged, reserved) = (domain::MicroUsd(40), domain::MicroUsd::ZERO);
            Ok(vec![AgentTotal { tenant, agent, provider, model, calls: 2, charged, reserved, tokens }])
        }
    }

    fn writer(state: Option<RunState>, files: &Arc<Files>) -> Endings<OneRun, OneAccount> {
        Endings { runs: Arc::new(OneRun(state)), accounts: Arc::new(OneAccount), reports: ReportStore(files.clone()) }
    }

    fn ended() -> RunEnded {
        let stop = Cancellation { by: "ada".into(), reason: "too dear".into(), at: when(), forecast: false };
        let run = state().run;
        RunEnded { run: run.id, tenant: run.tenant, at: when(), ending: NoForecast::Cancelled(stop) }
    }

    #[tokio::test]
    async fn a_cancelled_run_has_a_result_and_an_audit_line() {
        let files = Arc::new(Files::default());
        let writer = writer(Some(state()), &files);
        let first = writer.handle(ended(), &attempt(0)).await.unwrap();
        let again = writer.handle(ended(), &attempt(0)).await.unwrap();
        assert_eq!(first.effects, again.effects);
        let row = published(&first);
        assert_eq!((row.kind.as_str(), row.run, row.event), ("ended", Some(state().run.id), state().run.event_job));
        assert_eq!(row.body["ended"]["cancelled"]["reason"], "too dear");
        let Effect::Audited(line) = &first.effects[0] else { panic!("a line") };
        assert_eq!((line.action.as_str(), line.cost), ("cancelled", state().spent));
        assert_eq!(line.errors, ["cancelled by ada: too dear"]);
        assert!(files.files.lock().unwrap().is_empty(), "no report");
    }

    #[tokio::test]
    async fn a_research_request_has_a_report_in_both_formats() {
        let files = Arc::new(Files::default());
        let proposal = Proposal {
            reason: "it is worth it".into(),
            questions: state().questions,
            gain: domain::MicroUsd(2_000),
            cost: domain::MicroUsd(1_000),
            estimate: domain::Probability::clamp(0.4).unwrap(),
            uncertainty: 0.2,
        };
        let event = RunEnded { ending: NoForecast::Proposed(Box::new(proposal)), ..ended() };
        let outcome = writer(Some(state()), &files).handle(event, &attempt(0)).await.unwrap();
        let folder = Folder::for_run(state().run.id);
        assert_eq!(published(&outcome).body["reportKey"], folder.report());
        assert!(
            outcome
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::ReportStored(report) if report.key == folder.report()))
        );
        let files = files.files.lock().unwrap();
        let read = |key: &str| String::from_utf8_lossy(&files[key]).into_owned();
        assert!(read(&folder.report()).contains("Research this question for about $0.001000"));
        assert!(read(&folder.report()).contains("| forecaster | m | 2 | 700 | 70 | $0.000040 |"));
        assert!(read(&folder.html()).starts_with("<!doctype html>"));
        assert_eq!(read(&folder.trail()).lines().count(), 1);
    }

    #[tokio::test]
    async fn a_deep_report_is_stored_in_both_formats_and_its_result_names_it() {
        let files = Arc::new(Files::default());
        let made = domain::DeepReport {
            title: "The bill".into(),
            depth: 1,
            references: vec![vec!["i1q1/f1".into()]],
            ..domain::DeepReport::default()
        };
        let event = RunEnded { ending: NoForecast::Reported(Box::new(made)), ..ended() };
        let outcome = writer(Some(state()), &files).handle(event, &attempt(0)).await.unwrap();
        let folder = Folder::for_run(state().run.id);
        let row = published(&outcome);
        assert_eq!(
            (&row.body["reportKey"], &row.body["ended"]["reported"]["depth"]),
            (&folder.report().into(), &1.into())
        );
        let files = files.files.lock().unwrap();
        assert!(String::from_utf8_lossy(&files[&folder.report()]).starts_with("# The bill"));
        assert!(String::from_utf8_lossy(&files[&folder.html()]).contains("<title>The bill</title>"));
    }

    #[tokio::test]
    async fn a_run_that_is_not_stored_yet_is_retried() {
        let writer = writer(None, &Arc::default());
        let failure = writer.handle(ended(), &attempt(0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Retry));
    }
}
