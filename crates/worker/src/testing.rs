//! Test doubles for handlers: the real metered model over a ledger in memory, a scripted model and a coordination in
//! memory, so that tests exercise real denials, memory and retries.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use coordination::testing::FakeCoordination;
use coordination::{Budgets, Coordination};
use domain::port::{BudgetRefusal, CallEnd, CallIntent, Ledger, MAX_UNANSWERED_CALLS, Opened, PortError, StepKey};
use domain::{Budget, BudgetScope, Clock, FixedClock, JobId, MicroUsd, Time};
use futures::future::BoxFuture;
use llm::testing::FakeModel;
use llm::{Model, ModelCard, Request};

use crate::metering::{
    AskError, Metered, MeteredCall, MeteredModel, MeteringSettings, MeteringStores, ModelClient, Models,
};

/// A ledger in memory, as exact as the real one.
#[derive(Debug, Default)]
pub struct FakeLedger(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    spent: HashMap<BudgetScope, MicroUsd>,
    calls: Vec<FakeCall>,
    refusals: Vec<BudgetRefusal>,
    down: bool,
    /// Number of next requests that fail.
    away_for: u32,
    /// Delay of every `open`.
    opens_after: Duration,
}

/// A call in the fake ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct FakeCall {
    /// Id of the call.
    pub id: JobId,
    /// Intent with which it was opened.
    pub intent: CallIntent,
    /// Ending; `None` while the call is open.
    pub end: Option<CallEnd>,
}

impl FakeLedger {
    /// Returns every call so far, in order.
    pub fn calls(&self) -> Vec<FakeCall> {
        self.book().calls.clone()
    }

    /// Returns the amount reserved and settled.
    pub fn spent(&self, scope: &BudgetScope) -> MicroUsd {
        self.book().spent.get(scope).copied().unwrap_or_default()
    }

    /// Returns every refusal so far, in order.
    pub fn refusals(&self) -> Vec<BudgetRefusal> {
        self.book().refusals.clone()
    }

    /// Makes the ledger unavailable, or available again.
    pub fn set_down(&self, down: bool) {
        self.book().down = down;
    }

    /// Makes the next requests fail.
    pub fn set_away_for(&self, requests: u32) {
        self.book().away_for = requests;
    }

    /// Delays every opening.
    pub fn set_opens_after(&self, delay: Duration) {
        self.book().opens_after = delay;
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer<T>(&self, work: impl FnOnce(&mut Book) -> T) -> Result<T, PortError> {
        let mut book = self.book();
        let away = book.away_for > 0;
        book.away_for = book.away_for.saturating_sub(1);
        if book.down || away {
            return Err(PortError::Unavailable { what: "fake ledger", source: "requested by the test".into() });
        }
        Ok(work(&mut book))
    }
}

impl Book {
    fn remembered(&self, step: &StepKey) -> Option<Vec<u8>> {
        self.calls.iter().filter(|call| call.intent.step == *step).find_map(|call| match &call.end {
            Some(CallEnd::Settled { reply, .. }) => Some(reply.clone()),
            _ => None,
        })
    }

    fn unanswered(&self, step: &StepKey) -> u32 {
        let calls =
            self.calls.iter().filter(|call| (call.intent.step.job, &call.intent.step.step) == (step.job, &step.step));
        let unanswered = calls.filter(|call| {
            matches!(call.end, Some(CallEnd::Wasted { .. } | CallEnd::Unknown | CallEnd::AtMost { .. }))
        });
        u32::try_from(unanswered.count()).unwrap_or(u32::MAX)
    }

    fn left(&self, budget: &Budget) -> MicroUsd {
        budget.limit.saturating_sub(self.spent.get(&budget.scope).copied().unwrap_or_default())
    }

    fn reserved(&self, budget: &Budget) -> MicroUsd {
        let open = self.calls.iter().filter(|call| call.end.is_none());
        let charged = open.filter(|call| call.intent.budgets.iter().any(|it| it.scope == budget.scope));
        charged.map(|call| call.intent.max).fold(MicroUsd::ZERO, |sum, max| sum + max)
    }

    fn open(&mut self, intent: &CallIntent) -> Opened {
        if let Some(reply) = self.remembered(&intent.step) {
            return Opened::Remembered(reply);
        }
        let calls = self.unanswered(&intent.step);
        if calls >= MAX_UNANSWERED_CALLS {
            return Opened::Unanswered { calls };
        }
        for budget in &intent.budgets {
            let left = self.left(budget);
            if intent.max > left {
                return Opened::Denied { scope: budget.scope.key().to_owned(), left };
            }
        }
        for budget in &intent.budgets {
            let spent = self.spent.entry(budget.scope.clone()).or_default();
            *spent = *spent + intent.max;
        }
        let id = intent.step.job.derive(&format!("call:{}:{}", intent.step.step, intent.step.input), self.calls.len());
        self.calls.push(FakeCall { id, intent: intent.clone(), end: None });
        Opened::Go(id)
    }

    fn close(&mut self, id: JobId, end: CallEnd) {
        let Some(call) = self.calls.iter_mut().find(|call| call.id == id && call.end.is_none()) else { return };
        let actual = end.charged(call.intent.max);
        for budget in &call.intent.budgets {
            let spent = self.spent.entry(budget.scope.clone()).or_default();
            *spent = (*spent + actual).saturating_sub(call.intent.max);
        }
        call.end = Some(end);
    }
}

impl Ledger for FakeLedger {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        let delay = self.book().opens_after;
        tokio::time::sleep(delay).await;
        self.answer(|book| book.open(intent))
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.answer(|book| book.close(call, end))
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.answer(|book| book.left(budget))
    }

    async fn reserved(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.answer(|book| book.reserved(budget))
    }

    async fn add_refusal(&self, refusal: BudgetRefusal) -> Result<(), PortError> {
        self.book().refusals.push(refusal);
        Ok(())
    }
}

/// The real [`MeteredModel`] over fakes. Tests can script the model, flush the coordination and read the ledger.
pub struct FakeModelClient {
    /// The scripted model.
    pub model: Arc<FakeModel>,
    /// The ledger in memory.
    pub ledger: Arc<FakeLedger>,
    /// The coordination in memory.
    pub coordination: Arc<FakeCoordination>,
    /// The test's clock.
    pub clock: Arc<FixedClock>,
    metered: MeteredModel<FakeLedger>,
}

/// Fakes that replicas share.
struct Fakes {
    ledger: Arc<FakeLedger>,
    coordination: Arc<FakeCoordination>,
    clock: Arc<FixedClock>,
}

impl Fakes {
    fn new() -> Self {
        let start = Time::from_timestamp(1_763_769_600, 0).unwrap_or_default();
        Self { ledger: Arc::default(), coordination: Arc::default(), clock: Arc::new(FixedClock::at(start)) }
    }
}

impl FakeModelClient {
    /// Creates a client for an agent.
    pub fn new(agent: &str, model: FakeModel) -> Self {
        let model = Arc::new(model);
        let settings = MeteringSettings {
            agent: agent.to_owned(),
            instance: "test".to_owned(),
            concurrency: 1_000,
            queue_batches: true,
        };
        Self::with_settings(model.clone(), model, settings)
    }

    /// Creates a client of an agent with a second model.
    pub fn with_fallback(agent: &str, model: FakeModel, fallback: Arc<FakeModel>) -> Self {
        let model = Arc::new(model);
        let settings = MeteringSettings {
            agent: agent.to_owned(),
            instance: "test".to_owned(),
            concurrency: 1_000,
            queue_batches: true,
        };
        let models = Models { fallback: Some(fallback), ..Models::one(model.clone()) };
        Self::over(Fakes::new(), model, models, settings)
    }

    /// Creates a client with given settings; `called` is the model that receives the calls.
    pub fn with_settings(model: Arc<FakeModel>, called: Arc<dyn Model>, settings: MeteringSettings) -> Self {
        Self::over(Fakes::new(), model, Models::one(called), settings)
    }

    /// Returns another replica, with its own model over the same ledger, coordination and clock.
    #[must_use]
    pub fn another_replica(&self, model: FakeModel) -> Self {
        let fakes =
            Fakes { ledger: self.ledger.clone(), coordination: self.coordination.clone(), clock: self.clock.clone() };
        let model = Arc::new(model);
        let settings = MeteringSettings {
            agent: "replica".to_owned(),
            instance: "another".to_owned(),
            concurrency: 1_000,
            queue_batches: true,
        };
        Self::over(fakes, model.clone(), Models::one(model), settings)
    }

    /// Sets the amount spent of a budget in the coordination.
    pub async fn coordination_seed(&self, budget: &Budget, spent: MicroUsd) {
        let seeded = self.coordination.seed(&[(budget.scope.clone(), spent)], true).await;
        debug_assert!(seeded.is_ok(), "the fake answers unless a test sets it down");
    }

    fn over(fakes: Fakes, model: Arc<FakeModel>, models: Models, settings: MeteringSettings) -> Self {
        let Fakes { ledger, coordination, clock } = fakes;
        let stores =
            MeteringStores { ledger: ledger.clone(), coordination: coordination.clone() as Arc<dyn Coordination> };
        let metered = MeteredModel::new(stores, models, clock.clone() as Arc<dyn Clock>, settings);
        Self { model, ledger, coordination, clock, metered }
    }

    /// Advances every clock.
    pub fn advance(&self, by: std::time::Duration) {
        self.clock.advance(by);
        self.coordination.advance(by);
    }
}

impl ModelClient for FakeModelClient {
    fn ask(&self, call: MeteredCall) -> BoxFuture<'_, Result<Metered, AskError>> {
        self.metered.ask(call)
    }

    fn card(&self) -> &ModelCard {
        self.metered.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.metered.max_cost(request)
    }

    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>> {
        self.metered.left(budget)
    }

    fn refresh(&self) -> BoxFuture<'_, ()> {
        self.metered.refresh()
    }
}
