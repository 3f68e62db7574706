//! `auspex review batch RESULT`: publishes one event per row of an approved result.

use std::process::ExitCode;

use anyhow::ensure;
use domain::{Event, JobId};
use serde_json::json;
use store::gateway::Owned;
use tools::macros::{BatchOrigin, definition};

use super::Desk;
use crate::publish::{message, publishing_bar};
use crate::{Context, output};

/// Maximum messages in flight.
const MAX_IN_FLIGHT: usize = 64;

/// Publishes the rows. Ids derive from result and row, so a repetition publishes nothing again.
pub(super) async fn run(result: JobId, desk: &Desk<'_>) -> anyhow::Result<ExitCode> {
    let reviewed = desk.read(result).await?;
    ensure!(
        reviewed.approved().is_some(),
        "result {result} is {}; only the rows of an approved result are published",
        reviewed.state.name()
    );
    let definition = definition(&reviewed)?;
    ensure!(
        definition.batch().is_some(),
        "macro {} {} has no section `batch`",
        definition.name(),
        definition.version()
    );
    let rows = definition.batch_rows(reviewed.data());
    let count = rows.len();
    let origin = BatchOrigin { result, tenant: &desk.tenant, source: "auspex review batch" };
    let events = rows.into_iter().map(|row| row.into_event(origin)).collect::<Result<Vec<Event>, _>>()?;
    let unknown = unknown(events, desk).await?;
    let known = count - unknown.len();
    let (published, also_known) = publish(&unknown, desk.context).await?;
    let known = known + also_known;
    if desk.context.json {
        output::json(&json!({"rows": count, "published": published, "known": known}))?;
    } else {
        output::line(&format!("{count} rows: {published} events published, {known} known already"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the events that the fleet does not know. The stream recognises a repeated message for minutes only.
async fn unknown(events: Vec<Event>, desk: &Desk<'_>) -> anyhow::Result<Vec<Event>> {
    let mut unknown = Vec::with_capacity(events.len());
    for event in events {
        let job = event.job();
        let known = [Owned::Event(job), Owned::Accepted(job)];
        if !desk.store.is_owned(&desk.tenant, &known[0]).await? && !desk.store.is_owned(&desk.tenant, &known[1]).await?
        {
            unknown.push(event);
        }
    }
    Ok(unknown)
}

/// Publishes the events, with progress. Returns the number of new ones, and of those that the stream has already.
async fn publish(events: &[Event], context: &Context) -> anyhow::Result<(usize, usize)> {
    let client = context.client().await?;
    let messages: Vec<_> = events.iter().map(|event| message(event, &tracing::Span::none())).collect();
    let (mut published, mut known, mut refused) = (0, 0, None);
    let bar = publishing_bar(events.len());
    client
        .publish_all(messages, MAX_IN_FLIGHT, |_, answer| {
            bar.inc(1);
            match answer {
                Ok(confirmed) if confirmed.duplicate => known += 1,
                Ok(_) => published += 1,
                Err(error) => refused = Some(error),
            }
        })
        .await;
    bar.finish_and_clear();
    client.close().await;
    match refused {
        None => Ok((published, known)),
        Some(error) => Err(anyhow::Error::from(error).context(format!(
            "{} of {} events were published; repeat the command, which publishes the others",
            published + known,
            events.len()
        ))),
    }
}
