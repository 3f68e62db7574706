//! The port of schedules.

use std::future::Future;
use std::sync::Arc;

use domain::port::PortError;
use domain::schedule::Schedule;
use domain::{Outgoing, Tenant, Time};

use crate::database::Database;

/// One firing of a schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct Fired {
    /// Tenant of the schedule.
    pub tenant: Tenant,
    /// Name of the schedule.
    pub name: String,
    /// The instant that it fires for, as it was read.
    pub at: Time,
    /// The next instant; `None` if the schedule has ended.
    pub next: Option<Time>,
    /// The event to publish; `None` if nothing is published any more.
    pub event: Option<Outgoing>,
}

/// Access to schedules for the forecaster's scheduling task.
pub trait Schedules: Send + Sync + 'static {
    /// Returns schedules that are due at `now`. Tenants take turns: first the oldest of each, then the second one, and
    /// so on.
    fn due(&self, now: Time, limit: u32) -> impl Future<Output = Result<Vec<Schedule>, PortError>> + Send;

    /// Advances a schedule and writes its message in one transaction. Returns `false` if another replica advanced it or
    /// it changed.
    fn fire(&self, fired: &Fired) -> impl Future<Output = Result<bool, PortError>> + Send;
}

/// Access to schedules in Postgres; see [`crate::Store::schedules`].
#[derive(Clone)]
pub struct PgSchedules {
    pub(crate) database: Arc<Database>,
}
