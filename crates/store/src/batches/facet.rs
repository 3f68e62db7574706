//! [`PgBatches`].

use std::sync::Arc;

use crate::database::Database;

/// Access to batches of model calls; see [`crate::Store::batches`].
#[derive(Clone)]
pub struct PgBatches {
    pub(crate) database: Arc<Database>,
}
