//! W3C trace context for spans. Only `traceparent`: we have no vendor state to carry.

use opentelemetry::StringValue;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Header name, lower case as in the specification.
pub const HEADER: &str = "traceparent";

/// Returns the current span's `traceparent`; empty outside a trace.
pub fn current_traceparent() -> String {
    traceparent(&Span::current())
}

/// Returns a span's `traceparent`; empty if it belongs to no trace.
pub fn traceparent(span: &Span) -> String {
    let context = span.context();
    render(context.span().span_context())
}

/// Returns the id of a span's trace, 32 hex digits; empty if it belongs to no trace.
pub fn trace_id(span: &Span) -> String {
    let context = span.context();
    let context = context.span().span_context().clone();
    if context.is_valid() { context.trace_id().to_string() } else { String::new() }
}

/// Returns the trace id of a `traceparent`, or `None` if it is not valid.
pub fn trace_id_of(traceparent: &str) -> Option<String> {
    parse(traceparent).map(|context| context.trace_id().to_string())
}

/// Makes the span a child of the remote one; for messages with one consumer. Must be called before the span is entered.
/// An invalid `traceparent` is ignored, as the specification requires.
pub fn set_parent(span: &Span, traceparent: &str) {
    if let Some(remote) = parse(traceparent) {
        let parent = opentelemetry::Context::new().with_remote_span_context(remote);
        // Fails only without an OpenTelemetry layer, as in tests.
        let _ = span.set_parent(parent);
    }
}

/// Links the span to the remote one; for fan-in, batches and redeliveries.
pub fn add_link(span: &Span, traceparent: &str) {
    if let Some(remote) = parse(traceparent) {
        span.add_link(remote);
    }
}

/// Marks the span as failed, with the reason.
pub fn set_error(span: &Span, reason: &str) {
    span.set_status(opentelemetry::trace::Status::error(reason.to_owned()));
}

/// Sets an attribute whose name is not known when the span is declared.
pub fn set_attribute(span: &Span, name: &'static str, value: impl Into<opentelemetry::Value>) {
    span.set_attribute(name, value);
}

/// Sets an attribute whose value is a list of texts.
pub fn set_list(span: &Span, name: &'static str, values: &[&str]) {
    let values: Vec<StringValue> = values.iter().map(|value| StringValue::from((*value).to_owned())).collect();
    span.set_attribute(name, opentelemetry::Value::Array(values.into()));
}

fn render(context: &SpanContext) -> String {
    if !context.is_valid() {
        return String::new();
    }
    format!("00-{}-{}-{:02x}", context.trace_id(), context.span_id(), context.trace_flags().to_u8())
}

/// `version-trace-parent-flags`, all hex. Versions after 00 may append fields, which are ignored; `ff` is forbidden.
fn parse(traceparent: &str) -> Option<SpanContext> {
    let mut parts = traceparent.trim().split('-');
    let version = hex(parts.next()?, 2)?;
    let trace = TraceId::from_hex(hex(parts.next()?, 32)?).ok()?;
    let span = SpanId::from_hex(hex(parts.next()?, 16)?).ok()?;
    let flags = u8::from_str_radix(hex(parts.next()?, 2)?, 16).ok()?;
    if version == "ff" || (version == "00" && parts.next().is_some()) {
        return None;
    }
    let context = SpanContext::new(trace, span, TraceFlags::new(flags & 1), true, TraceState::default());
    context.is_valid().then_some(context)
}

fn hex(text: &str, len: usize) -> Option<&str> {
    let lower = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    (text.len() == len && text.bytes().all(lower)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_traceparent_round_trips() {
        assert_eq!(render(&parse(GOOD).unwrap()), GOOD);
        assert_eq!(trace_id_of(GOOD).unwrap(), "4bf92f3577b34da6a3ce929d0e0e4736");
    }

    #[test]
    fn unknown_fields_of_a_later_version_are_ignored() {
        assert!(parse(&GOOD.replacen("00", "cc", 1)).is_some());
        assert!(parse(&format!("{}-more", GOOD.replacen("00", "cc", 1))).is_some());
    }

    #[test]
    fn an_invalid_traceparent_is_ignored() {
        for bad in [
            "",
            "00",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
        ] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn outside_of_a_trace_there_is_no_traceparent() {
        assert_eq!(current_traceparent(), "");
        assert_eq!(trace_id(&Span::current()), "");
    }
}
