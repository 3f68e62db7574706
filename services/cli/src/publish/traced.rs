//! The publisher's span: where every event's trace begins.

use std::time::Duration;

use domain::Event;

use crate::Context;

/// A person waits for the prompt.
const FLUSH: Duration = Duration::from_secs(2);

/// Spans on their way to the collector, if there is one.
pub struct Traces(Option<telemetry::Guard>);

impl Traces {
    /// Sends spans where the environment or the local fleet says; nowhere, if neither does. Without a collector nothing is lost
    /// but the publisher's part of the trace.
    pub fn start(context: &Context) -> Self {
        let config = telemetry::Config {
            service: "auspex".to_owned(),
            otlp_endpoint: context.config.otlp_endpoint.clone(),
            log_filter: "error".to_owned(),
            json: false,
        };
        Self(telemetry::init(&config).ok())
    }

    /// Flushes what is waiting.
    pub async fn finish(self) {
        if let Some(guard) = self.0 {
            // An unreachable collector is no reason to fail, and shutting down blocks.
            let _ = tokio::task::spawn_blocking(move || guard.shutdown(FLUSH)).await;
        }
    }
}

/// The span of one event's publication; it ends when it is dropped.
pub(super) fn span(event: &Event) -> tracing::Span {
    tracing::info_span!(
        parent: None,
        "publish",
        otel.name = %format_args!("publish auspex.event.{}", event.kind.name()),
        otel.kind = "producer",
        messaging.system = "nats",
        messaging.operation.r#type = "send",
        messaging.operation.name = "publish",
        messaging.destination.name = %format_args!("auspex.event.{}", event.kind.name()),
        messaging.message.id = %event.job(),
        auspex.event.id = event.id.as_str(),
        auspex.tenant = event.tenant.as_str(),
    )
}
