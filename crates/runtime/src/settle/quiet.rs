//! Settlement of quiet events: their verdicts and the message about them are one transaction, and the verdict is the
//! inbox entry.

use std::sync::Arc;

use domain::port::{Journal, QuietBatch, QuietEvent, QuietSettled};
use domain::{Outgoing, VerdictGroup, verdict};
use proto::event::{Event, Fact};
use proto::events::EventsClassified;
use tokio_util::sync::CancellationToken;

use super::journaled::Unjournaled;
use super::{Settler, error_chain};
use crate::crash;
use crate::delivery::Delivery;
use crate::handler::Handler;
use crate::policy::BatchPolicy;

/// Maximum size of a quiet event: a larger one is settled alone, so that the events that wait for a group need little
/// memory.
const MAX_QUIET_BYTES: usize = 16 << 10;

/// Reason why a group was not committed.
#[derive(Debug)]
pub(crate) enum NotGrouped {
    /// The journal was unavailable for too long, or the worker stops.
    Away(String),
    /// The journal refused the group: each event is settled alone.
    Refused(String),
}

impl<H: Handler, J: Journal> Settler<H, J> {
    /// Returns the limits of a group; `None` if no event is quiet.
    pub(crate) fn groups(&self) -> Option<BatchPolicy> {
        self.handler.groups()
    }

    /// Returns a quiet event; `None` for every delivery that is settled alone: undecodable, large, or not quiet. Pure.
    pub(crate) fn sift(&self, delivery: &Delivery) -> Option<QuietEvent> {
        if delivery.payload.len() > MAX_QUIET_BYTES {
            return None;
        }
        let decoded = self.decode(delivery);
        let event = decoded.event.ok()?;
        // The handler meets the same panic when it decides about the event alone.
        let judged = super::run::catch_panic(|| self.handler.quiet(&event)).ok()??;
        let (tenant, digest) = (event.tenant().clone(), verdict::digest(&delivery.payload));
        Some(QuietEvent { job: decoded.job, tenant, verdict: judged, sequence: delivery.sequence, digest })
    }

    /// Commits the verdicts of a group.
    pub(crate) async fn settle_quiet(
        &self,
        events: Vec<QuietEvent>,
        interrupt: &CancellationToken,
    ) -> Result<QuietSettled, NotGrouped> {
        let journal = self.journaled(interrupt);
        let batch = QuietBatch { consumer: H::NAME, events, made_at: self.clock.now(), encode: Arc::new(message) };
        crash::at("before_verdicts");
        let settled = journal.commit_quiet(batch).await;
        crash::at("after_verdicts");
        settled.map_err(|error| match error {
            // A group whose statement takes too long may succeed event by event.
            Unjournaled::Away(error) if error.is_down() => NotGrouped::Away(error_chain(&error)),
            Unjournaled::Away(error) | Unjournaled::Refused(error) => NotGrouped::Refused(error_chain(&error)),
        })
    }
}

/// Returns the message about a group.
fn message(group: &VerdictGroup) -> Outgoing {
    let traceparent = telemetry::current_traceparent();
    Outgoing { traceparent, ..EventsClassified(group.clone()).message(group.id) }
}
