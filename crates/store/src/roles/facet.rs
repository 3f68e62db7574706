//! [`PgRoles`].

use std::sync::Arc;

use crate::database::Database;

/// Access to roles and privileges; see [`crate::Store::roles`].
#[derive(Clone)]
pub struct PgRoles {
    pub(crate) database: Arc<Database>,
}
