//! Limits of the shares of a replica.

/// Maximum numbers of one token and of one tenant; 0 for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShareLimits {
    /// Requests in progress, or streams, of one token.
    pub token: usize,
    /// The same of one tenant.
    pub tenant: usize,
}
