//! The parts of a process that exist before its stores are reachable: the connection to NATS, which is made in the
//! background, and the HTTP server of the probes. A supervisor sees a process that is alive and not ready while it
//! waits for its servers.

use std::sync::Arc;

use tokio::task::JoinHandle;

use super::{Exit, Lifecycle};
use crate::config::RuntimeConfig;
use crate::health::{self, Health};
use crate::link::{Link, Target};
use crate::settle::error_chain;

/// Connection and probes of a process.
pub(super) struct Base {
    pub(super) link: Link,
    pub(super) health: Arc<Health>,
    /// Address of the probes.
    pub(super) http: String,
    tasks: [JoinHandle<()>; 2],
}

impl Base {
    /// Starts the probes and connects in the background. Fails only for a setting that no restart mends.
    pub(super) async fn start(name: &str, config: &RuntimeConfig, life: &Lifecycle) -> Result<Self, Exit> {
        let target = Target::new(config, name);
        let link = Link::connect(&target, false).await.map_err(|error| Exit::Misconfigured(error_chain(&error)))?;
        let listener = crate::listen::listen(config.http).await.map_err(|error| {
            Exit::Misconfigured(format!("AUSPEX_HTTP_LISTEN: cannot listen on {}: {error}", config.http))
        })?;
        let http = listener.local_addr().map_or_else(|_| config.http.to_string(), |address| address.to_string());
        let health = Health::new(config.consumer.rules.hard_deadline, life.soft.clone());
        let tasks =
            [tokio::spawn(Arc::clone(&health).beat()), tokio::spawn(health::serve(listener, Arc::clone(&health)))];
        Ok(Self { link, health, http, tasks })
    }

    /// Ends the HTTP server of the probes.
    pub(super) fn end(tasks: &[JoinHandle<()>]) {
        tasks.iter().for_each(JoinHandle::abort);
    }

    /// Returns the parts that a running service takes over, and the tasks to end after it.
    pub(super) fn into_parts(self) -> (Link, Arc<Health>, String, [JoinHandle<()>; 2]) {
        (self.link, self.health, self.http, self.tasks)
    }
}
