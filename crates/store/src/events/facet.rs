//! [`PgEvents`].

use std::sync::Arc;

use crate::database::Database;

/// Access to events; see [`crate::Store::events`].
#[derive(Clone)]
pub struct PgEvents {
    pub(crate) database: Arc<Database>,
}
