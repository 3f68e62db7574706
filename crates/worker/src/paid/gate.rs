//! May the provider be called now? The breaker of this replica, and the cool-down that all replicas share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use coordination::Coordination;
use domain::{Clock, JobId};
use llm::LlmError;
use telemetry::metric;

use super::AskError;
use super::breaker::{Admission, Breaker, Health};

/// How long an account without credit, or a refused key, is left alone. A person must act, so this is only how soon the
/// fleet notices; until then jobs wait and none is lost. Longer than it takes to be annoying, shorter than a lunch.
pub const RETRY_SPENT: Duration = Duration::from_secs(600);

/// The gate before one provider and model.
pub(super) struct Gate {
    breaker: Mutex<Breaker>,
    coordination: Arc<dyn Coordination>,
    clock: Arc<dyn Clock>,
    /// What shares the limit.
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
        Self { breaker: Mutex::default(), coordination, clock, key, service }
    }

    /// Whether it is worth going on, for this job: what this replica knows, else what the others know.
    pub(super) async fn look(&self, job: JobId) -> Result<(), AskError> {
        let admission = self.breaker().look(self.clock.now());
        if let Admission::Wait(wait) = admission {
            return Err(busy(job, wait));
        }
        // Without Redis each replica finds out by itself: one refused call, which costs nothing.
        if admission == Admission::Go
            && let Ok(Some(wait)) = self.coordination.cooling(&self.key).await
        {
            self.breaker().told(wait, self.clock.now());
            return Err(busy(job, wait));
        }
        Ok(())
    }

    /// Lets one call through. The pass must learn how it ended; dropped without, a probe is given back.
    pub(super) fn admit(self: &Arc<Self>, job: JobId) -> Result<Pass, AskError> {
        match self.breaker().admit(self.clock.now()) {
            Admission::Wait(wait) => Err(busy(job, wait)),
            Admission::Go => Ok(Pass { gate: self.clone(), probe: false }),
            Admission::Probe => Ok(Pass { gate: self.clone(), probe: true }),
        }
    }

    fn breaker(&self) -> MutexGuard<'_, Breaker> {
        // Every change is one assignment of a `Copy` value, so a panic elsewhere cannot have left it half done.
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leave to make one call.
pub(super) struct Pass {
    gate: Arc<Gate>,
    probe: bool,
}

impl Pass {
    /// The provider answered.
    pub(super) fn answered(mut self) {
        self.probe = false;
        self.gate.breaker().learn(Health::Well, self.gate.clock.now());
    }

    /// It did not; answers how long everybody shall wait, if they shall, and has told them.
    pub(super) async fn failed(mut self, error: &LlmError) -> Option<Duration> {
        self.probe = false;
        let wait = self.gate.breaker().learn(health(error), self.gate.clock.now())?;
        metrics::counter!(metric::COOL_DOWNS, "service" => self.gate.service.clone(), "provider" => self.gate.key.clone())
            .increment(1);
        tracing::warn!(%error, wait_ms = wait.as_millis() as u64, provider = self.gate.key, "the model is left alone");
        // A hint: where it is lost, the others find out by themselves.
        let _ = self.gate.coordination.cool_down(&self.gate.key, wait).await;
        Some(wait)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if self.probe {
            self.gate.breaker().give_back(self.gate.clock.now());
        }
    }
}

fn health(error: &LlmError) -> Health {
    match error {
        LlmError::RateLimited { after } | LlmError::Overloaded { after } => Health::Wait(*after),
        LlmError::SpendCap { .. } | LlmError::Auth { .. } => Health::Wait(Some(RETRY_SPENT)),
        LlmError::NotSent { .. } | LlmError::Lost { .. } | LlmError::Server { .. } => Health::Failed,
        LlmError::Invalid { .. } | LlmError::Garbled { .. } => Health::Well,
    }
}

/// The wait, and up to a quarter more by the job's id: a thousand deferred jobs must not all come back at once.
pub(super) fn busy(job: JobId, wait: Duration) -> AskError {
    let share = u32::from(job.0.as_bytes()[0]);
    AskError::Busy { after: wait + wait * share / 1024, why: "the provider is cooling down".to_owned() }
}
