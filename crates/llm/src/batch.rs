//! Batch endpoints: requests that the provider answers within a window of hours, at a lower price.
//!
//! The caller owns the queue, the money and the schedule; this crate writes the requests and reads the results.

use std::collections::BTreeMap;

use domain::{JobId, MicroUsd, Time};
use futures::future::BoxFuture;
use serde::Deserialize;

use crate::{LlmError, ModelReply, Price, Request, Usage};

/// Terms of a batch endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct BatchOffer {
    /// Price of every token as a share of the ordinary price, in percent.
    pub price_percent: u32,
    /// Hours after which the provider gives up the requests that it has not answered.
    pub window_hours: u32,
}

impl BatchOffer {
    /// Returns the window in which the provider answers.
    pub fn window(self) -> std::time::Duration {
        std::time::Duration::from_secs(u64::from(self.window_hours) * 3600)
    }
}

/// One request of a batch.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchItem {
    /// Id of the call, which names the request and its result at the provider.
    pub call: JobId,
    /// The request to the model.
    pub request: Request,
}

/// Result of one request of a batch.
#[derive(Debug, Clone, PartialEq)]
pub enum BatchOutcome {
    /// The model replied.
    Replied(ModelReply),
    /// The provider did not answer the request (refused, expired, cancelled) and charges nothing.
    Unanswered {
        /// Message of the provider.
        reason: String,
    },
    /// The provider answered, and the reply cannot be used; the error states what was charged.
    Failed(LlmError),
}

/// State of a batch at the provider.
#[derive(Debug, Clone, PartialEq)]
pub enum BatchState {
    /// The provider works on it.
    Running,
    /// The batch has ended. Holds one outcome for each of its requests.
    Ended(BTreeMap<JobId, BatchOutcome>),
}

/// A batch that was sent, or may have been, and whose id at the provider is not known.
#[derive(Debug, Clone, Copy)]
pub struct LostBatch<'a> {
    /// Our id of the batch.
    pub id: JobId,
    /// Requests of the batch.
    pub items: &'a [BatchItem],
    /// Time before which it was not sent.
    pub since: Time,
    /// Ids at the provider of other batches.
    pub known: &'a [String],
}

/// Result of the search for a lost batch among the provider's recent batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundBatch {
    /// Id of the batch at the provider.
    Id(String),
    /// A batch that is still being worked on may be it.
    Perhaps,
    /// The provider does not list it.
    Nowhere,
}

/// Future of a batch endpoint.
pub type BatchFuture<'a, T> = BoxFuture<'a, Result<T, LlmError>>;

/// A model behind a batch endpoint.
pub trait BatchModel: Send + Sync {
    /// Returns the terms.
    fn offer(&self) -> BatchOffer;

    /// Returns the price of requests in batches.
    fn price(&self) -> Price;

    /// Returns an upper bound of the request's cost in a batch.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// Sends a batch and returns its id at the provider. `id` names the batch where the provider accepts a name.
    ///
    /// # Errors
    /// An error that charges nothing proves that the provider has not accepted the batch; after another one it may
    /// have.
    fn submit<'a>(&'a self, id: JobId, items: &'a [BatchItem]) -> BatchFuture<'a, String>;

    /// Returns the state of a batch, with the outcomes if it has ended. A request without a result has the outcome
    /// [`LlmError::Lost`].
    ///
    /// # Errors
    /// The provider cannot be asked now, or does not know the batch.
    fn collect<'a>(&'a self, provider_id: &'a str, items: &'a [BatchItem]) -> BatchFuture<'a, BatchState>;

    /// Searches the provider's recent batches for one whose id was lost.
    ///
    /// # Errors
    /// The provider cannot be asked now.
    fn find<'a>(&'a self, lost: LostBatch<'a>) -> BatchFuture<'a, FoundBatch>;

    /// Returns the cost of the usage in a batch.
    fn cost(&self, usage: &Usage) -> MicroUsd {
        self.price().cost(usage)
    }
}
