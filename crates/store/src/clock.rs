//! The database's clock in a process: read with each renewal of the lease.

use std::sync::Arc;

use domain::{Clock, Time};

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

/// Returns the database's clock; see [`crate::Store::clock`].
pub(crate) fn of(database: &Arc<Database>, fallback: Arc<dyn Clock>) -> Arc<dyn Clock> {
    Arc::new(DatabaseClock { database: Arc::clone(database), fallback })
}
