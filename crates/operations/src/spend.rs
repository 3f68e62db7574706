//! The tenant's spending.

use chrono::TimeDelta;
use domain::access::AccessScope::Read;
use domain::{MicroUsd, Time};
use serde::{Deserialize, Serialize};
use store::CountScope;
use store::ledger::{AgentDay, AgentTotal, DayBudget, DayRefusals};
use utoipa::ToSchema;

use crate::page::narrower;
use crate::{Context, OperationError};

/// Days of spending that are listed.
const DAYS: u32 = 31;
/// Days of which the calls are added up by worker.
const AGENT_DAYS: i64 = 7;

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
    /// Charges of each worker on each of the last 7 days, newest day first; empty if the calls are too many to be
    /// added up within 2 s.
    #[serde(default)]
    pub agents: Vec<AgentSpending>,
    /// What budgets refused on these days, newest day first, highest amount first.
    #[serde(default)]
    pub refusals: Vec<RefusedAmount>,
}

/// Calls of one worker that one kind of budget refused on one day: they were not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusedAmount {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// The calling worker.
    pub agent: String,
    /// The budget that had too little left: `call` (limit of a single call), `run`, `agent` (a worker's part of an
    /// event), `task`, or `tenant` (the tenant's day).
    pub budget: String,
    /// Number of refusals; a call that is asked for again and refused again counts again.
    pub calls: u64,
    /// Sum of the lowest amounts that the calls could have had to reserve, in micro-dollars.
    pub amount_micro_usd: u64,
    /// Time of the first refusal.
    #[schema(value_type = String, format = DateTime)]
    pub first_at: Time,
    /// Time of the newest refusal.
    #[schema(value_type = String, format = DateTime)]
    pub newest_at: Time,
}

/// Charges of one worker on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AgentSpending {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// The calling worker.
    pub agent: String,
    /// Spent and reserved amounts in micro-dollars.
    pub charged_micro_usd: u64,
}

/// Returns the tenant's spending: `days` with limits and amounts, newest first, the calls of `today` by worker and
/// model, the last days by worker, and what budgets refused.
///
/// # Errors
/// Postgres is unavailable.
pub async fn show(cx: Context<'_>) -> Result<Spending, OperationError> {
    cx.require(Read)?;
    let (store, tenant) = (cx.store(), cx.tenant());
    let days: Vec<DaySpending> = store.ledger().days(tenant, DAYS).await?.into_iter().map(DaySpending::from).collect();
    let today = domain::BudgetScope::tenant_day(tenant, cx.now().date_naive());
    let today = store.ledger().totals(Some(&[today.key()])).await?;
    let since = Some(cx.now() - TimeDelta::days(i64::from(DAYS) - 1));
    let refusals = store.ledger().refusals(&CountScope { tenant: Some(tenant.clone()), since }).await?;
    let refusals = refusals.into_iter().map(RefusedAmount::from).collect();
    Ok(Spending { days, today, agents: agents(cx).await?, refusals })
}

async fn agents(cx: Context<'_>) -> Result<Vec<AgentSpending>, OperationError> {
    let last = cx.now().date_naive();
    let days = (0..AGENT_DAYS).map(|days| last - TimeDelta::days(days));
    let scopes: Vec<_> = days.map(|day| domain::BudgetScope::tenant_day(cx.tenant(), day)).collect();
    let keys: Vec<&str> = scopes.iter().map(domain::BudgetScope::key).collect();
    match cx.store().ledger().by_day(&keys).await {
        Ok(found) => Ok(found.into_iter().map(AgentSpending::from).collect()),
        Err(error) if narrower(&error).is_some() => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

impl From<AgentDay> for AgentSpending {
    fn from(AgentDay { day, agent, charged }: AgentDay) -> Self {
        Self { day, agent, charged_micro_usd: charged.0 }
    }
}

impl From<DayRefusals> for RefusedAmount {
    fn from(
        DayRefusals { day, agent, budget, calls, amount: MicroUsd(amount_micro_usd), first_at, newest_at }: DayRefusals,
    ) -> Self {
        Self { day, agent, budget, calls, amount_micro_usd, first_at, newest_at }
    }
}

impl From<DayBudget> for DaySpending {
    fn from(day: DayBudget) -> Self {
        Self { day: day.day().to_owned(), limit_micro_usd: day.limit.0, committed_micro_usd: day.committed.0 }
    }
}
