//! The summary, costs of earlier events, and the list of reports through the door.

use operations::costs::CostHistory;
use operations::reports::ReportItem;
use operations::summary::{Summary, SummaryQuery};
use operations::{Page, PageQuery};

use super::{Door, DoorError};

impl Door {
    /// Returns what became of the tenant's events of the last days, and what they cost.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn summary(&self, query: &SummaryQuery) -> Result<Summary, DoorError> {
        self.get(&["v1", "summary"], query).await
    }

    /// Returns the costs of the tenant's earlier events.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn cost_history(&self) -> Result<CostHistory, DoorError> {
        self.get(&["v1", "cost-history"], &()).await
    }

    /// Returns the newest reports of the tenant.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn reports(&self, limit: u32) -> Result<Vec<ReportItem>, DoorError> {
        let query = PageQuery { limit: Some(limit), cursor: None };
        Ok(self.get::<Page<ReportItem>>(&["v1", "reports"], &query).await?.items)
    }
}
