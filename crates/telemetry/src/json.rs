//! The format of a log line: one JSON object with time, level, service, target, message, trace ids, then the fields of
//! the enclosing spans and of the event. An inner field replaces an outer one of the same name. docs/LOGGING.md lists
//! the names.
//!
//! `tracing-subscriber`'s formatting layer collects the fields and writes the lines. Its own JSON format nests the
//! fields of each span and knows neither service nor trace ids, so [`JsonLine`] assembles the object.

use std::fmt;
use std::sync::{Arc, OnceLock};

use opentelemetry::trace::TraceContextExt;
use serde_json::{Map, Value};
use tracing::dispatcher::{Dispatch, WeakDispatch};
use tracing::span::Id;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, FormattedFields, MakeWriter};
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::{LookupSpan, Scope};

use crate::printable;

/// Prefixes of the fields that are exported with spans only.
const SPAN_ONLY: [&str; 2] = ["otel.", "messaging."];

/// Builds the layer that writes JSON lines; each line is one write.
pub(crate) fn layer<S, W>(service: String, writer: W) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let dispatch = Arc::<OnceLock<WeakDispatch>>::default();
    let lines = tracing_subscriber::fmt::layer()
        .fmt_fields(JsonFields::new())
        .event_format(JsonLine { service, dispatch: Arc::clone(&dispatch) })
        .with_writer(writer);
    lines.and_then(DispatchSlot(dispatch))
}

/// Keeps the subscriber that the layer belongs to. Only the subscriber can give the trace ids of a span, and the
/// default one is not accessible while an event is dispatched.
struct DispatchSlot(Arc<OnceLock<WeakDispatch>>);

impl<S: Subscriber> Layer<S> for DispatchSlot {
    fn on_register_dispatch(&self, dispatch: &Dispatch) {
        let _ = self.0.set(dispatch.downgrade());
    }
}

struct JsonLine {
    service: String,
    dispatch: Arc<OnceLock<WeakDispatch>>,
}

impl JsonLine {
    /// The trace id and the span id, in hex.
    fn trace_ids(&self, span: &Id) -> Option<(String, String)> {
        let dispatch = self.dispatch.get()?.upgrade()?;
        let context = tracing_opentelemetry::get_otel_context(span, &dispatch)?;
        let span = context.span();
        let context = span.span_context();
        context.is_valid().then(|| (context.trace_id().to_string(), context.span_id().to_string()))
    }
}

impl<S> FormatEvent<S, JsonFields> for JsonLine
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut fields = Map::new();
        for span in context.event_scope().into_iter().flat_map(Scope::from_root) {
            if let Some(outer) = span.extensions().get::<FormattedFields<JsonFields>>() {
                fields.extend(parse_fields(outer));
            }
        }
        let mut own = String::new();
        context.format_fields(Writer::new(&mut own), event)?;
        fields.extend(parse_fields(&own));
        fields.retain(|name, _| !SPAN_ONLY.iter().any(|prefix| name.starts_with(prefix)));

        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        write!(writer, "{{\"time\":{}", Value::from(time))?;
        let message = fields.remove("message").unwrap_or_else(|| "".into());
        let metadata = event.metadata();
        member(&mut writer, "level", &metadata.level().as_str().into())?;
        member(&mut writer, "service", &self.service.as_str().into())?;
        member(&mut writer, "target", &metadata.target().into())?;
        member(&mut writer, "message", &message)?;
        if let Some((trace, span)) = context.parent_span().and_then(|span| self.trace_ids(&span.id())) {
            member(&mut writer, "trace_id", &trace.into())?;
            member(&mut writer, "span_id", &span.into())?;
        }
        for (name, value) in &fields {
            member(&mut writer, name, value)?;
        }
        writer.write_str("}\n")
    }
}

fn parse_fields(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_default()
}

/// Writes a member of the object. A `Value` displays itself as compact JSON; what it leaves unescaped could control a
/// terminal.
fn member(writer: &mut Writer<'_>, name: &str, value: &Value) -> fmt::Result {
    writer.write_str(&printable::json(&format!(",{}:{value}", Value::from(name))))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Mutex;

    use opentelemetry::trace::TracerProvider;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn lines(work: impl FnOnce()) -> Vec<Value> {
        text(work).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn text(work: impl FnOnce()) -> String {
        let sink = Sink::default();
        let made = sink.clone();
        let provider = opentelemetry_sdk::trace::SdkTracerProvider::builder()
            .with_sampler(opentelemetry_sdk::trace::Sampler::AlwaysOff)
            .build();
        let subscriber = tracing_subscriber::registry()
            .with(tracing_opentelemetry::layer().with_tracer(provider.tracer("test")))
            .with(layer("test".to_owned(), move || made.clone()));
        tracing::subscriber::with_default(subscriber, work);
        let bytes = sink.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_line_has_no_raw_control_or_bidirectional_character() {
        let hostile = printable::tests::HOSTILE;
        let text = text(|| {
            let span = tracing::info_span!("process", job = hostile);
            let _entered = span.enter();
            tracing::info!(url = hostile, error = ?hostile, "{hostile}");
        });
        assert_eq!(text.lines().count(), 1, "{text:?}");
        assert_eq!(printable::plain(&text), text);
        let line: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&line["message"], &line["job"], &line["url"]), (&hostile.into(), &hostile.into(), &hostile.into()));
    }

    #[test]
    fn a_line_carries_the_fields_of_its_spans_and_the_ids_of_its_trace() {
        let lines = lines(|| {
            let span =
                tracing::info_span!("process", otel.kind = "consumer", job = "j1", outcome = tracing::field::Empty);
            crate::propagate::set_parent(&span, "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
            let _entered = span.enter();
            span.record("outcome", "done");
            tracing::info!(attempt = 2, job = "inner", "said \"hello\"");
        });
        let line = &lines[0];
        assert_eq!(line["message"], "said \"hello\"");
        assert_eq!(line["job"], "inner");
        assert_eq!(line["outcome"], "done");
        assert_eq!(line["attempt"], 2);
        assert_eq!(line["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(line["span_id"].as_str().unwrap().len(), 16);
        assert!(line.get("otel.kind").is_none());
        assert_eq!(line["service"], "test");
        assert!(line["time"].as_str().unwrap().ends_with('Z'));
    }

    #[test]
    fn without_a_span_there_are_no_ids() {
        let lines = lines(|| tracing::warn!("alone"));
        assert!(lines[0].get("trace_id").is_none());
        assert_eq!(lines[0]["level"], "WARN");
    }
}
