//! The tenant's spending.

use domain::access::AccessScope::Read;
use serde::{Deserialize, Serialize};
use store::ledger::{AgentTotal, DayBudget};
use utoipa::ToSchema;

use crate::{Context, OperationError};

/// Days of spending that are listed.
const DAYS: u32 = 31;

/// Spending of one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DaySpending {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// Limit in micro-dollars.
    pub limit_micro_usd: u64,
    /// Reserved and settled amounts in micro-dollars.
    pub committed_micro_usd: u64,
}

/// Spending of a tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Spending {
    /// The last days, newest first.
    pub days: Vec<DaySpending>,
    /// Calls of today by worker and model.
    #[schema(value_type = Vec<Object>)]
    pub today: Vec<AgentTotal>,
}

/// Returns the tenant's spending: `days` with limits and amounts, newest first, and the calls of `today` by worker and
/// model.
///
/// # Errors
/// Postgres is unavailable.
pub async fn show(cx: Context<'_>) -> Result<Spending, OperationError> {
    cx.require(Read)?;
    let (store, tenant) = (cx.store(), cx.tenant());
    let days: Vec<DaySpending> = store.ledger().days(tenant, DAYS).await?.into_iter().map(DaySpending::from).collect();
    let today = domain::BudgetScope::tenant_day(tenant, cx.now().date_naive());
    let today = store.ledger().totals(Some(&[today.key()])).await?;
    Ok(Spending { days, today })
}

impl From<DayBudget> for DaySpending {
    fn from(day: DayBudget) -> Self {
        Self { day: day.day().to_owned(), limit_micro_usd: day.limit.0, committed_micro_usd: day.committed.0 }
    }
}
