//! Admission of model calls by the provider's cool-down ([`domain::cool_down`]).

use std::sync::Arc;
use std::time::Duration;

use coordination::{Coordination, SharedCoolDowns};
use domain::cool_down::{Admission, Event};
use domain::{Clock, JobId};
use llm::LlmError;
use telemetry::metric;

use super::AskError;

/// Cool-down of an account without credit, or of a rejected key. Only a person can fix either, so this is how soon the
/// fleet notices; until then jobs wait and none is lost. Long enough not to annoy the provider, shorter than a lunch.
pub const RETRY_SPENT: Duration = Duration::from_secs(600);

/// Admits calls to one provider and model.
pub(super) struct Gate {
    cool_downs: SharedCoolDowns,
    /// Identifies what shares the provider's rate limit.
    key: String,
    service: String,
}

impl Gate {
    pub(super) fn new(
        coordination: Arc<dyn Coordination>,
        clock: Arc<dyn Clock>,
        key: String,
        service: String,
    ) -> Self {
        Self { cool_downs: SharedCoolDowns::models(coordination, clock), key, service }
    }

    /// Fails if the provider is in cool-down, in this replica or in another one. Without Redis each replica observes its
    /// own refusal, which costs nothing.
    pub(super) async fn check(&self, job: JobId) -> Result<(), AskError> {
        self.cool_downs.wait(&self.key).await.map_or(Ok(()), |wait| Err(busy(job, wait)))
    }

    /// Admits one call. The pass records how it ended; dropped before, it abandons a probe.
    pub(super) fn admit(self: &Arc<Self>, job: JobId) -> Result<Pass, AskError> {
        match self.cool_downs.admit(&self.key) {
            Admission::Wait(wait) => Err(busy(job, wait)),
            admission => Ok(Pass { gate: self.clone(), probe: admission == Admission::Probe }),
        }
    }
}

/// Permission for one call.
pub(super) struct Pass {
    gate: Arc<Gate>,
    probe: bool,
}

impl Pass {
    /// Records that the provider answered.
    pub(super) fn answered(mut self) {
        self.probe = false;
        self.gate.cool_downs.observe(&self.gate.key, Event::Answered);
    }

    /// Records a failure. Returns the wait of all replicas if the failure starts or extends a cool-down.
    pub(super) async fn failed(mut self, error: &LlmError) -> Option<Duration> {
        self.probe = false;
        let Gate { cool_downs, key, service } = &*self.gate;
        let wait = cool_downs.record(key, event(error)).await?;
        metrics::counter!(metric::COOL_DOWNS, "service" => service.clone(), "provider" => key.clone()).increment(1);
        tracing::warn!(%error, wait_ms = wait.as_millis() as u64, provider = key, "model provider in cool-down");
        Some(wait)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if self.probe {
            self.gate.cool_downs.observe(&self.gate.key, Event::ProbeAbandoned);
        }
    }
}

fn event(error: &LlmError) -> Event {
    match error {
        LlmError::RateLimited { after } | LlmError::Overloaded { after } => Event::Refused(*after),
        LlmError::SpendCap { .. } | LlmError::Auth { .. } => Event::Refused(Some(RETRY_SPENT)),
        LlmError::NotSent { .. } | LlmError::Lost { .. } | LlmError::Server { .. } => Event::Failed,
        LlmError::Invalid { .. } | LlmError::Garbled { .. } => Event::Answered,
    }
}

/// Adds up to a quarter to the wait, by the job's id: a thousand deferred jobs must not return at the same moment.
pub(super) fn busy(job: JobId, wait: Duration) -> AskError {
    let share = u32::from(job.0.as_bytes()[0]);
    AskError::Busy { after: wait + wait * share / 1024, why: "the provider is in cool-down".to_owned() }
}
