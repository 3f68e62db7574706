//! The system's clock: the only place that reads it.

use domain::{Clock, Time};

/// The system's clock, UTC.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "this is where time comes from")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}
