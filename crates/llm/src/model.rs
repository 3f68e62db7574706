//! The model trait that the workers depend on.

use std::time::Duration;

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::{BatchModel, LlmError, ModelReply, Price, Refused, Request, Usage};

/// The future returned by [`Model::complete`].
pub type ReplyFuture<'a> = BoxFuture<'a, Result<ModelReply, LlmError>>;

/// A model at an endpoint.
pub trait Model: Send + Sync + 'static {
    /// Sends the request. It is sent again only if the provider refused it for an optional part, which is then left
    /// out. The provider receives `call` as the id of the request (`x-client-request-id`, `idempotency-key`). Dropping
    /// the future abandons the call; its outcome is then unknown.
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a>;

    /// As [`Model::complete`], but ends the call after `left`. A stream that is cut is charged by what it has reported;
    /// the outcome of any other call is unknown.
    fn complete_within<'a>(&'a self, request: &'a Request, call: JobId, left: Duration) -> ReplyFuture<'a> {
        let late =
            move |_| Err(LlmError::Lost { reason: format!("no reply by the deadline, {left:?} after the request") });
        let answer = tokio::time::timeout(left, self.complete(request, call));
        async move { answer.await.unwrap_or_else(late) }.boxed()
    }

    /// Returns the model's identity and price.
    fn card(&self) -> &ModelCard;

    /// Returns an upper bound of the request's cost: one token per byte at the highest input price, and all of
    /// `max_tokens`. The bound holds for every tokenizer that starts from bytes.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// Returns the request with a larger limit for its reply, for a reply that was cut off; `None` if the model writes
    /// no more.
    fn enlarge(&self, request: &Request) -> Option<Request> {
        let _ = request;
        None
    }

    /// Returns the request with a smaller allowance for thinking, for a budget that does not cover the request; `None`
    /// if that lowers its maximum cost by nothing.
    fn shrink(&self, request: &Request) -> Option<Request> {
        let _ = request;
        None
    }

    /// Returns the parameters that the provider has refused in this process or that [`Model::learn`] has added.
    fn refused(&self) -> Refused {
        Refused::new()
    }

    /// Adds parameters that the provider refused in another process.
    fn learn(&self, refused: &Refused) {
        let _ = refused;
    }

    /// Asks the provider for the outcome of a call whose answer was lost. `Ok(None)`: the provider cannot be asked or
    /// does not know yet.
    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>>;

    /// Returns `true` if the provider supports [`Model::lookup`].
    fn supports_lookup(&self) -> bool {
        false
    }

    /// Returns the batch endpoint of the model, if it has one.
    fn batches(&self) -> Option<&dyn BatchModel> {
        None
    }

    /// Returns the cost of the usage.
    fn cost(&self, usage: &Usage) -> MicroUsd {
        self.card().price.cost(usage)
    }
}

/// Identity and price of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCard {
    /// `gen_ai.provider.name`: `anthropic`, `minimax`, `openai`, `offline`, or the endpoint's host.
    pub provider: String,
    /// Model name at the provider.
    pub model: String,
    /// Host and port of the endpoint.
    pub endpoint: String,
    /// Price per token.
    pub price: Price,
}

impl ModelCard {
    /// Returns the key of rate limits and cool-downs, which all callers of this model at this endpoint share.
    pub fn limit_key(&self) -> String {
        format!("{}/{}", self.endpoint, self.model)
    }
}

/// The provider's record of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallInvoice {
    /// The call was completed and billed.
    Charged {
        /// Tokens that the call used.
        usage: Usage,
        /// Amount charged, if the provider reports it.
        cost: Option<MicroUsd>,
    },
    /// The call never arrived or was refused, and is not billed.
    NotCharged,
}
