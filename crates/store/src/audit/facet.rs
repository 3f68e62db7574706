//! [`PgAudit`].

use std::sync::Arc;

use crate::database::Database;

/// Access to the audit trail; see [`crate::Store::audit`].
#[derive(Clone)]
pub struct PgAudit {
    pub(crate) database: Arc<Database>,
}
