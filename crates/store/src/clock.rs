//! The database's clock in a process: read with each renewal of the lease.

use std::sync::Arc;

use domain::{Clock, Time};

use crate::Store;
use crate::database::Database;

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
    /// Returns the database's clock, which all instances share. Until this instance has renewed its lease, which
    /// happens before its first job, it shows the time of `fallback`.
    pub fn clock(&self, fallback: Arc<dyn Clock>) -> Arc<dyn Clock> {
        Arc::new(DatabaseClock { database: Arc::clone(&self.database), fallback })
    }
}
