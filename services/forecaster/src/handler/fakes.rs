//! Fakes for the tests of the handlers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use domain::forecast::{AgentCost, BaseRate, Valuation};
use domain::port::PortError;
use domain::run::{Cancellation, RunState};
use domain::{Clock, FixedClock, JobId, MicroUsd, Outgoing, Run, RunId, Time};
use forecasting::calibration::Map;
use forecasting::kinds::rescale::Rescaling;
use forecasting::price::Record;
use forecasting::question_cost::Spending;
use llm::testing::FakeModel;
use llm::{LlmError, ModelReply};
use proto::event::{Envelope, Event, Fact};
use runtime::config::Env;
use runtime::handler::{Attempt, Handler, Outcome};
use store::forecasts::FamilyForecast;
use store::runs::{DueRun, EarlierPlan, ExpiredDecision};
use worker::SpendingLimits;
use worker::testing::FakeModelClient;

use crate::coherence::Relations;
use crate::config::ForecasterConfig;
use crate::handler::rounds::Rounds;
use crate::model::Model;
use crate::past::Past;
use crate::sample::when;

/// A model with scripted replies.
pub(crate) fn model(
    script: Vec<Result<ModelReply, LlmError>>,
    pairs: &[(&str, &str)],
) -> (Arc<Model>, Arc<FakeModelClient>) {
    over(FakeModel::scripted(script), pairs)
}

/// A model over a fake provider.
pub(crate) fn over(fake: FakeModel, pairs: &[(&str, &str)]) -> (Arc<Model>, Arc<FakeModelClient>) {
    let client = Arc::new(FakeModelClient::new("forecaster", fake));
    let limits = SpendingLimits::read(&mut Env::from_pairs(pairs.iter().copied()));
    let prompts = Arc::new(worker::Prompts::builtin("forecaster").unwrap());
    (Arc::new(Model::new(client.clone(), limits, prompts)), client)
}

/// A delivery of the job with that name.
pub(crate) fn attempt(job: &str, failures: u32) -> Attempt {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(when()));
    Attempt { job: JobId::named(&[job]), failures, published_at: None, clock }
}

/// The emitted facts of one kind, encoded and decoded.
pub(crate) fn emitted<E: Event>(outcome: &Outcome) -> Vec<E> {
    let of_kind =
        outcome.facts.iter().map(|emission| &*emission.fact).filter(|fact: &&dyn Fact| fact.subject() == E::SUBJECT);
    of_kind.map(|fact| E::decode(&Envelope::default(), &fact.encode()).unwrap()).collect()
}

/// Decides a round twice, as a message that is delivered again: the outcome is the same, and no call is paid twice.
/// Returns the outcome and the number of calls.
pub(crate) async fn decided_twice(
    state: RunState,
    fake: FakeModel,
    change: impl Fn(&mut ForecasterConfig, &Shelf),
) -> (Outcome, usize) {
    let event = crate::outcome::answered(&state.run, state.iteration);
    let (model, client) = over(fake, &[]);
    let (shelf, mut config) = (Shelf::with(state), ForecasterConfig::defaults());
    change(&mut config, &shelf);
    let rounds = Rounds { runs: Arc::clone(&shelf), past: shelf, model, config };
    let outcome = rounds.handle(event.clone(), &attempt("r", 0)).await.unwrap();
    let calls = client.model.calls();
    let again = rounds.handle(event, &attempt("r", 0)).await.unwrap();
    assert_eq!((&outcome.effects, client.model.calls()), (&again.effects, calls), "twice is once, and paid once");
    (outcome, calls)
}

/// Runs, due rounds and earlier outcomes in memory.
#[derive(Default)]
pub(crate) struct Shelf {
    pub(crate) known: Mutex<Vec<BaseRate>>,
    pub(crate) map: Mutex<Option<Map>>,
    pub(crate) record: Mutex<Option<Record>>,
    pub(crate) rescaling: Mutex<Rescaling>,
    pub(crate) related: Mutex<Vec<FamilyForecast>>,
    pub(crate) fleet: Mutex<Spending>,
    pub(crate) valued: Mutex<Vec<Valuation>>,
    pub(crate) turns: Mutex<u32>,
    pub(crate) runs: Mutex<HashMap<RunId, RunState>>,
    pub(crate) due: Mutex<Vec<DueRun>>,
    pub(crate) closed: Mutex<Vec<Outgoing>>,
    pub(crate) stopped: Mutex<Option<Cancellation>>,
    pub(crate) expired: Mutex<Vec<ExpiredDecision>>,
    pub(crate) plan: Mutex<Option<EarlierPlan>>,
    /// Loading a run fails.
    pub(crate) unreadable: bool,
}

impl Shelf {
    /// A shelf with one run.
    pub(crate) fn with(state: RunState) -> Arc<Self> {
        let shelf = Self::default();
        shelf.runs.lock().unwrap().insert(state.run.id, state);
        Arc::new(shelf)
    }
}

/// Keeps the market that the event names.
pub(crate) struct NamedMarket;

impl crate::market::MarketLookup for NamedMarket {
    async fn market(&self, run: &Run, _: &Attempt) -> Result<Option<domain::event::Market>, runtime::Failure> {
        Ok(run.asked.market.clone())
    }
}

impl store::Runs for Shelf {
    async fn load(&self, run: RunId) -> Result<Option<RunState>, PortError> {
        if self.unreadable {
            return Err(PortError::Refused { what: "run".into(), source: "unreadable".into() });
        }
        Ok(self.runs.lock().unwrap().get(&run).cloned())
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
        let due = self.due.lock().unwrap();
        Ok(due.iter().filter(|due| due.deadline <= now).take(limit as usize).cloned().collect())
    }

    async fn close_round(&self, run: RunId, _iteration: u32, message: &Outgoing) -> Result<bool, PortError> {
        let mut due = self.due.lock().unwrap();
        let before = due.len();
        due.retain(|due| due.run != run);
        let closed = due.len() < before;
        if closed {
            self.closed.lock().unwrap().push(message.clone());
        }
        Ok(closed)
    }
}

impl store::RunEndings for Shelf {
    async fn early_cancellation(&self, _run: RunId) -> Result<Option<Cancellation>, PortError> {
        Ok(self.stopped.lock().unwrap().clone())
    }

    async fn expired_decisions(&self, now: Time, limit: u32) -> Result<Vec<ExpiredDecision>, PortError> {
        let expired = self.expired.lock().unwrap();
        Ok(expired.iter().filter(|run| run.deadline <= now).take(limit as usize).cloned().collect())
    }
}

impl store::EarlierPlans for Shelf {
    async fn earlier_plan(&self, _: &Run, _: &str, _: Time) -> Result<Option<EarlierPlan>, PortError> {
        Ok(self.plan.lock().unwrap().clone())
    }
}

impl Past for Shelf {
    async fn base_rates(&self, _run: &Run) -> Result<Vec<BaseRate>, PortError> {
        Ok(self.known.lock().unwrap().clone())
    }

    async fn recalibration(&self, _run: &Run, _model: &str) -> Result<Map, PortError> {
        Ok(self.map.lock().unwrap().clone().unwrap_or_else(|| Map::identity("a test")))
    }

    async fn rescaling(&self, _run: &Run, _model: &str) -> Result<Rescaling, PortError> {
        Ok(self.rescaling.lock().unwrap().clone())
    }

    async fn record(&self, _run: &Run) -> Result<Option<Record>, PortError> {
        Ok(*self.record.lock().unwrap())
    }

    async fn relations(&self, run: &Run, _now: Time) -> Result<Relations, PortError> {
        Ok(Relations::new(run, &self.related.lock().unwrap(), &[]))
    }

    async fn question_costs(&self) -> Result<Spending, PortError> {
        Ok(*self.fleet.lock().unwrap())
    }

    async fn valuations(&self, _run: RunId) -> Result<Vec<Valuation>, PortError> {
        Ok(self.valued.lock().unwrap().clone())
    }

    async fn turns(&self, _run: &Run, _round: u32) -> Result<u32, PortError> {
        Ok(*self.turns.lock().unwrap())
    }

    async fn costs(&self, _run: RunId) -> Result<Vec<AgentCost>, PortError> {
        let (agent, model) = ("researcher".into(), "m".into());
        Ok(vec![AgentCost { agent, model, calls: 7, cost: MicroUsd(70), input_tokens: 700, output_tokens: 77 }])
    }
}
