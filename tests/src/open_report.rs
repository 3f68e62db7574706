//! What is still open in a fleet that did not settle: each kind of open message with the actor that should move it, the
//! positions of the consumers, and if work still moved at the end.

use std::fmt::Write;

use async_nats::jetstream;
use futures::TryStreamExt;

use crate::Database;

/// Messages that no stream has confirmed. The relay of their producer publishes them.
const UNSENT: &str = "
SELECT format('%s x %s: the relay publishes it, claimed %s times, next in %s to %s s, %s to %s s old', count(*), subject, relayed,
    greatest(0, min(extract(epoch FROM CASE WHEN isfinite(look_at) THEN look_at ELSE now() END - now())))::int,
    greatest(0, max(extract(epoch FROM CASE WHEN isfinite(look_at) THEN look_at ELSE now() END - now())))::int,
    min(extract(epoch FROM now() - created_at))::int, max(extract(epoch FROM now() - created_at))::int)
FROM dispatch WHERE sent_at IS NULL GROUP BY subject, relayed ORDER BY count(*) DESC, subject LIMIT 40";

/// Confirmed messages without an outcome. The consumer processes them, or the instance that holds the job, or the
/// reconciler publishes them again.
const UNCONSUMED: &str = "
SELECT format('%s x %s for %s: %s, positions %s to %s, confirmed %s to %s s ago, published again %s times, reconciler in %s s', count(*),
    d.subject, d.consumer, state, min(d.sequence), max(d.sequence), min(extract(epoch FROM now() - d.sent_at))::int,
    max(extract(epoch FROM now() - d.sent_at))::int, d.republished,
    greatest(0, max(extract(epoch FROM CASE WHEN isfinite(d.look_at) THEN d.look_at ELSE now() END - now())))::int)
FROM dispatch d LEFT JOIN inbox i ON i.consumer = d.consumer AND i.job = d.id
LEFT JOIN instance a ON a.name = i.holder
CROSS JOIN LATERAL (SELECT CASE
    WHEN i.job IS NULL THEN 'never begun' WHEN d.sequence IS NULL THEN 'parked or lost' WHEN i.holder IS NULL THEN 'handed back'
    WHEN a.alive_until > now() THEN 'held by ' || i.holder ELSE 'held by an instance that ended' END) AS s (state)
WHERE d.sent_at IS NOT NULL AND i.done_at IS NULL
GROUP BY d.subject, d.consumer, state, d.republished ORDER BY count(*) DESC, d.subject LIMIT 40";

/// Work of the last half minute.
const MOVED: &str = "
SELECT format('in the last 30 s: %s messages confirmed, %s jobs ended, %s jobs begun',
    (SELECT count(*) FROM dispatch WHERE sent_at > now() - interval '30 s'),
    (SELECT count(*) FROM inbox WHERE done_at > now() - interval '30 s'),
    (SELECT count(*) FROM inbox WHERE begun_at > now() - interval '30 s'))";

/// Returns a line per kind of open work, and one per consumer. A part that cannot be read is named.
pub async fn describe(database: &Database, jetstream: &jetstream::Context) -> String {
    let mut text = String::from("open work:");
    for sql in [UNSENT, UNCONSUMED, MOVED] {
        let lines = database.texts(sql).await.unwrap_or_else(|error| vec![format!("unreadable: {error:#}")]);
        append(&mut text, lines);
    }
    append(&mut text, positions(jetstream).await.unwrap_or_else(|error| vec![format!("no positions: {error:#}")]));
    text
}

fn append(text: &mut String, lines: Vec<String>) {
    for line in lines {
        // Writing to a `String` does not fail.
        let _ = write!(text, "\n  {line}");
    }
}

async fn positions(jetstream: &jetstream::Context) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for name in ["AUSPEX_EVENTS", "AUSPEX_WORK"] {
        let stream = jetstream.get_stream(name).await?;
        let state = &stream.cached_info().state;
        lines.push(format!("{name}: positions {} to {}", state.first_sequence, state.last_sequence));
        let consumers: Vec<_> = stream.consumers().try_collect().await?;
        lines.extend(consumers.into_iter().map(|it| {
            let (delivered, acknowledged) = (it.delivered.stream_sequence, it.ack_floor.stream_sequence);
            let (name, pending, open) = (it.name, it.num_pending, it.num_ack_pending);
            format!("{name}: delivered to {delivered}, acknowledged to {acknowledged}, {open} in progress, {pending} pending")
        }));
    }
    Ok(lines)
}
