//! Deadlines of runs. A round past its deadline is closed, with the `RunAnswered` that its last answer would have
//! released. A run whose decision was dead-lettered ends at its deadline.
//!
//! I/O: the background tasks that check the clock.

use domain::port::{Committed, Job, Journal, PortError, Settled};
use domain::run::RunState;
use domain::{JobId, Outgoing, Time};
use proto::event::Fact;
use proto::events::RunAnswered;
use runtime::handler::Outcome;
use store::runs::{DueRun, ExpiredDecision};
use store::{RunEndings, Runs};

use crate::coherence::Relations;
use crate::fallback;
use crate::past::Past;

/// Maximum number of runs per call.
const MAX_RUNS: u32 = 200;

/// Consumer of the jobs of [`end_expired`] in the journal. A job's id derives from run and round, so each is committed
/// once.
const CONSUMER: &str = "forecaster-deadlines";

/// Closes the rounds that are due. Returns the messages that release them, to be published at once. May be repeated: a
/// round is closed once, and its message has one id.
///
/// # Errors
/// The store is unavailable. Rounds closed before stay closed, and the relay publishes their messages.
pub async fn close_rounds(runs: &impl Runs, now: Time) -> Result<Vec<Outgoing>, PortError> {
    let mut messages = Vec::new();
    for due in runs.due(now, MAX_RUNS).await? {
        let message = answered(&due);
        let closed = match runs.close_round(due.run, due.iteration, &message).await {
            Err(error) if !error.is_transient() => {
                let error: &dyn std::error::Error = &error;
                tracing::error!(run = %due.run, error, "a round cannot be closed; the others are not affected");
                continue;
            }
            closed => closed?,
        };
        if closed {
            tracing::warn!(run = %due.run, round = due.iteration, outstanding = due.outstanding, "round closed at its deadline");
            messages.push(message);
        }
    }
    Ok(messages)
}

fn answered(due: &DueRun) -> Outgoing {
    let fact = RunAnswered { run: due.run, tenant: due.tenant.clone(), iteration: due.iteration };
    // The id of this fact depends on run and round only, not on the job.
    fact.message(fact.id(JobId(due.run.0), 0))
}

/// Ends the runs whose decision was dead-lettered and whose deadline has passed. Returns the messages that announce the
/// ends. May be repeated: an end names the version that was read, and its job has one id. A run that cannot be ended
/// does not prevent the others.
///
/// # Errors
/// The store is unavailable. Runs ended before stay ended, and the relay publishes their messages.
pub async fn end_expired<R: Runs + RunEndings>(
    (runs, past): (&R, &impl Past),
    journal: &impl Journal,
    now: Time,
) -> Result<Vec<Outgoing>, PortError> {
    let mut messages = Vec::new();
    for run in runs.expired_decisions(now, MAX_RUNS).await? {
        let ended = async {
            match ending(runs, past, &run, now).await? {
                Some(outcome) => commit(journal, &run, outcome).await,
                None => Ok(Vec::new()),
            }
        };
        match ended.await {
            Ok(more) => messages.extend(more),
            Err(error) if error.is_transient() => return Err(error),
            Err(error) => {
                tracing::error!(run = %run.run.id, error = %error, "cannot end a run whose decision was dead-lettered");
            }
        }
    }
    Ok(messages)
}

/// Returns the end of a run; `None` if its decision is not expired.
async fn ending<R: Runs>(
    runs: &R,
    past: &impl Past,
    run: &ExpiredDecision,
    now: Time,
) -> Result<Option<Outcome>, PortError> {
    let state = read(runs, run).await?;
    let Some(because) = state.expired_decision(now) else { return Ok(None) };
    // Nothing but an outage prevents the end: without the related forecasts it is not held by them.
    let related = match past.relations(&state.run, now).await {
        Err(error) if error.is_transient() => return Err(error),
        related => related.unwrap_or_else(|_| Relations::default()),
    };
    Ok(Some(fallback::end(&state, because, (&related, now))))
}

async fn commit(journal: &impl Journal, run: &ExpiredDecision, outcome: Outcome) -> Result<Vec<Outgoing>, PortError> {
    let Outcome { facts, effects, .. } = outcome;
    let id = JobId(run.run.id.0).derive(CONSUMER, run.iteration as usize);
    let facts = facts.iter().map(|emission| &*emission.fact).enumerate();
    let outgoing = facts.map(|(ordinal, fact)| fact.message(fact.id(id, ordinal))).collect();
    let settled = Settled { job: Job { consumer: CONSUMER, id }, effects, outgoing, dead: None };
    match journal.commit(settled).await? {
        Committed::New(messages) => {
            tracing::warn!(run = %run.run.id, round = run.iteration, because = run.because, "run ended without its decision");
            Ok(messages)
        }
        // The decision was redriven, or another replica has ended the run.
        Committed::Duplicate | Committed::Stale(_) => Ok(Vec::new()),
    }
}

/// Returns the run's state. Questions and answers that cannot be decoded, which may be why the decision failed, are
/// left out.
async fn read<R: Runs>(runs: &R, run: &ExpiredDecision) -> Result<RunState, PortError> {
    match runs.load(run.run.id).await {
        Ok(Some(state)) => Ok(state),
        Err(error) if error.is_transient() => Err(error),
        Ok(None) | Err(_) => Ok(fallback::unreadable(run)),
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
    async fn a_round_is_closed_once_with_the_message_id_of_its_last_answer() {
        let shelf = shelf();
        assert_eq!(close_rounds(&*shelf, when() - chrono::TimeDelta::seconds(1)).await.unwrap(), []);
        assert_eq!(close_rounds(&*shelf, when()).await.unwrap().len(), 1);
        assert_eq!(close_rounds(&*shelf, when()).await.unwrap(), []);
        let closed = shelf.closed.lock().unwrap();
        let fact = crate::outcome::answered(&run(), 2);
        assert_eq!((closed.len(), closed[0].id), (1, fact.id(JobId::named(&["any"]), 7)));
        assert_eq!(closed[0].payload, fact.encode());
    }

    fn expired_decision() -> ExpiredDecision {
        let state = state(&[("i1q1", None)]);
        let (run, iteration, version, deadline) = (state.run, state.iteration, state.version, state.deadline);
        ExpiredDecision { run, iteration, version, deadline, because: "poisoned".into() }
    }

    #[tokio::test]
    async fn an_unreadable_run_ends_as_well_but_not_before_its_deadline() {
        for unreadable in [false, true] {
            let mut known = state(&[("i1q1", None)]);
            known.decision_dead_lettered = Some("poisoned".into());
            let shelf = Shelf { unreadable, ..Shelf::default() };
            shelf.runs.lock().unwrap().insert(known.run.id, known);
            shelf.expired.lock().unwrap().push(expired_decision());
            let journal = FakeJournal::default();
            let early = expired_decision().deadline - chrono::TimeDelta::seconds(1);
            assert_eq!(end_expired((&shelf, &shelf), &journal, early).await.unwrap(), []);
            let ended = end_expired((&shelf, &shelf), &journal, expired_decision().deadline).await.unwrap();
            assert_eq!((ended.len(), ended[0].subject.as_str()), (1, "auspex.forecast.made"));
            let again = end_expired((&shelf, &shelf), &journal, expired_decision().deadline).await.unwrap();
            assert_eq!(again, [], "once");
        }
    }
}
