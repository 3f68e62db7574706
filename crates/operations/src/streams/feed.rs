//! The feed of one tenant: reads new results from Postgres once for all streams of the tenant at this replica. NATS
//! says only when to look: a lost signal delays a result by [`POLL`], and loses none.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use domain::Tenant;
use domain::port::PortError;
use store::Store;
use store::results::{PageSize, ResultPage, ResultPosition};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::position::StreamId;
use super::results::ResultEvent;
use crate::Broker;

/// Interval in which the feed looks without a signal.
const POLL: Duration = Duration::from_secs(5);
/// Delay between two looks while results arrive, so that one look reads many.
const COALESCE: Duration = Duration::from_millis(20);
/// Maximum delay between two looks while a stored result waits for the end of an older transaction.
const MAX_WAITING: Duration = Duration::from_millis(500);
/// Delay after a failed read or subscription.
const RETRY: Duration = Duration::from_secs(1);
/// Time for which results about groups are stored after the last stream of a tenant.
const KEEP_GROUPS: Duration = Duration::from_secs(72 * 3600);
/// Interval in which [`KEEP_GROUPS`] is renewed while a stream is open.
const RENEW: Duration = Duration::from_secs(3600);
/// Results that one look reads.
const PAGE: PageSize = PageSize { results: 256, bytes: 1 << 20 };
/// Maximum size of the kept results of all feeds in bytes. A stream that is further behind reads Postgres itself.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// What feeds read from.
pub(super) struct Sources {
    pub(super) store: Arc<Store>,
    pub(super) broker: Arc<Broker>,
    /// Cancelled when the process stops.
    pub(super) stop: CancellationToken,
    /// Number of feeds, which share [`MAX_KEPT_BYTES`].
    pub(super) feeds: AtomicUsize,
}

/// The newest results of a tenant. Ends with the last stream that uses it.
pub(super) struct Feed {
    tail: Mutex<Option<Tail>>,
    moved: watch::Sender<()>,
    sources: Arc<Sources>,
    _running: DropGuard,
}

/// The newest results without a gap, oldest first.
struct Tail {
    /// Id of the newest result, or the beginning.
    newest: StreamId,
    /// Position after which the kept results begin.
    from: ResultPosition,
    events: VecDeque<Arc<ResultEvent>>,
    bytes: usize,
}

/// What follows a position in the feed.
pub(super) enum Next {
    /// The feed has not read anything yet.
    NotStarted,
    /// The next result.
    Result(Arc<ResultEvent>),
    /// The next results are not kept; those up to this position are in Postgres.
    Behind(ResultPosition),
    /// There is no newer result.
    Nothing,
    /// The server was restored or promoted.
    OtherHistory,
}

impl Feed {
    /// Creates the feed of a tenant and starts its task.
    pub(super) fn start(sources: &Arc<Sources>, tenant: Tenant) -> Arc<Self> {
        let running = CancellationToken::new();
        let ended = running.clone();
        sources.feeds.fetch_add(1, Ordering::Relaxed);
        let feed = Arc::new(Self {
            tail: Mutex::default(),
            moved: watch::Sender::new(()),
            sources: Arc::clone(sources),
            _running: running.drop_guard(),
        });
        let (reader, sources) = (Reader::new(&feed, sources, tenant), Arc::clone(sources));
        tokio::spawn(async move {
            tokio::select! {
                () = reader.run() => {}
                () = ended.cancelled() => {}
                () = sources.stop.cancelled() => {}
            }
        });
        feed
    }

    /// Returns a receiver that changes with the feed.
    pub(super) fn moved(&self) -> watch::Receiver<()> {
        self.moved.subscribe()
    }

    /// Returns the id of the newest result; `None` before the first read.
    pub(super) fn newest(&self) -> Option<StreamId> {
        self.lock().as_ref().map(|tail| tail.newest)
    }

    /// Returns what follows an id.
    pub(super) fn next(&self, after: StreamId) -> Next {
        let tail = self.lock();
        let Some(tail) = tail.as_ref() else { return Next::NotStarted };
        if after.history != tail.newest.history {
            return Next::OtherHistory;
        }
        if after.position < tail.from {
            return Next::Behind(tail.newest.position);
        }
        let place = tail.events.partition_point(|event| event.id.position <= after.position);
        tail.events.get(place).map_or(Next::Nothing, |event| Next::Result(Arc::clone(event)))
    }

    /// Adds what was read after the newest result.
    fn append(&self, page: ResultPage) {
        let mut guard = self.lock();
        let start = StreamId { history: page.history, position: page.horizon };
        match guard.as_mut().filter(|tail| tail.newest.history == page.history) {
            None => *guard = Some(Tail::new(start)),
            Some(_) if page.results.is_empty() => return,
            Some(tail) => {
                tail.add(page);
                tail.shrink(MAX_KEPT_BYTES / self.sources.feeds.load(Ordering::Relaxed).max(1));
            }
        }
        drop(guard);
        self.moved.send_replace(());
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tail>> {
        // No code panics while it holds the lock.
        self.tail.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.sources.feeds.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Tail {
    fn new(start: StreamId) -> Self {
        Self { newest: start, from: start.position, events: VecDeque::new(), bytes: 0 }
    }

    fn add(&mut self, page: ResultPage) {
        for result in page.results {
            self.newest.position = result.position;
            // A result that this version cannot read is logged, and is no result.
            if let Some(event) = ResultEvent::read(page.history, result) {
                self.bytes += event.json.len();
                self.events.push_back(Arc::new(event));
            }
        }
    }

    fn shrink(&mut self, bytes: usize) {
        while self.bytes > bytes {
            let Some(oldest) = self.events.pop_front() else { break };
            self.bytes -= oldest.json.len();
            self.from = oldest.id.position;
        }
    }
}

/// The task of a feed.
struct Reader {
    feed: Weak<Feed>,
    sources: Arc<Sources>,
    tenant: Tenant,
    store: Store,
    signal: Notify,
}

impl Reader {
    fn new(feed: &Arc<Feed>, sources: &Arc<Sources>, tenant: Tenant) -> Self {
        let store = sources.store.of(&tenant);
        Self { feed: Arc::downgrade(feed), sources: Arc::clone(sources), tenant, store, signal: Notify::new() }
    }

    async fn run(&self) {
        // Polled together, so that signals do not pile up while a read waits for Postgres.
        tokio::join!(self.listen(), self.read());
    }

    /// Passes on the signals of NATS.
    async fn listen(&self) {
        loop {
            if let Ok(client) = self.sources.broker.client().await
                && let Ok(mut signals) = client.result_signals(&self.tenant).await
            {
                while signals.next().await {
                    self.signal.notify_one();
                }
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Reads until the feed has no stream.
    async fn read(&self) {
        let (mut renew_at, mut waiting, mut is_failing) = (Instant::now(), COALESCE, false);
        loop {
            let Some(feed) = self.feed.upgrade() else { return };
            let look = self.look(&feed, &mut renew_at).await;
            self.report(look.as_ref().err(), &mut is_failing);
            match look {
                Ok(Look { has_results: true, .. }) => {
                    waiting = COALESCE;
                    tokio::time::sleep(COALESCE).await;
                }
                Ok(Look { is_waiting: true, .. }) => {
                    tokio::time::sleep(waiting).await;
                    waiting = (waiting * 2).min(MAX_WAITING);
                }
                Ok(_) => {
                    waiting = COALESCE;
                    drop(feed);
                    let _ = tokio::time::timeout(POLL, self.signal.notified()).await;
                }
                Err(_) => tokio::time::sleep(RETRY).await,
            }
        }
    }

    /// Logs the first of several failures.
    fn report(&self, error: Option<&PortError>, is_failing: &mut bool) {
        if let Some(error) = error.filter(|_| !*is_failing) {
            tracing::warn!(tenant = %self.tenant, %error, "results cannot be read; the streams of the tenant wait");
        }
        *is_failing = error.is_some();
    }

    async fn look(&self, feed: &Feed, renew_at: &mut Instant) -> Result<Look, PortError> {
        if Instant::now() >= *renew_at {
            self.store.results().keep_groups(&self.tenant, KEEP_GROUPS).await?;
            *renew_at = Instant::now() + RENEW;
        }
        let newest = feed.newest().map(|newest| newest.position);
        let page = self.store.results().page(&self.tenant, newest, PAGE).await?;
        let look = Look { has_results: !page.results.is_empty(), is_waiting: page.is_waiting };
        feed.append(page);
        Ok(look)
    }
}

/// What a read has found.
struct Look {
    has_results: bool,
    is_waiting: bool,
}

#[cfg(test)]
mod tests {
    use store::results::{History, StreamedResult};
    use uuid::Uuid;

    use super::*;

    fn position(xid: u64) -> ResultPosition {
        ResultPosition { xid, id: Uuid::from_u128(1) }
    }

    fn page(xids: &[u64], size: usize) -> ResultPage {
        let result = |xid: &u64| StreamedResult {
            position: position(*xid),
            kind: "research".to_owned(),
            body: "x".repeat(size),
        };
        let results = xids.iter().map(result).collect();
        ResultPage { history: History(1), horizon: ResultPosition::before(100), is_waiting: false, results }
    }

    #[test]
    fn the_kept_results_are_bounded_and_begin_where_they_say() {
        let mut tail = Tail::new(StreamId { history: History(1), position: position(1) });
        tail.add(page(&[2, 3, 4], 10));
        assert_eq!((tail.bytes, tail.from, tail.newest.position), (30, position(1), position(4)));
        tail.shrink(20);
        assert_eq!((tail.bytes, tail.from, tail.events.len()), (20, position(2), 2));
        tail.shrink(0);
        assert_eq!((tail.bytes, tail.from, tail.newest.position), (0, position(4), position(4)));
    }
}
