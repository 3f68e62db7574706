//! Numbers of deleted rows.

/// Numbers of deleted rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Inbox rows with an outcome.
    pub inbox: u64,
    /// Outbox rows that are no longer watched.
    pub outbox: u64,
    /// Values of memoised steps.
    pub steps: u64,
    /// Instances whose lease expired long ago.
    pub instances: u64,
    /// Records that a job used a page or an answer.
    pub uses: u64,
    /// Pages and service answers that no job references any more.
    pub pages: u64,
    /// Stops of runs that have begun, or that can no longer begin.
    pub stops: u64,
    /// Idempotency keys of the gateway.
    pub request_keys: u64,
    /// MCP sessions and tasks, and records of what their clients were shown.
    pub mcp_sessions: u64,
    /// Dead-lettered decisions of rounds that have been decided or have ended.
    pub dead_decisions: u64,
    /// Queued calls of the batch endpoints, and batches.
    pub batches: u64,
    /// Decided results of macros and reviewed forecasts, with their decisions and sessions.
    pub reviews: u64,
    /// Deliveries of webhooks that succeeded or failed for good.
    pub deliveries: u64,
    /// Registrations of consumers that no worker has renewed.
    pub consumers: u64,
    /// Number of dead letters.
    pub dead_letters: u64,
    /// Redrives that have ended, and their letters.
    pub redrives: u64,
    /// Groups of quiet events.
    pub verdict_groups: u64,
    /// Events, with their results, evidence and audit entries.
    pub events: u64,
    /// Budgets of calls that have ended.
    pub budgets: u64,
    /// Model calls that have ended.
    pub calls: u64,
    /// Notes that no longer hold.
    pub notes: u64,
    /// Runs that have ended, with their questions, answers, valuations and forecasts.
    pub runs: u64,
    /// Versions of research that no longer hold.
    pub research: u64,
    /// Reports. Their files in the object store stay.
    pub reports: u64,
}
