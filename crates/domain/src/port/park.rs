//! Jobs that leave their stream until later.

use std::time::Duration;

use super::HandBackReason;
use crate::Outgoing;

/// How a job is parked: it is handed back, and its message is published again later.
#[derive(Debug, Clone, PartialEq)]
pub struct Parking {
    /// Reason for handing the job back. A job that did not begin, or was handed back before, may be parked as well.
    pub why: HandBackReason,
    /// Time after which the message is published again.
    pub after: Duration,
    /// The message, if the outbox may not hold it: a publisher has sent it to the stream directly.
    pub message: Option<Outgoing>,
}
