//! Second part of [`super::rounds`] for questions for an option, a number or a time: the estimates and the forecast. A
//! crux is not researched: its value is not known for these kinds.

use domain::{AnswerKind, Forecast};
use forecasting::Agreement;
use runtime::Failure;
use store::Runs;

use super::rounds::{Deciding, Rounds};
use crate::conclude::Grounds;
use crate::distribution::conclude::conclude;
use crate::distribution::sample::{DistributionReply, DistributionSample, sample};
use crate::distribution::{DistributionTask, input};
use crate::model::{ModelCall, Task};
use crate::past::Past;
use crate::perspective::Perspective;
use crate::review;

impl<R: Runs, P: Past> Rounds<R, P> {
    /// Makes independent estimates and the forecast of a question of this kind.
    pub(super) async fn distribution(
        &self,
        mut deciding: Deciding<'_>,
        task: DistributionTask,
    ) -> Result<Forecast, Failure> {
        let kind = deciding.state.run.answer_kind();
        let samples = self.distribution_samples(&mut deciding, (&kind, task)).await?;
        let signature = self.signature(&deciding, samples.last().map(|sample| sample.model.as_str())).await?;
        let grounds = Grounds {
            state: deciding.state,
            digest: &deciding.digest,
            samples: &[],
            agreement: &Agreement::Agree,
            known: &[],
            troubles: &deciding.troubles,
        };
        Ok(review::marked(conclude(grounds, &samples, signature), &deciding.digest))
    }

    async fn distribution_samples(
        &self,
        deciding: &mut Deciding<'_>,
        (kind, task): (&AnswerKind, DistributionTask),
    ) -> Result<Vec<DistributionSample>, Failure> {
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
