//! Politeness to a host: few requests at once, a pause between two, and none while it asked to be left alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::rest::Rests;

/// Gates kept before unused ones are dropped.
const MOST_GATES: usize = 1024;
/// A host that rests longer than this is not waited for: the model may look elsewhere meanwhile.
const PATIENCE: Duration = Duration::from_secs(2);
/// Nobody is believed who wants to be left alone for longer.
const LONGEST_REST: Duration = Duration::from_secs(900);

/// A host that wants to be left alone for so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Resting(pub(crate) Duration);

/// All hosts.
pub(crate) struct Hosts {
    rests: Arc<dyn Rests>,
    /// Requests at once to one host, of this process.
    at_once: usize,
    gates: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Hosts {
    pub(crate) fn new(rests: Arc<dyn Rests>, at_once: usize) -> Self {
        Self { rests, at_once: at_once.max(1), gates: Mutex::default() }
    }

    /// Waits until this host may be asked; it counts as asked until the permit is dropped.
    pub(crate) async fn enter(&self, host: &str, spacing: Duration) -> Result<OwnedSemaphorePermit, Resting> {
        let gate = self.gate(host);
        // The gate is never closed; were it, the request would only be less polite.
        let permit = match gate.clone().acquire_owned().await {
            Ok(permit) => permit,
            Err(_closed) => return Err(Resting(PATIENCE)),
        };
        let name = name(host);
        if let Some(left) = self.rests.resting(&name).await {
            if left > PATIENCE {
                return Err(Resting(left));
            }
            tokio::time::sleep(left).await;
        }
        while !spacing.is_zero() {
            let Some(wait) = self.rests.turn(&name, spacing).await else { break };
            // At least a moment: a shared clock's last millisecond must not become a busy loop.
            tokio::time::sleep(wait.clamp(Duration::from_millis(5), spacing)).await;
        }
        Ok(permit)
    }

    /// The host asked to be left alone.
    pub(crate) async fn leave_alone(&self, host: &str, wait: Duration) {
        self.rests.rest(&name(host), wait.min(LONGEST_REST)).await;
    }

    fn gate(&self, host: &str) -> Arc<Semaphore> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if gates.len() >= MOST_GATES {
            gates.retain(|_, gate| Arc::strong_count(gate) > 1);
        }
        Arc::clone(gates.entry(host.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(self.at_once))))
    }
}

/// Hosts and providers share one book.
fn name(host: &str) -> String {
    format!("host:{host}")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::{BoxFuture, ready};

    use super::*;
    use crate::rest::LocalRests;

    fn hosts(at_once: usize) -> Hosts {
        let clock = Arc::new(domain::FixedClock::at(domain::Time::UNIX_EPOCH));
        Hosts::new(Arc::new(LocalRests::new(clock)), at_once)
    }

    #[tokio::test]
    async fn a_host_is_asked_by_so_many_at_once_and_another_is_not_kept_waiting() {
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
    async fn a_host_that_wants_to_be_left_alone_is() {
        let hosts = hosts(2);
        hosts.leave_alone("a", Duration::from_secs(100_000)).await;
        assert_eq!(hosts.enter("a", Duration::ZERO).await.unwrap_err(), Resting(LONGEST_REST));
        drop(hosts.enter("b", Duration::ZERO).await.unwrap());
    }

    /// Gives a turn at the third asking.
    struct Third(AtomicUsize);

    impl Rests for Third {
        fn resting<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Option<Duration>> {
            Box::pin(ready(None))
        }

        fn rest<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, ()> {
            Box::pin(ready(()))
        }

        fn turn<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, Option<Duration>> {
            let asked = self.0.fetch_add(1, Ordering::SeqCst);
            Box::pin(ready((asked < 2).then_some(Duration::from_millis(1))))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_is_waited_for() {
        let rests = Arc::new(Third(AtomicUsize::new(0)));
        let hosts = Hosts::new(Arc::clone(&rests) as Arc<dyn Rests>, 1);
        drop(hosts.enter("a", Duration::from_secs(1)).await.unwrap());
        assert_eq!(rests.0.load(Ordering::SeqCst), 3);
    }
}
