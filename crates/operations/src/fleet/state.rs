//! The state of the fleet as callers see it. Contains numbers, names of tenants and reasons; no payloads.

use std::collections::BTreeMap;

use domain::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::FleetFault;

/// The state of the fleet, which the work of all tenants shares.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FleetState {
    /// Time of the state.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// The state in one sentence: the worst fault, or that the workers keep up.
    pub summary: String,
    /// The five workers in the order in which an event passes them.
    pub workers: Vec<WorkerState>,
    /// Starts of processes and changes of settings within the last hour, newest first.
    pub changes: Vec<FleetChange>,
    /// What is wrong, the worst first, by the names of the runbooks.
    pub faults: Vec<FleetFault>,
    /// Why jobs wait, those with the most jobs first.
    pub waiting: Vec<WaitingWork>,
    /// Tenants whose work is held back by a limit or by a budget.
    pub limited: Vec<LimitedTenant>,
    /// Results of all tenants that wait for a person.
    pub reviews: FleetReviews,
    /// Budgets of all tenants for today (UTC).
    pub budget: FleetBudget,
    /// Messages that are stored and that the streams have not confirmed.
    pub unsent: u64,
    /// Answers of the last 24 hours that were made without a reply of a model, by what they lack.
    pub degraded: BTreeMap<String, u64>,
    /// `false` if nats-server did not answer; what waits in the streams is then unknown.
    pub has_streams: bool,
}

/// The state of a worker: all its replicas and consumers together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WorkerState {
    /// Name of the worker.
    pub worker: String,
    /// Processes whose leases are valid.
    pub replicas: u64,
    /// Messages that no replica has received; absent if nats-server did not answer.
    pub pending: Option<u64>,
    /// Jobs in progress.
    pub in_flight: u64,
    /// Jobs that were put off and are delivered again later.
    pub put_off: u64,
    /// Age in seconds of the oldest message without an outcome.
    pub oldest_seconds: Option<u64>,
    /// Jobs that ended within the last five minutes, per minute.
    pub per_minute: f64,
    /// Median of the seconds from the first start of a job to its outcome.
    pub median_seconds: Option<f64>,
    /// 95th percentile of these seconds.
    pub p95_seconds: Option<f64>,
    /// Transient failures of the last hour.
    pub failures: u64,
    /// Dead letters of the last hour that were not redriven.
    pub dead_letters: u64,
    /// Answers of the last 24 hours that the worker made without a reply of a model.
    pub degraded: u64,
    /// Jobs that ended in each of the last 60 minutes, the oldest minute first.
    pub by_minute: Vec<u64>,
    /// State of each JetStream consumer of the worker.
    pub consumers: Vec<ConsumerState>,
}

/// The state of a consumer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConsumerState {
    /// Name of the consumer.
    pub consumer: String,
    /// Messages that no replica has received.
    pub pending: Option<u64>,
    /// Messages that a replica has received and not acknowledged.
    pub unacknowledged: Option<u64>,
    /// `false` if nats-server answers and does not have the consumer.
    pub exists: bool,
    /// Age in seconds of the oldest message without an outcome.
    pub oldest_seconds: Option<u64>,
    /// Jobs that ended within the last ten minutes.
    pub ended_recently: u64,
}

/// Processes of a worker that started together, or a change of its settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FleetChange {
    /// Time of the change; of the newest start if several processes started.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Name of the worker.
    pub worker: String,
    /// The settings or the process that changed.
    pub kind: FleetChangeKind,
    /// Number of processes that started within a minute; 0 for a change of settings.
    pub processes: u64,
}

/// What changed in a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FleetChangeKind {
    /// Processes of the worker started: a deployment, or a restart.
    Started,
    /// The model of the worker, its limits or its price changed.
    Settings,
}

/// Jobs that wait for one reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WaitingWork {
    /// Consumer of the jobs.
    pub consumer: String,
    /// Why they were handed back the last time.
    pub reason: String,
    /// Number of jobs.
    pub jobs: u64,
    /// First start of the oldest.
    #[schema(value_type = String, format = DateTime)]
    pub since: Time,
    /// The time at which the next of them is tried again; absent if the stream delivers them by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<Time>,
}

/// A tenant whose work is held back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LimitedTenant {
    /// Name of the tenant.
    pub tenant: String,
    /// Jobs in progress.
    pub in_flight: u64,
    /// Deliveries above a limit, at most.
    pub held_back: u64,
    /// Consumers at which `AUSPEX_TENANT_RATE` holds jobs back.
    pub by_rate: Vec<String>,
    /// Consumers at which `AUSPEX_TENANT_IN_FLIGHT` holds jobs back.
    pub by_in_flight: Vec<String>,
    /// Less than 1 % of its budget of the day is left.
    pub budget_used: bool,
}

/// Results that wait for a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FleetReviews {
    /// Number of results, up to 1,000.
    pub results: u64,
    /// Creation of the oldest.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub oldest_at: Option<Time>,
}

/// Budgets of tenants for one day, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FleetBudget {
    /// Tenants that have called a model on this day.
    pub tenants: u64,
    /// Sum of their limits in micro-dollars.
    pub limit_micro_usd: u64,
    /// Reserved and settled amounts in micro-dollars.
    pub committed_micro_usd: u64,
    /// Tenants that have used up their budgets.
    pub used_up: u64,
}
