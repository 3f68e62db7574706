//! Streams of results: first what a client has missed, then what is new, both from Postgres in one order. Old and new
//! results have comparable positions, so no result is missing or repeated where the two meet, at whichever replica.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use domain::Tenant;
use futures::Stream;
use futures::stream;
use store::Store;
use store::results::{History, PageSize, ResultPosition, StreamedResult};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::feed::{Feed, Next, Sources};
use super::position::{Continuation, LastEvent, Missing, StreamId, resume};
use super::stored_result::result_json;
use crate::Broker;

/// Maximum time until the beginning of a stream is known. The stream is opened all the same after it.
const READY_TIMEOUT: Duration = Duration::from_secs(5);
/// Delay after a failed read.
const RETRY: Duration = Duration::from_secs(1);
/// Results that a stream reads for itself.
const PAGE: PageSize = PageSize { results: 64, bytes: 32 << 10 };
/// Results of other kinds after which a stream of one kind tells its client the position.
const TELL_AFTER: u32 = 256;

/// A result as it is sent to clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultEvent {
    /// Id of the event.
    pub id: StreamId,
    /// Kind of the result.
    pub kind: String,
    /// The result in canonical JSON.
    pub json: String,
}

impl ResultEvent {
    /// Converts a stored result. Returns `None` for a result that this version cannot read.
    pub(super) fn read(history: History, result: StreamedResult) -> Option<Self> {
        let StreamedResult { position, kind, body } = result;
        let Some(json) = result_json(&kind, body) else {
            tracing::error!(result = %position.id, kind, "a stored result cannot be read, so streams leave it out");
            return None;
        };
        Some(Self { id: StreamId { history, position }, kind, json })
    }
}

/// An event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamEvent {
    /// A result of the tenant.
    Result(Arc<ResultEvent>),
    /// The client has received everything up to this id, and resumes there.
    Position(StreamId),
    /// Results are missing; the stream continues after the id.
    Missing(Missing, StreamId),
}

/// The streams of all tenants.
pub struct ResultHub {
    sources: Arc<Sources>,
    feeds: Mutex<HashMap<Tenant, Weak<Feed>>>,
}

/// Results of one tenant in order.
pub struct ResultStream {
    tenant: Tenant,
    store: Store,
    feed: Arc<Feed>,
    moved: watch::Receiver<()>,
    place: Place,
    /// Events to send before the stream continues at its place.
    ready: VecDeque<StreamEvent>,
    /// The only kind that the client wants.
    kind: Option<&'static str>,
    /// Results of other kinds since the client was told a position.
    skipped: u32,
}

/// Where a stream is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The client's id is not resolved yet.
    Asked(LastEvent),
    /// The client has received everything up to this id.
    After(StreamId),
}

impl ResultHub {
    /// Creates a hub. It reads nothing without a stream.
    pub fn new(store: Arc<Store>, broker: Arc<Broker>, stop: CancellationToken) -> Self {
        let sources = Sources { store, broker, stop, feeds: AtomicUsize::new(0) };
        Self { sources: Arc::new(sources), feeds: Mutex::default() }
    }

    /// Opens a stream of a tenant's results, of one kind if `kind` is given. A new stream has all results from now on,
    /// unless Postgres is unavailable; then it begins when Postgres answers.
    pub async fn open(&self, tenant: &Tenant, last: LastEvent, kind: Option<&'static str>) -> ResultStream {
        let feed = self.feed(tenant);
        let mut moved = feed.moved();
        let started = async { while feed.newest().is_none() && moved.changed().await.is_ok() {} };
        let _ = tokio::time::timeout(READY_TIMEOUT, started).await;
        let store = self.sources.store.of(tenant);
        let mut stream = ResultStream {
            tenant: tenant.clone(),
            store,
            moved,
            place: Place::Asked(last),
            ready: VecDeque::new(),
            kind,
            skipped: 0,
            feed,
        };
        if let Some(newest) = stream.feed.newest() {
            stream.begin(newest);
        }
        stream
    }

    fn feed(&self, tenant: &Tenant) -> Arc<Feed> {
        // No code panics while it holds the lock.
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(feed) = feeds.get(tenant).and_then(Weak::upgrade) {
            return feed;
        }
        feeds.retain(|_, feed| feed.strong_count() > 0);
        let feed = Feed::start(&self.sources, tenant.clone());
        feeds.insert(tenant.clone(), Arc::downgrade(&feed));
        feed
    }
}

impl ResultStream {
    /// Returns the next event; `None` if the feed has ended.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            while let Some(event) = self.ready.pop_front() {
                if let Some(event) = self.wanted(event) {
                    return Some(event);
                }
            }
            self.moved.borrow_and_update();
            match self.place {
                Place::Asked(LastEvent::Received(id)) => self.resolve(id).await,
                Place::Asked(_) => match self.feed.newest() {
                    Some(newest) => self.begin(newest),
                    None => self.moved.changed().await.ok()?,
                },
                Place::After(id) => self.continue_after(id).await?,
            }
        }
    }

    /// Converts to a stream of events.
    pub fn into_stream(self) -> impl Stream<Item = StreamEvent> + Send {
        stream::unfold(self, |mut results| async move { results.next().await.map(|event| (event, results)) })
    }

    /// Resolves an id that needs no look-up.
    fn begin(&mut self, newest: StreamId) {
        let Place::Asked(last) = self.place else { return };
        let (after, told) = match last {
            LastEvent::Received(_) => return,
            LastEvent::None => (newest, StreamEvent::Position(newest)),
            LastEvent::Unknown => (newest, StreamEvent::Missing(Missing::UnknownId, newest)),
            LastEvent::Start => {
                let start = StreamId { position: ResultPosition::START, ..newest };
                (start, StreamEvent::Position(start))
            }
        };
        self.place = Place::After(after);
        self.ready.push_back(told);
    }

    async fn resolve(&mut self, received: StreamId) {
        match self.store.results().position(&self.tenant, received.position).await {
            Ok(state) => {
                let Continuation { after, missing } = resume(received, &state);
                self.place = Place::After(after);
                self.ready.extend(missing.map(|missing| StreamEvent::Missing(missing, after)));
            }
            Err(error) => self.wait(&error).await,
        }
    }

    async fn continue_after(&mut self, id: StreamId) -> Option<()> {
        match self.feed.next(id) {
            Next::Result(event) => self.push(event),
            Next::Behind(newest) => self.catch_up(id, newest).await,
            Next::OtherHistory => self.place = Place::Asked(LastEvent::Received(id)),
            Next::Nothing | Next::NotStarted => self.moved.changed().await.ok()?,
        }
        Some(())
    }

    /// Reads results that the feed does not keep.
    async fn catch_up(&mut self, id: StreamId, newest: ResultPosition) {
        match self.store.results().page(&self.tenant, Some(id.position), PAGE).await {
            Ok(page) if page.history != id.history => self.place = Place::Asked(LastEvent::Received(id)),
            Ok(page) => {
                let last = page.results.last().map_or(newest, |last| last.position);
                for result in page.results {
                    if let Some(event) = ResultEvent::read(page.history, result) {
                        self.push(Arc::new(event));
                    }
                }
                self.place = Place::After(StreamId { position: last.max(id.position), ..id });
            }
            Err(error) => self.wait(&error).await,
        }
    }

    async fn wait(&self, error: &domain::port::PortError) {
        tracing::debug!(%error, "the results of a stream cannot be read; it waits");
        tokio::time::sleep(RETRY).await;
    }

    fn push(&mut self, event: Arc<ResultEvent>) {
        self.place = Place::After(event.id);
        self.ready.push_back(StreamEvent::Result(event));
    }

    /// Leaves out results of other kinds. Tells the position now and then, so that a client does not resume far behind.
    fn wanted(&mut self, event: StreamEvent) -> Option<StreamEvent> {
        let StreamEvent::Result(result) = &event else { return Some(event) };
        if self.kind.is_none_or(|kind| result.kind == kind) {
            return Some(event);
        }
        self.skipped += 1;
        if self.skipped < TELL_AFTER {
            return None;
        }
        self.skipped = 0;
        Some(StreamEvent::Position(result.id))
    }
}
