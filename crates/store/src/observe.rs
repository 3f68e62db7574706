//! Records a span per operation of the store, by the conventions for databases, and the use of the pool. An operation
//! is a transaction, often one that serves many callers; its statements have no spans of their own. Values are never
//! recorded.

use std::time::Duration;

use domain::port::PortError;
use sqlx::postgres::PgPool;
use tracing::Span;
use tracing::field::Empty;

/// The span of an operation in progress.
pub(crate) struct Statement(Span);

impl Statement {
    /// Begins the span inside the caller's. Background tasks have none, and their polls would be traces of one span
    /// each.
    pub(crate) fn begin(operation: &'static str) -> Self {
        if Span::current().is_disabled() {
            return Self(Span::none());
        }
        // The target is `telemetry::DETAIL`.
        Self(tracing::info_span!(
            target: "detail",
            "postgresql",
            otel.name = %format_args!("postgresql {operation}"),
            otel.kind = "client",
            otel.status_code = Empty,
            db.system.name = "postgresql",
            db.operation.name = operation,
            error.type = Empty,
        ))
    }

    /// Ends the span.
    pub(crate) fn end<T>(self, result: &Result<T, PortError>) {
        if let Err(error) = result {
            self.0.record("otel.status_code", "ERROR");
            self.0.record("error.type", if error.is_transient() { "unavailable" } else { "refused" });
        }
    }
}

/// Records the use of the pool and the wait for one of its connections.
pub(crate) fn pool(pool: &PgPool, waited: Duration) {
    metrics::histogram!("auspex_store_acquire_seconds").record(waited.as_secs_f64());
    let (open, idle) = (pool.size(), u32::try_from(pool.num_idle()).unwrap_or(u32::MAX));
    metrics::gauge!("auspex_store_connections", "state" => "idle").set(f64::from(idle));
    metrics::gauge!("auspex_store_connections", "state" => "used").set(f64::from(open.saturating_sub(idle)));
    metrics::gauge!("auspex_store_max_connections").set(f64::from(pool.options().get_max_connections()));
}
