//! **Consumes** `ForecastMade`.
//! **Emits** `ResultPublished`: the answer to a question or a large trade.
//! **Idempotent because** the result's id derives from the message's job, and the report's key is the run's.

use std::sync::Arc;

use domain::Effect;
use domain::port::PortError;
use domain::run::RunState;
use proto::events::ForecastMade;
use proto::result::ResultContent;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::report_store::{Folder, ReportFiles, ReportStore};
use crate::result::{result_row, with_result};
use crate::{audit, forecast_report};

/// Stores and publishes forecasts.
pub struct Forecasts<R> {
    /// Run states, for the evidence in the report.
    pub runs: Arc<R>,
    /// Storage for reports.
    pub reports: ReportStore,
}

impl<R: Runs> Handler for Forecasts<R> {
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
        Ok(with_result(outcome, result_row(ResultContent::Forecast(&made), attempt.job, &folder.report(), at)))
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
    use domain::{Outgoing, RunId, Time};
    use runtime::FailureAction;
    use store::runs::DueRun;

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

    fn writer(runs: OneRun, files: &Arc<Files>) -> Forecasts<OneRun> {
        Forecasts { runs: Arc::new(runs), reports: ReportStore(files.clone()) }
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
