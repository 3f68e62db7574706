//! Events to messages, many at a time.

use domain::{Event, JobId};
use proto::event::Fact;
use proto::events::EventReceived;
use runtime::client::{Client, NewMessage, Published, Refused};

use super::traced;
use crate::formats::Place;

/// Messages in flight. With 256 the stream's own rate is the limit, not the round trip.
pub(super) const AT_ONCE: usize = 256;

/// What became of one event.
pub struct Outcome {
    /// Where it stood.
    pub place: Place,
    /// The event.
    pub event: Event,
    /// The stream's answer; `None` if it was not asked.
    pub answer: Option<Result<Published, Refused>>,
}

/// Publishes and waits for every answer.
pub(super) async fn send(client: &Client, events: Vec<(Place, Event)>) -> Vec<Outcome> {
    let spans: Vec<tracing::Span> = events.iter().map(|(_, event)| traced::span(event)).collect();
    let messages: Vec<NewMessage> = events.iter().zip(&spans).map(|((_, event), span)| message(event, span)).collect();
    let mut answers: Vec<Option<Result<Published, Refused>>> = events.iter().map(|_| None).collect();
    client
        .publish_all(messages, AT_ONCE, |place, answer| {
            if let Err(refused) = &answer {
                telemetry::propagate::set_error(&spans[place], &refused.to_string());
            }
            answers[place] = Some(answer);
        })
        .await;
    let outcome = |((place, event), answer)| Outcome { place, event, answer };
    events.into_iter().zip(answers).map(outcome).collect()
}

/// The message of an event, the beginning of its trace.
pub fn message(event: &Event, span: &tracing::Span) -> NewMessage {
    let fact = EventReceived(event.clone());
    NewMessage {
        subject: fact.subject(),
        id: id(event).to_string(),
        tenant: event.tenant.clone(),
        payload: fact.encode().into(),
        traceparent: telemetry::propagate::traceparent(span),
        ..NewMessage::default()
    }
}

fn id(event: &Event) -> JobId {
    event.job()
}
