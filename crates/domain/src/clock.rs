//! Time as an explicit input.

use crate::Time;

/// A source of time. Production uses the system clock (in `runtime`), tests use [`FixedClock`].
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time in UTC.
    fn now(&self) -> Time;
}

/// A clock that only changes through [`FixedClock::advance`].
#[derive(Debug)]
pub struct FixedClock(std::sync::atomic::AtomicI64);

impl FixedClock {
    /// Creates a clock that shows `time`.
    pub fn at(time: Time) -> Self {
        Self(std::sync::atomic::AtomicI64::new(time.timestamp_micros()))
    }

    /// Advances the clock.
    pub fn advance(&self, by: std::time::Duration) {
        let micros = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
        self.0.fetch_add(micros, std::sync::atomic::Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Time {
        Time::from_timestamp_micros(self.0.load(std::sync::atomic::Ordering::SeqCst)).unwrap_or_default()
    }
}
