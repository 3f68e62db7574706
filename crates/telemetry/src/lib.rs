//! Traces, metrics, logs, and the one constructor of HTTP clients.
//!
//! | module | what it holds |
//! |---|---|
//! | [`init()`] | the process-wide subscriber: JSON lines on standard error, spans over OTLP; shut down by its [`Guard`] |
//! | [`propagate`] | W3C `traceparent` in and out of spans |
//! | [`metric`] | every metric's name, kind, labels and meaning, in one table; the Prometheus text |
//! | [`http`] | the one HTTP client constructor |
//! | [`resident`] | the memory that this process occupies |
//!
//! Deliberately absent: OTLP metrics and logs. `/metrics` is scraped and standard error is collected; a second path for
//! either would be a second truth.

pub mod http;
mod init;
mod json;
pub mod metric;
pub mod propagate;
pub mod resident;

pub use init::{Config, Guard, InitError, init, service};
pub use propagate::current_traceparent;
