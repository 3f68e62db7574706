//! Calls that open, and the answers to them.

use domain::port::{BatchRequest, CallIntent, Opened, Queued};

/// An intent and the number of the `Ledger::open` call that submitted it.
pub(crate) struct Opening {
    pub(crate) intent: CallIntent,
    pub(crate) opening: i64,
    pub(crate) way: Way,
}

/// The way in which a call is made.
pub(crate) enum Way {
    /// By the caller, at once.
    Now,
    /// In a batch; without a request only an earlier call of the step is looked for.
    Batch(Option<BatchRequest>),
}

/// Answer to one caller.
pub(crate) enum Decision {
    /// To an opening.
    Opened(Opened),
    /// To an opening for a batch.
    Queued(Queued),
    /// To a closing.
    Closed,
}
