//! *Hears* `RunAnswered`: a round is complete or closed.
//! *Says* `ResearchRequested` for another round that is worth its price, else `ForecastMade`.
//! *Twice is harmless because* both are written against the version that was read, and paid answers are remembered.

use std::sync::Arc;

use domain::run::{Question, RunState};
use domain::{Effect as Write, Forecast, MicroUsd};
use futures::future::try_join_all;
use proto::events::RunAnswered;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::analyze::{self, Barred, Next};
use crate::conclude::{Grounds, Signature, conclude};
use crate::config::Config;
use crate::digest::Digest;
use crate::estimate::{self, Sample};
use crate::machine::{Event, Released, released, step};
use crate::model::{self, Model, Task, Word};
use crate::outcome::{Round, outcome};

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
struct Deciding<'a> {
    state: &'a RunState,
    digest: Digest,
    attempt: &'a Attempt,
    troubles: Vec<String>,
    cost: MicroUsd,
}

impl<R: Runs> Handler for Rounds<R> {
    const NAME: &'static str = "forecaster-rounds";
    const SAYS: &'static [&'static str] = &["auspex.research.requested", "auspex.forecast.made"];
    type In = RunAnswered;

    async fn handle(&self, event: RunAnswered, attempt: &Attempt) -> Result<Outcome, Failure> {
        let Some(state) = self.runs.load(event.run).await? else {
            return Err(Failure::retry(anyhow::anyhow!("run {} is not stored yet", event.run)));
        };
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
        let mut deciding =
            Deciding { digest: Digest::of(&state), state: &state, attempt, troubles: Vec::new(), cost: MicroUsd::ZERO };
        match self.another_round(&mut deciding).await? {
            Some(questions) => Ok(self.extended(&deciding, questions)),
            None => Ok(concluded(&state, self.forecast(deciding).await?)),
        }
    }
}

impl<R: Runs> Rounds<R> {
    /// The questions of another round, if one is possible and worth its price.
    async fn another_round(&self, deciding: &mut Deciding<'_>) -> Result<Option<Vec<Question>>, Failure> {
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        match analyze::barred(state, &limits) {
            Some(Barred::LastRound) => return Ok(None),
            Some(Barred::Money(why)) => {
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
            Word::Nothing(why) => {
                deciding.troubles.push(why);
                Ok(None)
            }
            Word::Said(answered) => {
                deciding.cost = deciding.cost + answered.cost;
                match analyze::decide(state, answered.value, &limits) {
                    Next::Research(questions) => Ok(Some(questions)),
                    Next::Estimate(why) => {
                        tracing::info!(run = %state.run.id, round = state.iteration, why, "no more research");
                        Ok(None)
                    }
                }
            }
        }
    }

    fn extended(&self, deciding: &Deciding<'_>, questions: Vec<Question>) -> Outcome {
        let state = deciding.state;
        let deadline = deciding.attempt.now() + self.config.round;
        let extended = Event::Extended { version: state.version, questions, deadline };
        let round = Round { run: &state.run, budget: self.model.limits().agent("researcher"), deadline };
        outcome(step(Some(state.clone()), extended).effects, round, "another_round")
    }

    async fn forecast(&self, mut deciding: Deciding<'_>) -> Result<Forecast, Failure> {
        let (samples, answered_by) = self.estimates(&mut deciding).await?;
        let state = deciding.state;
        // The ledger knows what the whole run was charged, these calls included; the sum is only for when it is away.
        let total = self.model.spent(&state.run).await.unwrap_or(state.spent + deciding.cost);
        let signature = Signature {
            // The model that answered, which an alias or a fallback of the provider may have chosen.
            model: answered_by.unwrap_or_else(|| self.model.name().to_owned()),
            prompt_version: self.model.prompt_version().to_owned(),
            at: deciding.attempt.now(),
            cost: total,
        };
        let grounds = Grounds { state, digest: &deciding.digest, samples: &samples, troubles: &deciding.troubles };
        Ok(conclude(grounds, signature, self.config.bar))
    }

    /// Several independent estimates at the same time, each a paid step of its own, and the model that made them.
    async fn estimates(&self, deciding: &mut Deciding<'_>) -> Result<(Vec<Sample>, Option<String>), Failure> {
        let (state, attempt) = (deciding.state, deciding.attempt);
        let digest = &deciding.digest;
        let asked = (1..=self.config.estimates).map(|n| {
            let question = model::Question {
                task: Task::Estimate,
                step: format!("estimate-{n}"),
                input: estimate::input(state, digest, n),
                temperature: temperature(n),
            };
            self.model.ask::<estimate::Reply>(&state.run, question, attempt)
        });
        let words = try_join_all(asked).await?;
        let (mut samples, mut answered_by) = (Vec::new(), None);
        for word in words {
            match word {
                Word::Nothing(why) => deciding.troubles.push(why),
                Word::Said(answered) => {
                    deciding.cost = deciding.cost + answered.cost;
                    answered_by = Some(answered.model);
                    samples.extend(estimate::sample(answered.value, &deciding.digest));
                }
            }
        }
        Ok((samples, answered_by))
    }
}

/// Independent estimates differ by chance: 0.4, 0.7, 1.0 and round again.
fn temperature(n: usize) -> f64 {
    [1.0, 0.4, 0.7][n % 3]
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
