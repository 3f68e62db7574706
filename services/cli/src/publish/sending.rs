//! Publishes events: many at a time for `publish`, one for the other commands, each with the span that starts its
//! trace.

use std::time::Duration;

use domain::{Event, JobId};
use proto::event::Fact;
use proto::events::EventReceived;
use runtime::client::{Client, NewMessage, Published, Refused};

use crate::Context;
use crate::formats::Place;

/// Maximum messages in flight. With 256 the stream's rate is the limit, not the round trip.
pub(super) const MAX_IN_FLIGHT: usize = 256;

/// Timeout of the span flush; a user waits for the prompt.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// Outcome of one event.
pub struct PublishOutcome {
    /// Position of the event in its file.
    pub place: Place,
    /// Event that was published.
    pub event: Event,
    /// Answer of the stream or of the gateway: the event is there, or why it is refused. `None` for a dry run.
    pub answer: Option<Result<Taken, String>>,
}

/// An event that the fleet has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Job of the event.
    pub job: JobId,
    /// `true` if the fleet had it before.
    pub duplicate: bool,
}

/// Publishes the events and waits for every response.
pub(super) async fn send(client: &Client, events: Vec<(Place, Event)>) -> Vec<PublishOutcome> {
    let spans: Vec<tracing::Span> = events.iter().map(|(_, event)| span(event)).collect();
    let messages: Vec<NewMessage> = events.iter().zip(&spans).map(|((_, event), span)| message(event, span)).collect();
    let mut answers: Vec<Option<Result<Published, Refused>>> = events.iter().map(|_| None).collect();
    client
        .publish_all(messages, MAX_IN_FLIGHT, |place, answer| {
            if let Err(refused) = &answer {
                telemetry::propagate::set_error(&spans[place], &refused.to_string());
            }
            answers[place] = Some(answer);
        })
        .await;
    let outcome = |((place, event), answer): ((Place, Event), Option<Result<Published, Refused>>)| {
        let job = event.job();
        let taken = |published: Published| Taken { job, duplicate: published.duplicate };
        let refused = |refused: Refused| format!("{:#}", anyhow::Error::from(refused));
        PublishOutcome { place, event, answer: answer.map(|answer| answer.map(taken).map_err(refused)) }
    };
    events.into_iter().zip(answers).map(outcome).collect()
}

/// Builds the message of an event, with `span` as the parent of its trace.
pub fn message(event: &Event, span: &tracing::Span) -> NewMessage {
    let fact = EventReceived(event.clone());
    let payload = fact.encode();
    NewMessage {
        subject: fact.subject(),
        id: proto::subject::message_id(event.job(), &payload),
        tenant: event.tenant.clone(),
        payload: payload.into(),
        traceparent: telemetry::propagate::traceparent(span),
        ..NewMessage::default()
    }
}

/// Publishes one event and waits for the confirmation. `command` names the root span of its trace.
///
/// # Errors
/// When NATS cannot be reached or refuses the message.
pub(crate) async fn publish_one(event: &Event, command: &str, context: &Context) -> anyhow::Result<()> {
    let client = context.client().await?;
    let traces = Traces::start(context);
    let span = tracing::info_span!(
        "ask",
        otel.name = command,
        otel.kind = "producer",
        messaging.message.id = %event.job(),
        auspex.event.id = event.id.as_str(),
    );
    let published = client.publish(message(event, &span)).await;
    // Closed before the flush, so that this span is exported as well.
    drop(span);
    client.close().await;
    traces.finish().await;
    published?;
    Ok(())
}

/// Exports the publisher's spans to the collector, if one is configured.
pub struct Traces(Option<telemetry::TelemetryGuard>);

impl Traces {
    /// Starts exporting spans to the endpoint of the environment or the local fleet. Without a collector only the
    /// publisher's part of a trace is missing.
    pub fn start(context: &Context) -> Self {
        let config = telemetry::TelemetryConfig {
            service: "auspex".to_owned(),
            traces_url: context.config.traces_url.clone(),
            log_filter: "error".to_owned(),
            json: false,
        };
        Self(telemetry::init(&config).ok())
    }

    /// Flushes pending spans.
    pub async fn finish(self) {
        if let Some(guard) = self.0 {
            // An unreachable collector is not an error of the command. The shutdown blocks.
            let _ = tokio::task::spawn_blocking(move || guard.shutdown(FLUSH_TIMEOUT)).await;
        }
    }
}

/// Creates the span of one event's publication; it ends when it is dropped.
pub(super) fn span(event: &Event) -> tracing::Span {
    tracing::info_span!(
        parent: None,
        "publish",
        otel.name = %format_args!("publish auspex.event.{}", event.kind.name()),
        otel.kind = "producer",
        messaging.system = "nats",
        messaging.operation.r#type = "send",
        messaging.operation.name = "publish",
        messaging.destination.name = %proto::subject::event(event.kind.name(), &event.tenant),
        messaging.message.id = %event.job(),
        auspex.event.id = event.id.as_str(),
        auspex.tenant = event.tenant.as_str(),
    )
}
