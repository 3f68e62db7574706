//! Builders, and a model that waits until the test lets it answer.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{Budget, JobId, MicroUsd, Scope, Tenant};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::testing::FakeModel;
use llm::{Answer, Card, Invoiced, LlmError, Model, Request};
use tokio::sync::{Semaphore, watch};
use worker::paid::{Call, Settings};

pub(crate) fn budget(limit: u64) -> Budget {
    Budget { scope: Scope::task(JobId::named(&["purse"])), limit: MicroUsd(limit) }
}

pub(crate) fn call(job: &str, purse: &Budget) -> Call {
    Call {
        job: JobId::named(&[job]),
        tenant: Tenant::default(),
        step: "step".to_owned(),
        request: Request::new("You are a test.", format!("Question of {job}")).with_max_tokens(100),
        budgets: vec![purse.clone()],
        deadline: None,
    }
}

pub(crate) fn settings(concurrency: usize) -> Settings {
    Settings { agent: "filter".to_owned(), instance: "test".to_owned(), concurrency }
}

/// Lets nobody through until it is opened.
pub(crate) struct Gated {
    model: Arc<FakeModel>,
    gate: Semaphore,
    waiting: watch::Sender<usize>,
    inside: AtomicUsize,
    most: AtomicUsize,
}

impl Gated {
    pub(crate) fn new(model: Arc<FakeModel>) -> Self {
        let waiting = watch::channel(0).0;
        Self { model, gate: Semaphore::new(0), waiting, inside: AtomicUsize::new(0), most: AtomicUsize::new(0) }
    }

    /// Until so many calls have arrived.
    pub(crate) async fn reached(&self, calls: usize) {
        self.waiting.subscribe().wait_for(|arrived| *arrived >= calls).await.expect("the sender lives as long as this");
    }

    /// From now on everybody goes through.
    pub(crate) fn open(&self) {
        self.gate.add_permits(1_000_000);
    }

    /// The most calls that were inside at once.
    pub(crate) fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

impl Model for Gated {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> Answer<'a> {
        async move {
            let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(inside, Ordering::SeqCst);
            self.waiting.send_modify(|arrived| *arrived += 1);
            self.gate.acquire().await.expect("it is never closed").forget();
            self.inside.fetch_sub(1, Ordering::SeqCst);
            self.model.complete(request, call).await
        }
        .boxed()
    }

    fn card(&self) -> &Card {
        self.model.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.model.max_cost(request)
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<Invoiced>, LlmError>> {
        self.model.lookup(call)
    }
}
