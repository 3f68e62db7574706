//! The ledger of model calls.

use std::future::Future;
use std::time::Duration;

use super::{PortError, StepKey};
use crate::{Budget, JobId, MicroUsd, Tenant};

/// A model call that is about to be made and paid for.
#[derive(Debug, Clone, PartialEq)]
pub struct CallIntent {
    /// The step that pays; the reply is memoised as its value.
    pub step: StepKey,
    /// Every budget that the call is charged to.
    pub budgets: Vec<Budget>,
    /// Highest possible cost.
    pub max: MicroUsd,
    /// The tenant that the call is made for.
    pub tenant: Tenant,
    /// The calling worker.
    pub agent: String,
    /// The provider's name.
    pub provider: String,
    /// The model's name.
    pub model: String,
}

/// The ledger's decision about a call intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opened {
    /// The cost is reserved and the intent is recorded. Make the call with this id as the provider's request id.
    Go(JobId),
    /// The step has been paid for already. Contains the memoised reply.
    Remembered(Vec<u8>),
    /// The call could exceed a budget and must not be made.
    Denied {
        /// Key of the exhausted budget.
        scope: String,
        /// Amount left in that budget.
        left: MicroUsd,
    },
    /// [`MAX_UNANSWERED_CALLS`] calls of this step were paid and gave no reply. No further call may be made.
    Unanswered {
        /// Number of these calls.
        calls: u32,
    },
}

/// Number of paid calls without a reply after which a step is not tried again. Its handler then uses its fallback. A
/// model that is too slow for the deadline of a call would otherwise be paid with each delivery of the job.
pub const MAX_UNANSWERED_CALLS: u32 = 3;

/// A model call to be queued for the provider's batch endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRequest {
    /// Queue of the call: the worker, the endpoint and the model, which send and collect it.
    pub lane: String,
    /// The request, as the worker reads it back.
    pub request: Vec<u8>,
}

/// The ledger's decision about a call that may be queued for a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Queued {
    /// The call is queued or sent, and its maximum is reserved.
    Waiting {
        /// Time since it was queued.
        waited: Duration,
    },
    /// The step has been paid for already. Contains the memoised reply.
    Remembered(Vec<u8>),
    /// The call could exceed a budget and was not queued.
    Denied {
        /// Key of the exhausted budget.
        scope: String,
        /// Amount left in that budget.
        left: MicroUsd,
    },
    /// The call is not queued: it must be made in the ordinary way. Earlier it was queued and got no reply, or it never
    /// was.
    Ordinary,
}

/// Token counts of one call as reported by the provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Tokens {
    /// Input tokens, including tokens read from the provider's cache.
    pub read: u64,
    /// Output tokens, including thinking.
    pub written: u64,
}

/// The end of a model call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallEnd {
    /// The provider answered and reported its usage.
    Settled {
        /// Actual cost of the call.
        actual: MicroUsd,
        /// The reply, memoised as the step's value in the same transaction.
        reply: Vec<u8>,
        /// Tokens that the call used.
        tokens: Tokens,
    },
    /// The provider answered, but the reply is unusable (unparsable, truncated): charged, not memoised.
    Wasted {
        /// Actual cost of the call.
        actual: MicroUsd,
        /// Tokens that the call used.
        tokens: Tokens,
    },
    /// The provider refused the call before doing any work (429, 529, 4xx). Nothing is charged.
    Refused,
    /// The call was sent and its outcome is unknown. The maximum is charged.
    Unknown,
    /// As [`CallEnd::Unknown`], but the provider has reported a part of the usage before the reply was cut. No more
    /// than this is charged.
    AtMost {
        /// Upper bound of the cost.
        most: MicroUsd,
    },
}

impl CallEnd {
    /// Returns the name of the outcome: the state of the call in the ledger, and a label of `auspex_model_calls_total`.
    pub fn outcome(&self) -> &'static str {
        match self {
            Self::Settled { .. } => "settled",
            Self::Wasted { .. } => "wasted",
            Self::Refused => "refused",
            Self::Unknown | Self::AtMost { .. } => "unknown",
        }
    }

    /// Returns the amount that is charged for a call that has reserved `max`: the actual cost, even if it exceeds the
    /// reservation.
    pub fn charged(&self, max: MicroUsd) -> MicroUsd {
        match self {
            Self::Settled { actual, .. } | Self::Wasted { actual, .. } => *actual,
            Self::Refused => MicroUsd::ZERO,
            Self::Unknown => max,
            Self::AtMost { most } => (*most).min(max),
        }
    }
}

/// A call that was not made, because its lowest maximum exceeds what a budget has left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BudgetRefusal {
    /// The tenant that the call was for.
    pub tenant: Tenant,
    /// The calling worker.
    pub agent: String,
    /// Kind of the budget: `call`, `run`, `agent`, `task` or `tenant`.
    pub budget: String,
    /// Lowest maximum of the call.
    pub amount: MicroUsd,
}

/// The source of truth about money. Every call is recorded before it is made and settled after it.
pub trait Ledger: Send + Sync + 'static {
    /// Reserves the intent's maximum in every budget and records the intent in one transaction, or denies the call.
    /// Calls of the step without a reply count regardless of their input, which may differ between deliveries. Calls of
    /// workers that died do not count.
    fn open(&self, intent: &CallIntent) -> impl Future<Output = Result<Opened, PortError>> + Send;

    /// Queues a call for a batch: reserves the intent's maximum and records the intent with its request in one
    /// transaction, or denies it. A step of a job is queued once, regardless of its input: a job that waits for hours
    /// finds its call although a part of the prompt has changed meanwhile. Without a request, only an earlier call of
    /// the step is looked for.
    fn queue(
        &self,
        intent: &CallIntent,
        request: Option<BatchRequest>,
    ) -> impl Future<Output = Result<Queued, PortError>> + Send {
        let _ = (intent, request);
        std::future::ready(Ok(Queued::Ordinary))
    }

    /// Settles a call. Repeating the settlement changes nothing.
    fn close(&self, call: JobId, end: CallEnd) -> impl Future<Output = Result<(), PortError>> + Send;

    /// Returns the amount left in a budget. Reserved amounts count as spent.
    fn left(&self, budget: &Budget) -> impl Future<Output = Result<MicroUsd, PortError>> + Send;

    /// Returns the amount of a budget that calls in progress have reserved. They return most of it when they end.
    fn reserved(&self, budget: &Budget) -> impl Future<Output = Result<MicroUsd, PortError>> + Send;

    /// Adds a refusal to the sums of its tenant and day, for people. No decision depends on them.
    fn add_refusal(&self, refusal: BudgetRefusal) -> impl Future<Output = Result<(), PortError>> + Send;
}
