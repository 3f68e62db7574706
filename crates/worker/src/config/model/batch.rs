//! Settings of the provider's batch endpoint.

use std::time::Duration;

use llm::{BatchOffer, Catalog, Endpoint};
use runtime::config::Env;
use store::FillLimits;

use super::word;

/// Largest sum of the requests of one batch in bytes: far below the limits of the providers (200 MB), and little in
/// memory.
const MAX_BYTES: u64 = 16 << 20;
/// Largest number of calls of a batch. The results of a batch are held in memory together.
const MAX_CALLS: u32 = 1_000;

/// Use of the provider's batch endpoint for calls that can wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchConfig {
    /// Calls that can wait are queued. If not, calls that were queued earlier are still collected.
    pub queue: bool,
    /// Limits of a batch.
    pub fill: FillLimits,
    /// The terms of the model's provider also hold at an address that is not the provider's own.
    elsewhere: bool,
}

impl BatchConfig {
    pub(super) fn read(env: &mut Env) -> Self {
        let name = "AUSPEX_MODEL_BATCH";
        let doc = "Makes calls for work that is not urgent in batches, at the provider's lower price: `auto` at the addresses of providers \
                   that have batches, `on` also at other addresses that serve their models with batches, or `off`.";
        let (queue, elsewhere) =
            word(env, name, doc, &[("auto", (true, false)), ("on", (true, true)), ("off", (false, false))]);
        let calls_name = "AUSPEX_MODEL_BATCH_CALLS";
        let calls = env.number(
            calls_name,
            100_u32,
            "Number of waiting calls with which a batch is sent at once; its largest size.",
        );
        if !(1..=MAX_CALLS).contains(&calls) {
            env.mistake(calls_name, &format!("must be between 1 and {MAX_CALLS}"));
        }
        let age_doc = "Longest time that a call waits for others before its batch is sent.";
        let age: Duration = env.duration("AUSPEX_MODEL_BATCH_WAIT", "60s", age_doc);
        let fill = FillLimits { calls: calls.clamp(1, MAX_CALLS), age, bytes: MAX_BYTES };
        Self { queue, fill, elsewhere }
    }

    /// Returns the terms of the endpoint's batches; `None` if it has none.
    pub(super) fn offer(&self, endpoint: &Endpoint, catalog: &Catalog) -> Option<BatchOffer> {
        let maker = catalog.provider(endpoint.profile.provider())?;
        let host = catalog.provider_at(endpoint.base_url.host_str().unwrap_or_default());
        let own = host.is_some_and(|host| host.id == maker.id);
        if own || self.elsewhere { maker.batch_offer(endpoint.style) } else { None }
    }
}
