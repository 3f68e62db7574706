//! A model that answers what it is told to, and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use domain::{JobId, MicroUsd};
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::Value;

use crate::{Answer, Block, Card, Invoiced, LlmError, Model, Price, Reply, Request, StopReason, Usage};

type Rule = Box<dyn Fn(&Request) -> Result<Reply, LlmError> + Send + Sync>;

/// Answers from a script, in order; when it has ended, by its rule.
pub struct FakeModel {
    card: Card,
    script: Mutex<VecDeque<Result<Reply, LlmError>>>,
    rule: Rule,
    asked: Mutex<Vec<(JobId, Request)>>,
    invoices: Mutex<Vec<(JobId, Invoiced)>>,
}

impl FakeModel {
    /// Answers the script; afterwards every call fails with `Invalid`.
    pub fn scripted(script: impl IntoIterator<Item = Result<Reply, LlmError>>) -> Self {
        let ended = |_: &Request| {
            Err(LlmError::Invalid { status: 400, message: "the fake model's script has ended".to_owned() })
        };
        Self { script: Mutex::new(script.into_iter().collect()), ..Self::by_rule(ended) }
    }

    /// Answers every call by a rule.
    pub fn by_rule(rule: impl Fn(&Request) -> Result<Reply, LlmError> + Send + Sync + 'static) -> Self {
        let price = Price { input: MicroUsd::dollars(1), output: MicroUsd::dollars(1), ..Price::default() };
        let card = Card { provider: "fake".into(), model: "fake-1".into(), endpoint: "fake:1".into(), price };
        Self {
            card,
            script: Mutex::default(),
            rule: Box::new(rule),
            asked: Mutex::default(),
            invoices: Mutex::default(),
        }
    }

    /// With a price other than one micro-dollar per token.
    #[must_use]
    pub fn priced(mut self, price: Price) -> Self {
        self.card.price = price;
        self
    }

    /// What it was asked so far, with the calls' ids.
    pub fn asked(&self) -> Vec<(JobId, Request)> {
        lock(&self.asked).clone()
    }

    /// How often it was asked.
    pub fn calls(&self) -> usize {
        lock(&self.asked).len()
    }

    /// What [`Model::lookup`] says of a call.
    pub fn invoice(&self, call: JobId, invoiced: Invoiced) {
        lock(&self.invoices).push((call, invoiced));
    }
}

/// Words, for 10 tokens in and 5 out.
pub fn words(text: &str) -> Reply {
    reply(vec![Block::text(text)], StopReason::EndTurn)
}

/// A tool's call, for 10 tokens in and 5 out.
pub fn tool_call(name: &str, input: Value) -> Reply {
    reply(vec![Block::ToolUse { id: format!("call-{name}"), name: name.to_owned(), input }], StopReason::ToolUse)
}

fn reply(blocks: Vec<Block>, stop: StopReason) -> Reply {
    let usage = Usage { input: 10, output: 5, ..Usage::default() };
    Reply { blocks, stop, usage, model: "fake-1".to_owned(), id: "fake-reply".to_owned() }
}

impl Model for FakeModel {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> Answer<'a> {
        lock(&self.asked).push((call, request.clone()));
        let scripted = lock(&self.script).pop_front();
        std::future::ready(scripted.unwrap_or_else(|| (self.rule)(request))).boxed()
    }

    fn card(&self) -> &Card {
        &self.card
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        let bytes = serde_json::to_string(request).map_or(0, |text| text.len() as u64);
        self.card.price.bound(bytes, u64::from(request.max_tokens))
    }

    fn can_be_asked(&self) -> bool {
        true
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<Invoiced>, LlmError>> {
        let found = lock(&self.invoices).iter().find(|(id, _)| *id == call).map(|(_, invoiced)| *invoiced);
        std::future::ready(Ok(found)).boxed()
    }
}

/// A panicking test elsewhere must not hide this one's result.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
