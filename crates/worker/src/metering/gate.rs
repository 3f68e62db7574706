//! Admission of model calls by the provider's cool-down ([`domain::cool_down`]), and blocks: refusals of the account or
//! the model, during which work waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use coordination::{Block, Coordination, SharedCoolDowns};
use domain::cool_down::{Admission, Event};
use domain::{Clock, JobId};
use llm::LlmError;
use telemetry::metric;

use super::AskError;
use super::refusals::{self, Refusals};

/// Cool-down of an account without credit, or of a rejected key. Only a person can fix either, so this is how soon the
/// fleet notices; until then jobs wait and none is lost. Long enough not to annoy the provider, shorter than a lunch.
pub const RETRY_SPENT: Duration = Duration::from_secs(600);

/// Admits calls to one provider and model.
pub(super) struct Gate {
    cool_downs: SharedCoolDowns,
    coordination: Arc<dyn Coordination>,
    /// Identifies what shares the provider's rate limit.
    key: String,
    refusals: Arc<Refusals>,
    /// The block that no reply has ended.
    block: Mutex<Option<Block>>,
}

impl Gate {
    pub(super) fn new(
        coordination: Arc<dyn Coordination>,
        clock: Arc<dyn Clock>,
        key: String,
        refusals: Arc<Refusals>,
    ) -> Self {
        Self {
            cool_downs: SharedCoolDowns::models(coordination.clone(), clock),
            coordination,
            key,
            refusals,
            block: Mutex::default(),
        }
    }

    /// Returns `true` if the next call probes the provider, so that the waits of other replicas do not matter.
    ///
    /// # Errors
    /// The provider is in cool-down in this replica.
    pub(super) fn is_probe_due(&self, job: JobId) -> Result<bool, AskError> {
        match self.cool_downs.admission(&self.key) {
            Admission::Wait(wait) => Err(self.busy(job, wait)),
            admission => Ok(admission == Admission::Probe),
        }
    }

    /// Applies what the other replicas have recorded. The block of a running cool-down stays if Redis has lost it.
    pub(super) fn observe(&self, cooling: Option<Duration>, block: Option<Block>) {
        if let Some(wait) = cooling {
            self.cool_downs.observe(&self.key, Event::Announced(wait));
        }
        if block.is_none() && matches!(self.cool_downs.admission(&self.key), Admission::Wait(_)) {
            return;
        }
        self.refusals.set_blocked(block.as_ref().map(|block| block.reason.as_str()));
        *self.blocked() = block;
    }

    /// Admits one call. The pass records how it ended; dropped before, it abandons a probe.
    pub(super) fn admit(self: &Arc<Self>, job: JobId) -> Result<Pass, AskError> {
        match self.cool_downs.admit(&self.key) {
            Admission::Wait(wait) => Err(self.busy(job, wait)),
            admission => Ok(Pass { gate: self.clone(), probe: admission == Admission::Probe }),
        }
    }

    /// Returns the error of a call during a cool-down. Adds up to a quarter to the wait, by the job's id: a thousand
    /// deferred jobs must not return at the same moment.
    fn busy(&self, job: JobId, wait: Duration) -> AskError {
        let after = spread(job, wait);
        match &*self.blocked() {
            Some(block) => AskError::Blocked { after, why: format!("{} ({})", block.message, block.provider) },
            None => AskError::Busy { after, why: "the provider is in cool-down".to_owned() },
        }
    }

    /// Records a refusal of the account or the model for the fleet.
    async fn block_by(&self, reason: &'static str, error: &LlmError) {
        let block = Block {
            service: self.refusals.service.clone(),
            provider: self.refusals.provider.clone(),
            model: self.refusals.model.clone(),
            reason: reason.to_owned(),
            message: error.to_string(),
        };
        self.refusals.set_blocked(Some(reason));
        if let Err(error) = self.coordination.block(&self.key, &block).await {
            tracing::debug!(%error, "a block was not announced to the other replicas");
        }
        *self.blocked() = Some(block);
    }

    /// Ends the block, if there is one: the provider accepts the account and the model.
    async fn unblock(&self) {
        let ended = self.blocked().take();
        let Some(block) = ended else { return };
        self.refusals.set_blocked(None);
        tracing::info!(provider = self.key, reason = block.reason, "the provider accepts the account again");
        if let Err(error) = self.coordination.unblock(&self.key).await {
            tracing::debug!(%error, "the end of a block was not announced to the other replicas");
        }
    }

    fn blocked(&self) -> MutexGuard<'_, Option<Block>> {
        // Each change is one assignment, so a panic elsewhere cannot leave it inconsistent.
        self.block.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permission for one call.
pub(super) struct Pass {
    gate: Arc<Gate>,
    probe: bool,
}

impl Pass {
    /// Records that the provider answered; `declined` if the model declined, or a content filter stopped it.
    pub(super) async fn answered(mut self, declined: bool) {
        self.probe = false;
        self.gate.cool_downs.observe(&self.gate.key, Event::Answered);
        if declined {
            self.gate.refusals.count(refusals::CONTENT);
        }
        self.gate.unblock().await;
    }

    /// Records a failure. Returns the error of the call if the failure starts or extends a cool-down and cost nothing.
    pub(super) async fn failed(mut self, error: &LlmError, job: JobId) -> Option<AskError> {
        self.probe = false;
        let gate = &*self.gate;
        gate.refusals.count_error(error);
        match refusals::blocking(error) {
            Some(reason) => gate.block_by(reason, error).await,
            None if proves_access(error) => gate.unblock().await,
            None => {}
        }
        let wait = gate.cool_downs.record(&gate.key, event(error)).await?;
        let (service, provider) = (gate.refusals.service.clone(), gate.key.clone());
        metrics::counter!(metric::COOL_DOWNS, "service" => service, "provider" => provider).increment(1);
        tracing::warn!(%error, wait_ms = wait.as_millis() as u64, provider = gate.key, "model provider in cool-down");
        match gate.busy(job, wait) {
            AskError::Busy { after, .. } => Some(AskError::Busy { after, why: error.to_string() }),
            AskError::Blocked { after, .. } => Some(AskError::Blocked { after, why: error.to_string() }),
            other => Some(other),
        }
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
    match error.reason() {
        LlmError::RateLimited { after } | LlmError::Overloaded { after } => Event::Refused(*after),
        LlmError::SpendCap { .. } | LlmError::Auth { .. } | LlmError::UnknownModel { .. } => {
            Event::Refused(Some(RETRY_SPENT))
        }
        LlmError::NotSent { .. } | LlmError::Lost { .. } | LlmError::Server { .. } => Event::Failed,
        LlmError::Invalid { .. }
        | LlmError::TooLarge { .. }
        | LlmError::Cut { .. }
        | LlmError::Garbled { .. }
        | LlmError::Interrupted { .. } => Event::Answered,
    }
}

/// Returns `true` if the provider has accepted the key and the model and refuses only this request.
fn proves_access(error: &LlmError) -> bool {
    matches!(
        error.reason(),
        LlmError::RateLimited { .. }
            | LlmError::TooLarge { .. }
            | LlmError::Invalid { .. }
            | LlmError::Cut { .. }
            | LlmError::Garbled { .. }
    )
}
/// Adds up to a quarter to the wait, by the job's id: a thousand deferred jobs must not return at the same moment.
pub(super) fn spread(job: JobId, wait: Duration) -> Duration {
    wait + wait * u32::from(job.0.as_bytes()[0]) / 1024
}
