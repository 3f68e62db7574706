//! The message that is stored with the cancellation of a run.

use domain::run::{Cancellation, NoForecast, RunState};
use domain::{JobId, Outgoing};

use crate::event::Fact;
use crate::events::{RunAnswered, RunEnded};

/// Builds the message: the release of the round, or the end of the run. Each has one id per run, whichever process
/// stores it, and the forecaster's relay publishes it: the process that cancels needs no permission for its subjects.
pub fn closing_message(state: &RunState, cancellation: &Cancellation) -> Outgoing {
    let (run, tenant) = (state.run.id, state.run.tenant.clone());
    let ending = NoForecast::Cancelled(cancellation.clone());
    let fact: Box<dyn Fact> = if cancellation.forecast {
        Box::new(RunAnswered { run, tenant, iteration: state.iteration })
    } else {
        Box::new(RunEnded { run, tenant, at: cancellation.at, ending })
    };
    fact.message(fact.id(JobId(run.0), 0))
}
