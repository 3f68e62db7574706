//! [`PgJobs`].

use std::sync::Arc;

use crate::database::Database;

/// Access to jobs of messages; see [`crate::Store::jobs`].
#[derive(Clone)]
pub struct PgJobs {
    pub(crate) database: Arc<Database>,
}
