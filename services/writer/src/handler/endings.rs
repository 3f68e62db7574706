//! *Hears* `RunEnded`: a run was cancelled, or answered with the research request that its caller wanted.
//! *Says* `ResultPublished`: the answer that takes the forecast's place, so that nobody waits for ever.
//! *Twice is harmless because* the result's id derives from the message's job.

use std::sync::Arc;

use domain::Effect;
use domain::effect::AuditLine;
use domain::run::{NoForecast, RunState};
use domain::{JobId, Time};
use proto::events::RunEnded;
use proto::result::Said;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::result::published;

/// Writes down how runs ended that have no forecast.
pub struct Endings<R> {
    /// The runs: what was asked, and what it has cost.
    pub runs: Arc<R>,
}

impl<R: Runs> Handler for Endings<R> {
    const NAME: &'static str = "writer-endings";
    const SAYS: &'static [&'static str] = &["auspex.result."];
    type In = RunEnded;

    async fn handle(&self, event: RunEnded, attempt: &Attempt) -> Result<Outcome, Failure> {
        let at = attempt.now();
        let Some(state) = self.runs.load(event.run).await? else {
            return Err(Failure::retry(anyhow::anyhow!("run {} is not stored yet", event.run)));
        };
        let line = audited(attempt.job, &state, &event.ending, at);
        let outcome = Outcome::none().write(Effect::Audited(Box::new(line))).labelled(event.ending.name());
        Ok(published(outcome, Said::Ended(&state.run, &event), attempt.job, "", at))
    }
}

fn audited(job: JobId, state: &RunState, ending: &NoForecast, at: Time) -> AuditLine {
    let errors = match ending {
        NoForecast::Cancelled(cancelled) => vec![cancelled.to_string()],
        NoForecast::Proposed(_) => Vec::new(),
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
    use domain::run::Cancellation;
    use domain::{Outgoing, RunId};
    use runtime::Verdict;
    use store::runs::DueRun;

    use super::*;
    use crate::handler::fakes::{attempt, published};
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

    fn ended() -> RunEnded {
        let stop = Cancellation { by: "ada".into(), reason: "too dear".into(), at: when(), forecast: false };
        let run = state().run;
        RunEnded { run: run.id, tenant: run.tenant, at: when(), ending: NoForecast::Cancelled(stop) }
    }

    #[tokio::test]
    async fn a_cancelled_run_is_a_result_and_a_line_of_the_audit() {
        let writer = Endings { runs: Arc::new(OneRun(Some(state()))) };
        let first = writer.handle(ended(), &attempt(0)).await.unwrap();
        let again = writer.handle(ended(), &attempt(0)).await.unwrap();
        assert_eq!(first.effects, again.effects);
        let row = published(&first);
        assert_eq!((row.kind.as_str(), row.run, row.event), ("ended", Some(state().run.id), state().run.event_job));
        assert_eq!(row.body["ended"]["cancelled"]["reason"], "too dear");
        let Effect::Audited(line) = &first.effects[0] else { panic!("a line") };
        assert_eq!((line.action.as_str(), line.cost), ("cancelled", state().spent));
        assert_eq!(line.errors, ["cancelled by ada: too dear"]);
    }

    #[tokio::test]
    async fn a_run_that_is_not_there_yet_is_waited_for() {
        let writer = Endings { runs: Arc::new(OneRun(None)) };
        let failure = writer.handle(ended(), &attempt(0)).await.err().unwrap();
        assert!(matches!(failure.verdict(), Verdict::Retry));
    }
}
