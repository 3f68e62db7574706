//! What became of the tenant's events, and what they cost.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, NaiveTime};
use domain::access::AccessScope::Read;
use domain::{BudgetScope, MicroUsd, Tenant, Time};
use serde::{Deserialize, Serialize};
use store::audit::ActionCount;
use store::events::EventCount;
use store::ledger::{AgentTotal, DayRefusals};
use store::results::{DegradedAnswers, ResultCount};
use store::{CountScope, Store};
use utoipa::{IntoParams, ToSchema};

use crate::spend::DaySpending;
use crate::{Context, OperationError};

/// Days of a summary if the query names none.
const DEFAULT_DAYS: u32 = 7;
/// Maximum days of a summary.
pub const MAX_DAYS: u32 = 31;

/// Selects the days of a summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct SummaryQuery {
    /// Number of days in UTC, today included, 1 to 31; 7 if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 31)]
    #[param(minimum = 1, maximum = 31)]
    pub days: Option<u32>,
}

/// Counts of events, results and calls.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// Beginning of the first day; absent if everything is counted.
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Time>,
    /// Events by kind.
    pub kinds: Vec<KindCount>,
    /// Results by kind.
    pub results: Vec<ResultKindCount>,
    /// Number of research results made by research.
    pub researched: u64,
    /// Number of research results answered from memory.
    pub from_cache: u64,
    /// Degraded answers of the last 24 hours.
    pub degraded: DegradedCount,
    /// Number of messages that were dead-lettered and not redriven.
    pub dead: u64,
    /// Micro-dollars of model calls, those in progress at their maximum.
    pub cost_micro_usd: u64,
    /// The part of `cost_micro_usd` that calls in progress reserve.
    pub reserved_micro_usd: u64,
    /// Calls by worker and model, highest cost first.
    pub agents: Vec<AgentCostItem>,
    /// Calls that budgets refused, highest amount first.
    #[serde(default)]
    pub refusals: Vec<RefusalCount>,
    /// Limit and spending of today; absent before the first call of the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<DaySpending>,
}

/// Counts of the events of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KindCount {
    /// Kind of the events, as in the subject.
    pub kind: String,
    /// Number of events.
    pub events: u64,
    /// Events classified as interesting.
    pub interesting: u64,
    /// Events that started a run.
    pub runs: u64,
    /// Events with a result.
    pub answered: u64,
    /// Events whose own job was dead-lettered and not redriven.
    pub dead: u64,
    /// Events that are neither answered nor dead-lettered.
    pub open: u64,
}

/// Number of the results of one kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ResultKindCount {
    /// Kind of the results, e.g. `research` or `forecast`.
    pub kind: String,
    /// Number of results.
    pub results: u64,
}

/// Answers that were made without a reply of the model that they need, among the newest 1,000 of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DegradedCount {
    /// Number of answers considered.
    pub answers: u64,
    /// Number of those that lack a reply.
    pub degraded: u64,
    /// Number by what they lack. An answer may lack several replies.
    pub reasons: BTreeMap<String, u64>,
}

/// Calls of one worker with one model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AgentCostItem {
    /// Name of the worker.
    pub agent: String,
    /// Name of the model.
    pub model: String,
    /// Number of calls.
    pub calls: u64,
    /// Micro-dollars charged, calls in progress at their maximum.
    pub cost_micro_usd: u64,
}

/// Calls of one worker that one kind of budget refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RefusalCount {
    /// Name of the worker.
    pub agent: String,
    /// The budget that had too little left: `call`, `run`, `agent`, `task` or `tenant`.
    pub budget: String,
    /// Number of refusals; a call that is asked for again and refused again counts again.
    pub calls: u64,
    /// Sum of the lowest amounts that the calls could have had to reserve, in micro-dollars.
    pub amount_micro_usd: u64,
}

/// Returns counts of the tenant's events, results and calls of the last days, and the limit of today.
///
/// # Errors
/// The number of days is out of range, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, query: &SummaryQuery) -> Result<Summary, OperationError> {
    cx.require(Read)?;
    let days = query.days.unwrap_or(DEFAULT_DAYS);
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(OperationError::invalid("days", format!("must be 1 to {MAX_DAYS}")));
    }
    let (store, tenant, today) = (cx.store(), cx.tenant(), cx.now().date_naive());
    let days: Vec<NaiveDate> = (0..u64::from(days)).filter_map(|ago| today.checked_sub_days(Days::new(ago))).collect();
    let since = days.last().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    let scope = CountScope { tenant: Some(tenant.clone()), since };
    let summary = gather(&store, &scope, &scopes(tenant, &days)).await?;
    let mut budgets = store.ledger().days(tenant, 1).await?.into_iter().map(DaySpending::from);
    Ok(Summary { today: budgets.find(|day| day.day == today.to_string()), ..summary })
}

/// Counts what all tenants have in Postgres, for an operator.
///
/// # Errors
/// Postgres is unavailable.
pub async fn of_all_tenants(store: &Store) -> Result<Summary, OperationError> {
    gather(store, &CountScope::default(), &[]).await
}

/// Returns the budgets of a tenant's days.
fn scopes(tenant: &Tenant, days: &[NaiveDate]) -> Vec<BudgetScope> {
    days.iter().map(|day| BudgetScope::tenant_day(tenant, *day)).collect()
}

/// Counts the selected rows, and the calls of these budgets; without budgets all calls.
async fn gather(store: &Store, scope: &CountScope, budgets: &[BudgetScope]) -> Result<Summary, OperationError> {
    let (results, ledger) = (store.results(), store.ledger());
    let (events, audit, letters) = (store.events(), store.audit(), store.dead_letters());
    let keys: Vec<&str> = budgets.iter().map(BudgetScope::key).collect();
    let keys = (!keys.is_empty()).then_some(keys.as_slice());
    let (kinds, kinds_of_results, actions) =
        tokio::try_join!(events.counts(scope), results.counts(scope), audit.counts(scope))?;
    let (degraded, dead, totals, refused) = tokio::try_join!(
        results.degraded(scope.tenant.as_ref()),
        letters.count(scope),
        ledger.totals(keys),
        ledger.refusals(scope)
    )?;
    let from_cache = from_cache(&actions);
    let of_research = kinds_of_results.iter().find(|count| count.kind == "research").map_or(0, |count| count.results);
    let sum = |part: fn(&AgentTotal) -> MicroUsd| totals.iter().map(part).sum::<MicroUsd>().0;
    Ok(Summary {
        since: scope.since,
        kinds: kinds.into_iter().map(KindCount::from).collect(),
        results: kinds_of_results.into_iter().map(ResultKindCount::from).collect(),
        researched: of_research.saturating_sub(from_cache),
        from_cache,
        degraded: degraded.into(),
        dead,
        cost_micro_usd: sum(|total| total.charged),
        reserved_micro_usd: sum(|total| total.reserved),
        agents: totals.into_iter().map(AgentCostItem::from).collect(),
        refusals: refusals(&refused),
        today: None,
    })
}

/// Adds up the refusals of all days by worker and budget, highest amount first.
fn refusals(days: &[DayRefusals]) -> Vec<RefusalCount> {
    let mut sums: BTreeMap<(&str, &str), (u64, u64)> = BTreeMap::new();
    for DayRefusals { agent, budget, calls, amount, .. } in days {
        let (all, sum) = sums.entry((agent, budget)).or_default();
        (*all, *sum) = (all.saturating_add(*calls), sum.saturating_add(amount.0));
    }
    let count = |((agent, budget), (calls, amount_micro_usd)): ((&str, &str), _)| RefusalCount {
        agent: agent.to_owned(),
        budget: budget.to_owned(),
        calls,
        amount_micro_usd,
    };
    let mut counts: Vec<RefusalCount> = sums.into_iter().map(count).collect();
    counts.sort_by_key(|count| std::cmp::Reverse(count.amount_micro_usd));
    counts
}

/// Counts research answered from memory, according to the researcher's audit trail.
fn from_cache(actions: &[ActionCount]) -> u64 {
    actions.iter().filter(|count| count.action == "cached").map(|count| count.from_cache).sum()
}

impl From<EventCount> for KindCount {
    fn from(count: EventCount) -> Self {
        let EventCount { kind, events, interesting, runs, answered, dead, open } = count;
        Self { kind, events, interesting, runs, answered, dead, open }
    }
}

impl From<ResultCount> for ResultKindCount {
    fn from(ResultCount { kind, results }: ResultCount) -> Self {
        Self { kind, results }
    }
}

impl From<DegradedAnswers> for DegradedCount {
    fn from(DegradedAnswers { answers, degraded, reasons }: DegradedAnswers) -> Self {
        Self { answers, degraded, reasons }
    }
}

impl From<AgentTotal> for AgentCostItem {
    fn from(total: AgentTotal) -> Self {
        Self { agent: total.agent, model: total.model, calls: total.calls, cost_micro_usd: total.charged.0 }
    }
}
