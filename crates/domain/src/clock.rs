//! Time as an input.

use crate::Time;

/// Where time comes from. Production reads the system's clock (in `runtime`), tests hold a [`FixedClock`].
pub trait Clock: Send + Sync + 'static {
    /// Now, UTC.
    fn now(&self) -> Time;
}

/// A clock that stands still until it is told otherwise.
#[derive(Debug)]
pub struct FixedClock(std::sync::atomic::AtomicI64);

impl FixedClock {
    /// Stands at `time`.
    pub fn at(time: Time) -> Self {
        Self(std::sync::atomic::AtomicI64::new(time.timestamp_micros()))
    }

    /// Moves forward.
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
