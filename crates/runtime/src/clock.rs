//! The system clock; no other file reads it.

use domain::{Clock, Time};

/// The system clock, in UTC.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "the only place that reads the system clock")]
    fn now(&self) -> Time {
        chrono::Utc::now()
    }
}

/// The system clock with an offset, for tests of a machine whose clock is wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SkewedClock(pub(crate) chrono::TimeDelta);

impl Clock for SkewedClock {
    fn now(&self) -> Time {
        SystemClock.now() + self.0
    }
}
