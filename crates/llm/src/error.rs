//! What can become of a call that gives no reply. One policy per class; each variant says whether money was spent.

use std::time::Duration;

use crate::Usage;

/// Why there is no reply.
///
/// | class | charged | what to do |
/// |---|---|---|
/// | `NotSent` | nothing | retry with backoff |
/// | `Lost` | the maximum, unless the provider can be asked | retry as a new call |
/// | `RateLimited`, `Overloaded` | nothing | wait as told, all replicas together |
/// | `SpendCap` | nothing | stop calling until a person has paid |
/// | `Auth` | nothing | stop calling until a person has mended the configuration |
/// | `Invalid` | nothing | never send it again |
/// | `Server` | nothing | retry with backoff |
/// | `Garbled` | what the usage says, else the maximum | retry as a new call |
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// The request never left: no connection, name not resolved, TLS failed.
    #[error("the model's endpoint could not be reached: {reason}")]
    NotSent {
        /// What the transport said.
        reason: String,
    },
    /// It was sent and nobody knows what became of it: time-out, connection lost, or a 5xx that is not the provider's
    /// own (a proxy that gave up waiting, while the provider may have gone on).
    #[error("the call was sent and its answer is lost: {reason}")]
    Lost {
        /// What the transport said.
        reason: String,
    },
    /// 429 with a way back.
    #[error("the provider limits the rate")]
    RateLimited {
        /// `retry-after`, if it was said.
        after: Option<Duration>,
    },
    /// 529 or an `overloaded_error`.
    #[error("the provider is overloaded")]
    Overloaded {
        /// `retry-after`, if it was said.
        after: Option<Duration>,
    },
    /// The account's quota or credit is used up: waiting does not help.
    #[error("the account may not spend more: {message}")]
    SpendCap {
        /// What the provider said.
        message: String,
    },
    /// 401, 403: the key is wrong or may not use this model.
    #[error("the provider refused the key ({status}): {message}; check the worker's key, base URL and model name")]
    Auth {
        /// HTTP status.
        status: u16,
        /// What the provider said.
        message: String,
    },
    /// Any other 4xx: the request itself is wrong (too long, unknown model, bad schema).
    #[error("the provider refused the request ({status}): {message}")]
    Invalid {
        /// HTTP status.
        status: u16,
        /// What the provider said.
        message: String,
    },
    /// A 5xx in the provider's own error envelope: it says itself that it failed, and does not bill failures.
    #[error("the provider failed ({status}): {message}")]
    Server {
        /// HTTP status.
        status: u16,
        /// What the provider said.
        message: String,
    },
    /// It answered, but with something that is no reply: cut off, too large, not JSON.
    #[error("the provider's answer cannot be read: {reason}")]
    Garbled {
        /// What is wrong with it.
        reason: String,
        /// The usage, where that much could be read.
        usage: Option<Usage>,
    },
}

/// What a call without a reply has cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// The provider did no work.
    Nothing,
    /// This much was used.
    Used(Usage),
    /// Nobody knows: at most the maximum.
    Unknown,
}

impl LlmError {
    /// What it has cost.
    pub fn charge(&self) -> Charge {
        match self {
            Self::Garbled { usage: Some(usage), .. } => Charge::Used(*usage),
            Self::Lost { .. } | Self::Garbled { usage: None, .. } => Charge::Unknown,
            _ => Charge::Nothing,
        }
    }

    /// A short stable name for spans and metrics.
    pub fn class(&self) -> &'static str {
        match self {
            Self::NotSent { .. } => "not_sent",
            Self::Lost { .. } => "lost",
            Self::RateLimited { .. } => "rate_limited",
            Self::Overloaded { .. } => "overloaded",
            Self::SpendCap { .. } => "spend_cap",
            Self::Auth { .. } => "auth",
            Self::Invalid { .. } => "invalid",
            Self::Server { .. } => "server",
            Self::Garbled { .. } => "garbled",
        }
    }
}
