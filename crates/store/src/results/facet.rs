//! [`PgResults`].

use std::sync::Arc;

use crate::database::Database;

/// Results: see [`crate::Store::results`].
#[derive(Clone)]
pub struct PgResults {
    pub(crate) database: Arc<Database>,
}
