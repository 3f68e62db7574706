//! Traits through which the runtime and the workers reach the outside world. The adapter crates implement them.

pub mod embedding;
mod ledger;
mod load;
mod lost;
pub mod memory;
mod park;
mod quiet;
mod step;

use std::future::Future;
use std::time::Duration;

pub use ledger::{
    BatchRequest, BudgetRefusal, CallEnd, CallIntent, Ledger, MAX_UNANSWERED_CALLS, Opened, Queued, Tokens,
};
pub use load::{TenantLimit, TenantLoad};
pub use lost::{Confirmed, Lost, OpenRange, Unconfirmed, Watched};
pub use park::Parking;
pub use quiet::{EncodeGroup, QuietAnswer, QuietBatch, QuietEvent, QuietSettled};
pub use step::StepKey;

use crate::{Effect, JobId, Outgoing, Tenant, Time};

/// An adapter error, classified by what the caller may do about it: retry or not, and count the attempt or not.
#[derive(Debug, thiserror::Error)]
pub enum PortError {
    /// The same call may succeed later, and the job may be the cause: it lost a race, or a service refuses to serve it
    /// now.
    #[error("{what} is not available")]
    Unavailable {
        /// The server or table.
        what: &'static str,
        /// The adapter's error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server itself is unavailable: stopped, restarting, frozen, out of disk or connections. The attempt is not
    /// counted.
    #[error("{what} is not available")]
    Down {
        /// The server or table.
        what: &'static str,
        /// The adapter's error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The stored data has a format of a newer version. This process cannot read it and another replica can, so the
    /// attempt is not counted against the job.
    #[error("{what} has the format of a newer version")]
    Newer {
        /// The table of the privilege.
        what: &'static str,
        /// The adapter's error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The call itself is invalid and will never succeed.
    #[error("{what} refused")]
    Refused {
        /// The refused operation.
        what: String,
        /// The adapter's error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl PortError {
    /// Returns `true` if the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }

    /// Returns `true` if the job is not the cause: the server failed, or this process is too old for the data.
    pub fn is_down(&self) -> bool {
        matches!(self, Self::Down { .. } | Self::Newer { .. })
    }
}

/// One piece of work in the journal, identified by its consumer and its message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Job {
    /// The durable consumer's name.
    pub consumer: &'static str,
    /// The message's id.
    pub id: JobId,
}

/// The journal's decision when a job asks to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// The job may run. The start has been recorded.
    Go {
        /// Transient failures counted so far; 0 on the first start.
        failures: u32,
    },
    /// The job already has an outcome. Acknowledge the message.
    Done,
    /// Another live instance holds the job. Redeliver the message after `retry_after`.
    Held {
        /// Time until the holder's lease can have expired.
        retry_after: Duration,
    },
    /// The job was started at least three times without an outcome, each time by an instance that died, and is judged
    /// to be the cause (ADR 0004). Dead-letter it without running it.
    Poisoned {
        /// Number of starts without an outcome.
        starts: u32,
    },
}

/// The reason for handing a job back without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandBackReason {
    /// The job failed and may succeed later. Counts as an attempt.
    Retry(String),
    /// The job has to wait (rate limit, lease held by another instance). Does not count as an attempt.
    Defer(String),
    /// The worker is shutting down. Does not count as an attempt.
    Shutdown,
}

/// The complete outcome of one job. It is committed in one transaction or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// The job's identity.
    pub job: Job,
    /// Durable writes to apply.
    pub effects: Vec<Effect>,
    /// Messages to publish.
    pub outgoing: Vec<Outgoing>,
    /// The dead letter to store if the job failed for good (its own message is in `outgoing`). Boxed because it is
    /// rare.
    pub dead: Option<Box<DeadLetter>>,
}

/// The journal's answer to a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// The outcome is committed. Contains the messages to publish now; a relay publishes those that a crash leaves
    /// behind.
    New(Vec<Outgoing>),
    /// The job already had an outcome; nothing was written.
    Duplicate,
    /// A fence was stale or the run had advanced; nothing was written. Run the job again: it will read the newer state.
    Stale(String),
}

/// An event that could not be processed, with everything that an operator needs to repair and redrive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Id derived from the job.
    pub id: JobId,
    /// The consumer that dead-lettered the event.
    pub consumer: String,
    /// The job's identity.
    pub job: JobId,
    /// The tenant, or `default` if it could not be decoded.
    pub tenant: Tenant,
    /// The message's subject.
    pub subject: String,
    /// The message's headers in their original order.
    pub headers: Vec<(String, String)>,
    /// The message's bytes, unchanged.
    pub payload: Vec<u8>,
    /// Failure class: one of [`DeadLetter::CLASSES`].
    pub class: String,
    /// The error chain, outermost error first.
    pub errors: Vec<String>,
    /// Number of attempts made.
    pub attempts: u32,
    /// Trace id of the last attempt.
    pub trace_id: String,
    /// Time of the decision to dead-letter.
    pub at: Time,
}

impl DeadLetter {
    /// Failure classes.
    pub const CLASSES: [&str; 4] = ["undecodable", "rejected", "exhausted", "poisoned"];
}

/// Inbox, outbox, attempts and memoised steps: the source of truth about work. Implemented on Postgres in production.
///
/// Every method is idempotent, so every call may be retried.
pub trait Journal: Send + Sync + 'static {
    /// Decides if the job may start, and records the start.
    fn begin(&self, job: &Job) -> impl Future<Output = Result<Begun, PortError>> + Send;

    /// Hands the job back without an outcome. Returns the number of transient failures counted so far.
    fn hand_back(&self, job: &Job, why: &HandBackReason) -> impl Future<Output = Result<u32, PortError>> + Send;

    /// Hands a job back and makes the outbox publish its message again later, in one transaction. Returns true if it
    /// will: the delivery may then be acknowledged. Returns false if the outbox does not hold the message, which then
    /// has to be redelivered; the job is handed back all the same.
    fn park(&self, job: &Job, parking: &Parking) -> impl Future<Output = Result<bool, PortError>> + Send {
        async { self.hand_back(job, &parking.why).await.map(|_| false) }
    }

    /// Writes the inbox row, the effects (fences checked) and the outbox rows in one transaction. Jobs may be committed
    /// in groups; the failure of one job never affects another.
    fn commit(&self, settled: Settled) -> impl Future<Output = Result<Committed, PortError>> + Send;

    /// Writes the verdicts of quiet events, and one message per tenant, in one transaction. A verdict is the inbox
    /// entry of its event: a job is settled either here or by [`Journal::commit`], never by both.
    fn commit_quiet(&self, batch: QuietBatch) -> impl Future<Output = Result<QuietSettled, PortError>> + Send;

    /// Marks outbox rows as confirmed by the stream, with their positions.
    fn sent(&self, confirmed: &[Confirmed]) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Reports rows that [`Journal::unsent`] or [`Journal::unconsumed`] returned and that were not confirmed. Those
    /// that nothing answered may be claimed again within seconds, because the fault is not theirs; those that the
    /// stream refused wait longer each time. Without a report a claim ends by itself.
    fn unconfirmed(&self, rows: &[Unconfirmed]) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Claims and returns outbox rows that have been unconfirmed for `older_than`. The claim keeps two relays from
    /// publishing the same rows, which would be harmless but wasteful. Only rows on `subjects` (exact, or a prefix that
    /// ends in `.`) are returned, because a worker has permission to publish its own subjects only.
    fn unsent(
        &self,
        subjects: &[&'static str],
        older_than: Duration,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Outgoing>, PortError>> + Send;

    /// Registers the (subject, consumer) pairs. A subject may be a prefix that ends in `.`. A message counts as
    /// processed when every registered consumer has an outcome for it, so consumers register before they process their
    /// first message.
    fn register_consumers(
        &self,
        consumers: &[(&'static str, &'static str)],
    ) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns messages that were confirmed at least `older_than` ago, still lack an outcome at one of their consumers,
    /// and are at no position that is open there: JetStream lost them. Publishing them again is harmless.
    fn unconsumed(
        &self,
        consumers: &[Watched],
        older_than: Duration,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Lost>, PortError>> + Send;

    /// Elects this instance for a role, or extends its election by `lease`. Returns `false` while another live instance
    /// is elected.
    fn elect(&self, role: &str, lease: Duration) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Returns true if the redelivery of a consumer's messages was asked for since this start of the server, which has
    /// its own id.
    fn is_server_known(
        &self,
        consumer: &'static str,
        server: &str,
    ) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Records that the redelivery was asked for.
    fn record_server(&self, consumer: &'static str, server: &str)
    -> impl Future<Output = Result<(), PortError>> + Send;

    /// Extends this instance's lease to `lease` from now by the database's clock. The instance holds its jobs as long
    /// as the lease is valid. Returns `false` if the lease had expired, in which case other instances may have taken
    /// over its jobs.
    fn renew_lease(&self, lease: Duration) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// Ends this instance's lease at a clean exit. Jobs that it still holds are free at once, and its end does not
    /// count as a death.
    fn end_lease(&self) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns what this process lacks at the server, such as privileges, with the command that mends it; nothing if it
    /// can work.
    fn lacks(&self) -> impl Future<Output = Result<Option<String>, PortError>> + Send {
        async { Ok(None) }
    }

    /// Replaces what is known about the work of this instance for tenants. Nothing depends on it; an operator reads it.
    fn report_loads(&self, loads: &[TenantLoad]) -> impl Future<Output = Result<(), PortError>> + Send {
        let _ = loads;
        async { Ok(()) }
    }

    /// Returns the memoised value of a step.
    fn load_step(&self, step: &StepKey) -> impl Future<Output = Result<Option<Vec<u8>>, PortError>> + Send;

    /// Memoises a step's value in its own short transaction. The first stored value wins and is returned.
    fn store_step(&self, step: &StepKey, value: Vec<u8>) -> impl Future<Output = Result<Vec<u8>, PortError>> + Send;
}

/// A boxed future of a port that is used as a trait object.
pub type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Cool-downs and turns of external hosts and services, shared by all replicas where a shared store is reachable. The
/// calls never fail: without the store each process decides by what it knows itself.
pub trait CoolDowns: Send + Sync + 'static {
    /// Returns the remaining cool-down of `name`, or `None` if it may be called.
    fn cooling<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Option<Duration>>;

    /// Starts a cool-down of `name`. A longer one that is running stays.
    fn cool_down<'a>(&'a self, name: &'a str, wait: Duration) -> BoxFuture<'a, ()>;

    /// Takes the next turn at `name`. Returns `None` if the caller has it and no other caller gets one for `spacing`,
    /// else the wait before the caller should try again.
    fn take_turn<'a>(&'a self, name: &'a str, spacing: Duration) -> BoxFuture<'a, Option<Duration>>;
}
