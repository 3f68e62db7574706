//! Budgets and their scopes.

use serde::{Deserialize, Serialize};

use crate::{JobId, MicroUsd, RunId, Tenant};

/// The scope of a limit. Its `key` is the row in Postgres and the field in Redis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scope(String);

impl Scope {
    /// One tenant and UTC day, for example `tenant:default:2026-11-22`.
    pub fn tenant_day(tenant: &Tenant, day: chrono::NaiveDate) -> Self {
        Self(format!("tenant:{tenant}:{day}"))
    }

    /// One whole run.
    pub fn run(run: RunId) -> Self {
        Self(format!("run:{run}"))
    }

    /// One agent's share of a run, or of a task outside a run: `agent:researcher:<job of the event>`.
    pub fn agent(agent: &str, root: JobId) -> Self {
        Self(format!("agent:{agent}:{root}"))
    }

    /// Every single call. Amounts do not accumulate in this scope, so it has no ledger row: a call whose maximum exceeds the limit is
    /// refused regardless of the other budgets.
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

/// Returns a readable owner for a scope key: `run`, `researcher`, `tenant and day`, `task`, `each call`.
pub fn whose(key: &str) -> &str {
    let mut parts = key.split(':');
    match (parts.next(), parts.next()) {
        (Some("agent"), Some(agent)) => agent,
        (Some("tenant"), _) => "tenant and day",
        (Some("call"), None) => "each call",
        (kind, _) => kind.unwrap_or_default(),
    }
}

/// A spending limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The scope that the limit applies to.
    pub scope: Scope,
    /// Maximum of reserved and settled amounts together.
    pub limit: MicroUsd,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_says_whose_it_is() {
        let job = JobId::named(&["j"]);
        let day = Scope::tenant_day(&Tenant::default(), chrono::NaiveDate::MIN);
        let scopes =
            [Scope::run(RunId::for_event(job)), Scope::agent("filter", job), day, Scope::task(job), Scope::call()];
        let told: Vec<&str> = scopes.iter().map(|scope| whose(scope.key())).collect();
        assert_eq!(told, ["run", "filter", "tenant and day", "task", "each call"]);
    }
}
