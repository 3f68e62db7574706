//! Quiet events of a consumer: sifted out of a burst, settled in groups, published, acknowledged, logged.

use std::sync::Arc;

use async_nats::{Message, Subject};
use domain::port::{Journal, QuietAnswer};
use tokio::time::Instant;
use tracing::Instrument;

use super::deliver::parse_delivery;
use super::epoch::{NO_SLOT_DELAY, hand_back};
use super::sieve::Waiting;
use super::{Consumer, burst};
use crate::confirm::{self, AckKind};
use crate::crash;
use crate::handler::Handler;
use crate::inflight::Slot;
use crate::policy::jittered;
use crate::settle::{AWAY_DELAY, NotGrouped};

/// Label of the outcome of a quiet event.
const QUIET: &str = "quiet";

impl<H: Handler, J: Journal> Consumer<H, J> {
    /// Starts the work of a burst: quiet events join a group, and the others are delivered alone.
    pub(super) fn sift(self: &Arc<Self>, arrived: Vec<(Message, Slot)>) {
        let mut quiet = Vec::new();
        let mut others = Vec::new();
        for (message, slot) in arrived {
            match self.sift_one(message, slot) {
                Sifted::Quiet(waiting) => quiet.push(*waiting),
                Sifted::Held => {}
                Sifted::Other(message, slot) => others.push((message, slot)),
            }
        }
        burst::start(self, others);
        self.gather(quiet);
    }

    fn sift_one(&self, message: Message, slot: Slot) -> Sifted {
        let parsed = self.sieve.as_ref().zip(parse_delivery(message.clone()));
        let Some((sieve, (delivery, reply))) = parsed else { return Sifted::Other(message, slot) };
        let Some(event) = self.settler.sift(&delivery) else { return Sifted::Other(message, slot) };
        self.count_delivery(&delivery);
        self.intake.refund();
        match self.inflight.hold(event.job, delivery.sequence, reply) {
            Some(held) => {
                let (place, arrived) = (sieve.place(slot), Instant::now());
                Sifted::Quiet(Box::new(Waiting { place, event, message, held, arrived }))
            }
            None => Sifted::Held,
        }
    }

    fn gather(self: &Arc<Self>, quiet: Vec<Waiting>) {
        let Some(sieve) = self.sieve.as_ref().filter(|_| !quiet.is_empty()) else { return };
        let added = sieve.add(quiet);
        for group in added.full {
            self.tracker.spawn(Arc::clone(self).settle_group(group));
        }
        if let Some(round) = added.begun {
            let (consumer, linger) = (Arc::clone(self), sieve.policy().linger);
            self.tracker.spawn(async move {
                tokio::time::sleep(linger).await;
                let group = consumer.sieve.as_ref().map(|sieve| sieve.take(round)).unwrap_or_default();
                consumer.settle_group(group).await;
            });
        }
    }

    /// Settles a group. All its events share one trace and one log line.
    async fn settle_group(self: Arc<Self>, group: Vec<Waiting>) {
        if group.is_empty() {
            return;
        }
        let size = group.len();
        let span = tracing::info_span!(parent: None, "group", otel.name = %format_args!("process {} group", H::NAME), consumer = H::NAME, messaging.batch.message_count = size);
        async {
            let events = group.iter().map(|waiting| waiting.event.clone()).collect();
            match self.settler.settle_quiet(events, &self.interrupt.token()).await {
                Ok(settled) => {
                    self.publisher.publish(&settled.outgoing).await;
                    crash::at("after_verdicts_sent");
                    self.end_group(group, &settled.answers).await;
                }
                Err(NotGrouped::Refused(reason)) => {
                    tracing::warn!(events = size, reason, "a group was refused; settling its events alone");
                    group.into_iter().for_each(|waiting| self.deliver_alone(waiting));
                }
                Err(NotGrouped::Away(reason)) => {
                    tracing::warn!(events = size, reason, "a group was handed back");
                    self.hand_back_group(&group).await;
                }
            }
        }
        .instrument(span)
        .await;
    }

    /// Acknowledges the events that have their verdict, and delivers those alone that were begun before.
    async fn end_group(self: &Arc<Self>, group: Vec<Waiting>, answers: &[QuietAnswer]) {
        let (mut settled, mut ordinary) = (Vec::with_capacity(group.len()), Vec::new());
        for (waiting, answer) in group.into_iter().zip(answers) {
            if *answer == QuietAnswer::Ordinary { ordinary.push(waiting) } else { settled.push((waiting, *answer)) }
        }
        let replies: Vec<Subject> = settled.iter().flat_map(|(waiting, _)| waiting.held.replies()).collect();
        if !confirm::send_all(&self.link.client, &replies, AckKind::Ack).await {
            metrics::counter!(telemetry::metric::ACK_FAILURES, "service" => telemetry::service(), "consumer" => H::NAME).increment(1);
        }
        let duplicates = settled.iter().filter(|(_, answer)| *answer == QuietAnswer::Duplicate).count();
        for (waiting, answer) in &settled {
            let outcome = if *answer == QuietAnswer::New { QUIET } else { "duplicate" };
            self.meters.settled(outcome, waiting.arrived.elapsed());
        }
        let seconds =
            settled.iter().map(|(waiting, _)| waiting.arrived.elapsed()).max().unwrap_or_default().as_secs_f64();
        let (events, alone) = (settled.len(), ordinary.len());
        tracing::info!(outcome = QUIET, events, duplicates, alone, seconds, "settled a group");
        ordinary.into_iter().for_each(|waiting| self.deliver_alone(waiting));
    }

    /// Delivers one event of a group in the ordinary way, or asks for its redelivery if there is no slot.
    fn deliver_alone(self: &Arc<Self>, waiting: Waiting) {
        let Waiting { place, message, held, .. } = waiting;
        drop((held, place));
        match self.slots.take(message.length) {
            Some(slot) => burst::start(self, vec![(message, slot)]),
            None => hand_back(self, message, NO_SLOT_DELAY),
        }
    }

    async fn hand_back_group(&self, group: &[Waiting]) {
        let replies: Vec<Subject> = group.iter().flat_map(|waiting| waiting.held.replies()).collect();
        let again = AckKind::Nak(jittered(AWAY_DELAY, &mut rand::rng()));
        confirm::send_all(&self.link.client, &replies, again).await;
    }
}

/// Destination of one delivery.
enum Sifted {
    Quiet(Box<Waiting>),
    /// This process holds the job already.
    Held,
    Other(Message, Slot),
}
