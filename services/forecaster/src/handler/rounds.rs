//! *Hears* `RunAnswered`: a round is complete or closed.
//! *Says* `ResearchRequested` for another round that is worth its price, or for the crux of a disagreement, else `ForecastMade`; `RunEnded` where the caller wanted
//! the research request itself.
//! *Twice is harmless because* both are written against the version that was read, and paid answers are remembered.

use std::sync::Arc;

use domain::event::Wanted;
use domain::forecast::{BaseRate, Valuation};
use domain::run::{Question, RunState};
use domain::{Effect as Write, Forecast, JobId, MicroUsd, Time};
use forecasting::history::Spent;
use proto::events::RunAnswered;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::analyze::{self, Barred};
use crate::config::Config;
use crate::digest::Digest;
use crate::machine::{Event, Released, released, step};
use crate::model::{self, Model, Task, Word};
use crate::outcome::{Round, outcome};
use crate::past::Past;

/// Decides rounds.
pub struct Rounds<R> {
    /// The runs.
    pub runs: Arc<R>,
    /// Whoever is asked.
    pub model: Arc<Model>,
    /// The forecaster's section.
    pub config: Config,
}

/// A round on its way to a decision: what is known, what went wrong, what it cost.
pub(super) struct Deciding<'a> {
    pub(super) state: &'a RunState,
    pub(super) digest: Digest,
    pub(super) attempt: &'a Attempt,
    /// Counted base rates of like questions.
    pub(super) known: Vec<BaseRate>,
    /// What questions did cost.
    pub(super) fleet: Spent,
    /// What another round was worth, as often as that was asked.
    pub(super) valued: Vec<Valuation>,
    /// Turns that are used up: questions to the model, also those that were asked again because the answer had no use.
    pub(super) turns: u32,
    pub(super) troubles: Vec<String>,
    pub(super) cost: MicroUsd,
}

impl<R: Runs + Past> Handler for Rounds<R> {
    const NAME: &'static str = "forecaster-rounds";
    const SAYS: &'static [&'static str] = &["auspex.research.requested", "auspex.forecast.made", "auspex.run.ended"];
    type In = RunAnswered;

    async fn handle(&self, event: RunAnswered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let Some(state) = self.runs.load(event.run).await? else {
            return Err(Failure::retry(anyhow::anyhow!("run {} is not stored yet", event.run)));
        };
        // Whoever answers as of a day decides, asks and concludes on what was known then.
        let state = state.without_hindsight();
        match released(&state, event.iteration) {
            Released::Past => return Ok(Outcome::none().labelled("past")),
            Released::Early => {
                return Err(Failure::retry(anyhow::anyhow!(
                    "round {} of run {} is still open",
                    event.iteration,
                    event.run
                )));
            }
            Released::Decide => {}
        }
        if state.run.asked.config.wanted == Wanted::Research && state.cancelled.is_none() {
            return self.requested(&state, attempt).await;
        }
        let mut deciding = self.deciding(&state, attempt).await?;
        if let Some(questions) = self.another_round(&mut deciding).await? {
            return Ok(self.extended(deciding, questions, "another_round"));
        }
        let estimates = self.estimates(&mut deciding).await?;
        match self.crux(&mut deciding, &estimates) {
            Some(question) => Ok(self.extended(deciding, vec![question], "crux")),
            None => Ok(concluded(&state, self.forecast(deciding, &estimates).await?)),
        }
    }

    /// Noted beside the run: at the round's deadline it ends without a decision, unless this is redriven before.
    fn bury(&self, event: RunAnswered, _job: JobId, reason: &str, _now: Time) -> Outcome {
        let because = reason.to_owned();
        Outcome::none().write(Write::DecisionGivenUp { run: event.run, round: event.iteration, because })
    }
}

impl<R: Runs + Past> Rounds<R> {
    async fn deciding<'a>(&self, state: &'a RunState, attempt: &'a Attempt) -> Result<Deciding<'a>, Failure> {
        let (digest, troubles) = (Digest::of(state), Vec::new());
        let known = self.runs.base_rates(&state.run).await?;
        let fleet = self.runs.question_costs().await?;
        // The ledger knows what was asked again; what the state tells is the least, for a run that was brought here from elsewhere.
        let limits = self.config.limits_of(&state.run);
        let turns = self.runs.turns(&state.run, state.iteration).await?.max(analyze::turns(state, &limits));
        let (valued, cost) = (Vec::new(), MicroUsd::ZERO);
        Ok(Deciding { state, digest, attempt, known, fleet, valued, turns, troubles, cost })
    }

    /// The questions of another round, if one is possible and worth its price.
    async fn another_round(&self, deciding: &mut Deciding<'_>) -> Result<Option<Vec<Question>>, Failure> {
        if let Some(cancelled) = &deciding.state.cancelled {
            deciding.troubles.push(cancelled.to_string());
            return Ok(None);
        }
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        match analyze::barred(state, &limits, deciding.fleet, deciding.turns) {
            Some(Barred::LastRound) => return Ok(None),
            Some(Barred::Spent(why)) => {
                deciding.troubles.push(why);
                return Ok(None);
            }
            None => {}
        }
        let question = model::Question {
            task: Task::Analyze,
            step: "analyze".to_owned(),
            input: analyze::input(state, &deciding.digest, &limits),
            temperature: 0.0,
        };
        match self.model.ask::<analyze::Reply>(&state.run, question, deciding.attempt).await? {
            Word::Nothing { why, turns } => {
                deciding.turns += turns;
                deciding.troubles.push(why);
                Ok(None)
            }
            Word::Said(answered) => {
                deciding.turns += answered.turns;
                deciding.cost = deciding.cost + answered.cost;
                let decided = analyze::decide(state, answered.value, &limits, deciding.fleet);
                deciding.valued.push(decided.valued);
                Ok((!decided.questions.is_empty()).then_some(decided.questions))
            }
        }
    }

    /// Another round; what it was worth is written beside it.
    fn extended(&self, deciding: Deciding<'_>, questions: Vec<Question>, label: &'static str) -> Outcome {
        let state = deciding.state;
        let deadline = self.config.deadline_of(&state.run, deciding.attempt.now());
        let extended = Event::Extended { version: state.version, questions, deadline };
        let round = Round { run: &state.run, budget: self.model.limits().agent("researcher"), deadline };
        let extended = outcome(step(Some(state.clone()), extended).effects, round, label);
        deciding.valued.into_iter().filter(|valued| valued.goes_on).fold(extended, |outcome, valued| {
            outcome.write(Write::RoundValued { run: state.run.id, valuation: Box::new(valued) })
        })
    }
}

fn concluded(state: &RunState, forecast: Forecast) -> Outcome {
    let label = if forecast.flags.is_empty() { "forecast" } else { "flagged" };
    let run = forecast.run.clone();
    let event = Event::Concluded { version: state.version, forecast: Box::new(forecast) };
    let effects = step(Some(state.clone()), event).effects;
    debug_assert!(effects.iter().any(
        |effect| matches!(effect, crate::machine::Effect::Write(write) if matches!(**write, Write::RunFinished { .. }))
    ));
    let round = Round { run: &run, budget: MicroUsd::ZERO, deadline: state.deadline };
    outcome(effects, round, label)
}

#[cfg(test)]
#[path = "rounds_test.rs"]
mod tests;
