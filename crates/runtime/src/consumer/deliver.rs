//! One delivery: span, hold, settle, publish, acknowledge, log.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Message, Subject};
use domain::port::Journal;
use domain::{JobId, Tenant};
use proto::event::Event;
use tokio::time::Instant;
use tracing::{Instrument, Span};

use super::Consumer;
use crate::confirm::{self, AckKind};
use crate::crash;
use crate::delivery::Delivery;
use crate::handler::Handler;
use crate::inflight::{Held, Slot};
use crate::reply::parse_reply;
use crate::settle::{Postponement, Settlement};

impl<H: Handler, J: Journal> Consumer<H, J> {
    /// Settles one message and frees the slot.
    pub(super) async fn deliver(self: Arc<Self>, message: Message, slot: Slot) {
        let arrived = Instant::now();
        let Some((delivery, reply)) = parse_delivery(message) else { return };
        let decoded = self.settler.decode(&delivery);
        crash::at("after_decode");
        self.count_delivery(&delivery);
        // A job that is already held continues; only the additional reply subject is recorded.
        let Some(held) = self.inflight.hold(decoded.job, delivery.sequence, reply) else { return };
        let tenant = decoded.event.as_ref().ok().map(|event| event.tenant().clone());
        let tenant = tenant.or_else(|| H::In::publisher(&delivery.subject));
        let age = self.settler.age(&delivery).unwrap_or_default();
        let running = match tenant.as_ref().map(|tenant| self.limiter.start(tenant, age, arrived)) {
            Some(Err(delay)) if self.may_wait(tenant.as_ref(), delay) => {
                let parked = self.settler.park_unstarted(decoded.job, decoded.event.as_ref().ok(), delay).await;
                return self.limit(&held, delivery.sequence, (delay, parked)).await;
            }
            started => started.and_then(Result::ok),
        };
        let interrupt = self.interrupt.token();
        let span = span::<H>(&delivery, decoded.job);
        async {
            let settlement = self.settler.settle(&delivery, decoded, &interrupt).await;
            self.finish(&held, &settlement).await;
            if let (Settlement::Redeliver { after, .. }, true) = (&settlement, held.replies().is_empty()) {
                self.overtaking.again(delivery.sequence, *after);
            }
            let took = arrived.elapsed();
            self.meters.settled(settlement.outcome(), took);
            self.intake.note(&settlement);
            if let (Settlement::Dead { folded: true, .. }, Some(tenant)) = (&settlement, &tenant) {
                self.limiter.slow(tenant, Instant::now());
            }
            log_outcome::<H>(&delivery, &settlement, took);
        }
        .instrument(span)
        .await;
        drop((running, held, slot));
    }

    /// Returns true if a delivery above a limit may wait. One of a storm of dead letters waits only in the stream,
    /// where it must not use up the places of others: it is settled sooner then.
    fn may_wait(&self, tenant: Option<&Tenant>, delay: Duration) -> bool {
        let is_slowed = tenant.is_some_and(|tenant| self.limiter.is_slowed(tenant, Instant::now()));
        !(is_slowed && self.settler.delays().leaves(delay))
    }

    /// Hands back a delivery of a tenant that has reached a limit.
    async fn limit(&self, held: &Held, sequence: u64, (delay, parked): (Duration, bool)) {
        let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
        metrics::counter!(telemetry::metric::TENANT_LIMITED, &labels).increment(1);
        if held.replies().is_empty() && !parked {
            self.overtaking.again(sequence, delay);
        }
        self.acknowledge(held, if parked { AckKind::Ack } else { AckKind::Nak(delay) }).await;
    }

    /// Records the age of a first delivery, or counts a redelivery.
    pub(super) fn count_delivery(&self, delivery: &Delivery) {
        if delivery.deliveries <= 1 {
            self.meters.first_delivered(self.settler.age(delivery));
        } else {
            metrics::counter!(telemetry::metric::REDELIVERIES, "service" => telemetry::service(), "consumer" => H::NAME)
                .increment(1);
        }
    }

    async fn finish(&self, held: &Held, settlement: &Settlement) {
        match settlement {
            Settlement::Done { outgoing, .. } => {
                self.publisher.publish(outgoing).await;
                crash::at("after_publish");
                crash::at("before_ack");
                self.acknowledge(held, AckKind::Ack).await;
                crash::at("after_ack");
            }
            Settlement::Redeliver { after, .. } => {
                crash::at("before_nak");
                self.acknowledge(held, AckKind::Nak(*after)).await;
            }
            Settlement::Parked { .. } => {
                crash::at("before_nak");
                self.acknowledge(held, AckKind::Ack).await;
            }
            Settlement::Dead { outgoing, .. } => {
                self.publisher.publish(outgoing).await;
                crash::at("before_term");
                self.acknowledge(held, AckKind::Term).await;
                crash::at("after_term");
            }
        }
    }

    async fn acknowledge(&self, held: &Held, kind: AckKind) {
        for reply in held.replies() {
            if let AckKind::Nak(after) = kind {
                self.settler.delays().add(after);
            }
            if !confirm::send(&self.link.client, &reply, kind).await {
                metrics::counter!(telemetry::metric::ACK_FAILURES, "service" => telemetry::service(), "consumer" => H::NAME).increment(1);
            }
        }
    }
}

/// Returns `None` for a message that is not a JetStream delivery and cannot be acknowledged.
pub(crate) fn parse_delivery(message: Message) -> Option<(Delivery, Subject)> {
    let reply = message.reply.clone()?;
    let place = parse_reply(&reply)?;
    let received = message.headers.as_ref();
    let mut headers = Vec::with_capacity(received.map_or(0, async_nats::HeaderMap::len));
    for (name, values) in received.into_iter().flat_map(async_nats::HeaderMap::iter) {
        let name: &str = name.as_ref();
        headers.extend(values.iter().map(|value| (name.to_owned(), value.as_str().to_owned())));
    }
    let delivery = Delivery {
        subject: message.subject.as_str().to_owned(),
        headers,
        payload: message.payload,
        sequence: place.sequence,
        stored_at: place.stored_at,
        deliveries: place.deliveries,
    };
    Some((delivery, reply))
}

/// Creates the span of one delivery as a child of the sender's span, so that one trace leads from the publisher to the
/// last hop. A redelivery is also linked to its cause.
fn span<H: Handler>(delivery: &Delivery, job: JobId) -> Span {
    let span = tracing::info_span!(
        "process",
        otel.name = %format_args!("process {}", H::In::SUBJECT),
        otel.kind = "consumer",
        messaging.system = "nats",
        messaging.operation.r#type = "process",
        messaging.operation.name = "process",
        messaging.destination.name = delivery.subject,
        messaging.destination.template = H::In::SUBJECT,
        messaging.consumer.group.name = H::NAME,
        messaging.message.id = delivery.header(crate::delivery::MESSAGE_ID),
        messaging.message.body.size = delivery.payload.len(),
        messaging.nats.deliveries = delivery.deliveries,
        consumer = H::NAME,
        job = %job,
        batch_trace_id = tracing::field::Empty,
    );
    telemetry::propagate::set_parent(&span, delivery.traceparent());
    if delivery.deliveries > 1 {
        telemetry::propagate::add_link(&span, delivery.traceparent());
    }
    span
}

/// Writes the log line of a delivery.
fn log_outcome<H: Handler>(delivery: &Delivery, settlement: &Settlement, took: Duration) {
    let outcome = settlement.outcome();
    let (subject, deliveries, seconds) = (&delivery.subject, delivery.deliveries, took.as_secs_f64());
    match settlement {
        Settlement::Done { outgoing, .. } => {
            tracing::info!(outcome, subject, deliveries, seconds, emitted = outgoing.len(), "settled");
        }
        Settlement::Redeliver { why: Postponement::Retry, after, reason } => {
            tracing::warn!(outcome, subject, deliveries, seconds, again_in = after.as_secs_f64(), reason, "settled");
        }
        Settlement::Redeliver { after, reason, .. } => {
            tracing::info!(outcome, subject, deliveries, seconds, again_in = after.as_secs_f64(), reason, "settled");
        }
        Settlement::Parked { after, reason, .. } => {
            let again_in = after.as_secs_f64();
            tracing::info!(
                outcome,
                subject,
                deliveries,
                seconds,
                again_in,
                reason,
                "settled; its message left the stream"
            );
        }
        Settlement::Dead { class, folded, reason, .. } => {
            let labels = [("service", telemetry::service()), ("consumer", H::NAME), ("class", class)];
            metrics::counter!(telemetry::metric::DEAD_LETTERS, &labels).increment(1);
            if *folded {
                metrics::counter!(telemetry::metric::DEAD_LETTERS_FOLDED, &labels).increment(1);
            }
            telemetry::propagate::set_error(&Span::current(), reason);
            tracing::error!(outcome, class, subject, deliveries, seconds, reason, "dead-lettered");
        }
    }
}
