//! The machine's effects as a handler's outcome.

use domain::run::{NoForecast, Question};
use domain::{MicroUsd, ResearchTask, Run, Subject, Time};
use proto::events::{ForecastMade, ResearchRequested, RunAnswered, RunEnded};
use runtime::handler::Outcome;

use crate::alert;
use crate::machine::Effect;

/// What every research task of a round is given.
#[derive(Debug, Clone, Copy)]
pub struct Round<'a> {
    /// The run.
    pub run: &'a Run,
    /// What one task may cost.
    pub budget: MicroUsd,
    /// When an answer is of no use any more.
    pub deadline: Time,
}

/// Writes and says what the machine wants.
pub fn outcome(effects: Vec<Effect>, round: Round<'_>, label: &'static str) -> Outcome {
    effects.into_iter().fold(Outcome::none().labelled(label), |outcome, effect| match effect {
        Effect::Write(write) => outcome.write(*write),
        Effect::Research(question) => outcome.say(ResearchRequested(task(round, question))),
        Effect::Ready(iteration) => outcome.say(answered(round.run, iteration)),
        Effect::Made(forecast) => outcome.say(ForecastMade(*forecast)),
        Effect::Ended(ending, at) => outcome.say(ended(round.run, ending, at)),
        // The store's own transaction has done it: a cancellation is no job of any handler.
        Effect::CloseBudget(_) | Effect::Keep(_) => outcome,
    })
}

/// Says that a run is done without a forecast.
pub fn ended(run: &Run, ending: NoForecast, at: Time) -> RunEnded {
    RunEnded { run: run.id, tenant: run.tenant.clone(), at, ending }
}

/// Says that a round can be decided.
pub fn answered(run: &Run, iteration: u32) -> RunAnswered {
    RunAnswered { run: run.id, tenant: run.tenant.clone(), iteration }
}

fn task(round: Round<'_>, question: Question) -> ResearchTask {
    let Round { run, budget, deadline } = round;
    ResearchTask {
        tenant: run.tenant.clone(),
        event: run.event.clone(),
        event_job: run.event_job,
        reason: format!("a {} question of a forecast", question.priority.name()),
        subject: Subject::Question { run: run.id, question, context: alert::context(run) },
        profile: run.asked.config.profile.unwrap_or_default(),
        budget: budget.min(run.budget),
        deadline: Some(deadline),
        as_of: run.asked.config.as_of,
        alarm: String::new(),
    }
}
