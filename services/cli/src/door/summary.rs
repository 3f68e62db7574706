//! The summary, spending, costs of earlier events, models of the workers, and the list of reports through the door.

use operations::costs::CostHistory;
use operations::fleet::WorkerModelItem;
use operations::reports::ReportItem;
use operations::spend::Spending;
use operations::summary::{Summary, SummaryQuery};
use operations::{Page, PageQuery};

use super::{Door, DoorError};

impl Door {
    /// Returns what became of the tenant's events of the last days, and what they cost.
    pub(crate) async fn summary(&self, query: &SummaryQuery) -> Result<Summary, DoorError> {
        self.get(&["v1", "summary"], query).await
    }

    /// Returns the tenant's spending.
    pub(crate) async fn spending(&self) -> Result<Spending, DoorError> {
        self.get(&["v1", "spend"], &()).await
    }

    /// Returns the models of the fleet's workers.
    pub(crate) async fn worker_models(&self) -> Result<Vec<WorkerModelItem>, DoorError> {
        self.get(&["v1", "models"], &()).await
    }

    /// Returns the costs of the tenant's earlier events.
    pub(crate) async fn cost_history(&self) -> Result<CostHistory, DoorError> {
        self.get(&["v1", "cost-history"], &()).await
    }

    /// Returns the newest reports of the tenant.
    pub(crate) async fn reports(&self, limit: u32) -> Result<Vec<ReportItem>, DoorError> {
        let query = PageQuery { limit: Some(limit), cursor: None };
        Ok(self.get::<Page<ReportItem>>(&["v1", "reports"], &query).await?.items)
    }
}
