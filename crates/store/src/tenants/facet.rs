//! The facet of tenants.

use std::sync::Arc;

use crate::database::Database;

/// Access to tenants and what they own; see [`crate::Store::tenants`].
#[derive(Clone)]
pub struct PgTenants {
    pub(crate) database: Arc<Database>,
}
