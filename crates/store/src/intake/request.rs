//! Names of requests.

use domain::Tenant;

/// Idempotency key of a request. A key belongs to one tenant and to one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// Tenant of the request.
    pub tenant: Tenant,
    /// Key chosen by the client.
    pub key: String,
    /// SHA-256 hash of the request's path and body.
    pub hash: [u8; 32],
}
