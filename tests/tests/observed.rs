//! The fleet as a real Prometheus and a real OpenTelemetry Collector observe it: every query of the dashboard has data,
//! no alert has a cause in a healthy fleet, and a trace passes the collector's file completely.
//!
//! Prometheus: `apt install prometheus`; the collector: `make otelcol` (Go). Without them the tests skip themselves.

#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

#[path = "observed/collector.rs"]
mod collector;
#[path = "observed/nats_exporter.rs"]
mod nats_exporter;
#[path = "observed/prometheus.rs"]
mod prometheus;
#[path = "deploy/promql.rs"]
mod promql;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}
