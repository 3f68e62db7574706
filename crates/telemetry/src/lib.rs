//! Traces, metrics, logs, and the constructor of HTTP clients.
//!
//! | module | contents |
//! |---|---|
//! | [`init()`] | the process-wide subscriber: JSON lines on standard error, spans over OTLP; stopped by its [`TelemetryGuard`] |
//! | [`fan_in()`] | copies the spans of a batch into the traces of its events |
//! | [`propagate`] | reads and writes W3C `traceparent` |
//! | [`metric`] | the table of all metrics with name, kind, labels and meaning; the Prometheus text |
//! | [`http`] | the HTTP client constructor |
//! | [`process`] | the CPU time and the open files of this process |
//! | [`printable`] | removes characters from output that control a terminal or reverse text |
//! | [`resident`] | the memory that this process occupies |
//! | [`retry_after()`] | the delay that an HTTP answer asks for |
//!
//! OTLP metrics and logs are absent on purpose. `/metrics` is scraped and standard error is collected; a second path
//! for either could disagree with the first.

mod export;
mod fan_in;
pub mod http;
mod init;
mod json;
pub mod metric;
pub mod printable;
pub mod process;
pub mod propagate;
pub mod resident;
mod retry_after;

pub use fan_in::{FanIn, fan_in};
pub use init::{DETAIL, InitError, TelemetryConfig, TelemetryGuard, init, service, traces_url};
pub use propagate::current_traceparent;
pub use retry_after::retry_after;
