//! Event streams: each wire format renders a finished reply as its provider streams it. Pure, except for [`body`].

mod anthropic;
mod chat;
mod meter;
mod responses;

use std::time::Duration;

use axum::body::{Body, Bytes};
use futures::stream;
use serde_json::Value;

pub(super) use anthropic::events as anthropic;
pub(super) use chat::events as chat;
pub(super) use meter::Meter;
pub(super) use responses::events as responses;

/// Characters of one delta. Real streams send a few words at a time.
const DELTA_CHARS: usize = 60;
/// Most deltas of one text: longer texts have longer deltas.
const MAX_DELTAS: usize = 200;
/// Bytes of one write, which is not a multiple of an event's length, so that events are torn as on real connections.
const WRITE_BYTES: usize = 509;

/// How a stream is rendered.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Course {
    /// It breaks after its first part, with an error event.
    pub(super) broken: bool,
    /// It reports the usage (chat completions).
    pub(super) usage: bool,
}

/// Splits a text for deltas.
fn deltas(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(DELTA_CHARS.max(chars.len() / MAX_DELTAS)).map(|chunk| chunk.iter().collect()).collect()
}

/// Formats a named event.
fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

/// Sends the events in small parts, evenly over a time. The meter runs until the last part is sent, or the caller is
/// gone.
pub(super) fn body(events: &[String], takes: Duration, mut meter: Meter) -> Body {
    let whole = Bytes::from(events.concat());
    let starts = (0..whole.len()).step_by(WRITE_BYTES);
    let parts: Vec<Bytes> = starts.map(|start| whole.slice(start..whole.len().min(start + WRITE_BYTES))).collect();
    let pause = takes / u32::try_from(parts.len()).unwrap_or(u32::MAX).max(1);
    meter.expect(parts.len());
    let paced = stream::unfold((parts.into_iter(), meter), move |(mut parts, mut meter)| async move {
        let part = parts.next()?;
        meter.write();
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        Some((Ok::<_, std::io::Error>(part), (parts, meter)))
    });
    Body::from_stream(paced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_are_the_whole_text_and_not_too_many() {
        for text in ["", "é", &"ü".repeat(61), &"x".repeat(100_000)] {
            let parts = deltas(text);
            assert_eq!(parts.concat(), text);
            assert!(parts.len() <= MAX_DELTAS + 1, "{}", parts.len());
        }
        assert_eq!(deltas(&"ü".repeat(61)).len(), 2);
    }
}
