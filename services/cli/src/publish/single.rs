//! One event, for a command that asks one thing.

use domain::port::{DeadLetter, PortError};
use domain::{Event, JobId};
use store::Store;
use store::reading::EventView;

use super::{Traces, dead_letters_of, message};
use crate::Context;

/// Publishes it and waits for the stream's word. `command` names the span with which its trace begins.
///
/// # Errors
/// When NATS cannot be reached or does not take it.
pub(crate) async fn one(event: &Event, command: &str, context: &Context) -> anyhow::Result<()> {
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
    // It ends before the spans are flushed, else it would be the one that is missing.
    drop(span);
    client.close().await;
    traces.finish().await;
    published?;
    Ok(())
}

/// The dead letter by which an event, or the run that was begun for it, has ended.
///
/// # Errors
/// When Postgres cannot be reached.
pub(crate) async fn given_up(
    store: &Store,
    event: JobId,
    view: Option<&EventView>,
) -> Result<Option<DeadLetter>, PortError> {
    for id in dead_letters_of(event, view) {
        if let Some(letter) = store.dead_letter(id).await? {
            return Ok(Some(letter));
        }
    }
    Ok(None)
}
