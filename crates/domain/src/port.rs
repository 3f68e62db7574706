//! What the runtime and the workers need of the outside world, as small traits. The adapters implement them; nothing
//! here says how.

use std::future::Future;
use std::time::Duration;

use crate::{Budget, Effect, JobId, MicroUsd, Outgoing, Tenant, Time};

/// An adapter could not answer. Whether to try again, and whether that counts, is all that a caller may ask.
#[derive(Debug, thiserror::Error)]
pub enum PortError {
    /// The same call may succeed later, and it may be to blame: a race that it lost, a service that is not there for it.
    #[error("{what} is not available")]
    Unavailable {
        /// Which server or table.
        what: &'static str,
        /// The adapter's own error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server itself is in trouble: away, restarting, frozen, out of disk or of connections. No work is to blame for that, so
    /// none may be given up for it.
    #[error("{what} is not available")]
    Down {
        /// Which server or table.
        what: &'static str,
        /// The adapter's own error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The call itself is wrong: it will never succeed.
    #[error("{what} refused")]
    Refused {
        /// What was refused.
        what: String,
        /// The adapter's own error.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl PortError {
    /// May succeed later.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Down { .. })
    }

    /// The server is to blame, and not what it was asked.
    pub fn is_down(&self) -> bool {
        matches!(self, Self::Down { .. })
    }
}

/// One piece of work as the journal knows it: which consumer, which message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Job {
    /// The durable consumer's name.
    pub consumer: &'static str,
    /// The message's id.
    pub id: JobId,
}

/// What the journal says when work wants to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun {
    /// Go on. The start is recorded.
    Go {
        /// Transient failures so far; 0 on the first start.
        failures: u32,
    },
    /// It has an outcome already: acknowledge and forget.
    Done,
    /// Another live instance holds it: come back after this long.
    Held {
        /// Until the holder's lease can have lapsed.
        retry_after: Duration,
    },
    /// It was started at least three times without an outcome, each time by an instance that died, and is to blame for it
    /// (ADR 0007): dead-letter it unrun.
    Poisoned {
        /// Starts without an outcome.
        starts: u32,
    },
}

/// Why work was handed back without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pause {
    /// It failed and may succeed later; counts as a failure.
    Retry(String),
    /// It must wait (rate limit, lease held by another); counts as nothing.
    Defer(String),
    /// The worker is stopping; counts as nothing.
    Shutdown,
}

/// The whole outcome of one job, committed in one transaction or not at all.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// The job.
    pub job: Job,
    /// What shall be written.
    pub effects: Vec<Effect>,
    /// What shall be said.
    pub outgoing: Vec<Outgoing>,
    /// It did not succeed: the dead letter to keep (its own message is among `outgoing`). Boxed: nearly no job has one.
    pub dead: Option<Box<DeadLetter>>,
}

/// What the journal says to a settled job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Committed {
    /// Written; these are the messages to publish now (conditions decided). A relay publishes what is left behind.
    New(Vec<Outgoing>),
    /// The job had an outcome already; nothing was written.
    Duplicate,
    /// A fence was stale or a run had moved on: nothing was written, somebody else's outcome stands. Run it again: it
    /// will read the newer state.
    Stale(String),
}

/// An event that could not be worked on, with everything a person needs to mend and redrive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadLetter {
    /// Derived from the job.
    pub id: JobId,
    /// The consumer that gave up.
    pub consumer: String,
    /// The job.
    pub job: JobId,
    /// Whom the work was for, as far as it is known.
    pub tenant: Tenant,
    /// Where the message came from.
    pub subject: String,
    /// Its headers, in order.
    pub headers: Vec<(String, String)>,
    /// Its bytes, untouched.
    pub payload: Vec<u8>,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// The reason, outermost first.
    pub errors: Vec<String>,
    /// Attempts made.
    pub attempts: u32,
    /// Trace of the last attempt.
    pub trace_id: String,
    /// When it died.
    pub at: Time,
}

/// The inbox, the outbox, the attempts and the memoised steps: the truth about work. Postgres in production.
///
/// Every call may be retried: all are idempotent.
pub trait Journal: Send + Sync + 'static {
    /// May this work begin? Records the start.
    fn begin(&self, job: &Job) -> impl Future<Output = Result<Begun, PortError>> + Send;

    /// Hands work back without an outcome; answers the transient failures counted so far.
    fn pause(&self, job: &Job, why: &Pause) -> impl Future<Output = Result<u32, PortError>> + Send;

    /// One transaction: inbox row, effects (fences checked), outbox rows. The failure of one never touches another,
    /// however many are committed together.
    fn commit(&self, settled: Settled) -> impl Future<Output = Result<Committed, PortError>> + Send;

    /// These outbox rows are confirmed by the stream.
    fn sent(&self, ids: &[JobId]) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Outbox rows that nobody has confirmed for `older_than`, claimed for this caller so that two relays do not both
    /// send them (harmless, but waste). Only rows on `subjects` (exact, or a prefix that ends in `.`): a worker may publish
    /// what it says and nothing else, so another worker's rows are left to that worker's relay.
    fn unsent(
        &self,
        subjects: &[&'static str],
        older_than: Duration,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Outgoing>, PortError>> + Send;

    /// Says who hears what: a message is forgotten, and counts as done, when all hearers that are known have an outcome.
    /// Said before the first work begins, so that nothing is taken for done because its hearer was not known yet.
    fn introduce(&self, hearers: &[(&'static str, &'static str)])
    -> impl Future<Output = Result<(), PortError>> + Send;

    /// Messages that were confirmed at least `older_than` ago and still have no outcome at one of their hearers: what
    /// JetStream may have lost. Publishing them again is harmless. `hearers` maps a subject to its consumers.
    fn unheard(
        &self,
        hearers: &[(&'static str, &'static str)],
        older_than: Duration,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Outgoing>, PortError>> + Send;

    /// Says that this instance is alive for `lease` from now; its jobs are held as long as it is. The database's clock
    /// counts. `false` means that the lease had lapsed: everything in flight may have been taken over.
    fn alive(&self, lease: Duration) -> impl Future<Output = Result<bool, PortError>> + Send;

    /// The remembered value of a step.
    fn recall(&self, step: &StepKey) -> impl Future<Output = Result<Option<Vec<u8>>, PortError>> + Send;

    /// Remembers a step's value in a short transaction of its own; the first value stands and is returned.
    fn remember(&self, step: &StepKey, value: Vec<u8>) -> impl Future<Output = Result<Vec<u8>, PortError>> + Send;
}

/// Names slow or paid work: the same job, step and input are the same work.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StepKey {
    /// The job.
    pub job: JobId,
    /// Which step of it, e.g. `turn-3`.
    pub step: String,
    /// SHA-256 of the input, in hex.
    pub input: String,
}

impl StepKey {
    /// Hashes the input.
    pub fn new(job: JobId, step: &str, input: &[u8]) -> Self {
        use sha2::Digest;
        let hash = sha2::Sha256::digest(input);
        let input = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { job, step: step.to_owned(), input }
    }
}

/// A call that is about to cost money.
#[derive(Debug, Clone, PartialEq)]
pub struct CallIntent {
    /// The work that pays; its remembered reply is the step's value.
    pub step: StepKey,
    /// Every budget that it counts against.
    pub budgets: Vec<Budget>,
    /// The most it can cost.
    pub max: MicroUsd,
    /// Whom it is for.
    pub tenant: Tenant,
    /// The worker that calls.
    pub agent: String,
    /// Who is called.
    pub provider: String,
    /// Which model.
    pub model: String,
}

/// What the ledger says to an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// Reserved and written down: call now, under this id. The id goes to the provider as the request's id.
    Go(JobId),
    /// This very step was paid for already: here is the reply.
    Remembered(Vec<u8>),
    /// It could exceed a budget: it must not be made.
    Denied {
        /// The budget's key.
        scope: String,
        /// What is left in it.
        left: MicroUsd,
    },
}

/// What a call read and wrote, as the provider counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tokens {
    /// Read, whatever its price: from the provider's cache, too.
    pub read: u64,
    /// Written, thinking included.
    pub written: u64,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallEnd {
    /// The provider answered and said what was used.
    Settled {
        /// What it cost.
        actual: MicroUsd,
        /// The reply, remembered as the step's value in the same transaction.
        reply: Vec<u8>,
        /// What was read and written.
        tokens: Tokens,
    },
    /// The provider answered but the answer is of no use (unparsable, truncated): paid, not remembered.
    Wasted {
        /// What it cost.
        actual: MicroUsd,
        /// What was read and written.
        tokens: Tokens,
    },
    /// The provider refused before doing any work (429, 529, 4xx): nothing is charged.
    Refused,
    /// It was sent and nobody knows what became of it: the maximum is charged.
    Unknown,
}

/// The truth about money: every call is written down before it is made and settled after it.
pub trait Ledger: Send + Sync + 'static {
    /// Reserves `max` in every budget and writes the intent, in one transaction; or denies.
    fn open(&self, intent: &CallIntent) -> impl Future<Output = Result<Opened, PortError>> + Send;

    /// Settles a call, once; a repetition changes nothing.
    fn close(&self, call: JobId, end: CallEnd) -> impl Future<Output = Result<(), PortError>> + Send;

    /// What is left of a budget (reserved counts as spent).
    fn left(&self, budget: &Budget) -> impl Future<Output = Result<MicroUsd, PortError>> + Send;
}
