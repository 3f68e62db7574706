//! [`PgMemory`].

use std::sync::Arc;

use super::retrieve::shares::CachedShares;
use super::vectors::embedding::Vectors;
use crate::database::Database;

/// Access to memory in Postgres; see [`crate::Store::memory`].
#[derive(Clone)]
pub struct PgMemory {
    pub(crate) database: Arc<Database>,
    pub(crate) shares: Arc<CachedShares>,
    /// The embedder; `None` if retrieval uses words alone.
    pub(crate) vectors: Option<Arc<Vectors>>,
}
