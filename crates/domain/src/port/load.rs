//! What a consumer of one process does for each tenant at present, for people who look for an unfair share.

use std::time::Duration;

use crate::Tenant;

/// The work of one tenant at a consumer of one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantLoad {
    /// Name of the durable consumer.
    pub consumer: &'static str,
    /// The tenant whose load it is.
    pub tenant: Tenant,
    /// Jobs in progress.
    pub running: u32,
    /// Deliveries that were handed back above a limit and not started since, at most: another replica may have started
    /// some.
    pub held_back: u32,
    /// The limit above which the last of them was.
    pub limit: Option<TenantLimit>,
    /// Age of the oldest of them.
    pub oldest: Option<Duration>,
}

/// A limit of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TenantLimit {
    /// Jobs that start per second.
    Rate,
    /// Jobs in progress.
    InFlight,
}

impl TenantLimit {
    /// Returns the name that is stored: that of the setting, without its prefix.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rate => "rate",
            Self::InFlight => "in_flight",
        }
    }
}
