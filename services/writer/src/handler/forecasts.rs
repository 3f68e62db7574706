//! *Hears* `ForecastMade`.
//! *Says* `ResultPublished`: the answer to a question or a large trade.
//! *Twice is harmless because* the result's id derives from the message's job, and the report's key is the run's.

use std::sync::Arc;

use domain::Effect;
use proto::events::ForecastMade;
use proto::result::Said;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::result::published;
use crate::shelf::{self, Shelf};
use crate::{audit, forecast_report};

/// Writes forecasts down.
pub struct Forecasts<R> {
    /// The runs, for the evidence that a report shows.
    pub runs: Arc<R>,
    /// Where reports are put.
    pub shelf: Shelf,
}

impl<R: Runs> Handler for Forecasts<R> {
    const NAME: &'static str = "writer-forecasts";
    const SAYS: &'static [&'static str] = &["auspex.result."];
    type In = ForecastMade;

    async fn handle(&self, event: ForecastMade, attempt: &Attempt) -> Result<Outcome, Failure> {
        let made = event.0;
        let at = attempt.now();
        let state = self.runs.load(made.run.id).await?;
        let key = shelf::of_run(made.run.id);
        let markdown = forecast_report::render(&made, state.as_ref());
        let report = self.shelf.put(key.clone(), made.run.tenant.clone(), markdown, at).await?;
        let outcome = Outcome::none()
            .write(Effect::ReportStored(Box::new(report)))
            .write(Effect::Audited(Box::new(audit::forecast(attempt.job, &made, at))))
            .labelled("forecast");
        Ok(published(outcome, Said::Forecast(&made), attempt.job, &key, at))
    }
}

#[cfg(test)]
mod tests {
    use domain::port::PortError;
    use domain::run::RunState;
    use domain::{Outgoing, RunId, Time};
    use runtime::Verdict;
    use store::runs::DueRun;

    use super::*;
    use crate::handler::fakes::{Files, attempt, published};
    use crate::sample::{forecast, state};

    /// One run, or a store that is away.
    struct OneRun(Option<RunState>, bool);

    impl Runs for OneRun {
        async fn load(&self, _run: RunId) -> Result<Option<RunState>, PortError> {
            if self.1 {
                return Err(PortError::Unavailable { what: "Postgres", source: "away".into() });
            }
            Ok(self.0.clone())
        }

        async fn due(&self, _now: Time, _limit: u32) -> Result<Vec<DueRun>, PortError> {
            Ok(Vec::new())
        }

        async fn close_round(&self, _run: RunId, _iteration: u32, _says: &Outgoing) -> Result<bool, PortError> {
            Ok(false)
        }
    }

    fn writer(runs: OneRun, files: &Arc<Files>) -> Forecasts<OneRun> {
        Forecasts { runs: Arc::new(runs), shelf: Shelf(files.clone()) }
    }

    #[tokio::test]
    async fn a_forecast_is_a_report_and_a_result_once() {
        let files = Arc::new(Files::default());
        let writer = writer(OneRun(Some(state()), false), &files);
        let first = writer.handle(ForecastMade(forecast()), &attempt(0)).await.unwrap();
        let again = writer.handle(ForecastMade(forecast()), &attempt(0)).await.unwrap();
        assert_eq!(first.effects, again.effects);
        let row = published(&first);
        assert_eq!((row.kind.as_str(), row.run), ("forecast", Some(forecast().run.id)));
        let key = shelf::of_run(forecast().run.id);
        assert_eq!(row.body["reportKey"], key);
        assert!(String::from_utf8_lossy(&files.files.lock().unwrap()[&key]).contains("## Evidence"));
    }

    #[tokio::test]
    async fn without_the_run_the_answer_is_still_given_and_an_absent_store_is_waited_for() {
        let files = Arc::new(Files::default());
        assert!(writer(OneRun(None, false), &files).handle(ForecastMade(forecast()), &attempt(0)).await.is_ok());
        let failure =
            writer(OneRun(None, true), &files).handle(ForecastMade(forecast()), &attempt(0)).await.err().unwrap();
        assert!(matches!(failure.verdict(), Verdict::Retry));
    }
}
