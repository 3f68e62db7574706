//! Results: one subscription to all results, the most recent of which are kept for clients that resume.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use domain::Tenant;
use futures::Stream;
use futures::stream;
use runtime::client::{Client, ResultMessage, Results, ResultsError, StartAt};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio_util::sync::CancellationToken;

/// Results that a client may be behind before it is disconnected.
const MAX_LAG: usize = 256;
/// Maximum size of the kept results in bytes. Clients refer to the kept results only, so this bounds the memory of all shared streams.
const MAX_KEPT_BYTES: usize = 8 << 20;
/// Maximum clients that read older results through separate consumers.
const MAX_OWN: usize = 64;
/// Maximum time to wait for the subscription.
const READY_TIMEOUT: Duration = Duration::from_secs(5);

/// A result as it is sent to clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEvent {
    /// Sequence in the stream of results, which is the id of the event.
    pub sequence: u64,
    /// Tenant of the result.
    pub tenant: Tenant,
    /// Kind of the result.
    pub kind: String,
    /// The result in canonical JSON.
    pub json: String,
}

impl ResultEvent {
    /// Converts a message. Returns `None` for a result that this version cannot read.
    fn of(message: ResultMessage) -> Option<Self> {
        let row = message.result.ok()?.0;
        Some(Self { sequence: message.sequence, tenant: row.tenant, kind: row.kind, json: row.body.to_string() })
    }
}

/// The stream of results is not available; the client may try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missed;

/// The shared subscription.
pub struct ResultHub {
    recent: Mutex<Recent>,
    live: broadcast::Sender<Weak<ResultEvent>>,
    wanted: Notify,
    ready: watch::Sender<bool>,
    own: Arc<Semaphore>,
}

/// The newest results without a gap, oldest first.
#[derive(Default)]
struct Recent {
    events: VecDeque<Arc<ResultEvent>>,
    bytes: usize,
}

impl Default for ResultHub {
    fn default() -> Self {
        Self {
            recent: Mutex::default(),
            live: broadcast::Sender::new(MAX_LAG),
            wanted: Notify::new(),
            ready: watch::Sender::new(false),
            own: Arc::new(Semaphore::new(MAX_OWN)),
        }
    }
}

/// Results of one tenant in order.
pub struct ResultStream {
    tenant: Tenant,
    source: Source,
}

enum Source {
    /// Kept results, then the shared subscription. A client whose next result is no longer kept is disconnected.
    Shared { kept: VecDeque<Weak<ResultEvent>>, live: broadcast::Receiver<Weak<ResultEvent>> },
    /// A separate consumer, for results that are not kept. Boxed, because most streams are shared.
    Own { results: Box<Results>, _permit: OwnedSemaphorePermit },
}

impl ResultHub {
    /// Waits for the first client, then subscribes and distributes results until the process stops.
    ///
    /// # Errors
    /// The stream of results cannot be read.
    pub async fn run(&self, client: &Client, stop: &CancellationToken) -> Result<(), ResultsError> {
        let mut results = client.subscribe_results(None, None, StartAt::Now).await?;
        self.ready.send_replace(true);
        loop {
            tokio::select! {
                message = results.next() => {
                    if let Some(event) = ResultEvent::of(message) {
                        self.distribute(event);
                    }
                }
                () = stop.cancelled() => return Ok(()),
            }
        }
    }

    /// Waits until a client wants results. Returns `false` if the process stops before.
    pub async fn wanted(&self, stop: &CancellationToken) -> bool {
        tokio::select! {
            () = self.wanted.notified() => true,
            () = stop.cancelled() => false,
        }
    }

    /// Opens a stream of a tenant's results: from now on, or after the result with this sequence.
    ///
    /// # Errors
    /// The subscription is missing, or too many clients read older results.
    pub async fn open(&self, client: &Client, tenant: &Tenant, after: Option<u64>) -> Result<ResultStream, Missed> {
        self.wanted.notify_one();
        let mut ready = self.ready.subscribe();
        let is_ready = tokio::time::timeout(READY_TIMEOUT, ready.wait_for(|ready| *ready)).await;
        is_ready.map_err(|_| Missed)?.map_err(|_| Missed)?;
        if let Some(source) = self.shared(after) {
            return Ok(ResultStream { tenant: tenant.clone(), source });
        }
        let permit = Arc::clone(&self.own).try_acquire_owned().map_err(|_| Missed)?;
        let start = StartAt::Sequence(after.unwrap_or_default().saturating_add(1));
        let results = client.subscribe_results(None, Some(tenant), start).await.map_err(|_| Missed)?;
        let source = Source::Own { results: Box::new(results), _permit: permit };
        Ok(ResultStream { tenant: tenant.clone(), source })
    }

    /// Returns the shared source if no result after `after` is missing from it.
    fn shared(&self, after: Option<u64>) -> Option<Source> {
        // The lock makes the kept results and the subscription continue each other.
        let recent = self.lock();
        let live = self.live.subscribe();
        let Some(after) = after else { return Some(Source::Shared { kept: VecDeque::new(), live }) };
        let oldest = recent.events.front()?.sequence;
        if after.saturating_add(1) < oldest {
            return None;
        }
        let kept = recent.events.iter().filter(|event| event.sequence > after).map(Arc::downgrade).collect();
        Some(Source::Shared { kept, live })
    }

    fn distribute(&self, event: ResultEvent) {
        let event = Arc::new(event);
        let live = Arc::downgrade(&event);
        let mut recent = self.lock();
        recent.bytes += event.json.len();
        recent.events.push_back(event);
        while recent.bytes > MAX_KEPT_BYTES {
            let Some(oldest) = recent.events.pop_front() else { break };
            recent.bytes -= oldest.json.len();
        }
        // Fails only without clients.
        let _ = self.live.send(live);
    }

    fn lock(&self) -> MutexGuard<'_, Recent> {
        // No code panics while it holds the lock.
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResultStream {
    /// Returns the next result of the tenant; `None` if the client was too slow.
    pub async fn next(&mut self) -> Option<Arc<ResultEvent>> {
        loop {
            let event = self.source.next().await?;
            if event.tenant == self.tenant {
                return Some(event);
            }
        }
    }

    /// Converts to a stream that ends when the client is too slow.
    pub fn into_stream(self) -> impl Stream<Item = Arc<ResultEvent>> + Send {
        stream::unfold(self, |mut results| async move { results.next().await.map(|event| (event, results)) })
    }
}

impl Source {
    async fn next(&mut self) -> Option<Arc<ResultEvent>> {
        match self {
            Self::Shared { kept, live } => {
                let next = match kept.pop_front() {
                    Some(event) => event,
                    None => live.recv().await.ok()?,
                };
                next.upgrade()
            }
            Self::Own { results, .. } => loop {
                if let Some(event) = ResultEvent::of(results.next().await) {
                    return Some(Arc::new(event));
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(sequence: u64, tenant: &str, size: usize) -> ResultEvent {
        let tenant = Tenant::parse(tenant).unwrap();
        ResultEvent { sequence, tenant, kind: "research".to_owned(), json: "x".repeat(size) }
    }

    fn stream(hub: &ResultHub, after: Option<u64>) -> Option<ResultStream> {
        Some(ResultStream { tenant: Tenant::parse("acme").unwrap(), source: hub.shared(after)? })
    }

    #[tokio::test]
    async fn a_client_resumes_without_gap_or_repetition_and_sees_its_tenant_only() {
        let hub = ResultHub::default();
        assert!(stream(&hub, Some(3)).is_none(), "nothing is kept yet");
        for (sequence, tenant) in [(5, "acme"), (6, "other"), (7, "acme")] {
            hub.distribute(event(sequence, tenant, 1));
        }
        assert!(stream(&hub, Some(3)).is_none(), "4 is not kept");
        let mut resumed = stream(&hub, Some(5)).unwrap();
        let mut live = stream(&hub, None).unwrap();
        hub.distribute(event(8, "acme", 1));
        assert_eq!([resumed.next().await.unwrap().sequence, resumed.next().await.unwrap().sequence], [7, 8]);
        assert_eq!(live.next().await.unwrap().sequence, 8);
    }

    #[tokio::test]
    async fn memory_is_bounded_and_a_slow_client_is_disconnected() {
        let hub = ResultHub::default();
        let mut slow = stream(&hub, None).unwrap();
        for sequence in 0..400 {
            hub.distribute(event(sequence, "acme", 100_000));
        }
        assert!(hub.lock().bytes <= MAX_KEPT_BYTES);
        assert_eq!(slow.next().await, None);
    }

    #[tokio::test]
    async fn a_client_keeps_no_result_that_the_process_has_dropped() {
        let hub = ResultHub::default();
        let mut slow = stream(&hub, None).unwrap();
        let first = event(0, "acme", 1_000_000);
        hub.distribute(first);
        let mut resumed = stream(&hub, Some(0)).unwrap();
        let watched = hub.lock().events.front().map(Arc::downgrade).unwrap();
        for sequence in 1..20 {
            hub.distribute(event(sequence, "acme", 1_000_000));
        }
        assert!(watched.upgrade().is_none(), "fewer results than the allowed lag, but more bytes");
        assert_eq!(slow.next().await, None);
        assert_eq!(resumed.next().await, None);
        assert_eq!(stream(&hub, Some(18)).unwrap().next().await.unwrap().sequence, 19);
    }
}
