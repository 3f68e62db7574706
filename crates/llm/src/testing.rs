//! A model that answers from a script and records its requests.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::{
    Block, CallInvoice, LlmError, Model, ModelCard, ModelReply, Price, ReplyFuture, Request, StopReason, Usage,
};

type Rule = Box<dyn Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync>;

/// Answers from a script, in order, then by its rule.
pub struct FakeModel {
    card: ModelCard,
    script: Mutex<VecDeque<Result<ModelReply, LlmError>>>,
    rule: Rule,
    asked: Mutex<Vec<(JobId, Request)>>,
    invoices: Mutex<Vec<(JobId, CallInvoice)>>,
    /// Largest `max_tokens` that [`Model::enlarge`] sets.
    longest: u32,
}

impl FakeModel {
    /// Answers from the script. After its end every call fails with `Invalid`.
    pub fn scripted(script: impl IntoIterator<Item = Result<ModelReply, LlmError>>) -> Self {
        let ended = |_: &Request| {
            Err(LlmError::Invalid { status: 400, message: "the fake model's script has ended".to_owned() })
        };
        Self { script: Mutex::new(script.into_iter().collect()), ..Self::by_rule(ended) }
    }

    /// Answers every call by a rule.
    pub fn by_rule(rule: impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync + 'static) -> Self {
        let price = Price { input: MicroUsd::dollars(1), output: MicroUsd::dollars(1), ..Price::default() };
        let card = ModelCard { provider: "fake".into(), model: "fake-1".into(), endpoint: "fake:1".into(), price };
        Self {
            card,
            script: Mutex::default(),
            rule: Box::new(rule),
            asked: Mutex::default(),
            invoices: Mutex::default(),
            longest: 0,
        }
    }

    /// Sets the price; the default is one micro-dollar per token.
    #[must_use]
    pub fn priced(mut self, price: Price) -> Self {
        self.card.price = price;
        self
    }

    /// Sets provider, model name and endpoint; the default is `fake`, `fake-1` at `fake:1`.
    #[must_use]
    pub fn named(mut self, provider: &str, model: &str) -> Self {
        self.card.provider = provider.to_owned();
        self.card.model = model.to_owned();
        self.card.endpoint = format!("{provider}:1");
        self
    }

    /// Lets [`Model::enlarge`] double the limit of a reply, up to `longest`; by default it is not enlarged.
    #[must_use]
    pub fn enlarging(mut self, longest: u32) -> Self {
        self.longest = longest;
        self
    }

    /// Returns the requests so far, with the ids of the calls.
    pub fn asked(&self) -> Vec<(JobId, Request)> {
        lock(&self.asked).clone()
    }

    /// Returns the number of requests so far.
    pub fn calls(&self) -> usize {
        lock(&self.asked).len()
    }

    /// Sets the result of [`Model::lookup`] for a call.
    pub fn invoice(&self, call: JobId, invoiced: CallInvoice) {
        lock(&self.invoices).push((call, invoiced));
    }
}

/// A reply of text, with a usage of 10 input and 5 output tokens.
pub fn text_reply(text: &str) -> ModelReply {
    reply(vec![Block::text(text)], StopReason::EndTurn)
}

/// A reply of one tool call, with a usage of 10 input and 5 output tokens.
pub fn tool_call(name: &str, input: Value) -> ModelReply {
    reply(vec![Block::ToolUse { id: format!("call-{name}"), name: name.to_owned(), input }], StopReason::ToolUse)
}

fn reply(blocks: Vec<Block>, stop: StopReason) -> ModelReply {
    let usage = Usage { input: 10, output: 5, ..Usage::default() };
    ModelReply { blocks, stop, usage, model: "fake-1".to_owned(), id: "fake-reply".to_owned() }
}

impl Model for FakeModel {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a> {
        lock(&self.asked).push((call, request.clone()));
        let scripted = lock(&self.script).pop_front();
        std::future::ready(scripted.unwrap_or_else(|| (self.rule)(request))).boxed()
    }

    fn card(&self) -> &ModelCard {
        &self.card
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        let bytes = serde_json::to_string(request).map_or(0, |text| text.len() as u64);
        self.card.price.bound(bytes, u64::from(request.max_tokens))
    }

    fn enlarge(&self, request: &Request) -> Option<Request> {
        let max_tokens = request.max_tokens.saturating_mul(2).min(self.longest);
        (max_tokens > request.max_tokens).then(|| request.clone().with_max_tokens(max_tokens))
    }

    fn supports_lookup(&self) -> bool {
        true
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>> {
        let found = lock(&self.invoices).iter().find(|(id, _)| *id == call).map(|(_, invoiced)| *invoiced);
        std::future::ready(Ok(found)).boxed()
    }
}

/// Locks even after a panic in another test, which must not hide the result of this one.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
