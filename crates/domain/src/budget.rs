//! Budgets and their scopes.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::{JobId, MicroUsd, RunId, Tenant};

/// The scope of a limit. Its `key` is the row in Postgres and the field in Redis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct BudgetScope(String);

/// Maximum length of a scope in bytes: an agent with two jobs.
const MAX_SCOPE_BYTES: usize = 200;

impl TryFrom<String> for BudgetScope {
    type Error = &'static str;

    fn try_from(key: String) -> Result<Self, Self::Error> {
        let is_kind = key == "call" || ["tenant:", "run:", "agent:", "task:"].iter().any(|kind| key.starts_with(kind));
        let is_plain = key.len() <= MAX_SCOPE_BYTES && key.bytes().all(|byte| byte.is_ascii_graphic());
        if is_kind && is_plain { Ok(Self(key)) } else { Err("not the scope of a budget") }
    }
}

impl BudgetScope {
    /// One tenant and UTC day, for example `tenant:default:2026-11-22`.
    pub fn tenant_day(tenant: &Tenant, day: chrono::NaiveDate) -> Self {
        Self(format!("tenant:{tenant}:{day}"))
    }

    /// One whole run.
    pub fn run(run: RunId) -> Self {
        Self(format!("run:{run}"))
    }

    /// All work of one agent for an event, over the rounds of its run: `agent:researcher:<job of the event>`.
    pub fn agent(agent: &str, root: JobId) -> Self {
        Self(format!("agent:{agent}:{root}"))
    }

    /// One agent's work in one round of a run, from 1: `agent:researcher:<job of the event>:r2`.
    pub fn agent_round(agent: &str, root: JobId, round: u32) -> Self {
        Self(format!("agent:{agent}:{root}:r{round}"))
    }

    /// One agent's work on one task outside of runs: `agent:researcher:<job of the event>:<job of the task>`.
    pub fn agent_task(agent: &str, root: JobId, task: JobId) -> Self {
        Self(format!("agent:{agent}:{root}:{task}"))
    }

    /// Every single call. Amounts do not accumulate in this scope, so it has no ledger row: a call whose maximum
    /// exceeds the limit is refused regardless of the other budgets.
    pub fn call() -> Self {
        Self("call".to_owned())
    }

    /// The scope of one task.
    pub fn task(job: JobId) -> Self {
        Self(format!("task:{job}"))
    }

    /// Returns the key.
    pub fn key(&self) -> &str {
        &self.0
    }
}

/// Returns the kind of a scope: `call`, `run`, `agent`, `task` or `tenant`.
pub fn kind(key: &str) -> &str {
    key.split(':').next().unwrap_or_default()
}

/// Names a kind of budget for people; an unknown kind is returned as it is.
pub fn describe_kind(kind: &str) -> &str {
    match kind {
        "call" => "limit of a single call",
        "run" => "budget of a run",
        "agent" => "a worker's part of an event",
        "task" => "budget of a task",
        "tenant" => "budget of the day",
        _ => kind,
    }
}

/// Returns the tenant and the day in the key of [`BudgetScope::tenant_day`].
pub fn tenant_and_day(key: &str) -> Option<(&str, &str)> {
    key.strip_prefix("tenant:")?.rsplit_once(':')
}

/// Returns a readable owner for a scope key: `run`, `researcher`, `researcher, round 2`, `tenant and day`, `task`,
/// `each call`.
pub fn whose(key: &str) -> Cow<'_, str> {
    let mut parts = key.split(':');
    match (parts.next(), parts.next(), parts.nth(1)) {
        (Some("agent"), Some(agent), part) => match part.and_then(round) {
            Some(round) => Cow::Owned(format!("{agent}, round {round}")),
            None => Cow::Borrowed(agent),
        },
        (Some("tenant"), ..) => Cow::Borrowed("tenant and day"),
        (Some("call"), None, _) => Cow::Borrowed("each call"),
        (kind, ..) => Cow::Borrowed(kind.unwrap_or_default()),
    }
}

/// Returns the round that the last part of a scope key names: 2 for `r2`.
fn round(part: &str) -> Option<u32> {
    part.strip_prefix('r')?.parse().ok()
}

/// A spending limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The scope that the limit applies to.
    pub scope: BudgetScope,
    /// Maximum of reserved and settled amounts together.
    pub limit: MicroUsd,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_its_owner() {
        let job = JobId::named(&["j"]);
        let day = BudgetScope::tenant_day(&Tenant::default(), chrono::NaiveDate::MIN);
        let agent = [
            BudgetScope::agent("filter", job),
            BudgetScope::agent_round("filter", job, 2),
            BudgetScope::agent_task("filter", job, job),
        ];
        let others = [BudgetScope::run(RunId::for_event(job)), day, BudgetScope::task(job), BudgetScope::call()];
        let owners: Vec<_> = agent.iter().chain(&others).map(|scope| whose(scope.key())).collect();
        let kinds: Vec<_> = agent.iter().chain(&others).map(|scope| kind(scope.key())).collect();
        assert_eq!(kinds, ["agent", "agent", "agent", "run", "tenant", "task", "call"]);
        assert!(kinds.iter().all(|kind| describe_kind(kind) != *kind), "each kind has words");
        assert_eq!(owners, ["filter", "filter, round 2", "filter", "run", "tenant and day", "task", "each call"]);
    }

    #[test]
    fn the_tenant_and_the_day_are_read_from_the_key() {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 22).unwrap();
        let scope = BudgetScope::tenant_day(&Tenant::parse("acme").unwrap(), day);
        assert_eq!(tenant_and_day(scope.key()), Some(("acme", "2026-11-22")));
        assert_eq!(tenant_and_day(BudgetScope::call().key()), None);
    }

    #[test]
    fn rounds_and_tasks_have_scopes_of_their_own() {
        let (root, task) = (JobId::named(&["event"]), JobId::named(&["task"]));
        let scopes = [
            BudgetScope::agent("researcher", root),
            BudgetScope::agent_round("researcher", root, 1),
            BudgetScope::agent_round("researcher", root, 2),
            BudgetScope::agent_task("researcher", root, task),
        ];
        let keys: std::collections::BTreeSet<&str> = scopes.iter().map(BudgetScope::key).collect();
        assert_eq!(keys.len(), scopes.len());
        assert_eq!(scopes[0].key(), format!("agent:researcher:{root}"), "the key of older versions");
        assert_eq!(scopes[2].key(), format!("agent:researcher:{root}:r2"));
    }
}
