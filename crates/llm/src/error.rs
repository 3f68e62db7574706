//! Outcomes of a call without a reply. The policy depends on the variant, and each variant states what was charged.

use std::time::Duration;

use crate::Usage;

/// The reason why a call has no reply.
///
/// | class | charged | what to do |
/// |---|---|---|
/// | `NotSent` | nothing | retry with backoff |
/// | `Lost` | the maximum, unless the provider can be asked | retry as a new call |
/// | `RateLimited`, `Overloaded` | nothing | wait as requested, across all replicas |
/// | `SpendCap` | nothing | stop calling until the account is topped up |
/// | `Auth` | nothing | stop calling until the configuration is corrected |
/// | `UnknownModel` | nothing | stop calling until the configuration is corrected |
/// | `TooLarge`, `Invalid` | nothing | never send it again |
/// | `Server` | nothing | retry with backoff |
/// | `Cut` | the prompt as reported, and the longest reply | retry as a new call |
/// | `Garbled` | the reported usage, else the maximum | retry as a new call |
/// | `Interrupted` | of what was written before the refusal | as for the refusal |
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LlmError {
    /// The request was not sent: no connection, name not resolved, TLS failed.
    #[error("the model's endpoint could not be reached: {reason}")]
    NotSent {
        /// Error of the transport.
        reason: String,
    },
    /// The request was sent and its outcome is unknown: timeout, connection lost, or a 5xx that is not the provider's
    /// own (a proxy that timed out while the provider may have continued).
    #[error("the call was sent and its answer is lost: {reason}")]
    Lost {
        /// Error of the transport.
        reason: String,
    },
    /// 429 for a limit that resets.
    #[error("the provider limits the rate")]
    RateLimited {
        /// `retry-after`, if present.
        after: Option<Duration>,
    },
    /// 529 or an `overloaded_error`.
    #[error("the provider is overloaded")]
    Overloaded {
        /// `retry-after`, if present.
        after: Option<Duration>,
    },
    /// The account's quota or credit is used up; waiting does not help.
    #[error("the account may not spend more: {message}")]
    SpendCap {
        /// Message of the provider.
        message: String,
    },
    /// 401 or 403: the key is wrong or may not use this model.
    #[error("the provider refused the key ({status}): {message}; check the worker's key, base URL and model name")]
    Auth {
        /// HTTP status code returned.
        status: u16,
        /// Message of the provider.
        message: String,
    },
    /// 404: the provider does not know the model, or this account may not use it.
    #[error("the provider does not know the model ({status}): {message}; check the worker's model name and base URL")]
    UnknownModel {
        /// HTTP status code returned.
        status: u16,
        /// Message of the provider.
        message: String,
    },
    /// The prompt is longer than the model's context window, or the body than the provider accepts.
    #[error("the request is too large for the model ({status}): {message}")]
    TooLarge {
        /// HTTP status code returned.
        status: u16,
        /// Message of the provider.
        message: String,
    },
    /// Any other 4xx: the request itself is wrong (bad schema, refused parameter).
    #[error("the provider refused the request ({status}): {message}")]
    Invalid {
        /// HTTP status code returned.
        status: u16,
        /// Message of the provider.
        message: String,
    },
    /// A 5xx in the provider's own error envelope. Providers do not bill failures that they report themselves.
    #[error("the provider failed ({status}): {message}")]
    Server {
        /// HTTP status code returned.
        status: u16,
        /// Message of the provider.
        message: String,
    },
    /// The stream reported the usage of the prompt and ended before that of the reply.
    #[error("the reply was not received in full: {reason}")]
    Cut {
        /// Description of the end.
        reason: String,
        /// Upper bound of the usage.
        at_most: Usage,
    },
    /// The answer is not a reply: cut off, too large, or not JSON.
    #[error("the provider's answer cannot be read: {reason}")]
    Garbled {
        /// Description of the defect.
        reason: String,
        /// The usage, if it could be read.
        usage: Option<Usage>,
    },
    /// The provider refused the request after it had written a part of the reply, which it may bill.
    #[error("{refusal}, after a part of the reply")]
    Interrupted {
        /// The refusal that the stream contained.
        refusal: Box<LlmError>,
        /// Cost of the part.
        charge: Charge,
    },
}

/// Cost of a call without a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charge {
    /// The provider did no work.
    Nothing,
    /// These tokens were used.
    Used(Usage),
    /// At most these tokens were used.
    AtMost(Usage),
    /// The cost is not known; at most the call's maximum.
    Unknown,
}

impl LlmError {
    /// Returns the cost of the call.
    pub fn charge(&self) -> Charge {
        match self {
            Self::Garbled { usage: Some(usage), .. } => Charge::Used(*usage),
            Self::Cut { at_most, .. } => Charge::AtMost(*at_most),
            Self::Interrupted { charge, .. } => *charge,
            Self::Lost { .. } | Self::Garbled { usage: None, .. } => Charge::Unknown,
            _ => Charge::Nothing,
        }
    }

    /// Returns a short stable name for spans and metrics.
    pub fn class(&self) -> &'static str {
        match self {
            Self::NotSent { .. } => "not_sent",
            Self::Lost { .. } => "lost",
            Self::RateLimited { .. } => "rate_limited",
            Self::Overloaded { .. } => "overloaded",
            Self::SpendCap { .. } => "spend_cap",
            Self::Auth { .. } => "auth",
            Self::UnknownModel { .. } => "unknown_model",
            Self::TooLarge { .. } => "too_large",
            Self::Invalid { .. } => "invalid",
            Self::Server { .. } => "server",
            Self::Cut { .. } => "cut",
            Self::Garbled { .. } => "garbled",
            Self::Interrupted { refusal, .. } => refusal.class(),
        }
    }

    /// Returns the reason of the failure, which for [`LlmError::Interrupted`] is the refusal.
    pub fn reason(&self) -> &Self {
        match self {
            Self::Interrupted { refusal, .. } => refusal.reason(),
            other => other,
        }
    }
}
