//! State that the handlers of all routes share.

use std::sync::Arc;

use domain::{Clock, Tenant};
use store::Store;
use tokio_util::sync::CancellationToken;
use worker::{JustInTime, Objects};

use crate::access::Access;
use crate::broker::Broker;
use crate::config::RequestLimits;
use crate::hooks::Targets;
use crate::http::BodyMemory;
use crate::macros::Macros;
use crate::publish::{PendingEvents, Queue};
use crate::stream::{ResultHub, RunWatch};

/// Shared by all requests.
pub struct Gateway {
    /// Postgres, for work that serves all tenants. What a request reads or changes goes through [`Gateway::store`].
    pub all_tenants: Arc<Store>,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
    /// Tokens and their rates.
    pub access: Access,
    /// Stored events that wait for their publication.
    pub queue: Queue,
    /// Stored events that the fleet has not settled.
    pub pending: PendingEvents,
    /// Files of bundles, which the researcher writes; the gateway only reads.
    pub objects: Arc<dyn Objects>,
    /// The connection to NATS.
    pub broker: Arc<Broker>,
    /// Streams of results.
    pub results: ResultHub,
    /// Streams of runs.
    pub runs: RunWatch,
    /// Targets that webhooks may contact.
    pub targets: Arc<Targets>,
    /// Cancelled when the server stops to accept connections; open streams end.
    pub stop: CancellationToken,
    /// Room for the bodies of requests.
    pub bodies: BodyMemory,
    /// Limits of requests.
    pub limits: RequestLimits,
    /// Thresholds below which `retrieve` requests research.
    pub memory: JustInTime,
    /// Research macros that callers may list and execute.
    pub macros: Macros,
}

impl Gateway {
    /// Returns Postgres for the rows of one tenant, and those that all tenants share: row-level security hides the
    /// rest.
    pub fn store(&self, tenant: &Tenant) -> Store {
        self.all_tenants.of(tenant)
    }
}
