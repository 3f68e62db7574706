//! [`PgMemory`].

use std::sync::Arc;

use super::retrieve::shares::CachedShares;
use crate::database::Database;

/// Access to memory in Postgres; see [`crate::Store::memory`].
#[derive(Clone)]
pub struct PgMemory {
    pub(crate) database: Arc<Database>,
    pub(crate) shares: Arc<CachedShares>,
}
