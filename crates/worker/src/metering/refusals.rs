//! Refusals of a provider by reason, as metrics.

use llm::{LlmError, ModelCard};
use telemetry::metric;

/// Reason of a refused parameter, which the client then leaves out.
pub(super) const PARAMETER: &str = "parameter";
/// Reason of a reply in which the model declines, or that a content filter stopped.
pub(super) const CONTENT: &str = "content";
/// Reasons that only a person can remove. The other reasons concern one request.
const BLOCKING: [&str; 3] = ["auth", "spend_cap", "unknown_model"];
const OTHERS: [&str; 4] = ["invalid", "too_large", PARAMETER, CONTENT];

/// Returns the reason of a refusal of the account or the model, which blocks every call.
pub(super) fn blocking(error: &LlmError) -> Option<&'static str> {
    BLOCKING.into_iter().find(|reason| *reason == error.class())
}

/// Counters of one model, as one worker uses it.
pub(super) struct Refusals {
    pub(super) service: String,
    pub(super) provider: String,
    pub(super) model: String,
}

impl Refusals {
    /// Creates the counters and registers them at zero.
    pub(super) fn new(card: &ModelCard, service: &str) -> Self {
        let refusals = Self { service: service.to_owned(), provider: card.provider.clone(), model: card.model.clone() };
        for reason in BLOCKING.into_iter().chain(OTHERS) {
            metrics::counter!(metric::MODEL_REFUSALS, &refusals.labels(reason)).increment(0);
        }
        refusals.set_blocked(None);
        refusals
    }

    /// Counts a refusal.
    pub(super) fn count(&self, reason: &'static str) {
        metrics::counter!(metric::MODEL_REFUSALS, &self.labels(reason)).increment(1);
    }

    /// Counts an error if it is a refusal.
    pub(super) fn count_error(&self, error: &LlmError) {
        if let Some(reason) = BLOCKING.into_iter().chain(OTHERS).find(|reason| *reason == error.class()) {
            self.count(reason);
        }
    }

    /// Sets the gauges of a block: 1 for its reason, 0 for the others.
    pub(super) fn set_blocked(&self, by: Option<&str>) {
        for reason in BLOCKING {
            let value = if by == Some(reason) { 1.0 } else { 0.0 };
            metrics::gauge!(metric::MODEL_ACCOUNT_BLOCKED, &self.labels(reason)).set(value);
        }
    }

    fn labels(&self, reason: &'static str) -> [(&'static str, String); 4] {
        [
            ("service", self.service.clone()),
            ("provider", self.provider.clone()),
            ("model", self.model.clone()),
            ("reason", reason.to_owned()),
        ]
    }
}
