//! Second part of [`super::rounds`]: the estimates of a round, the crux if they disagree, and the forecast.

use domain::forecast::{Account, MemoryShare, Valuation};
use domain::run::{Question, RunState};
use domain::{Forecast, Probability};
use forecasting::{Agreement, Estimate, assess_agreement};
use runtime::Failure;
use store::Runs;

use super::rounds::{Deciding, Rounds};
use crate::conclude::{Grounds, Rules, Signature, conclude};
use crate::config::ForecasterConfig;
use crate::crux::{self, Targeted};
use crate::estimate::{self, EstimateInputs, Sample};
use crate::model::{ModelCall, Task};
use crate::past::Past;
use crate::perspective::Perspective;
use crate::review;
use crate::voi::{self, Prospect};

/// The estimates of a round and their agreement.
pub(super) struct Estimates {
    samples: Vec<Sample>,
    agreement: Agreement,
}

impl<R: Runs, P: Past> Rounds<R, P> {
    /// Makes independent estimates concurrently, each a paid step of its own.
    pub(super) async fn estimates(&self, deciding: &mut Deciding<'_>) -> Result<Estimates, Failure> {
        let (state, attempt) = (deciding.state, deciding.attempt);
        let most = self.most_estimates(deciding);
        let stated_weight = self.config.weights.stated;
        let inputs = EstimateInputs { state, digest: &deciding.digest, known: &deciding.known, stated_weight };
        let numbers = 1..=usize::try_from(most).unwrap_or(usize::MAX);
        let questions: Vec<ModelCall> = numbers.clone().map(|n| question(inputs, n)).collect();
        let replies = self.model.ask_all::<estimate::EstimateReply>(&state.run, &questions, attempt).await?;
        let mut samples = Vec::new();
        for (n, reply) in numbers.zip(replies) {
            let Some(answered) = deciding.take(reply) else { continue };
            let inputs = EstimateInputs { state, digest: &deciding.digest, known: &deciding.known, stated_weight };
            samples.extend(estimate::sample(answered.value, &answered.model, inputs, Perspective::nth(n)));
        }
        samples.iter().for_each(|sample| log(state, sample));
        let estimates: Vec<Estimate> = samples.iter().map(|sample| sample.estimate.clone()).collect();
        let agreement = assess_agreement(&estimates, &deciding.digest.unverified());
        Ok(Estimates { samples, agreement })
    }

    /// Returns how many estimates the turns of the round permit.
    pub(super) fn most_estimates(&self, deciding: &mut Deciding<'_>) -> u32 {
        let (used, limits) = (deciding.turns, self.config.limits_of(&deciding.state.run));
        let most = limits.estimates.min(limits.turns.saturating_sub(used));
        if most < limits.estimates {
            deciding
                .troubles
                .push(format!("{used} of {} turns of the round are used up: {most} estimates are made", limits.turns));
        }
        most
    }

    /// Returns the targeted question, if the estimates disagree, another round is possible, and the answer is worth its
    /// price.
    pub(super) fn crux(&self, deciding: &mut Deciding<'_>, made: &Estimates) -> Option<Question> {
        let targeted = crux::targeted(deciding.state, &deciding.digest, &made.samples, &made.agreement)?;
        let estimate = middle(&made.samples)?;
        self.bought_crux(deciding, targeted, estimate)
    }

    /// Returns the targeted question if another round is possible and the answer is worth its price.
    pub(super) fn bought_crux(
        &self,
        deciding: &mut Deciding<'_>,
        targeted: Targeted,
        estimate: Probability,
    ) -> Option<Question> {
        let (state, limits) = (deciding.state, self.config.limits_of(&deciding.state.run));
        let Targeted { mut question, uncertainty, resolves } = targeted;
        if state.cancelled.is_some() || state.iteration >= limits.iterations {
            return None;
        }
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
        let state = deciding.state;
        let signature = self.signature(&deciding, made.samples.last().map(|sample| sample.model.as_str())).await?;
        let recalibration = self.past.recalibration(&state.run, &signature.model).await?;
        let record = self.past.record(&state.run).await?;
        let grounds = Grounds {
            state,
            digest: &deciding.digest,
            samples: &made.samples,
            agreement: &made.agreement,
            known: &deciding.known,
            troubles: &deciding.troubles,
        };
        let ForecasterConfig { bar, require_recommendation, weights, .. } = self.config;
        let market_weight = weights.market;
        let related = &self.past.relations(&state.run, deciding.attempt.now()).await?;
        let rules =
            Rules { bar, recalibration: &recalibration, require_recommendation, record, market_weight, related };
        Ok(review::marked(conclude(grounds, signature, rules), &deciding.digest))
    }

    /// Returns origin and cost of the forecast. `model` is the one that replied: the provider may have resolved an
    /// alias or used a fallback.
    pub(super) async fn signature(&self, deciding: &Deciding<'_>, model: Option<&str>) -> Result<Signature, Failure> {
        let (state, at) = (deciding.state, deciding.attempt.now());
        let account = self.account(deciding).await?;
        // The ledger holds the charges of the whole run, these calls included. The sum is used only if it is
        // unavailable.
        let cost = self.model.spent(&state.run).await.unwrap_or(state.spent + deciding.cost);
        let model = model.unwrap_or_else(|| self.model.name()).to_owned();
        Ok(Signature { model, prompt_version: self.model.prompt_version(state.run.id).to_owned(), at, cost, account })
    }

    async fn account(&self, deciding: &Deciding<'_>) -> Result<Account, Failure> {
        let run = &deciding.state.run;
        let mut rounds: Vec<Valuation> = self.past.valuations(run.id).await?;
        rounds.retain(|earlier| earlier.round < deciding.state.iteration);
        rounds.extend(deciding.valued.iter().cloned());
        let costs = self.past.costs(run.id).await?;
        let budgets = self.model.budgets_left(run, deciding.state.iteration, deciding.attempt.now()).await;
        let memory = MemoryShare::of_answers(&deciding.state.answers);
        Ok(Account { rounds, costs, budgets, memory, ..Account::default() })
    }
}

/// Returns the call for the `n`-th estimate.
fn question(inputs: EstimateInputs<'_>, n: usize) -> ModelCall {
    let task = Task::Estimate(Perspective::nth(n));
    ModelCall { task, round: inputs.state.iteration, step: format!("estimate-{n}"), input: estimate::input(inputs, n) }
}

fn middle(samples: &[Sample]) -> Option<Probability> {
    forecasting::combine(&[samples.iter().map(Sample::opinion).collect()], None).map(|pooled| pooled.mean)
}

fn log(state: &RunState, sample: &Sample) {
    let (perspective, view) = (sample.perspective.name(), sample.probability().get());
    let (stated, computed) = (sample.estimate.stated.get(), sample.estimate.computed().get());
    tracing::info!(run = %state.run.id, perspective, stated, computed, view, inconsistent = sample.inconsistent, "independent estimate");
}

#[cfg(test)]
#[path = "estimates_test.rs"]
mod tests;
