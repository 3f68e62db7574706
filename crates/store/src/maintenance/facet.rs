//! [`PgMaintenance`].

use std::sync::Arc;

use crate::database::Database;

/// Access to work on old rows; see [`crate::Store::maintenance`].
#[derive(Clone)]
pub struct PgMaintenance {
    pub(crate) database: Arc<Database>,
}
