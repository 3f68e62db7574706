//! Report of an evaluation: rows answered, rows refused with reasons, and rates.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::output;

/// Maximum refused rows that the text report lists.
const MAX_REFUSED_SHOWN: usize = 20;

/// Report of one evaluation.
#[derive(Debug, Clone, Serialize)]
pub struct EvalReport {
    /// The capability, e.g. `tokens`.
    pub capability: &'static str,
    /// Plural noun for the rows, e.g. `queries`.
    pub items: &'static str,
    /// Number of rows answered.
    pub done: usize,
    /// Rows without an answer.
    pub refused: Vec<Refused>,
    /// Seconds spent on the work, without reading and writing files.
    pub seconds: f64,
    /// Rows per second of `seconds`.
    pub per_second: f64,
    /// Further figures by name, e.g. `exact_per_second`.
    pub figures: BTreeMap<&'static str, f64>,
}

/// A row without an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// `file:line`, or a file name.
    pub place: String,
    /// Reason for a person.
    pub reason: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl EvalReport {
    /// Creates an empty report. `items` is the plural noun for the rows.
    pub fn new(capability: &'static str, items: &'static str) -> Self {
        let (refused, figures) = (Vec::new(), BTreeMap::new());
        Self { capability, items, done: 0, refused, seconds: 0.0, per_second: 0.0, figures }
    }

    /// Adds a row without an answer.
    pub fn refuse(&mut self, place: impl Into<String>, reason: impl fmt::Display) {
        self.refused.push(Refused { place: place.into(), reason: reason.to_string() });
    }

    /// Adds `done` answered rows and the time they took.
    pub fn timed(&mut self, done: usize, took: Duration) {
        self.done += done;
        self.seconds += took.as_secs_f64();
        self.per_second = rate(self.done, self.seconds);
    }

    /// Runs `work`, measures it and counts `done` answered rows.
    pub fn time<T>(&mut self, done: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let made = work();
        self.timed(done, start.elapsed());
        made
    }

    /// Prints the report as text or as one line of JSON.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let (done, items, refused) = (self.done, self.items, self.refused.len());
        output::line(&format!(
            "{}: {done} {items} answered, {refused} refused, {:.2} s, {:.0} {items}/s",
            self.capability, self.seconds, self.per_second
        ))?;
        for (name, value) in &self.figures {
            output::line(&format!("  {name} {value:.4}"))?;
        }
        for refused in self.refused.iter().take(MAX_REFUSED_SHOWN) {
            output::line(&format!("  {refused}"))?;
        }
        if refused > MAX_REFUSED_SHOWN {
            output::line(&format!("  … and {} more; --json lists all", refused - MAX_REFUSED_SHOWN))?;
        }
        Ok(())
    }
}

/// Returns rows per second, or 0 if `seconds` is 0.
#[allow(clippy::cast_precision_loss, reason = "a rate for people; counts stay far below 2^52")]
pub(super) fn rate(rows: usize, seconds: f64) -> f64 {
    if seconds > 0.0 { rows as f64 / seconds } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_times_add_up() {
        let mut report = EvalReport::new("tokens", "queries");
        report.timed(30, Duration::from_secs(1));
        report.timed(30, Duration::from_secs(2));
        report.refuse("a:3", "no id");
        assert_eq!((report.done, report.refused.len()), (60, 1));
        assert!((report.per_second - 20.0).abs() < 1e-9);
        assert!(rate(5, 0.0).abs() < f64::EPSILON);
    }
}
