//! **Consumes** `ForecastMade`. **Emits** `ResultPublished`: the answer to a question or a large trade. A forecast
//! whose question asks for a review waits for it instead, and the decision publishes the result. **Idempotent because**
//! the result's id derives from the message's job, the review's id is the run's, and so is the report's key.

use std::sync::Arc;

use domain::port::PortError;
use domain::review::{ResultState, ReviewedResult};
use domain::run::RunState;
use domain::{Effect, Forecast, Time};
use proto::events::ForecastMade;
use proto::result::{ResultContent, macro_announcement};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::{Reviews, Runs};

use crate::report_store::{Folder, ReportFiles, ReportStore};
use crate::result::{result_row, with_result};
use crate::{audit, forecast_report};

/// Stores and publishes forecasts, or opens their reviews.
pub struct Forecasts<R, V> {
    /// Run states, for the evidence in the report.
    pub runs: Arc<R>,
    /// Sessions of reviews.
    pub reviews: Arc<V>,
    /// Storage for reports.
    pub reports: ReportStore,
}

impl<R: Runs, V: Reviews> Handler for Forecasts<R, V> {
    const NAME: &'static str = "writer-forecasts";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = ForecastMade;

    async fn handle(&self, event: ForecastMade, attempt: &Attempt) -> Result<Outcome, Failure> {
        let made = event.0;
        let at = attempt.now();
        let state = readable(self.runs.load(made.run.id).await)?;
        let folder = Folder::for_run(made.run.id);
        let page = forecast_report::page(&made, state.as_ref());
        let cited = forecast_report::cited(state.as_ref());
        let trail = audit::run_trail(attempt.job, &made, state.as_ref(), at);
        let files = ReportFiles { folder: &folder, page: &page, cited: &cited, trail: &trail };
        let report = self.reports.put(files, made.run.tenant.clone(), at).await?;
        let outcome = Outcome::none()
            .write(Effect::ReportStored(Box::new(report)))
            .write(Effect::Audited(Box::new(audit::forecast(attempt.job, &made, at))))
            .labelled("forecast");
        if made.needs_review() {
            return self.open_review(outcome, made, at).await;
        }
        Ok(with_result(outcome, result_row(ResultContent::Forecast(&made), attempt.job, &folder.report(), at)))
    }
}

impl<R: Runs, V: Reviews> Forecasts<R, V> {
    /// Adds the review of a forecast. The commit is stale if its session has changed since it was read; the message is
    /// then handled again.
    async fn open_review(&self, outcome: Outcome, made: Forecast, at: Time) -> Result<Outcome, Failure> {
        let (tenant, run) = (made.run.tenant.clone(), made.run.id);
        if self.reviews.show(&tenant, ReviewedResult::id_of_forecast(run)).await?.is_some() {
            return Ok(Outcome::none().labelled("known"));
        }
        let session = self.reviews.session(&tenant, ReviewedResult::session_of_forecast(run)).await?;
        let reviewed = ReviewedResult::record_forecast(&session, made, at);
        let is_pending = reviewed.state == ResultState::Pending;
        let (row, _) = macro_announcement(&reviewed, at);
        let reviewed = Box::new(reviewed);
        let outcome = outcome.write(Effect::MacroResulted { reviewed, version: session.version }).labelled("review");
        Ok(if is_pending { outcome } else { with_result(outcome, row) })
    }
}

/// Accepts a run that cannot be decoded: the caller gets the forecast without its evidence.
fn readable(loaded: Result<Option<RunState>, PortError>) -> Result<Option<RunState>, PortError> {
    match loaded {
        Err(error) if !error.is_transient() => {
            tracing::error!(error = %error, "the run cannot be read; its report is written without evidence");
            Ok(None)
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use domain::JobId;
    use domain::review::Approval;
    use domain::{Outgoing, RunId};

    use runtime::FailureAction;
    use store::reviews::{Decided, ReviewTarget};
    use store::runs::DueRun;
    use store::testing::FakeReviews;

    use super::*;
    use crate::handler::fakes::{Files, attempt, published};
    use crate::sample::{forecast, state};

    /// A store with one run, or with an error.
    struct OneRun(Option<RunState>, Option<fn() -> PortError>);

    fn away() -> PortError {
        PortError::Unavailable { what: "Postgres", source: "away".into() }
    }

    fn unreadable() -> PortError {
        PortError::Refused { what: "run".into(), source: "of another world".into() }
    }

    impl Runs for OneRun {
        async fn load(&self, _run: RunId) -> Result<Option<RunState>, PortError> {
            self.1.map_or_else(|| Ok(self.0.clone()), |why| Err(why()))
        }

        async fn due(&self, _now: Time, _limit: u32) -> Result<Vec<DueRun>, PortError> {
            Ok(Vec::new())
        }

        async fn close_round(&self, _run: RunId, _iteration: u32, _says: &Outgoing) -> Result<bool, PortError> {
            Ok(false)
        }
    }

    fn writer(runs: OneRun, files: &Arc<Files>) -> Forecasts<OneRun, FakeReviews> {
        Forecasts { runs: Arc::new(runs), reviews: Arc::default(), reports: ReportStore(files.clone()) }
    }

    #[tokio::test]
    async fn a_forecast_becomes_a_report_and_a_result_once() {
        let files = Arc::new(Files::default());
        let writer = writer(OneRun(Some(state()), None), &files);
        let first = writer.handle(ForecastMade(forecast()), &attempt(0)).await.unwrap();
        let again = writer.handle(ForecastMade(forecast()), &attempt(0)).await.unwrap();
        assert_eq!(first.effects, again.effects);
        let row = published(&first);
        assert_eq!((row.kind.as_str(), row.run), ("forecast", Some(forecast().run.id)));
        let folder = Folder::for_run(forecast().run.id);
        assert_eq!(row.body["reportKey"], folder.report());
        let files = files.files.lock().unwrap();
        let read = |key: &str| String::from_utf8_lossy(&files[key]).into_owned();
        assert!(read(&folder.report()).contains("## Evidence used"));
        assert!(read(&folder.html()).starts_with("<!doctype html>"));
        let trail: Vec<serde_json::Value> =
            read(&folder.trail()).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((trail.len(), &trail[2]["worker"]), (3, &serde_json::json!("forecaster")));
    }

    #[tokio::test]
    async fn a_forecast_that_needs_a_review_is_published_by_the_approval() {
        let files = Arc::new(Files::default());
        let writer = writer(OneRun(Some(state()), None), &files);
        let mut made = forecast();
        (made.run.asked.config.human_review, made.reasoning) = (true, "because".to_owned());
        let outcome = writer.handle(ForecastMade(made.clone()), &attempt(0)).await.unwrap();
        assert_eq!((outcome.label, outcome.facts.len()), ("review", 0));
        assert!(outcome.effects.iter().all(|effect| !matches!(effect, Effect::ResultStored(_))));
        for effect in &outcome.effects {
            writer.reviews.apply(effect).unwrap();
        }
        let again = writer.handle(ForecastMade(made.clone()), &attempt(0)).await.unwrap();
        assert_eq!((again.label, again.facts.len(), again.effects.len()), ("known", 0, 0));
        let stored = writer.reviews.show(&made.run.tenant, JobId(made.run.id.0)).await.unwrap().unwrap();
        let (by, violations, lei_checks) = ("ada".to_owned(), Vec::new(), Vec::new());
        let (edits, verbs) = (Vec::new(), Vec::new());
        let approval =
            Approval { by, at: attempt(0).now(), reason: String::new(), edits, violations, verbs, lei_checks };
        let decided =
            writer.reviews.approve(&ReviewTarget::from_result(&stored), approval, macro_announcement).await.unwrap();
        assert!(matches!(decided, Decided::Done(_)), "{decided:?}");
        let messages = writer.reviews.messages();
        assert_eq!((messages.len(), messages[0].subject.as_str()), (1, "auspex.result.forecast.default"));
        assert_eq!(proto::result::report_key(made.run.id), Folder::for_run(made.run.id).report());
    }

    #[tokio::test]
    async fn a_rule_that_applies_opens_a_review() {
        let files = Arc::new(Files::default());
        let writer = writer(OneRun(Some(state()), None), &files);
        let mut made = forecast();
        made.reasoning = "because".to_owned();
        made.account.review = vec!["review: sources contradict 1 of the findings used".to_owned()];
        let outcome = writer.handle(ForecastMade(made), &attempt(0)).await.unwrap();
        assert_eq!((outcome.label, outcome.facts.len()), ("review", 0));
    }

    #[tokio::test]
    async fn an_undecodable_run_is_answered_without_evidence_and_an_unavailable_store_is_retried() {
        let files = Arc::new(Files::default());
        assert!(writer(OneRun(None, None), &files).handle(ForecastMade(forecast()), &attempt(0)).await.is_ok());
        assert!(
            writer(OneRun(None, Some(unreadable)), &files).handle(ForecastMade(forecast()), &attempt(0)).await.is_ok()
        );
        let failure =
            writer(OneRun(None, Some(away)), &files).handle(ForecastMade(forecast()), &attempt(0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Retry));
    }
}
