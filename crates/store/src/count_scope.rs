//! The rows that figures about the fleet's work count.

use domain::{Tenant, Time};

/// Selects the rows that are counted; by default all rows of all tenants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountScope {
    /// Only rows of this tenant.
    pub tenant: Option<Tenant>,
    /// Only rows that were written at or after this time.
    pub since: Option<Time>,
}

impl CountScope {
    /// Returns the name of the tenant.
    pub(crate) fn tenant(&self) -> Option<&str> {
        self.tenant.as_ref().map(Tenant::as_str)
    }
}
