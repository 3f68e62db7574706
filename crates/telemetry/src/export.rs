//! The queue of finished spans: copies those of batches, and counts the spans that are dropped instead of exported.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor};

/// Maximum number of waiting spans, at one to two kilobytes each. An export takes 512 of them.
const MAX_WAITING: usize = 4_096;

/// Exports finished spans in batches. The batching processor drops a span silently if its queue is full, so this one
/// limits the number of waiting spans itself.
#[derive(Debug)]
pub(crate) struct Exporting {
    processor: BatchSpanProcessor,
    waiting: Arc<AtomicUsize>,
}

impl Exporting {
    pub(crate) fn new(exporter: impl SpanExporter + 'static) -> Self {
        let waiting = Arc::<AtomicUsize>::default();
        let config = BatchConfigBuilder::default().with_max_queue_size(MAX_WAITING).build();
        let exporter = Counted { exporter, waiting: Arc::clone(&waiting) };
        Self { processor: BatchSpanProcessor::builder(exporter).with_batch_config(config).build(), waiting }
    }

    fn enqueue(&self, span: SpanData) {
        if self.waiting.fetch_add(1, Ordering::Relaxed) < MAX_WAITING {
            return self.processor.on_end(span);
        }
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        count_dropped("queue_full", 1);
    }
}

impl SpanProcessor for Exporting {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.processor.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        for copy in crate::fan_in::copies(&span) {
            self.enqueue(copy);
        }
        self.enqueue(span);
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.processor.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.processor.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.processor.set_resource(resource);
    }
}

/// An exporter that counts the spans it takes from the queue, and those that the collector did not accept.
#[derive(Debug)]
struct Counted<E> {
    exporter: E,
    waiting: Arc<AtomicUsize>,
}

impl<E: SpanExporter> SpanExporter for Counted<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let size = batch.len();
        self.waiting.fetch_sub(size, Ordering::Relaxed);
        let exported = self.exporter.export(batch).await;
        if exported.is_err() {
            count_dropped("export_failed", size);
        }
        exported
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.exporter.shutdown_with_timeout(timeout)
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.exporter.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Registers the counters at zero, so that an alert sees the first increase.
pub(crate) fn register() {
    for reason in ["queue_full", "export_failed"] {
        count_dropped(reason, 0);
    }
}

fn count_dropped(reason: &'static str, spans: usize) {
    let labels = [("service", crate::service()), ("reason", reason)];
    metrics::counter!(crate::metric::SPANS_DROPPED, &labels).increment(spans as u64);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Mutex, PoisonError};

    use opentelemetry::trace::{Tracer as _, TracerProvider as _};
    use opentelemetry_sdk::error::OTelSdkError;
    use opentelemetry_sdk::trace::SdkTracerProvider;

    use super::*;

    /// A collector that reports the begin of an export, waits, and then refuses it.
    #[derive(Debug)]
    struct Refusing {
        begun: Sender<usize>,
        goes_on: Mutex<Receiver<()>>,
    }

    impl SpanExporter for Refusing {
        async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
            let _ = self.begun.send(batch.len());
            let _ = self.goes_on.lock().unwrap_or_else(PoisonError::into_inner).recv();
            Err(OTelSdkError::InternalFailure("no".to_owned()))
        }
    }

    fn dropped(reason: &str) -> u64 {
        let service = crate::service();
        let line = format!("auspex_spans_dropped_total{{service=\"{service}\",reason=\"{reason}\"}} ");
        let text = crate::metric::render();
        text.lines().find_map(|it| it.strip_prefix(&line)).and_then(|value| value.parse().ok()).unwrap_or_default()
    }

    #[test]
    fn spans_that_find_no_room_or_are_refused_are_counted() {
        crate::metric::install();
        let ((begun, has_begun), (go_on, goes_on)) = (channel(), channel());
        let exporter = Refusing { begun, goes_on: Mutex::new(goes_on) };
        let provider = SdkTracerProvider::builder().with_span_processor(Exporting::new(exporter)).build();
        let tracer = provider.tracer("test");
        let end = |spans: usize| (0..spans).for_each(|_| drop(tracer.start("work")));
        end(512);
        let taken = has_begun.recv().unwrap();
        end(MAX_WAITING + 7 - (512 - taken));
        assert_eq!(dropped("queue_full"), 7);
        drop(go_on);
        let _ = provider.force_flush();
        assert_eq!(dropped("export_failed"), (MAX_WAITING + taken) as u64);
    }
}
