//! What time brings about in runs. A round past its deadline is closed, with a `RunAnswered` of the same id that the last answer
//! would have said. A run whose decision was given up ends at its deadline, with what stands without it.
//!
//! I/O: the background tasks that look at the clock.

use domain::effect::When;
use domain::port::{Committed, Job, Journal, PortError, Settled};
use domain::run::RunState;
use domain::{JobId, Outgoing, Time};
use proto::event::Fact;
use proto::events::RunAnswered;
use runtime::handler::Outcome;
use store::runs::{DueRun, GivenUp};
use store::{Ends, Runs};

use crate::last;
use crate::machine::{Event, step};
use crate::outcome::{Round, outcome};

/// Runs that are closed in one go.
const AT_ONCE: u32 = 200;

/// The journal's name for the jobs of [`end`]: the id of such a job derives from run and round, so each is settled once.
const CONSUMER: &str = "forecaster-deadlines";

/// Closes what is due; answers the messages that say so, to be published at once. Twice is harmless: a round is closed
/// once, its message has one id.
///
/// # Errors
/// The store could not be reached. What was closed until then stays closed, and the relay publishes it.
pub async fn sweep(runs: &impl Runs, now: Time) -> Result<Vec<Outgoing>, PortError> {
    let mut closed = Vec::new();
    for due in runs.due(now, AT_ONCE).await? {
        let says = answered(&due);
        if runs.close_round(due.run, due.iteration, &says).await? {
            tracing::warn!(run = %due.run, round = due.iteration, outstanding = due.outstanding, "a round is closed at its deadline");
            closed.push(says);
        }
    }
    Ok(closed)
}

fn answered(due: &DueRun) -> Outgoing {
    let says = RunAnswered { run: due.run, tenant: due.tenant.clone(), iteration: due.iteration };
    // The id of this fact depends on run and round only, whatever job says it.
    message(&says, says.id(JobId(due.run.0), 0))
}

fn message(says: &dyn Fact, id: JobId) -> Outgoing {
    Outgoing {
        id,
        subject: says.subject(),
        tenant: says.tenant().clone(),
        payload: says.encode().into(),
        traceparent: String::new(),
        when: When::Always,
    }
}

/// Ends the runs whose decision was given up and whose deadline has passed; answers the messages that say so. Twice is harmless: the
/// end is written against the version that was read, as a job of one id. A run that cannot be ended keeps none of the others.
///
/// # Errors
/// The store could not be reached. What was ended until then stays ended, and the relay publishes it.
pub async fn end<R: Runs + Ends>(runs: &R, journal: &impl Journal, now: Time) -> Result<Vec<Outgoing>, PortError> {
    let mut says = Vec::new();
    for run in runs.given_up(now, AT_ONCE).await? {
        match end_one((runs, journal), &run, now).await {
            Ok(more) => says.extend(more),
            Err(error) if error.is_transient() => return Err(error),
            Err(error) => {
                tracing::error!(run = %run.run.id, error = %error, "a run whose decision was given up cannot be ended");
            }
        }
    }
    Ok(says)
}

async fn end_one<R: Runs>(
    (runs, journal): (&R, &impl Journal),
    run: &GivenUp,
    now: Time,
) -> Result<Vec<Outgoing>, PortError> {
    let state = read(runs, run).await?;
    let round = Round { run: &run.run, budget: domain::MicroUsd::ZERO, deadline: run.deadline };
    let Outcome { facts, effects, .. } = outcome(step(Some(state), Event::Looked { now }).effects, round, "given_up");
    let id = JobId(run.run.id.0).derive(CONSUMER, run.iteration as usize);
    let told = |(ordinal, said): (usize, &runtime::handler::Said)| message(&*said.fact, said.fact.id(id, ordinal));
    let outgoing: Vec<Outgoing> = facts.iter().enumerate().map(told).collect();
    if outgoing.is_empty() {
        return Ok(outgoing);
    }
    let settled = Settled { job: Job { consumer: CONSUMER, id }, effects, outgoing, dead: None };
    match journal.commit(settled).await? {
        Committed::New(says) => {
            tracing::warn!(run = %run.run.id, round = run.iteration, because = run.because, "a run ends without its decision");
            Ok(says)
        }
        // It was redriven and has moved on, or another replica was faster.
        Committed::Duplicate | Committed::Stale(_) => Ok(Vec::new()),
    }
}

/// The run as it is; where questions or answers are what nobody understands, which may be why it was given up, without them.
async fn read<R: Runs>(runs: &R, run: &GivenUp) -> Result<RunState, PortError> {
    match runs.load(run.run.id).await {
        Ok(Some(state)) => Ok(state),
        Err(error) if error.is_transient() => Err(error),
        Ok(None) | Err(_) => Ok(last::unreadable(run)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use runtime::testing::FakeJournal;

    use super::*;
    use crate::handler::fakes::Shelf;
    use crate::sample::{run, state, when};

    fn shelf() -> Arc<Shelf> {
        let shelf = Shelf::default();
        let due = DueRun { run: run().id, tenant: run().tenant, iteration: 2, deadline: when(), outstanding: 1 };
        shelf.due.lock().unwrap().push(due);
        Arc::new(shelf)
    }

    #[tokio::test]
    async fn a_round_is_closed_once_under_the_id_that_its_last_answer_would_have_used() {
        let shelf = shelf();
        assert_eq!(sweep(&*shelf, when() - chrono::TimeDelta::seconds(1)).await.unwrap(), []);
        assert_eq!(sweep(&*shelf, when()).await.unwrap().len(), 1);
        assert_eq!(sweep(&*shelf, when()).await.unwrap(), []);
        let closed = shelf.closed.lock().unwrap();
        let said = crate::outcome::answered(&run(), 2);
        assert_eq!((closed.len(), closed[0].id), (1, said.id(JobId::named(&["any"]), 7)));
        assert_eq!(closed[0].payload, said.encode());
    }

    fn given_up() -> GivenUp {
        let state = state(&[("i1q1", None)]);
        let (run, iteration, version, deadline) = (state.run, state.iteration, state.version, state.deadline);
        GivenUp { run, iteration, version, deadline, because: "poisoned".into() }
    }

    #[tokio::test]
    async fn a_run_that_nobody_can_read_ends_all_the_same_and_not_before_its_deadline() {
        for unreadable in [false, true] {
            let mut known = state(&[("i1q1", None)]);
            known.given_up = Some("poisoned".into());
            let shelf = Shelf { unreadable, ..Shelf::default() };
            shelf.runs.lock().unwrap().insert(known.run.id, known);
            shelf.given_up.lock().unwrap().push(given_up());
            let journal = FakeJournal::default();
            let early = given_up().deadline - chrono::TimeDelta::seconds(1);
            assert_eq!(end(&shelf, &journal, early).await.unwrap(), []);
            let said = end(&shelf, &journal, given_up().deadline).await.unwrap();
            assert_eq!((said.len(), said[0].subject.as_str()), (1, "auspex.forecast.made"));
            assert_eq!(end(&shelf, &journal, given_up().deadline).await.unwrap(), [], "once");
        }
    }
}
