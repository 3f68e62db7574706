//! Status lines of `auspex up`, as text or JSON.

use std::path::Path;
use std::time::Duration;

use serde_json::json;

use crate::output;

/// Prints status lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listing {
    json: bool,
}

/// A part of the fleet that is ready.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) name: &'a str,
    pub(super) address: &'a str,
    /// Process id; `None` for a server provided by the user.
    pub(super) pid: Option<u32>,
    pub(super) took: Duration,
}

impl Listing {
    pub(super) fn new(json: bool) -> Self {
        Self { json }
    }

    /// Reports that a part is ready.
    pub(super) fn ready(self, part: &Part<'_>) {
        let Part { name, address, pid, took } = part;
        if self.json {
            self.line(
                &json!({ "service": name, "address": address, "pid": pid, "ready_ms": took.as_millis() }).to_string(),
            );
        } else {
            let process = pid.map_or_else(|| "external".to_owned(), |pid| format!("process {pid}"));
            self.line(&format!("{name:<14} {address:<22} {process:<16} ready in {:.2} s", took.as_secs_f64()));
        }
    }

    /// Reports that the whole fleet is ready.
    pub(super) fn up(self, took: Duration, dir: &Path, offline: bool) {
        if self.json {
            self.line(&json!({ "up": true, "ready_ms": took.as_millis(), "dir": dir, "offline": offline }).to_string());
            return;
        }
        let model = if offline { "with the offline world's model" } else { "with your model" };
        self.line(&format!(
            "\nThe fleet is up after {:.1} s, {model}. Data, logs and reports: {}",
            took.as_secs_f64(),
            dir.display()
        ));
        self.line("In another terminal: auspex publish FILE, auspex ask \"…?\", auspex watch, auspex summary. Ctrl-C stops the fleet.");
    }

    /// Reports an event.
    pub(super) fn note(self, text: &str) {
        if self.json {
            self.line(&json!({ "note": text }).to_string());
        } else {
            self.line(text);
        }
    }

    /// Prints a line; a closed pipe does not end the fleet.
    fn line(self, text: &str) {
        let _ = output::line(text);
    }
}
