//! What handlers' tests need: a ledger in memory, and the real paid model over it, a scripted model and a coordination in
//! memory. So a handler's test meets real denials, real memory and real retries.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use coordination::testing::FakeCoordination;
use coordination::{Budgets, Coordination};
use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError, StepKey};
use domain::{Budget, Clock, FixedClock, JobId, MicroUsd, Scope, Time};
use futures::future::BoxFuture;
use llm::testing::FakeModel;
use llm::{Card, Model, Reply, Request};

use crate::paid::{AskError, Asks, Call, PaidModel, Settings};

/// A ledger in memory, exact like the real one.
#[derive(Debug, Default)]
pub struct FakeLedger(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    spent: HashMap<Scope, MicroUsd>,
    calls: Vec<FakeCall>,
    down: bool,
    /// Requests that will still find nobody.
    away_for: u32,
}

/// A call as the fake ledger knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct FakeCall {
    /// Its id.
    pub id: JobId,
    /// The intent.
    pub intent: CallIntent,
    /// How it ended; `None` while it is open.
    pub end: Option<CallEnd>,
}

impl FakeLedger {
    /// Every call so far, in order.
    pub fn calls(&self) -> Vec<FakeCall> {
        self.book().calls.clone()
    }

    /// Reserved and settled together.
    pub fn spent(&self, scope: &Scope) -> MicroUsd {
        self.book().spent.get(scope).copied().unwrap_or_default()
    }

    /// Postgres goes away, or comes back.
    pub fn set_down(&self, down: bool) {
        self.book().down = down;
    }

    /// Postgres does not answer the next few requests.
    pub fn set_away_for(&self, requests: u32) {
        self.book().away_for = requests;
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer<T>(&self, work: impl FnOnce(&mut Book) -> T) -> Result<T, PortError> {
        let mut book = self.book();
        let away = book.away_for > 0;
        book.away_for = book.away_for.saturating_sub(1);
        if book.down || away {
            return Err(PortError::Unavailable { what: "fake ledger", source: "it was told to be away".into() });
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

    fn left(&self, budget: &Budget) -> MicroUsd {
        budget.limit.saturating_sub(self.spent.get(&budget.scope).copied().unwrap_or_default())
    }

    fn open(&mut self, intent: &CallIntent) -> Opened {
        if let Some(reply) = self.remembered(&intent.step) {
            return Opened::Remembered(reply);
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
        let actual = match &end {
            CallEnd::Settled { actual, .. } | CallEnd::Wasted { actual, .. } => *actual,
            CallEnd::Refused => MicroUsd::ZERO,
            CallEnd::Unknown => call.intent.max,
        };
        for budget in &call.intent.budgets {
            let spent = self.spent.entry(budget.scope.clone()).or_default();
            *spent = (*spent + actual).saturating_sub(call.intent.max);
        }
        call.end = Some(end);
    }
}

impl Ledger for FakeLedger {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        self.answer(|book| book.open(intent))
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.answer(|book| book.close(call, end))
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.answer(|book| book.left(budget))
    }
}

/// The real [`PaidModel`] over fakes. Its parts are public: script the model, flush the coordination, read the ledger.
pub struct FakeAsks {
    /// The model that answers.
    pub model: Arc<FakeModel>,
    /// The ledger.
    pub ledger: Arc<FakeLedger>,
    /// Redis' stand-in.
    pub coordination: Arc<FakeCoordination>,
    /// The time.
    pub clock: Arc<FixedClock>,
    paid: PaidModel<FakeLedger>,
}

impl FakeAsks {
    /// Around a model, for an agent.
    pub fn new(agent: &str, model: FakeModel) -> Self {
        let model = Arc::new(model);
        let settings = Settings { agent: agent.to_owned(), instance: "test".to_owned(), concurrency: 1_000 };
        Self::with_settings(model.clone(), model, settings)
    }

    /// With settings of the test's own; `asked` is what the paid model really calls.
    pub fn with_settings(model: Arc<FakeModel>, asked: Arc<dyn Model>, settings: Settings) -> Self {
        let start = Time::from_timestamp(1_763_769_600, 0).unwrap_or_default();
        let stores = (Arc::default(), Arc::default(), Arc::new(FixedClock::at(start)));
        Self::over(stores, model, asked, settings)
    }

    /// Another replica: a model of its own over the same ledger, coordination and clock.
    #[must_use]
    pub fn another_replica(&self, model: FakeModel) -> Self {
        let stores = (self.ledger.clone(), self.coordination.clone(), self.clock.clone());
        let model = Arc::new(model);
        let settings = Settings { agent: "replica".to_owned(), instance: "another".to_owned(), concurrency: 1_000 };
        Self::over(stores, model.clone(), model, settings)
    }

    /// Makes the coordination believe that so much of a budget is gone.
    pub async fn coordination_seed(&self, budget: &Budget, spent: MicroUsd) {
        let seeded = self.coordination.seed(&[(budget.scope.clone(), spent)], true).await;
        debug_assert!(seeded.is_ok(), "the fake answers unless it was told to be away");
    }

    fn over(
        (ledger, coordination, clock): (Arc<FakeLedger>, Arc<FakeCoordination>, Arc<FixedClock>),
        model: Arc<FakeModel>,
        asked: Arc<dyn Model>,
        settings: Settings,
    ) -> Self {
        let stores = (ledger.clone(), coordination.clone() as Arc<dyn Coordination>);
        let paid = PaidModel::new(stores, asked, clock.clone() as Arc<dyn Clock>, settings);
        Self { model, ledger, coordination, clock, paid }
    }

    /// Lets time pass, on every clock.
    pub fn advance(&self, by: std::time::Duration) {
        self.clock.advance(by);
        self.coordination.advance(by);
    }
}

impl Asks for FakeAsks {
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Reply, AskError>> {
        self.paid.ask(call)
    }

    fn card(&self) -> &Card {
        self.paid.card()
    }

    fn max_cost(&self, request: &Request) -> MicroUsd {
        self.paid.max_cost(request)
    }

    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>> {
        self.paid.left(budget)
    }
}
