//! Reading what a stream still stores, and publishing a stored message again as the same job.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::{self, Stream};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use domain::port::OpenRange;
use domain::{JobId, Time};
use futures::StreamExt;
use proto::event::Event;
use proto::events::EventReceived;

use super::results::policy;
use super::{Client, NewMessage, Published, Refused, StartAt};
use crate::consumer::parse_delivery;
use crate::delivery::{CONTENT_TYPE, Delivery, JOB, MESSAGE_ID};
use crate::reconcile::open_range;
use crate::topology::{ConsumerSpec, Holding, StreamSpec};

/// Time after which the server deletes the consumer of a reader that has ended.
const INACTIVE_THRESHOLD: Duration = Duration::from_secs(60);
/// Time without a message after which the consumer is asked whether the stream has more: the messages that are left may
/// have been removed meanwhile.
const NEXT_WITHIN: Duration = Duration::from_secs(10);
/// Headers that a message gets anew when it is published again.
const OWN_HEADERS: [&str; 4] = [MESSAGE_ID, JOB, "Nats-Expected-Stream", "Nats-Expected-Last-Sequence"];

/// A message that a stream stores.
#[derive(Debug, Clone)]
pub struct StoredMessage {
    /// Its job at each of its consumers.
    pub job: JobId,
    /// Subject, headers, payload and position.
    pub delivery: Delivery,
}

/// Reading of a stream failed.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// The server did not answer, or refused to create the reader.
    #[error(
        "stream {stream} cannot be read; check that `auspex topology apply` was run and that the user has permission"
    )]
    Unreadable {
        /// Name of the stream.
        stream: &'static str,
        /// What the server said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The connection broke in the middle.
    #[error("stream {0} was not read to its end: no message for 10 s; run the command again")]
    Interrupted(&'static str),
}

/// The messages that a stream stored when the reading began, in order.
pub struct Stored {
    spec: &'static StreamSpec,
    consumer: PullConsumer,
    messages: Stream,
    /// Messages that were not read yet.
    left: u64,
}

impl Client {
    /// Reads the messages that the stream has stored since a time.
    ///
    /// # Errors
    /// The stream does not exist, or the server does not answer.
    pub async fn stored(&self, spec: &'static StreamSpec, since: Time) -> Result<Stored, StoredError> {
        let stream = spec.name;
        let unreadable = |source| StoredError::Unreadable { stream, source };
        let config = pull::Config {
            deliver_policy: policy(StartAt::Since(since)),
            ack_policy: AckPolicy::None,
            inactive_threshold: INACTIVE_THRESHOLD,
            ..pull::Config::default()
        };
        let made: Result<PullConsumer, _> = self.jetstream().create_consumer_on_stream(config, stream).await;
        let consumer = made.map_err(|error| unreadable(error.into()))?;
        let left = consumer.cached_info().num_pending;
        let reading = consumer.stream().expires(Duration::from_secs(5)).heartbeat(Duration::from_secs(2));
        let messages = reading.messages().await.map_err(|error| unreadable(error.into()))?;
        Ok(Stored { spec, consumer, messages, left })
    }

    /// Returns the positions at which the consumer will still receive messages or has received them and not
    /// acknowledged them.
    ///
    /// # Errors
    /// The consumer does not exist, or the server does not answer.
    pub async fn open_range(&self, spec: &ConsumerSpec) -> Result<OpenRange, StoredError> {
        let found: Result<PullConsumer, _> = self.jetstream().get_consumer_from_stream(spec.name, spec.stream).await;
        let found = found.map_err(|error| StoredError::Unreadable { stream: spec.stream, source: error.into() })?;
        Ok(open_range(found.cached_info()))
    }

    /// Publishes a stored message again as the same job. The message id derives from the job and the position of the
    /// original, so that a repetition within the duplicate window is stored once.
    ///
    /// # Errors
    /// The stream has not confirmed the message.
    pub async fn replay(&self, message: &StoredMessage) -> Result<Published, Refused> {
        let StoredMessage { job, delivery } = message;
        let is_kept = |name: &str| !OWN_HEADERS.iter().any(|own| own.eq_ignore_ascii_case(name));
        let mut headers: Vec<_> = delivery.headers.iter().filter(|(name, _)| is_kept(name)).cloned().collect();
        headers.push((JOB.to_owned(), job.to_string()));
        let place = format!("reconcile.{}.{}", delivery.sequence, delivery.stored_at);
        self.publish(NewMessage {
            subject: delivery.subject.clone(),
            id: job.derive(&place, 0).to_string(),
            tenant: delivery.tenant(),
            payload: delivery.payload.clone(),
            content_type: delivery.header(CONTENT_TYPE).unwrap_or_default().to_owned(),
            traceparent: delivery.traceparent().to_owned(),
            headers,
        })
        .await
    }
}

impl Stored {
    /// Returns the next message; `None` at the end of what was stored when the reading began.
    ///
    /// # Errors
    /// The connection broke.
    pub async fn next(&mut self) -> Result<Option<StoredMessage>, StoredError> {
        let stream = self.spec.name;
        if self.left == 0 {
            return Ok(None);
        }
        let next = tokio::time::timeout(NEXT_WITHIN, self.messages.next()).await;
        let Some(message) = next.ok().flatten() else { return self.end().await };
        let message = message.map_err(|error| StoredError::Unreadable { stream, source: error.into() })?;
        self.left -= 1;
        let (delivery, _) = parse_delivery(message.message).ok_or(StoredError::Interrupted(stream))?;
        Ok(Some(StoredMessage { job: job(self.spec.holding, &delivery), delivery }))
    }

    /// Returns an error unless the stream has nothing left.
    async fn end(&mut self) -> Result<Option<StoredMessage>, StoredError> {
        let stream = self.spec.name;
        let info = self.consumer.get_info().await;
        let info = info.map_err(|error| StoredError::Unreadable { stream, source: error.into() })?;
        if info.num_pending > 0 {
            return Err(StoredError::Interrupted(stream));
        }
        self.left = 0;
        Ok(None)
    }
}

/// Returns the job of a message as its consumers compute it: that of an event depends on its content.
fn job(holding: Holding, delivery: &Delivery) -> JobId {
    if holding != Holding::Events {
        return delivery.job();
    }
    let decoded = EventReceived::decode(&delivery.envelope(), &delivery.payload).ok();
    decoded.and_then(|event| event.job()).unwrap_or_else(|| match EventReceived::publisher(&delivery.subject) {
        Some(publisher) => delivery.job_of_content(&publisher),
        None => delivery.job(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_of_an_event_comes_from_its_content_and_that_of_a_fact_from_its_id() {
        let id = JobId::named(&["a fact"]);
        let mut delivery = Delivery {
            subject: "auspex.event.question.acme".to_owned(),
            headers: vec![
                (MESSAGE_ID.to_owned(), id.to_string()),
                (CONTENT_TYPE.to_owned(), "application/json".into()),
            ],
            payload: r#"{"id":"q1","tenant":"acme","question":{"text":"Will it?"}}"#.into(),
            ..Delivery::default()
        };
        let acme = domain::Tenant::parse("acme").unwrap();
        let question = JobId::for_event(&acme, "question", &domain::EventId::parse("q1").unwrap());
        assert_eq!(job(Holding::Events, &delivery), question);
        assert_eq!(job(Holding::Work, &delivery), id);
        delivery.payload = "{".into();
        assert_eq!(job(Holding::Events, &delivery), delivery.job_of_content(&acme));
    }
}
