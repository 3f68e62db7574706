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

    /// One task.
    pub fn task(job: JobId) -> Self {
        Self(format!("task:{job}"))
    }

    /// The key.
    pub fn key(&self) -> &str {
        &self.0
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
