//! [`PgResults`].

use std::sync::Arc;

use crate::database::Database;

/// Access to results; see [`crate::Store::results`].
#[derive(Clone)]
pub struct PgResults {
    pub(crate) database: Arc<Database>,
}
