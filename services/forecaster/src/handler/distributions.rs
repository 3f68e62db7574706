//! Second part of [`super::rounds`] for questions for an option, a number or a time: the estimates, the crux if they
//! disagree, and the forecast.

use domain::answer::OptionShare;
use domain::run::Question;
use domain::{Distribution, Forecast, Probability};
use forecasting::Agreement;
use runtime::Failure;
use store::Runs;

use super::rounds::{Deciding, Rounds};
use crate::conclude::Grounds;
use crate::crux;
use crate::distribution::conclude::{conclude, published};
use crate::distribution::pool;
use crate::distribution::sample::{DistributionReply, DistributionSample, sample};
use crate::distribution::{DistributionTask, input};
use crate::model::{ModelCall, Task};
use crate::past::Past;
use crate::perspective::Perspective;
use crate::review;

impl<R: Runs, P: Past> Rounds<R, P> {
    /// Returns the targeted question, if the estimates disagree, another round is possible, and the answer is worth its
    /// price.
    pub(super) fn distribution_crux(
        &self,
        deciding: &mut Deciding<'_>,
        samples: &[DistributionSample],
    ) -> Option<Question> {
        let published = published(&deciding.state.run, &deciding.digest, samples);
        let distance = crux::distance(&published)?;
        let targeted = crux::of_distributions(deciding.state, samples, &distance)?;
        let first = match pool::pool(&published)? {
            Distribution::Options { options } => options.first().map_or(0.5, OptionShare::probability),
            Distribution::Number { .. } | Distribution::Date { .. } => 0.5,
        };
        self.bought_crux(deciding, targeted, Probability::clamp(first).ok()?)
    }

    /// Makes the forecast of a question of this kind.
    pub(super) async fn distribution(
        &self,
        deciding: Deciding<'_>,
        samples: &[DistributionSample],
    ) -> Result<Forecast, Failure> {
        let signature = self.signature(&deciding, samples.last().map(|sample| sample.model.as_str())).await?;
        let grounds = Grounds {
            state: deciding.state,
            digest: &deciding.digest,
            samples: &[],
            agreement: &Agreement::Agree,
            known: &[],
            troubles: &deciding.troubles,
        };
        let rescaling = self.past.rescaling(&deciding.state.run, &signature.model).await?;
        Ok(review::marked(conclude(grounds, samples, signature, &rescaling), &deciding.digest))
    }

    /// Makes independent estimates concurrently, each a separate paid step.
    pub(super) async fn distribution_samples(
        &self,
        deciding: &mut Deciding<'_>,
        task: DistributionTask,
    ) -> Result<Vec<DistributionSample>, Failure> {
        let kind = &deciding.state.run.answer_kind();
        let (state, attempt) = (deciding.state, deciding.attempt);
        let numbers = 1..=usize::try_from(self.most_estimates(deciding)).unwrap_or(usize::MAX);
        let call = |n: usize| ModelCall {
            task: Task::Distribution(task, Perspective::nth(n)),
            round: state.iteration,
            step: format!("estimate-{n}"),
            input: input(state, &deciding.digest, n),
        };
        let calls: Vec<ModelCall> = numbers.clone().map(call).collect();
        let replies = self.model.ask_all::<DistributionReply>(&state.run, &calls, attempt).await?;
        let mut samples = Vec::new();
        for (n, reply) in numbers.zip(replies) {
            let Some(answered) = deciding.take(reply) else { continue };
            let made = sample(answered.value, kind, &deciding.digest, Perspective::nth(n))
                .map(|made| DistributionSample { model: answered.model, ..made });
            if made.is_none() {
                deciding.troubles.push(format!("estimate-{n}: states no usable answer"));
            }
            samples.extend(made);
        }
        Ok(samples)
    }
}

#[cfg(test)]
#[path = "distributions_test.rs"]
mod tests;
