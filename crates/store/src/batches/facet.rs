//! [`PgBatches`].

use std::sync::Arc;

use crate::database::Database;

/// Batches of model calls: see [`crate::Store::batches`].
#[derive(Clone)]
pub struct PgBatches {
    pub(crate) database: Arc<Database>,
}
