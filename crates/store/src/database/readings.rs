//! Readings of the database's clock, continued between two of them by the monotonic clock.

use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use chrono::TimeDelta;
use domain::Time;
use tokio::time::Instant;

/// Maximum duration of an exchange that gives a reading: half of it is the error of the reading.
const MAX_EXCHANGE: Duration = Duration::from_secs(1);

/// The newest reading of the database's clock.
#[derive(Debug, Default)]
pub(crate) struct Readings(RwLock<Option<(Instant, Time)>>);

impl Readings {
    /// Records what the database answered to a question of `asked`. An answer that took too long is not used: the
    /// process may have been frozen.
    pub(crate) fn note(&self, asked: Instant, time: Time) {
        let took = asked.elapsed();
        if took <= MAX_EXCHANGE {
            *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some((asked + took / 2, time));
        }
    }

    /// Returns the database's time; `None` before the first reading.
    pub(crate) fn now(&self) -> Option<Time> {
        let (at, time) = (*self.0.read().unwrap_or_else(PoisonError::into_inner))?;
        Some(time + TimeDelta::from_std(at.elapsed()).ok()?)
    }
}
