//! Politeness to a host: a maximum of concurrent requests, a minimum spacing between them, and none during a cool-down.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use domain::port::CoolDowns;
use url::Url;

use crate::content_hash;

/// Gates kept before unused ones are dropped.
const MAX_GATES: usize = 1024;
/// Maximum wait for a host's cool-down; after a longer one the model may look elsewhere meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);
/// Maximum cool-down that a host may request.
const MAX_COOL_DOWN: Duration = Duration::from_secs(900);

/// A host in cool-down, with the remaining time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cooling(pub(crate) Duration);

/// Gates and cool-downs of all hosts.
pub(crate) struct Hosts {
    cool_downs: Arc<dyn CoolDowns>,
    /// Maximum concurrent requests of this process to one host.
    at_once: usize,
    gates: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Hosts {
    pub(crate) fn new(cool_downs: Arc<dyn CoolDowns>, at_once: usize) -> Self {
        Self { cool_downs, at_once: at_once.max(1), gates: Mutex::default() }
    }

    /// Waits until a request to this host may start; it is counted until the permit is dropped.
    pub(crate) async fn enter(&self, host: &str, spacing: Duration) -> Result<OwnedSemaphorePermit, Cooling> {
        let gate = self.gate(host);
        // The semaphore is never closed; if it were, only the limit would be lost.
        let permit = match gate.clone().acquire_owned().await {
            Ok(permit) => permit,
            Err(_closed) => return Err(Cooling(PATIENCE)),
        };
        let name = cool_down_key(host);
        if let Some(left) = self.cool_downs.cooling(&name).await {
            if left > PATIENCE {
                return Err(Cooling(left));
            }
            tokio::time::sleep(left).await;
        }
        while !spacing.is_zero() {
            let Some(wait) = self.cool_downs.take_turn(&name, spacing).await else { break };
            // A minimum wait, so that the last millisecond of a shared clock does not cause a busy loop.
            tokio::time::sleep(wait.clamp(Duration::from_millis(5), spacing)).await;
        }
        Ok(permit)
    }

    /// Starts a cool-down of the host.
    pub(crate) async fn cool_down(&self, host: &str, wait: Duration) {
        self.cool_downs.cool_down(&cool_down_key(host), wait.min(MAX_COOL_DOWN)).await;
    }

    /// Starts a cool-down of one address.
    pub(crate) async fn cool_down_address(&self, url: &Url, wait: Duration) {
        self.cool_downs.cool_down(&address_key(url), wait.min(MAX_COOL_DOWN)).await;
    }

    /// Returns the rest of the address's cool-down.
    pub(crate) async fn cooling_address(&self, url: &Url) -> Option<Duration> {
        self.cool_downs.cooling(&address_key(url)).await
    }

    fn gate(&self, host: &str) -> Arc<Semaphore> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if gates.len() >= MAX_GATES {
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        Arc::clone(gates.entry(host.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.at_once))))
    }
}

/// Returns the host's cool-down key; providers and hosts share one namespace.
fn cool_down_key(host: &str) -> String {
    format!("host:{host}")
}

/// Returns the key of an address, of fixed length.
fn address_key(url: &Url) -> String {
    format!("page:{}", content_hash(url.as_str().as_bytes()))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::{BoxFuture, ready};

    use super::*;
    use coordination::SharedCoolDowns;

    fn hosts(at_once: usize) -> Hosts {
        let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
        Hosts::new(Arc::new(SharedCoolDowns::local(clock)), at_once)
    }

    #[tokio::test]
    async fn concurrent_requests_are_limited_per_host() {
        let hosts = hosts(2);
        let (_one, _two) =
            (hosts.enter("a", Duration::ZERO).await.unwrap(), hosts.enter("a", Duration::ZERO).await.unwrap());
        let third = tokio::time::timeout(Duration::from_millis(20), hosts.enter("a", Duration::ZERO)).await;
        assert!(third.is_err(), "the third waits");
        drop(hosts.enter("b", Duration::ZERO).await.unwrap());
        drop(_one);
        drop(hosts.enter("a", Duration::ZERO).await.unwrap());
    }

    #[tokio::test]
    async fn a_host_in_cool_down_is_not_requested() {
        let hosts = hosts(2);
        hosts.cool_down("a", Duration::from_secs(100_000)).await;
        assert_eq!(hosts.enter("a", Duration::ZERO).await.unwrap_err(), Cooling(MAX_COOL_DOWN));
        drop(hosts.enter("b", Duration::ZERO).await.unwrap());
    }

    /// Grants a turn at the third request.
    struct Third(AtomicUsize);

    impl CoolDowns for Third {
        fn cooling<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Option<Duration>> {
            Box::pin(ready(None))
        }

        fn cool_down<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, ()> {
            Box::pin(ready(()))
        }

        fn take_turn<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, Option<Duration>> {
            let asked = self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(ready((asked < 2).then_some(Duration::from_millis(1))))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_for_its_turn() {
        let cool_downs = Arc::new(Third(AtomicUsize::new(0)));
        let hosts = Hosts::new(Arc::clone(&cool_downs) as Arc<dyn CoolDowns>, 1);
        drop(hosts.enter("a", Duration::from_secs(1)).await.unwrap());
        assert_eq!(cool_downs.0.load(Ordering::SeqCst), 3);
    }
}
