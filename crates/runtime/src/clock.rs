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

/// The system's clock, set wrong by so much: a test of what a machine with such a clock does to its fleet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WrongClock(pub(crate) chrono::TimeDelta);

impl Clock for WrongClock {
    fn now(&self) -> Time {
        SystemClock.now() + self.0
    }
}
