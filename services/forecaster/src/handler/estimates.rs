//! Second part of [`super::rounds`]: the estimates of a round, the crux if they disagree, and the forecast.

use domain::forecast::{Account, Valuation};
use domain::run::Question;
use domain::{Forecast, MicroUsd, Probability};
use forecasting::{Agreement, Line, assess_agreement};
use futures::future::try_join_all;
use runtime::Failure;
use store::Runs;

use super::rounds::{Deciding, Rounds};
use crate::conclude::{Grounds, Rules, Signature, conclude};
use crate::crux::{self, Targeted};
use crate::estimate::{self, Given, Sample};
use crate::model::{ModelCall, ModelReply, Task};
use crate::past::Past;
use crate::voi::{self, Prospect};

/// The estimates of a round and their agreement.
pub(super) struct Estimates {
    samples: Vec<Sample>,
    agreement: Agreement,
}

impl<R: Runs + Past> Rounds<R> {
    /// Makes independent estimates concurrently, each a paid step of its own.
    pub(super) async fn estimates(&self, deciding: &mut Deciding<'_>) -> Result<Estimates, Failure> {
        let (state, attempt, limits) = (deciding.state, deciding.attempt, self.config.limits_of(&deciding.state.run));
        let used = deciding.turns;
        let most = limits.estimates.min(limits.turns.saturating_sub(used));
        if most < limits.estimates {
            deciding.troubles.push(format!("{used} of {} turns are used up: {most} estimates are made", limits.turns));
        }
        let given = Given { state, digest: &deciding.digest, known: &deciding.known };
        let asked = (1..=usize::try_from(most).unwrap_or(usize::MAX)).map(|n| {
            let question = ModelCall {
                task: Task::Estimate,
                step: format!("estimate-{n}"),
                input: estimate::input(given, n),
                temperature: temperature(n),
            };
            self.model.ask::<estimate::Reply>(&state.run, question, attempt)
        });
        let (mut samples, mut troubles, mut cost, mut asked_for) = (Vec::new(), Vec::new(), MicroUsd::ZERO, 0);
        for word in try_join_all(asked).await? {
            match word {
                ModelReply::None { why, turns } => {
                    asked_for += turns;
                    troubles.push(why);
                }
                ModelReply::Usable(answered) => {
                    asked_for += answered.turns;
                    cost = cost + answered.cost;
                    samples.extend(estimate::sample(answered.value, &answered.model, given));
                }
            }
        }
        let lines: Vec<Line> = samples.iter().map(|sample| sample.line.clone()).collect();
        let agreement = assess_agreement(&lines, &deciding.digest.unverified());
        deciding.troubles.extend(troubles);
        deciding.cost = deciding.cost + cost;
        deciding.turns += asked_for;
        Ok(Estimates { samples, agreement })
    }

    /// Returns the targeted question, if the estimates disagree, another round is possible, and the answer is worth its price.
    pub(super) fn crux(&self, deciding: &mut Deciding<'_>, made: &Estimates) -> Option<Question> {
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        let Targeted { mut question, uncertainty, resolves } =
            crux::targeted(state, &deciding.digest, &made.samples, &made.agreement)?;
        let after = deciding.turns + limits.estimates;
        if state.cancelled.is_some() || state.iteration >= limits.iterations || after > limits.turns {
            return None;
        }
        let estimate = middle(&made.samples)?;
        let prospect = Prospect { estimate, uncertainty, resolves: &[resolves] };
        let mut valued = voi::value(state, prospect, &limits, deciding.fleet);
        let left = state.run.budget.saturating_sub(state.spent);
        if left < valued.cost {
            valued.goes_on = false;
            valued.reason = format!("the run's budget has {left} left, the crux costs about {}", valued.cost);
        }
        valued.reason = format!("the estimates disagree: {}", valued.reason);
        voi::log(state, &valued);
        let goes_on = valued.goes_on;
        deciding.valued.push(valued);
        question.topic = crux::TOPIC.to_owned();
        goes_on.then_some(question)
    }

    /// Makes the forecast with its account.
    pub(super) async fn forecast(&self, deciding: Deciding<'_>, made: &Estimates) -> Result<Forecast, Failure> {
        let (state, now) = (deciding.state, deciding.attempt.now());
        let account = self.account(&deciding).await?;
        // The ledger holds the charges of the whole run, these calls included. The sum is used only if it is unavailable.
        let cost = self.model.spent(&state.run).await.unwrap_or(state.spent + deciding.cost);
        // The model that replied; the provider may have resolved an alias or used a fallback.
        let model = made.samples.last().map_or_else(|| self.model.name(), |sample| &sample.model).to_owned();
        let recalibration = self.runs.recalibration(&state.run, &model).await?;
        let prompt_version = self.model.prompt_version().to_owned();
        let signature = Signature { model, prompt_version, at: now, cost, account };
        let grounds = Grounds {
            state,
            digest: &deciding.digest,
            samples: &made.samples,
            agreement: &made.agreement,
            known: &deciding.known,
            troubles: &deciding.troubles,
        };
        Ok(conclude(grounds, signature, Rules { bar: self.config.bar, recalibration: &recalibration }))
    }

    async fn account(&self, deciding: &Deciding<'_>) -> Result<Account, Failure> {
        let run = &deciding.state.run;
        let mut rounds: Vec<Valuation> = self.runs.valuations(run.id).await?;
        rounds.retain(|earlier| earlier.round < deciding.state.iteration);
        rounds.extend(deciding.valued.iter().cloned());
        let costs = self.runs.costs(run.id).await?;
        let budgets = self.model.budgets_left(run, deciding.attempt.now()).await;
        Ok(Account { recalibration: String::new(), rounds, costs, budgets })
    }
}

fn middle(samples: &[Sample]) -> Option<Probability> {
    forecasting::combine(&[samples.iter().map(Sample::opinion).collect()], None).map(|pooled| pooled.mean)
}

/// Returns the temperature of the `n`-th estimate: 0.4, 0.7, 1.0, and again from the start.
fn temperature(n: usize) -> f64 {
    [1.0, 0.4, 0.7][n % 3]
}

#[cfg(test)]
#[path = "estimates_test.rs"]
mod tests;
