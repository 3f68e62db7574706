//! **Consumes** `RunAnswered`: a round is complete or closed. **Emits** `ResearchRequested` for another round or for
//! the crux of a disagreement if it is worth its price, else `ForecastMade`; `RunEnded` if the caller asked for the
//! research request or for a report, or wants a question with several meanings back. **Idempotent because** the
//! decision names the version that was read, and paid calls are memoised.

use std::sync::Arc;

use domain::event::Wanted;
use domain::forecast::{BaseRate, Valuation};
use domain::run::{NoForecast, Question, RoundStatus, RunState};
use domain::{Effect as Write, JobId, MicroUsd, Time};
use forecasting::question_cost::Spending;
use proto::event::Event as _;
use proto::events::{ForecastMade, ResearchRequested, RunAnswered, RunEnded};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;
use worker::Answered;

use crate::analyze::{self, Barred, RoundLimits};
use crate::config::ForecasterConfig;
use crate::digest::Digest;
use crate::distribution::DistributionTask;
use crate::model::{Model, ModelCall, ModelReply, Task};
use crate::outcome::{Round, ended, extended, finished};
use crate::past::Past;

/// Decides whether a round is followed by another one or by the forecast.
pub struct Rounds<R, P> {
    /// Access to stored runs.
    pub runs: Arc<R>,
    /// Knowledge from earlier runs.
    pub past: Arc<P>,
    /// The metered model.
    pub model: Arc<Model>,
    /// The forecaster's settings.
    pub config: ForecasterConfig,
}

/// The inputs of a decision, with the problems and costs so far.
pub(super) struct Deciding<'a> {
    pub(super) state: &'a RunState,
    pub(super) digest: Digest,
    pub(super) attempt: &'a Attempt,
    /// Counted base rates of similar questions.
    pub(super) known: Vec<BaseRate>,
    /// Cost of the fleet's earlier questions.
    pub(super) fleet: Spending,
    /// Valuations of another round.
    pub(super) valued: Vec<Valuation>,
    /// Calls to the model in this round so far, including repetitions after unusable replies.
    pub(super) turns: u32,
    pub(super) troubles: Vec<String>,
    pub(super) cost: MicroUsd,
}

impl Deciding<'_> {
    /// Counts the turns and the cost of a reply. Without a usable one its reason becomes a problem.
    pub(super) fn take<T>(&mut self, reply: ModelReply<T>) -> Option<Answered<T>> {
        match reply {
            ModelReply::None { why, turns } => {
                self.turns += turns;
                self.troubles.push(why);
                None
            }
            ModelReply::Usable(answered) => {
                self.turns += answered.turns;
                self.cost = self.cost + answered.cost;
                Some(answered)
            }
        }
    }

    /// Returns `true` if the run is cancelled, which becomes a problem.
    pub(super) fn is_cancelled(&mut self) -> bool {
        self.troubles.extend(self.state.cancelled.as_ref().map(ToString::to_string));
        self.state.cancelled.is_some()
    }

    /// Returns `true` if rounds, money or turns permit no further round. Money and turns become a problem.
    pub(super) fn is_barred(&mut self, limits: &RoundLimits) -> bool {
        let barred = analyze::barred(self.state, limits, self.fleet, self.turns);
        let is_barred = barred.is_some();
        if let Some(Barred::Spent(why)) = barred {
            self.troubles.push(why);
        }
        is_barred
    }
}

impl<R: Runs, P: Past> Handler for Rounds<R, P> {
    const NAME: &'static str = "forecaster-rounds";
    const EMITS: &'static [&'static str] = &[ResearchRequested::SUBJECT, ForecastMade::SUBJECT, RunEnded::SUBJECT];
    type In = RunAnswered;

    async fn handle(&self, event: RunAnswered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let Some(state) = self.runs.load(event.run).await? else {
            return Err(Failure::retry(anyhow::anyhow!("run {} is not stored yet", event.run)));
        };
        // A run as of a past day is decided on what was known then.
        let state = state.without_hindsight();
        match state.round(event.iteration) {
            RoundStatus::Decided => return Ok(Outcome::none().labelled("past")),
            RoundStatus::Open => {
                return Err(Failure::retry(anyhow::anyhow!(
                    "round {} of run {} is still open",
                    event.iteration,
                    event.run
                )));
            }
            RoundStatus::Due => {}
        }
        if let Some(clarification) = state.run.clarification().filter(|_| state.cancelled.is_none()) {
            return Ok(ended(&state, NoForecast::Unclear(clarification), attempt.now()).labelled("unclear"));
        }
        if state.run.asked.config.wanted == Wanted::Research && state.cancelled.is_none() {
            return self.requested(&state, attempt).await;
        }
        if let Some(depth) = state.run.answer_kind().report_depth() {
            return self.reported(&state, depth, attempt).await;
        }
        let mut deciding = self.deciding(&state, attempt).await?;
        if let Some(questions) = self.another_round(&mut deciding).await? {
            return Ok(self.extended(deciding, questions, "another_round"));
        }
        if let Some(task) = DistributionTask::of(&state.run.answer_kind()) {
            let samples = self.distribution_samples(&mut deciding, task).await?;
            if let Some(question) = self.distribution_crux(&mut deciding, &samples) {
                return Ok(self.extended(deciding, vec![question], "crux"));
            }
            let forecast = self.distribution(deciding, &samples).await?;
            return Ok(finished(state.version, forecast).labelled("distribution"));
        }
        let estimates = self.estimates(&mut deciding).await?;
        match self.crux(&mut deciding, &estimates) {
            Some(question) => Ok(self.extended(deciding, vec![question], "crux")),
            None => {
                let forecast = self.forecast(deciding, &estimates).await?;
                let label = if forecast.flags.is_empty() { "forecast" } else { "flagged" };
                Ok(finished(state.version, forecast).labelled(label))
            }
        }
    }

    /// Notes the dead letter beside the run: it ends at the round's deadline unless the message is redriven before.
    fn dead_letter(&self, event: RunAnswered, _job: JobId, reason: &str, _now: Time) -> Outcome {
        let because = reason.to_owned();
        Outcome::none().write(Write::DecisionDeadLettered { run: event.run, round: event.iteration, because })
    }
}

impl<R: Runs, P: Past> Rounds<R, P> {
    pub(super) async fn deciding<'a>(
        &self,
        state: &'a RunState,
        attempt: &'a Attempt,
    ) -> Result<Deciding<'a>, Failure> {
        let (digest, troubles) = (Digest::from_state(state), Vec::new());
        let known = self.past.base_rates(&state.run).await?;
        let fleet = self.past.question_costs().await?;
        // Of the first round the decomposition is over. The ledger counts its repeated calls; of a run that was
        // imported from a bundle it knows none. Later rounds call no model before their decision.
        let turns = if state.iteration > 1 { 0 } else { self.past.turns(&state.run, state.iteration).await?.max(1) };
        let (valued, cost) = (Vec::new(), MicroUsd::ZERO);
        Ok(Deciding { state, digest, attempt, known, fleet, valued, turns, troubles, cost })
    }

    /// Returns the questions of another round, if one is possible and worth its price.
    async fn another_round(&self, deciding: &mut Deciding<'_>) -> Result<Option<Vec<Question>>, Failure> {
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        if deciding.is_cancelled() || deciding.is_barred(&limits) {
            return Ok(None);
        }
        let question = ModelCall {
            task: Task::Analyze,
            round: state.iteration,
            step: "analyze".to_owned(),
            input: analyze::input(state, &deciding.digest, &limits),
        };
        let reply = self.model.ask::<analyze::AnalysisReply>(&state.run, question, deciding.attempt).await?;
        let Some(answered) = deciding.take(reply) else { return Ok(None) };
        let decided = analyze::decide(state, answered.value, &limits, deciding.fleet);
        deciding.valued.push(decided.valued);
        Ok((!decided.questions.is_empty()).then_some(decided.questions))
    }

    /// Starts another round and stores its valuation.
    pub(super) fn extended(&self, deciding: Deciding<'_>, questions: Vec<Question>, label: &'static str) -> Outcome {
        let state = deciding.state;
        let deadline = self.config.deadline_of(&state.run, deciding.attempt.now());
        let round = Round {
            run: &state.run,
            budget: self.model.limits().agent("researcher"),
            deadline,
            parallel: self.config.parallel,
        };
        let extended = extended(round, state.version, questions).labelled(label);
        deciding.valued.into_iter().filter(|valued| valued.goes_on).fold(extended, |outcome, valued| {
            outcome.write(Write::RoundValued { run: state.run.id, valuation: Box::new(valued) })
        })
    }
}

#[cfg(test)]
#[path = "rounds_test.rs"]
mod tests;
