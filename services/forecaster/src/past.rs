//! Knowledge from earlier runs: base rates of similar questions, recalibration, values of rounds and costs of
//! questions. A trait, so that decisions are tested without a server.
//!
//! I/O: reads the store for the handlers.

use std::future::Future;

use chrono::TimeDelta;
use domain::forecast::{AgentCost, BaseRate, Valuation};
use domain::port::{Journal, PortError, StepKey};
use domain::{BudgetScope, JobId, Run, RunId, Time};
use forecasting::calibration::Map;
use forecasting::kinds::rescale::Rescaling;
use forecasting::price::Record;
use forecasting::question_cost::Spending;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::forecasts::FamilyQuery;
use store::{Accounts, Store, ValuationHistory};

use crate::coherence::{self, Relations};

/// Reads what was known when the run was asked for.
pub trait Past: Send + Sync + 'static {
    /// Returns the counted base rates of similar questions; empty if none was counted. Every estimate starts from them.
    fn base_rates(&self, run: &Run) -> impl Future<Output = Result<Vec<BaseRate>, PortError>> + Send;

    /// Returns the recalibration map for estimates of this model; the identity, with the reason, if outcomes justify no
    /// other.
    fn recalibration(&self, run: &Run, model: &str) -> impl Future<Output = Result<Map, PortError>> + Send;

    /// Returns the rescaling of an option, a number or a time for estimates of this model.
    fn rescaling(&self, run: &Run, model: &str) -> impl Future<Output = Result<Rescaling, PortError>> + Send;

    /// Returns the own record beside market prices on questions of the run's topic; `None` without a price or without a
    /// resolved question.
    fn record(&self, run: &Run) -> impl Future<Output = Result<Option<Record>, PortError>> + Send;

    /// Returns what forecasts of related questions say about that of the run: open questions that differ from the run's
    /// only in deadline or limit, and the other options of the event of which the run's question asks about one.
    fn relations(&self, run: &Run, now: Time) -> impl Future<Output = Result<Relations, PortError>> + Send;

    /// Returns the cost of the newest runs' questions.
    fn question_costs(&self) -> impl Future<Output = Result<Spending, PortError>> + Send;

    /// Returns the valuations of the run's earlier rounds.
    fn valuations(&self, run: RunId) -> impl Future<Output = Result<Vec<Valuation>, PortError>> + Send;

    /// Returns the number of model calls that the forecaster made for the run before this round was decided,
    /// repetitions included.
    fn turns(&self, run: &Run, round: u32) -> impl Future<Output = Result<u32, PortError>> + Send;

    /// Returns the cost of the run by agent and model.
    fn costs(&self, run: RunId) -> impl Future<Output = Result<Vec<AgentCost>, PortError>> + Send;
}

impl Past for Store {
    async fn base_rates(&self, run: &Run) -> Result<Vec<BaseRate>, PortError> {
        let outcomes = self.outcomes();
        memoize(&self.journal(), run, "base rates", async || crate::history::base_rates(&outcomes, run).await).await
    }

    async fn recalibration(&self, run: &Run, model: &str) -> Result<Map, PortError> {
        crate::recalibration::map_for(self, run, model).await
    }

    async fn rescaling(&self, run: &Run, model: &str) -> Result<Rescaling, PortError> {
        crate::recalibration::rescaling_for(self, run, model).await
    }

    async fn record(&self, run: &Run) -> Result<Option<Record>, PortError> {
        crate::record::record_for(self, run).await
    }

    async fn relations(&self, run: &Run, now: Time) -> Result<Relations, PortError> {
        let Some(reading) = &run.reading else { return Ok(Relations::default()) };
        // A run as of a past day must not know what was forecast later.
        if run.asked.config.as_of.is_some() {
            return Ok(Relations::default());
        }
        let since = now - TimeDelta::days(coherence::MAX_AGE_DAYS);
        let (journal, forecasts) = (self.journal(), self.forecasts());
        let query = FamilyQuery { run, since, now, limit: coherence::MAX_RELATED };
        let family = match &reading.family {
            Some(_) => memoize(&journal, run, "related forecasts", async || forecasts.family(query).await).await?,
            None => Vec::new(),
        };
        let options = match &reading.event_option {
            Some(_) => memoize(&journal, run, "other options", async || forecasts.options(query).await).await?,
            None => Vec::new(),
        };
        Ok(Relations::new(run, &family, &options))
    }

    async fn question_costs(&self) -> Result<Spending, PortError> {
        let (amount, questions) = self.forecasts().question_costs().await?;
        Ok(Spending { amount, questions })
    }

    async fn valuations(&self, run: RunId) -> Result<Vec<Valuation>, PortError> {
        self.forecasts().valuations(run).await
    }

    async fn turns(&self, run: &Run, round: u32) -> Result<u32, PortError> {
        // Counted once per round: a repetition after a crash would include the calls of the first attempt.
        let count = async || self.forecasts().turns(run.id, "forecaster").await;
        memoize(&self.journal(), run, &format!("turns before round {round} is decided"), count).await
    }

    async fn costs(&self, run: RunId) -> Result<Vec<AgentCost>, PortError> {
        Ok(self.ledger().account(&BudgetScope::run(run)).await?.into_iter().map(AgentCost::from).collect())
    }
}

/// Returns the stored value of `what`, or finds and stores it as a step of the run: later rounds, a repetition after a
/// crash and a replay from a bundle use the same value.
pub(crate) async fn memoize<T, F>(journal: &impl Journal, run: &Run, what: &str, find: F) -> Result<T, PortError>
where
    T: Serialize + DeserializeOwned,
    F: AsyncFnOnce() -> Result<T, PortError>,
{
    let step = StepKey::new(JobId(run.id.0), what, &[]);
    if let Some(known) = journal.load_step(&step).await?.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return Ok(known);
    }
    let found = find().await?;
    let Ok(bytes) = serde_json::to_vec(&found) else { return Ok(found) };
    let stands = journal.store_step(&step, bytes).await?;
    Ok(serde_json::from_slice(&stands).unwrap_or(found))
}
