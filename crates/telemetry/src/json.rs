//! One JSON object per log line: time, level, target, service, message, trace ids, then the fields of the enclosing spans
//! and of the event itself, the innermost winning. docs/LOGGING.md lists the names.

use std::fmt;
use std::io::Write;
use std::sync::OnceLock;

use opentelemetry::trace::TraceContextExt;
use serde_json::Value;
use tracing::dispatcher::{Dispatch, WeakDispatch};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

/// The layer. Field names that begin with `otel.` or `messaging.` are for the exporter and stay out of the lines.
pub(crate) struct JsonLines<W> {
    service: String,
    writer: W,
    dispatch: OnceLock<WeakDispatch>,
}

impl JsonLines<fn() -> std::io::Stderr> {
    /// Lines on standard error.
    pub(crate) fn stderr(service: String) -> Self {
        Self::new(service, std::io::stderr)
    }
}

impl<W> JsonLines<W> {
    /// Lines to whatever `writer` makes; each line is one write.
    pub(crate) fn new(service: String, writer: W) -> Self {
        Self { service, writer, dispatch: OnceLock::new() }
    }
}

/// The fields of a span or an event, in order.
#[derive(Default)]
struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    fn set(&mut self, name: &'static str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some(slot) => slot.1 = value,
            None => self.0.push((name, value)),
        }
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        let at = self.0.iter().position(|(known, _)| *known == name)?;
        Some(self.0.remove(at).1)
    }
}

fn is_told(field: &Field) -> bool {
    !(field.name().starts_with("otel.") || field.name().starts_with("messaging."))
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if is_told(field) {
            self.set(field.name(), Value::String(format!("{value:?}")));
        }
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        if is_told(field) {
            self.set(field.name(), Value::String(value.to_owned()));
        }
    }
    fn record_i64(&mut self, field: &Field, value: i64) {
        if is_told(field) {
            self.set(field.name(), value.into());
        }
    }
    fn record_u64(&mut self, field: &Field, value: u64) {
        if is_told(field) {
            self.set(field.name(), value.into());
        }
    }
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field.name(), value.into());
    }
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field.name(), value.into());
    }
}

impl<S, W, O> Layer<S> for JsonLines<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Fn() -> O + 'static,
    O: Write,
{
    fn on_register_dispatch(&self, dispatch: &Dispatch) {
        let _ = self.dispatch.set(dispatch.downgrade());
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields::default();
            attributes.record(&mut fields);
            span.extensions_mut().insert(fields);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(fields) = span.extensions_mut().get_mut::<Fields>()
        {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut fields = Fields::default();
        for span in context.event_scope(event).into_iter().flat_map(tracing_subscriber::registry::Scope::from_root) {
            if let Some(outer) = span.extensions().get::<Fields>() {
                outer.0.iter().for_each(|(name, value)| fields.set(name, value.clone()));
            }
        }
        event.record(&mut fields);
        let ids = context.event_span(event).and_then(|span| self.trace_ids(&span.id()));
        let line = self.line(event, fields, ids);
        // Nowhere is left to say that standard error is closed.
        let _ = (self.writer)().write_all(line.as_bytes());
    }
}

impl<W> JsonLines<W> {
    fn trace_ids(&self, span: &Id) -> Option<(String, String)> {
        let dispatch = self.dispatch.get()?.upgrade()?;
        let context = tracing_opentelemetry::get_otel_context(span, &dispatch)?;
        let span = context.span();
        let context = span.span_context();
        context.is_valid().then(|| (context.trace_id().to_string(), context.span_id().to_string()))
    }

    fn line(&self, event: &Event<'_>, mut fields: Fields, ids: Option<(String, String)>) -> String {
        let mut time = String::new();
        let _ = SystemTime.format_time(&mut Writer::new(&mut time));
        let mut line = String::with_capacity(512);
        line.push('{');
        member(&mut line, "time", &time.into());
        member(&mut line, "level", &event.metadata().level().as_str().into());
        member(&mut line, "service", &self.service.as_str().into());
        member(&mut line, "target", &event.metadata().target().into());
        member(&mut line, "message", &fields.take("message").unwrap_or_else(|| "".into()));
        if let Some((trace, span)) = ids {
            member(&mut line, "trace_id", &trace.into());
            member(&mut line, "span_id", &span.into());
        }
        for (name, value) in &fields.0 {
            member(&mut line, name, value);
        }
        line.push_str("}\n");
        line
    }
}

fn member(line: &mut String, name: &str, value: &Value) {
    if line.len() > 1 {
        line.push(',');
    }
    // A `Value`'s `Display` is compact JSON; a string escapes itself.
    line.push_str(&format!("{}:{value}", Value::from(name)));
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

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
        let sink = Sink::default();
        let made = sink.clone();
        let provider = opentelemetry_sdk::trace::SdkTracerProvider::builder()
            .with_sampler(opentelemetry_sdk::trace::Sampler::AlwaysOff)
            .build();
        let subscriber = tracing_subscriber::registry()
            .with(tracing_opentelemetry::layer().with_tracer(provider.tracer("test")))
            .with(JsonLines::new("test".to_owned(), move || made.clone()));
        tracing::subscriber::with_default(subscriber, work);
        let bytes = sink.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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
