//! Calls that can wait: queued in the ledger for the provider's batch endpoint. [`super::collector`] sends and collects
//! them.
//!
//! A queued call is looked for even if batches have been turned off since, so that nothing is paid twice. Queued calls
//! are not counted in Redis: its balances are hints, and the ledger decides.

use std::time::Duration;

use domain::port::{BatchRequest, Ledger, Queued};
use domain::{JobId, MicroUsd};

use super::call::{check_call_limit, refused};
use super::endpoint::Endpoint;
use super::gate::spread;
use super::memo::Memo;
use super::model::Inner;
use super::{AskError, Metered, MeteredCall};

/// Bounds of the time after which a waiting job looks for its reply.
const SHORTEST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(300);

impl<L: Ledger> Inner<L> {
    /// Queues a call that can wait, or returns its reply. `None` if the call is to be made at once: it cannot wait, the
    /// provider has no batches, or the batch gave no reply.
    ///
    /// # Errors
    /// [`AskError::Queued`] while the call waits.
    pub(super) async fn queue(&self, at: &Endpoint, call: &MeteredCall) -> Result<Option<Metered>, AskError> {
        let Some(batches) = at.model.batches().filter(|_| call.can_wait) else { return Ok(None) };
        let mut intent = self.intent(at, call)?;
        intent.max = batches.max_cost(&call.request);
        let window = batches.offer().window();
        let in_time = call
            .deadline
            .is_none_or(|deadline| (deadline - self.clock.now()).to_std().is_ok_and(|left| left >= window));
        let request = if in_time && self.settings.queue_batches {
            check_call_limit(call, &intent)?;
            Some(self.batch_request(at, call)?)
        } else {
            None
        };
        match self.ledger.queue(&intent, request).await? {
            Queued::Ordinary => Ok(None),
            Queued::Waiting { waited } => Err(AskError::Queued { after: next_look(call.job, waited) }),
            Queued::Denied { scope, left } => Err(AskError::Denied { scope, left }),
            Queued::Remembered(reply) => {
                self.count(at, "remembered", MicroUsd::ZERO);
                let memo = Memo::decode(&reply).map_err(|error| refused("remembered reply", error))?;
                Ok(Some(memo.metered(&*self.primary.model)))
            }
        }
    }

    fn batch_request(&self, at: &Endpoint, call: &MeteredCall) -> Result<BatchRequest, AskError> {
        let request = serde_json::to_vec(&call.request).map_err(|error| refused("request", error))?;
        Ok(BatchRequest { lane: lane(&self.settings.agent, at.card()), request })
    }
}

/// Returns the lane of a worker at an endpoint. It contains the worker, because workers may use different keys, and a
/// provider lists the batches of one key.
pub(super) fn lane(agent: &str, card: &llm::ModelCard) -> String {
    format!("{agent}/{}", card.limit_key())
}

/// Returns the time until a waiting job looks again: a quarter of the time that it has waited. Every look costs a
/// redelivery, and a batch takes seconds to hours.
fn next_look(job: JobId, waited: Duration) -> Duration {
    spread(job, (waited / 4).clamp(SHORTEST_WAIT, LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_job_looks_more_seldom_the_longer_it_waits() {
        let job = JobId::named(&["a"]);
        let looks = [0, 60, 86_400].map(|seconds| next_look(job, Duration::from_secs(seconds)));
        assert!(looks[0] >= SHORTEST_WAIT && looks[0] < looks[1] && looks[1] < looks[2], "{looks:?}");
        assert!(looks[2] <= LONGEST_WAIT * 5 / 4, "{looks:?}");
    }
}
