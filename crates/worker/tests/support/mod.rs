//! Builders, and a model that waits until the test lets it answer.

#![allow(dead_code, reason = "each test binary uses some of it")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use domain::{Budget, BudgetScope, JobId, MicroUsd, Tenant};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::testing::FakeModel;
use llm::testing::text_reply;
use llm::{CallInvoice, LlmError, Model, ModelCard, Parameter, Refused, ReplyFuture, Request};
use tokio::sync::{Semaphore, watch};
use worker::metering::{MeteredCall, MeteringSettings};

pub(crate) fn budget(limit: u64) -> Budget {
    Budget { scope: BudgetScope::task(JobId::named(&["task"])), limit: MicroUsd(limit) }
}

pub(crate) fn call(job: &str, budget: &Budget) -> MeteredCall {
    MeteredCall {
        job: JobId::named(&[job]),
        tenant: Tenant::default(),
        step: "step".to_owned(),
        request: Request::new("You are a test.", format!("Question of {job}")).with_max_tokens(100),
        budgets: vec![budget.clone()],
        deadline: None,
        can_wait: false,
    }
}

pub(crate) fn settings(concurrency: usize) -> MeteringSettings {
    MeteringSettings { agent: "filter".to_owned(), instance: "test".to_owned(), concurrency, queue_batches: true }
}

/// A model that answers no call until it is opened.
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

    /// Waits until this many calls have arrived.
    pub(crate) async fn reached(&self, calls: usize) {
        self.waiting
            .subscribe()
            .wait_for(|arrived| *arrived >= calls)
            .await
            .expect("the sender lives as long as the receiver");
    }

    /// Lets all calls continue.
    pub(crate) fn open(&self) {
        self.gate.add_permits(1_000_000);
    }

    /// Returns the maximum number of concurrent calls so far.
    pub(crate) fn most(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }
}

impl Model for Gated {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a> {
        async move {
            let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(inside, Ordering::SeqCst);
            self.waiting.send_modify(|arrived| *arrived += 1);
            self.gate.acquire().await.expect("the semaphore is never closed").forget();
            self.inside.fetch_sub(1, Ordering::SeqCst);
            self.model.complete(request, call).await
        }
        .boxed()
    }

    fn card(&self) -> &ModelCard {
        self.model.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.model.max_cost(request)
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>> {
        self.model.lookup(call)
    }
}

/// A model whose provider refuses the temperature. Its client leaves out what was refused, and calls again at once.
pub(crate) struct Picky {
    model: FakeModel,
    refused: Mutex<Refused>,
    refusals: AtomicUsize,
}

impl Default for Picky {
    fn default() -> Self {
        let model = FakeModel::by_rule(|_| Ok(text_reply("yes")));
        Self { model, refused: Mutex::default(), refusals: AtomicUsize::new(0) }
    }
}

impl Picky {
    /// Returns the number of requests that were refused.
    pub(crate) fn refusals(&self) -> usize {
        self.refusals.load(Ordering::SeqCst)
    }
}

impl Model for Picky {
    fn complete<'a>(&'a self, request: &'a Request, call: JobId) -> ReplyFuture<'a> {
        if self.refused.lock().expect("the lock is not poisoned").insert(Parameter::Temperature) {
            self.refusals.fetch_add(1, Ordering::SeqCst);
        }
        self.model.complete(request, call)
    }

    fn card(&self) -> &ModelCard {
        self.model.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.model.max_cost(request)
    }

    fn refused(&self) -> Refused {
        self.refused.lock().expect("the lock is not poisoned").clone()
    }

    fn learn(&self, refused: &Refused) {
        self.refused.lock().expect("the lock is not poisoned").extend(refused);
    }

    fn lookup(&self, call: JobId) -> BoxFuture<'_, Result<Option<CallInvoice>, LlmError>> {
        self.model.lookup(call)
    }
}
