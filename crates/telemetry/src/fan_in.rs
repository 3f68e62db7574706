//! Spans of a batch, copied into the trace of every event that it contains.
//!
//! A span has one trace, but a batch serves many events. Its spans are recorded once, in a trace of their own that
//! links to the events; the exporter adds a copy to each event's trace, below the event's delivery, so that one trace
//! shows all work for an event. A copy keeps its span id, which is unique within a trace, and names its original. Its
//! cost has another name, so that a sum over spans counts each call once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceId};
use opentelemetry::{Key, KeyValue};
use opentelemetry_sdk::trace::{SpanData, SpanLinks};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Attribute of a copy: the trace of the original.
const COPY_OF: &str = "auspex.copy_of.trace_id";
/// Cost of a call in micro-dollars, and its name in copies.
const COST: Key = Key::from_static_str("auspex.cost.micro_usd");
const BATCH_COST: Key = Key::from_static_str("auspex.batch.cost.micro_usd");
/// Attribute of statements, which are not copied: they tell little about one event.
const STATEMENT: &str = "db.system.name";

/// Traces into which the spans of a batch's trace are copied.
static COPIED: LazyLock<RwLock<HashMap<TraceId, Arc<[SpanContext]>>>> = LazyLock::new(RwLock::default);

/// Keeps the copying of a batch's spans active until it is dropped.
#[must_use = "spans are copied while this value lives"]
pub struct FanIn(Option<TraceId>);

impl Drop for FanIn {
    fn drop(&mut self) {
        if let Some(trace) = self.0 {
            COPIED.write().unwrap_or_else(PoisonError::into_inner).remove(&trace);
        }
    }
}

/// Links `batch`, the root span of a batch, to the spans of its deliveries, and copies the spans that end in the trace
/// of `batch` into their traces. The deliveries' spans record the trace of the batch as `batch_trace_id`.
pub fn fan_in<'a>(batch: &Span, deliveries: impl Iterator<Item = &'a Span>) -> FanIn {
    let trace = context(batch);
    let mut copied = Vec::new();
    for delivery in deliveries {
        let delivered = context(delivery);
        if trace.is_valid() {
            delivery.record("batch_trace_id", tracing::field::display(trace.trace_id()));
        }
        if delivered.is_valid() {
            batch.add_link(delivered.clone());
            copied.push(delivered);
        }
    }
    // Spans that are not recorded, because there is no collector, are not copied either.
    if !trace.is_sampled() || copied.is_empty() {
        return FanIn(None);
    }
    COPIED.write().unwrap_or_else(PoisonError::into_inner).insert(trace.trace_id(), copied.into());
    FanIn(Some(trace.trace_id()))
}

fn context(span: &Span) -> SpanContext {
    span.context().span().span_context().clone()
}

/// Returns the copies of a finished span, none for a span outside of batches.
pub(crate) fn copies(span: &SpanData) -> Vec<SpanData> {
    let trace = span.span_context.trace_id();
    let copied = COPIED.read().unwrap_or_else(PoisonError::into_inner).get(&trace).cloned();
    let Some(copied) = copied.filter(|_| span.attributes.iter().all(|pair| pair.key.as_str() != STATEMENT)) else {
        return Vec::new();
    };
    copied.iter().map(|delivery| copy(span, delivery)).collect()
}

fn copy(span: &SpanData, delivery: &SpanContext) -> SpanData {
    let original = &span.span_context;
    let mut copy = span.clone();
    copy.span_context = SpanContext::new(
        delivery.trace_id(),
        original.span_id(),
        original.trace_flags(),
        false,
        original.trace_state().clone(),
    );
    if copy.parent_span_id == SpanId::INVALID {
        copy.parent_span_id = delivery.span_id();
        // The links of the batch lead to the other events.
        copy.links = SpanLinks::default();
    }
    for pair in copy.attributes.iter_mut().filter(|pair| pair.key == COST) {
        pair.key = BATCH_COST;
    }
    copy.attributes.push(KeyValue::new(COPY_OF, original.trace_id().to_string()));
    copy
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::error::OTelSdkResult;
    use opentelemetry_sdk::trace::{SdkTracerProvider, SpanExporter};
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::export::Exporting;

    #[derive(Debug, Clone, Default)]
    struct Kept(Arc<std::sync::Mutex<Vec<SpanData>>>);

    impl SpanExporter for Kept {
        async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
            self.0.lock().unwrap().extend(batch);
            Ok(())
        }
    }

    #[test]
    fn the_spans_of_a_batch_are_in_the_trace_of_each_event() {
        let exporter = Kept::default();
        let provider = SdkTracerProvider::builder().with_span_processor(Exporting::new(exporter.clone())).build();
        let subscriber =
            tracing_subscriber::registry().with(tracing_opentelemetry::layer().with_tracer(provider.tracer("test")));
        tracing::subscriber::with_default(subscriber, || {
            let deliveries =
                [0, 1].map(|_| tracing::info_span!(parent: None, "process", batch_trace_id = tracing::field::Empty));
            let batch = tracing::info_span!(parent: None, "batch");
            let fan_in = fan_in(&batch, deliveries.iter());
            let call = tracing::info_span!(parent: &batch, "chat", auspex.cost.micro_usd = 7);
            drop(tracing::info_span!(parent: &call, "commit", db.system.name = "postgresql"));
            drop(call);
            drop(batch);
            drop(fan_in);
        });
        provider.force_flush().unwrap();
        let spans = exporter.0.lock().unwrap().clone();
        let named = |name: &str| spans.iter().filter(|span| span.name == name).cloned().collect::<Vec<_>>();
        let (processed, batches, calls) = (named("process"), named("batch"), named("chat"));
        assert_eq!((processed.len(), batches.len(), calls.len(), named("commit").len()), (2, 3, 3, 1));
        for delivery in &processed {
            let of_trace = |all: &[SpanData]| {
                let here = |span: &&SpanData| span.span_context.trace_id() == delivery.span_context.trace_id();
                all.iter().find(here).cloned().unwrap()
            };
            let (batch, call) = (of_trace(&batches), of_trace(&calls));
            assert_eq!(batch.parent_span_id, delivery.span_context.span_id());
            assert_eq!(call.parent_span_id, batch.span_context.span_id());
            assert!(call.attributes.iter().all(|pair| pair.key != COST), "the cost is counted once: {call:?}");
            let own = delivery.attributes.iter().find(|pair| pair.key.as_str() == "batch_trace_id").unwrap();
            let original = call.attributes.iter().find(|pair| pair.key.as_str() == COPY_OF).unwrap();
            assert_eq!(own.value, original.value);
        }
        assert!(COPIED.read().unwrap().is_empty());
    }
}
