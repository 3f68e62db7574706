//! What a tenant may search.

use domain::Tenant;

use super::shares::CachedShares;
use crate::pool::PgPool;

/// The notes of a tenant, and the research that it may read.
pub(super) struct SearchIndex<'a> {
    pub(super) pool: &'a PgPool,
    pub(super) shares: &'a CachedShares,
    pub(super) tenant: &'a Tenant,
    pub(super) shares_memory: bool,
}
