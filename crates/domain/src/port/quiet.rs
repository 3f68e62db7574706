//! Quiet events, which are settled in groups.

use std::sync::Arc;

use crate::{JobId, Outgoing, Tenant, Time, Verdict, VerdictGroup};

/// A quiet event on its way into the journal: its verdict, and a pointer to its body.
#[derive(Debug, Clone, PartialEq)]
pub struct QuietEvent {
    /// The job of the event.
    pub job: JobId,
    /// Tenant of the event.
    pub tenant: Tenant,
    /// The decision about the event.
    pub verdict: Verdict,
    /// Position of the event in the inbound stream.
    pub sequence: u64,
    /// SHA-256 of the event's bytes as they were received.
    pub digest: [u8; 32],
}

/// Encodes the message about a group. It runs inside the transaction, because only the transaction knows which events
/// of the group are new; it must be pure.
pub type EncodeGroup = Arc<dyn Fn(&VerdictGroup) -> Outgoing + Send + Sync>;

/// Quiet events that are settled in one transaction.
#[derive(Clone)]
pub struct QuietBatch {
    /// The consumer that received the events.
    pub consumer: &'static str,
    /// The events; several of the same job count once.
    pub events: Vec<QuietEvent>,
    /// Time of the decisions.
    pub made_at: Time,
    /// Encodes the message about each tenant's group.
    pub encode: EncodeGroup,
}

/// The journal's answer about one quiet event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuietAnswer {
    /// The verdict is committed.
    New,
    /// The job already had an outcome; nothing was written.
    Duplicate,
    /// The job was begun in the ordinary way, which has to end it.
    Ordinary,
}

/// The journal's answer to a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuietSettled {
    /// One answer per event, in order.
    pub answers: Vec<QuietAnswer>,
    /// Messages to publish now, one per tenant with new verdicts.
    pub outgoing: Vec<Outgoing>,
}

impl QuietBatch {
    /// Returns the group of a tenant whose new events have these positions in the batch, and the message about it.
    /// `None` without members.
    pub fn group(&self, members: &[usize]) -> Option<(VerdictGroup, Outgoing)> {
        let events: Vec<&QuietEvent> = members.iter().filter_map(|place| self.events.get(*place)).collect();
        let first = events.first()?;
        let smallest = events.iter().map(|event| event.job).min()?;
        let group = VerdictGroup {
            id: VerdictGroup::id_of(&first.tenant, smallest),
            tenant: first.tenant.clone(),
            made_at: self.made_at,
            verdicts: events.iter().map(|event| event.verdict.clone()).collect(),
        };
        let message = (self.encode)(&group);
        Some((group, message))
    }
}
