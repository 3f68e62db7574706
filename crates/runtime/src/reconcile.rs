//! The reconciler: publishes messages again that JetStream confirmed and lost.
//!
//! Backlog is not loss. The position of a message in its stream, stored with the confirmation, is compared with the
//! positions that the consumer still has to work on; only a message outside of them is lost. One replica of a service
//! does this, the others are spares.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{Info, PullConsumer};
use domain::port::{Journal, Lost, OpenRange, Unconfirmed, Watched};
use futures::future::join_all;
use tokio_util::sync::CancellationToken;

use crate::background::{count_relayed, report_unconfirmed, stopped_within};
use crate::crash;
use crate::link::Link;
use crate::publisher::Publisher;
use crate::settle::error_chain;
use crate::topology;

/// Maximum rows per pass.
const ROWS: u32 = 1024;
/// Intervals for which the elected replica stays elected without a pass.
const ELECTED_INTERVALS: u32 = 3;

pub(crate) struct Reconciler<J> {
    pub(crate) journal: Arc<J>,
    pub(crate) publisher: Publisher,
    pub(crate) link: Link,
    /// Name of the service, whose replicas elect one of them.
    pub(crate) service: &'static str,
    /// (subject, consumer) pairs of the service's messages.
    pub(crate) consumers: Vec<(&'static str, &'static str)>,
}

/// What the server said about a consumer.
enum Position {
    Open(OpenRange),
    /// It did not answer: nothing can be said about its messages.
    Unknown,
    /// It denies the permission. Every message that waits for long may be lost.
    Unreadable,
}

impl<J: Journal> Reconciler<J> {
    pub(crate) async fn run(&self, interval: Duration, age: Duration, stop: &CancellationToken) {
        if self.consumers.is_empty() {
            return;
        }
        let role = format!("reconcile {}", self.service);
        while !stopped_within(interval, stop).await {
            match self.journal.elect(&role, interval * ELECTED_INTERVALS).await {
                Ok(true) => while self.pass(age).await && !stop.is_cancelled() {},
                Ok(false) => {}
                Err(error) => tracing::warn!(error = error_chain(&error), "no reconciler could be elected"),
            }
        }
    }

    /// Runs one pass; returns true if there may be more rows. Those of this pass are not due again.
    async fn pass(&self, age: Duration) -> bool {
        let watched = self.watched().await;
        let lost = match self.journal.unconsumed(&watched, age, ROWS).await {
            Ok(lost) => lost,
            Err(error) => {
                tracing::warn!(error = error_chain(&error), "the reconciler could not read the outbox");
                return false;
            }
        };
        if lost.is_empty() {
            return false;
        }
        tracing::info!(rows = lost.len(), reason = "unheard", "publishing outbox rows again");
        count_relayed(lost.len(), "unheard");
        let published = lost.iter().map(|lost| self.publisher.publish_again(&lost.message, suffix(lost)));
        let failed: Vec<Unconfirmed> = join_all(published).await.into_iter().flatten().collect();
        crash::at("after_reconcile");
        report_unconfirmed(&*self.journal, &failed).await;
        // A message that two consumers lack takes two of the rows.
        failed.is_empty() && lost.len() * 2 > ROWS as usize
    }

    /// Returns the consumers about whose messages something can be said.
    async fn watched(&self) -> Vec<Watched> {
        let names: BTreeSet<&'static str> = self.consumers.iter().map(|(_, consumer)| *consumer).collect();
        let positions = join_all(names.iter().map(|name| self.position(name))).await;
        let mut watched = Vec::with_capacity(self.consumers.len());
        for (name, position) in names.into_iter().zip(positions) {
            let open = match position {
                Position::Open(range) => Some(range),
                Position::Unknown => continue,
                Position::Unreadable => None,
            };
            let pairs = self.consumers.iter().filter(|(_, consumer)| *consumer == name);
            watched.extend(pairs.map(|&(subject, consumer)| Watched { subject, consumer, open }));
        }
        watched
    }

    /// Without a denial a server that does not answer has no quorum or no leader, and what it holds is not lost.
    async fn position(&self, name: &'static str) -> Position {
        let Some(spec) = topology::consumer(name) else { return Position::Unknown };
        let found: Result<PullConsumer, _> = self.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
        match found {
            Ok(found) => Position::Open(open_range(found.cached_info())),
            Err(error) => {
                tracing::debug!(consumer = name, %error, "the position of a consumer is unknown");
                if self.link.state.borrow().positions_denied { Position::Unreadable } else { Position::Unknown }
            }
        }
    }
}

/// Returns the positions at which the consumer will still receive messages or has received them and not acknowledged
/// them. Without open deliveries everything delivered is acknowledged, and without pending messages nothing more will
/// be delivered, also from a stream that was created again and counts from one.
pub(crate) fn open_range(info: &Info) -> OpenRange {
    let delivered = info.delivered.stream_sequence;
    OpenRange {
        after: if info.num_ack_pending == 0 { delivered } else { info.ack_floor.stream_sequence },
        until: if info.num_pending == 0 { delivered } else { u64::MAX },
    }
}

/// Returns the suffix of the message's id, `None` for the id itself. A message that may still be in its stream is
/// published under its own id at first, which the stream reports as a duplicate. A stream that lost it keeps the ids
/// that it has seen for the rest of its duplicate window, so each round has its own id. The journal counts the
/// rounds: replicas never use an id twice.
fn suffix(lost: &Lost) -> Option<u32> {
    (lost.proven || lost.round > 1).then_some(lost.round)
}
