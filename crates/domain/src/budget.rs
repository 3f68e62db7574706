//! Who may spend how much.

use serde::{Deserialize, Serialize};

use crate::{JobId, MicroUsd, RunId, Tenant};

/// What a limit applies to. Its `key` is the row in Postgres and the field in Redis.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scope(String);

impl Scope {
    /// A tenant's day, UTC, e.g. `tenant:default:2026-11-22`.
    pub fn tenant_day(tenant: &Tenant, day: chrono::NaiveDate) -> Self {
        Self(format!("tenant:{tenant}:{day}"))
    }

    /// A whole run.
    pub fn run(run: RunId) -> Self {
        Self(format!("run:{run}"))
    }

    /// One agent's share of a run, or of a task that belongs to none: `agent:researcher:<job of the event>`.
    pub fn agent(agent: &str, root: JobId) -> Self {
        Self(format!("agent:{agent}:{root}"))
    }

    /// Every single call. Nothing adds up under it, so it is no row of the ledger: a call whose maximum exceeds the limit is not
    /// made, whatever is left elsewhere.
    pub fn call() -> Self {
        Self("call".to_owned())
    }

    /// One task.
    pub fn task(job: JobId) -> Self {
        Self(format!("task:{job}"))
    }

    /// The key.
    pub fn key(&self) -> &str {
        &self.0
    }
}

/// Whose budget a scope's key names, for a person: `run`, `researcher`, `tenant and day`, `task`, `each call`.
pub fn whose(key: &str) -> &str {
    let mut parts = key.split(':');
    match (parts.next(), parts.next()) {
        (Some("agent"), Some(agent)) => agent,
        (Some("tenant"), _) => "tenant and day",
        (Some("call"), None) => "each call",
        (kind, _) => kind.unwrap_or_default(),
    }
}

/// A scope with its limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// What it applies to.
    pub scope: Scope,
    /// Dollars at most, reserved and settled together.
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
            [Scope::run(RunId::of_event(job)), Scope::agent("filter", job), day, Scope::task(job), Scope::call()];
        let told: Vec<&str> = scopes.iter().map(|scope| whose(scope.key())).collect();
        assert_eq!(told, ["run", "filter", "tenant and day", "task", "each call"]);
    }
}
