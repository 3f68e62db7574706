//! `auspex review batch RESULT`: publishes one event per row of an approved result.

use std::process::ExitCode;

use anyhow::ensure;
use domain::{Event, JobId};
use serde_json::json;
use tools::macros::{BatchOrigin, definition};

use super::Desk;
use crate::publish::message;
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
    let (published, known) = publish(&events, desk.context).await?;
    if desk.context.json {
        output::json(&json!({"rows": count, "published": published, "known": known}))?;
    } else {
        output::line(&format!("{count} rows: {published} events published, {known} known already"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Publishes the events. Returns the number of new ones, and of those that the stream has already.
async fn publish(events: &[Event], context: &Context) -> anyhow::Result<(usize, usize)> {
    let client = context.client().await?;
    let messages: Vec<_> = events.iter().map(|event| message(event, &tracing::Span::none())).collect();
    let (mut published, mut known, mut refused) = (0, 0, None);
    client
        .publish_all(messages, MAX_IN_FLIGHT, |_, answer| match answer {
            Ok(confirmed) if confirmed.duplicate => known += 1,
            Ok(_) => published += 1,
            Err(error) => refused = Some(error),
        })
        .await;
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
