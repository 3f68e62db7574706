//! Long deferrals leave the stream: a deferred delivery counts as unacknowledged, and a consumer has a limited number of these.

use std::time::Duration;

use domain::JobId;
use domain::port::{Job, Journal};

use super::{Settlement, Settler, error_chain};
use crate::handler::Handler;

/// Minimum delay of a deferral that leaves the stream. Longer than the duplicate window of the streams, so that the stream accepts the
/// message again under the same id.
const MIN_DELAY: Duration = Duration::from_secs(180);

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Returns true if the journal publishes the message of a deferred job again, so that its delivery may be acknowledged. Messages
    /// that are not in the outbox, for example events that publishers send to the stream, wait in the stream.
    pub async fn park(&self, job: JobId, settlement: &Settlement) -> bool {
        let Settlement::Redeliver { outcome: "defer", after, .. } = settlement else { return false };
        if *after < MIN_DELAY {
            return false;
        }
        let parked = self.journal.park(&Job { consumer: H::NAME, id: job }, *after).await;
        parked.unwrap_or_else(|error| {
            tracing::debug!(error = error_chain(&error), "a deferred job waits in the stream");
            false
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parked_message_is_published_after_the_duplicate_window() {
        assert!(MIN_DELAY > crate::topology::DUPLICATE_WINDOW);
    }
}
