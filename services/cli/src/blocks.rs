//! Blocks: model providers that refuse a worker's key, account or model, so that its work waits. The workers record
//! them in Redis.

use coordination::{Block, Redis};
use serde::Serialize;

use crate::Context;
use crate::doctor::redis_config;

/// A block with its explanation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockLine {
    /// Worker that observed it.
    pub service: String,
    /// The refused key, spending or model, and the provider's message.
    pub problem: String,
    /// Advice for a person.
    pub mend: String,
    /// `false` if the cool-down has ended and no call has been made since: the model may not be in use any more.
    pub is_current: bool,
}

/// Reads the blocks of all models; none if Redis is unavailable.
pub(crate) async fn read(context: &Context) -> Vec<BlockLine> {
    let Ok(redis) = Redis::new(redis_config(context)) else { return Vec::new() };
    let states = redis.all_blocked().await.unwrap_or_default();
    states.iter().filter_map(|state| Some(BlockLine::new(state.block.as_ref()?, state.cooling.is_some()))).collect()
}

impl BlockLine {
    fn new(block: &Block, is_current: bool) -> Self {
        let Block { service, provider, model, reason, message } = block;
        let upper = service.to_uppercase();
        let (refused, mend) = match reason.as_str() {
            "auth" => (
                "the key".to_owned(),
                format!(
                    "set the provider's key or AUSPEX_{upper}_API_KEY (AUSPEX_{upper}_FALLBACK_API_KEY for the second \
                     provider), and restart the worker"
                ),
            ),
            "spend_cap" => ("further spending".to_owned(), format!("add credit or raise the limit at {provider}")),
            _ => (
                format!("the model {model}"),
                format!(
                    "set {upper}_MODEL (AUSPEX_{upper}_FALLBACK_MODEL for the second provider) to a model that \
                     {provider} offers to this key, and restart the worker"
                ),
            ),
        };
        Self {
            service: service.clone(),
            problem: format!("provider {provider} refuses {refused}: {message}; work waits"),
            mend,
            is_current,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_explained_by_its_reason() {
        let line = |reason: &str| {
            let [service, provider, model, message] =
                ["researcher", "anthropic", "claude", "401: no"].map(str::to_owned);
            BlockLine::new(&Block { service, provider, model, message, reason: reason.to_owned() }, true)
        };
        assert_eq!(line("auth").problem, "provider anthropic refuses the key: 401: no; work waits");
        assert!(line("auth").mend.contains("AUSPEX_RESEARCHER_API_KEY"));
        assert!(line("spend_cap").mend.contains("add credit"));
        assert!(line("unknown_model").problem.contains("the model claude"));
        assert!(line("unknown_model").mend.contains("RESEARCHER_MODEL"));
    }
}
