//! What is measured of every delivery, by its outcome. A meter is looked up once for each outcome, not once for each delivery.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use metrics::{Counter, Histogram};
use telemetry::metric;

/// The meters of one consumer.
pub(crate) struct Meters {
    consumer: &'static str,
    outcomes: Mutex<BTreeMap<&'static str, (Counter, Histogram)>>,
}

impl Meters {
    pub(crate) fn new(consumer: &'static str) -> Self {
        Self { consumer, outcomes: Mutex::default() }
    }

    /// A delivery was settled in this way, this long after it came.
    pub(super) fn settled(&self, outcome: &'static str, took: Duration) {
        // A map that only grows: a panic elsewhere cannot have left it half done.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let (jobs, durations) = outcomes.entry(outcome).or_insert_with(|| {
            let labels = [("service", telemetry::service()), ("consumer", self.consumer), ("outcome", outcome)];
            (metrics::counter!(metric::JOBS, &labels), metrics::histogram!(metric::JOB_DURATION, &labels))
        });
        jobs.increment(1);
        durations.record(took);
    }
}
