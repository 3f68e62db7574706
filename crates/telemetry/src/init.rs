//! The process-wide subscriber: JSON lines on standard error, spans to an OTLP collector.

use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{Protocol, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};
use url::Url;

use crate::export::Exporting;

/// Filter of the exported spans, independent of the log filter: an `EnvFilter` over the whole registry would drop spans
/// together with log lines. The exporter's own HTTP client must not trace itself, and the MCP client has spans that
/// last as long as the process.
const SPAN_FILTER: &str =
    "info,hyper=off,h2=off,reqwest=off,rustls=off,opentelemetry=off,async_nats=off,sqlx=off,rmcp=off";

/// Target of the spans inside a delivery: tool calls, HTTP requests, publishes and transactions. Logs leave it out, and
/// so do spans without a collector, so that they are not created at all. Their level is info: a filter with debug would
/// raise the level of the process, and the bridge from `log` then asks the filters about records that all of them
/// refuse, after which `tracing-subscriber` hides the next span.
pub const DETAIL: &str = "detail";

/// The collector is local. If it takes longer, spans are dropped instead of filling the memory.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// Configuration of logs and traces.
#[derive(Debug, Clone)]
pub struct TelemetryConfig {
    /// `service.name`, also in every log line.
    pub service: String,
    /// Address to which spans are sent, e.g. `http://localhost:4318/v1/traces`. `None`: spans have ids for logs and
    /// messages, but are neither recorded nor sent.
    pub traces_url: Option<Url>,
    /// `tracing` directives for log lines, e.g. `info,runtime=debug`.
    pub log_filter: String,
    /// Writes log lines as JSON; otherwise as plain text for a terminal.
    pub json: bool,
}

/// The subscriber could not be installed.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    /// The log filter is not a list of `tracing` directives.
    #[error("the log filter {0:?} is not a list of directives such as `info,runtime=debug`")]
    Filter(String, #[source] tracing_subscriber::filter::ParseError),
    /// The OTLP exporter refused its configuration.
    #[error("spans cannot be exported to {0}")]
    Exporter(Url, #[source] anyhow::Error),
    /// Another subscriber is installed.
    #[error("a tracing subscriber is installed already; initialise telemetry once, in main")]
    Installed(#[source] tracing_subscriber::util::TryInitError),
}

/// Keeps the exporter alive. Call [`TelemetryGuard::shutdown`] before the process ends; spans that are not flushed are
/// lost.
#[must_use = "spans are flushed by `TelemetryGuard::shutdown`"]
pub struct TelemetryGuard(SdkTracerProvider);

impl TelemetryGuard {
    /// Flushes and stops the exporter within `limit`. Blocks: call it on a blocking thread, never on a worker thread of
    /// the runtime (opentelemetry-rust#2715). Returns an error if the collector is unreachable; the caller need not
    /// fail.
    pub fn shutdown(self, limit: Duration) -> anyhow::Result<()> {
        self.0.shutdown_with_timeout(limit).map_err(|error| anyhow::anyhow!("spans were not flushed: {error}"))
    }

    /// Exports the waiting spans without stopping the exporter. Blocks.
    pub fn flush(&self) -> anyhow::Result<()> {
        self.0.force_flush().map_err(|error| anyhow::anyhow!("spans were not flushed: {error}"))
    }
}

static SERVICE: OnceLock<String> = OnceLock::new();

/// Returns the service name given to [`init`], `auspex` before. A label of every metric.
pub fn service() -> &'static str {
    SERVICE.get().map_or("auspex", String::as_str)
}

/// Installs logs, spans and metrics for the process. Call it once, from `main`.
pub fn init(config: &TelemetryConfig) -> Result<TelemetryGuard, InitError> {
    crate::http::install_tls();
    // Before the recorder, which labels every metric with it.
    let _ = SERVICE.set(config.service.clone());
    crate::metric::install();
    let log_filter = EnvFilter::try_new(format!("{},{DETAIL}=off", config.log_filter))
        .map_err(|error| InitError::Filter(config.log_filter.clone(), error))?;
    let provider = provider(config)?;
    let spans = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("auspex"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        // Our code reads the current span from `tracing`, never from OpenTelemetry.
        .with_context_activation(false)
        .with_filter(span_filter(config));
    let lines = if config.json {
        crate::json::layer(config.service.clone(), std::io::stderr).boxed()
    } else {
        tracing_subscriber::fmt::layer()
            .with_writer(|| PlainLines(std::io::stderr()))
            .with_target(false)
            .compact()
            .boxed()
    };
    tracing_subscriber::registry()
        .with(spans)
        .with(lines.with_filter(log_filter))
        .try_init()
        .map_err(InitError::Installed)?;
    metrics::gauge!(crate::metric::BUILD, "service" => service(), "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    Ok(TelemetryGuard(provider))
}

/// Replaces the characters in lines for a terminal that the formatter leaves and that could change it.
struct PlainLines<W>(W);

impl<W: Write> Write for PlainLines<W> {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        // The formatter writes each line at once.
        self.0.write_all(crate::printable::log_line(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

fn span_filter(config: &TelemetryConfig) -> EnvFilter {
    match config.traces_url {
        Some(_) => EnvFilter::new(SPAN_FILTER),
        None => EnvFilter::new(format!("{SPAN_FILTER},{DETAIL}=off")),
    }
}

/// The resource also has the attributes of `OTEL_RESOURCE_ATTRIBUTES`, such as pod and environment.
fn provider(config: &TelemetryConfig) -> Result<SdkTracerProvider, InitError> {
    let resource = Resource::builder()
        .with_service_name(config.service.clone())
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
        .build();
    let builder = SdkTracerProvider::builder().with_resource(resource);
    let Some(endpoint) = &config.traces_url else {
        // Without a collector spans are not recorded. An unsampled span still has a trace id for logs and messages.
        return Ok(builder.with_sampler(Sampler::AlwaysOff).build());
    };
    let exporter = exporter(endpoint).map_err(|error| InitError::Exporter(endpoint.clone(), error))?;
    // Not parent-based: a publisher without a collector must not turn off the traces of the fleet.
    let builder = builder.with_sampler(Sampler::AlwaysOn);
    crate::export::register();
    Ok(builder.with_span_processor(Exporting::new(exporter)).build())
}

/// Returns the address of traces at a collector: `v1/traces` below its base address, which may have a path.
pub fn traces_url(base: &Url) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/v1/traces", base.path().trim_end_matches('/')));
    url
}

fn exporter(endpoint: &Url) -> anyhow::Result<opentelemetry_otlp::SpanExporter> {
    Ok(opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_http_client(blocking_client()?)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(endpoint.as_str())
        .with_timeout(EXPORT_TIMEOUT)
        .build()?)
}

/// The batch processor exports on its own thread without a reactor, so the client must be blocking. Building
/// it starts a runtime, which is not allowed on a thread of a runtime, so it is built on a new thread.
fn blocking_client() -> anyhow::Result<reqwest::blocking::Client> {
    let build = || reqwest::blocking::ClientBuilder::new().no_proxy().timeout(EXPORT_TIMEOUT).build();
    let built = std::thread::spawn(build).join();
    Ok(built.map_err(|_| anyhow::anyhow!("building the exporter's HTTP client panicked"))??)
}
