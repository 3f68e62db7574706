//! The database's clock in a process: read with each renewal of the lease, continued in between by the monotonic clock.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use chrono::TimeDelta;
use domain::{Clock, Time};
use tokio::time::Instant;

use crate::Store;
use crate::database::Database;

/// Maximum duration of an exchange that gives a reading: half of it is the error of the reading.
const MAX_EXCHANGE: Duration = Duration::from_secs(1);

/// The newest reading of the database's clock.
#[derive(Debug, Default)]
pub(crate) struct Readings(RwLock<Option<(Instant, Time)>>);

impl Readings {
    /// Records what the database answered to a question of `asked`. An answer that took too long is not used: the process may have
    /// been frozen.
    pub(crate) fn note(&self, asked: Instant, time: Time) {
        let took = asked.elapsed();
        if took <= MAX_EXCHANGE {
            *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some((asked + took / 2, time));
        }
    }

    fn now(&self) -> Option<Time> {
        let (at, time) = (*self.0.read().unwrap_or_else(PoisonError::into_inner))?;
        Some(time + TimeDelta::from_std(at.elapsed()).ok()?)
    }
}

struct DatabaseClock {
    database: Arc<Database>,
    fallback: Arc<dyn Clock>,
}

impl Clock for DatabaseClock {
    fn now(&self) -> Time {
        self.database.readings.now().unwrap_or_else(|| self.fallback.now())
    }
}

impl Store {
    /// Returns the database's clock, which all instances share. Until this instance has renewed its lease, which happens before its first
    /// job, it shows the time of `fallback`.
    pub fn clock(&self, fallback: Arc<dyn Clock>) -> Arc<dyn Clock> {
        Arc::new(DatabaseClock { database: Arc::clone(&self.database), fallback })
    }
}
