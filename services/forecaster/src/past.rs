//! What the fleet knows from before: what like questions came to, what our probabilities have meant, what rounds were worth and
//! what questions did cost. A trait, so that a decision's test needs no server.
//!
//! I/O: asks the store on the handlers' behalf.

use std::future::Future;

use domain::forecast::{AgentCost, BaseRate, Valuation};
use domain::port::PortError;
use domain::{Run, RunId, Scope};
use forecasting::calibration::Map;
use forecasting::history::Spent;
use store::{Accounts, Store, Valued};

use crate::once::once;

/// Answers about the past, as it was known when the run was asked for.
pub trait Past: Send + Sync + 'static {
    /// Counted cases of questions like this one; none where nothing was counted. Every estimate starts from them.
    fn base_rates(&self, run: &Run) -> impl Future<Output = Result<Vec<BaseRate>, PortError>> + Send;

    /// The map that this run's probability goes through before it is stated, for estimates of this model; the identity, with its
    /// reason, where outcomes do not bear another.
    fn recalibration(&self, run: &Run, model: &str) -> impl Future<Output = Result<Map, PortError>> + Send;

    /// What the newest runs' questions did cost.
    fn question_costs(&self) -> impl Future<Output = Result<Spent, PortError>> + Send;

    /// What the run's earlier rounds were worth.
    fn valuations(&self, run: RunId) -> impl Future<Output = Result<Vec<Valuation>, PortError>> + Send;

    /// Questions that the forecaster's model was asked for the run before this round was decided, each time it was asked.
    fn turns(&self, run: &Run, round: u32) -> impl Future<Output = Result<u32, PortError>> + Send;

    /// Who has spent what in the run.
    fn costs(&self, run: RunId) -> impl Future<Output = Result<Vec<AgentCost>, PortError>> + Send;
}

impl Past for Store {
    async fn base_rates(&self, run: &Run) -> Result<Vec<BaseRate>, PortError> {
        once(self, run, "base rates", async || crate::history::base_rates(self, run).await).await
    }

    async fn recalibration(&self, run: &Run, model: &str) -> Result<Map, PortError> {
        crate::recalibration::of(self, run, model).await
    }

    async fn question_costs(&self) -> Result<Spent, PortError> {
        let (amount, questions) = Valued::question_costs(self).await?;
        Ok(Spent { amount, questions })
    }

    async fn valuations(&self, run: RunId) -> Result<Vec<Valuation>, PortError> {
        Valued::valuations(self, run).await
    }

    async fn turns(&self, run: &Run, round: u32) -> Result<u32, PortError> {
        // Once a round: a repetition after a crash would count what the first try has asked.
        let so_far = async || Valued::turns(self, run.id, "forecaster").await;
        once(self, run, &format!("turns before round {round} is decided"), so_far).await
    }

    async fn costs(&self, run: RunId) -> Result<Vec<AgentCost>, PortError> {
        Ok(self.account(&Scope::run(run)).await?.into_iter().map(AgentCost::from).collect())
    }
}
