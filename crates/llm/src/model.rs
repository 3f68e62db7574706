//! The model as the fleet sees it.

use domain::{JobId, MicroUsd};
use futures::future::BoxFuture;

use crate::{LlmError, Price, Reply, Request, Usage};

/// What [`Model::complete`] gives.
pub type Answer<'a> = BoxFuture<'a, Result<Reply, LlmError>>;

/// A model at an endpoint.
pub trait Model: Send + Sync + 'static {
    /// Asks once. `call` goes to the provider as the request's id (`x-client-request-id`, `idempotency-key`).
    /// Dropping the future abandons the call: what became of it is then unknown.
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> Answer<'a>;

    /// Who it is and what it costs.
    fn card(&self) -> &Card;

    /// The most that this request can cost: every byte of it a token at the dearest input price, and all of
    /// `max_tokens`. Sound for every tokenizer that starts from bytes.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// What became of a call whose answer is lost, where the provider can be asked. `Ok(None)`: it cannot be asked, or
    /// does not know yet.
    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<Invoiced>, LlmError>>;

    /// Whether [`Model::lookup`] can ever answer.
    fn can_be_asked(&self) -> bool {
        false
    }

    /// What the usage costs.
    fn cost(&self, usage: &Usage) -> MicroUsd {
        self.card().price.cost(usage)
    }
}

/// Who a model is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// `gen_ai.provider.name`: `anthropic`, `minimax`, `openai`, `offline`, or the endpoint's host.
    pub provider: String,
    /// The model's name at the provider.
    pub model: String,
    /// Host and port of the endpoint.
    pub endpoint: String,
    /// Dollars per token.
    pub price: Price,
}

impl Card {
    /// What rate limits and cool-downs are shared by: everybody who calls this model at this endpoint.
    pub fn limit_key(&self) -> String {
        format!("{}/{}", self.endpoint, self.model)
    }
}

/// A provider's word about one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invoiced {
    /// It was done and is on the bill.
    Charged {
        /// Tokens.
        usage: Usage,
        /// What the provider charges, where it says so.
        cost: Option<MicroUsd>,
    },
    /// It never arrived or was refused: it is not on the bill.
    NotCharged,
}
