//! The batch endpoints of Anthropic and OpenAI, over the wire formats of ordinary calls.

mod anthropic;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod http;
mod openai;

use std::collections::BTreeMap;

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use serde_json::Value;

use super::client::{Attempt, Client, bound};
use super::reading::{Answered, Received, read};
use super::{ApiStyle, LlmError};
use crate::batch::BatchFuture;
use crate::{
    BatchItem, BatchModel, BatchOffer, BatchOutcome, BatchState, FoundBatch, LostBatch, Plan, Price, Request, Usage,
};

/// Share of the price without terms, in percent. Never used: a client without terms has no batch endpoint.
const FULL_PRICE: u32 = 100;

impl BatchModel for Client {
    fn offer(&self) -> BatchOffer {
        self.endpoint.batch.unwrap_or(BatchOffer { price_percent: FULL_PRICE, window_hours: 0 })
    }

    fn price(&self) -> Price {
        self.card.price.percent(self.offer().price_percent)
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.max_cost_at(request, self.offer().price_percent)
    }

    fn submit<'a>(&'a self, id: JobId, items: &'a [BatchItem]) -> BatchFuture<'a, String> {
        match self.endpoint.style {
            ApiStyle::Anthropic => anthropic::submit(self, items).boxed(),
            ApiStyle::OpenAi | ApiStyle::Responses => openai::submit(self, id, items).boxed(),
        }
    }

    fn collect<'a>(&'a self, provider_id: &'a str, items: &'a [BatchItem]) -> BatchFuture<'a, BatchState> {
        async move {
            let results = match self.endpoint.style {
                ApiStyle::Anthropic => anthropic::results(self, provider_id).await?,
                ApiStyle::OpenAi | ApiStyle::Responses => openai::results(self, provider_id, items).await?,
            };
            Ok(results.map_or(BatchState::Running, |results| BatchState::Ended(outcomes(self, items, results))))
        }
        .boxed()
    }

    fn find<'a>(&'a self, lost: LostBatch<'a>) -> BatchFuture<'a, FoundBatch> {
        match self.endpoint.style {
            ApiStyle::Anthropic => anthropic::find(self, lost).boxed(),
            ApiStyle::OpenAi | ApiStyle::Responses => openai::find(self, lost).boxed(),
        }
    }
}

/// Results of a batch by the name of the request, which is the id of the call.
type Results = BTreeMap<String, ItemResult>;

/// Result of one request as the provider reports it.
enum ItemResult {
    /// The answer that an ordinary call would have received.
    Answer { status: u16, body: Value },
    /// The request was refused, expired or cancelled, and is not charged.
    Unanswered(String),
}

impl Client {
    /// Returns the plan of a request in a batch: not streamed, and without cache marks, because a cache entry expires
    /// long before the next request of a batch is answered.
    fn batch_plan(&self, request: &Request) -> Plan {
        let mut plan = self.plan(request, &self.learned.facts());
        (plan.stream, plan.cache) = (false, None);
        plan
    }

    /// Returns the body of a request, as an ordinary call would send it.
    fn batch_body(&self, item: &BatchItem, plan: &Plan) -> Result<Vec<u8>, LlmError> {
        self.body(&Attempt { request: &item.request, plan, call: item.call, repeats: 0 })
    }

    /// Converts the answer to one request.
    fn batch_reply(&self, item: &BatchItem, status: u16, body: &Value) -> BatchOutcome {
        let plan = self.batch_plan(&item.request);
        let assumed = self.batch_body(item, &plan).map_or(Usage::default(), |sent| bound(sent.len() as u64, &plan));
        let answered = Answered { status, after: None, body: Received::Whole(body.to_string().into_bytes()) };
        match read(self.wire, answered, assumed) {
            Ok(reply) => BatchOutcome::Replied(self.finish(reply, &item.request, &plan, item.call)),
            Err(error) if error.charge() == crate::Charge::Nothing => {
                BatchOutcome::Unanswered { reason: error.to_string() }
            }
            Err(error) => BatchOutcome::Failed(error),
        }
    }
}

fn outcomes(client: &Client, items: &[BatchItem], mut results: Results) -> BTreeMap<JobId, BatchOutcome> {
    let mut outcome = |item: &BatchItem| match results.remove(&item.call.to_string()) {
        Some(ItemResult::Answer { status, body }) => client.batch_reply(item, status, &body),
        Some(ItemResult::Unanswered(reason)) => BatchOutcome::Unanswered { reason },
        None => BatchOutcome::Failed(LlmError::Lost { reason: "the batch has no result for the request".to_owned() }),
    };
    items.iter().map(|item| (item.call, outcome(item))).collect()
}

/// Reads a file with one JSON object per line. A line that is not JSON is left out, with a warning.
fn lines(file: &[u8]) -> Vec<Value> {
    let filled = file.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    filled
        .filter_map(|line| match serde_json::from_slice(line) {
            Ok(value) => Some(value),
            Err(error) => {
                tracing::warn!(%error, "a line of batch results is not JSON");
                None
            }
        })
        .collect()
}

/// Returns the id of a batch or a file that the provider has created.
fn id_of(answer: &Value) -> Result<String, LlmError> {
    let id = answer["id"].as_str().filter(|id| !id.is_empty());
    id.map(str::to_owned).ok_or_else(|| LlmError::Lost { reason: "the answer has no id".to_owned() })
}

/// Returns the message of an error object, or the object.
fn message(error: &Value) -> String {
    let nested = &error["error"];
    let text = error["message"].as_str().or_else(|| nested["message"].as_str());
    text.map_or_else(|| error.to_string(), str::to_owned)
}
