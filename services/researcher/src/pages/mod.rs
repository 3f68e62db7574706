//! Pages by way of the page store: a fresh page is not fetched again, a stale one is revalidated, and every fetched
//! page is stored under its hash before anything is concluded from it. A replay fetches nothing: a page that is not
//! stored is an error.
//!
//! I/O: reads and writes the page store, fetches and parses pages.

pub(crate) mod claims;
pub mod collect;
pub(crate) mod readings;
mod shared_fetch;
mod siblings;
mod snippets;

use std::sync::Arc;
use std::time::Duration;

use agent::ToolError;
use domain::Time;
use domain::port::PortError;
use extraction::Document;
use extraction::sandbox::{DocumentCache, DocumentReader, ParseFailure, RawDocument};
use futures::FutureExt;
use futures::future::BoxFuture;
use store::Pages;
use store::pages::KeptPage;
use telemetry::metric;
use tools::file_store::{FileError, FileStore};
use tools::recorded::AnswerStore;
use tools::session::{OpenedPage, PageSource};
use url::Url;
use web::{FetchError, Fetched, Page, Validators, Wall, Web};
use worker::{ObjectError, Objects};

use shared_fetch::SharedFetches;

/// Number of parsed documents cached per process; the tasks of a run read the same few pages.
const DOCUMENT_CACHE: usize = 256;
/// Maximum freshness. Servers may declare a page fresh for a year, which is too long for facts.
const MAX_FRESH: Duration = Duration::from_secs(24 * 3600);
/// Letters and digits of a page that counts as empty.
const MAX_EMPTY_LETTERS: usize = 60;
/// Tool named in errors.
const TOOL: &str = "fetch_page";

/// Fetches, stores and parses pages.
pub(crate) struct PageStore<W> {
    web: Arc<W>,
    stored: StoredPages,
    documents: DocumentCache,
    fetches: SharedFetches,
    policy: PagePolicy,
}

/// The stores of pages.
pub(crate) struct StoredPages {
    /// Addresses, hashes and validators.
    pub(crate) index: Arc<dyn Pages>,
    /// Bytes by hash.
    pub(crate) objects: Arc<dyn Objects>,
}

/// Policy for fetching pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PagePolicy {
    /// Freshness of a page whose server declares none.
    pub(crate) default_ttl: Duration,
    /// True if nothing may be fetched.
    pub(crate) replay: bool,
}

type Kept = (KeptPage, Page);

impl<W: Web> PageStore<W> {
    /// Creates a page store.
    pub(crate) fn new(web: Arc<W>, parser: Arc<dyn DocumentReader>, stored: StoredPages, policy: PagePolicy) -> Self {
        let documents = DocumentCache::new(parser, DOCUMENT_CACHE);
        Self { web, stored, documents, fetches: SharedFetches::default(), policy }
    }

    /// Returns the page at an address. Concurrent callers share one fetch.
    async fn page(&self, url: &str, now: Time) -> Result<Arc<Page>, ToolError> {
        self.fetches.join(url, || async { self.kept_or_fetched(url, now).await.map(Arc::new) }).await
    }

    async fn kept_or_fetched(&self, url: &str, now: Time) -> Result<Page, ToolError> {
        let replay = self.policy.replay;
        match self.kept(url).await? {
            Some((row, page)) if replay || row.fresh_until > now => Ok(page),
            _ if replay => Err(ToolError::to_model("the page is not in the page store, and a replay fetches nothing")),
            kept => self.fetch(url, kept, now).await,
        }
    }

    /// Returns the stored page with its bytes. A page whose object was lost or altered counts as not stored.
    async fn kept(&self, url: &str) -> Result<Option<Kept>, ToolError> {
        let Some(row) = self.stored.index.latest(url).await.map_err(broken)? else { return Ok(None) };
        let bytes = self.stored.objects.get(&key(&row.hash)).await.map_err(broken)?;
        let page = bytes.filter(|bytes| web::content_hash(bytes) == row.hash).and_then(|body| {
            let url = Url::parse(&row.final_url).ok()?;
            Some(Page { url, content_type: row.content_type.clone(), body, hash: row.hash.clone() })
        });
        Ok(page.map(|page| (row, page)))
    }

    async fn fetch(&self, url: &str, kept: Option<Kept>, now: Time) -> Result<Page, ToolError> {
        let known = kept.as_ref().map(|(row, _)| validators(row)).unwrap_or_default();
        let answer = self.web.fetch_if(url, &known).await;
        let (page, validators) = match (answer.map_err(|error| not_fetched(&error))?, kept) {
            (Fetched::Page(page, validators), _) => {
                let (page, validators) = self.completed(page, validators).await?;
                self.stored.index.announce(&page.hash).await.map_err(broken)?;
                self.stored.objects.put(&key(&page.hash), &page.body).await.map_err(broken)?;
                (page, validators)
            }
            (Fetched::Unchanged(validators), Some((row, page))) => (page, renewed(validators, &row)),
            (Fetched::Unchanged(_), None) => {
                return Err(ToolError::to_model("the server answered 304 to a request without validators"));
            }
        };
        let row = KeptPage {
            url: url.to_owned(),
            hash: page.hash.clone(),
            final_url: page.url.to_string(),
            content_type: page.content_type.clone(),
            fetched_at: now,
            checked_at: now,
            fresh_until: now + validators.fresh_for.unwrap_or(self.policy.default_ttl).min(MAX_FRESH),
            etag: validators.etag,
            last_modified: validators.last_modified,
        };
        self.stored.index.keep(&row).await.map_err(broken)?;
        Ok(page)
    }

    /// Renders a page that has hardly any text until its scripts have run. Its validators are dropped: the server
    /// states them for the empty page, which stays the same while its data changes.
    async fn completed(&self, page: Page, validators: Validators) -> Result<(Page, Validators), ToolError> {
        if !self.web.renders() || !page.has_scripts() {
            return Ok((page, validators));
        }
        let asks = page.asks_for_scripts();
        if !asks && !self.is_empty(&page).await? {
            return Ok((page, validators));
        }
        match self.web.render(&page).await {
            Some(rendered) => Ok((rendered, Validators { fresh_for: validators.fresh_for, ..Validators::default() })),
            None if asks => Err(not_fetched(&FetchError::Wall(Wall::Script, host(&page.url)))),
            None => Ok((page, validators)),
        }
    }

    /// Returns `true` if a page has no text, or none but a word such as `Loading…`.
    async fn is_empty(&self, page: &Page) -> Result<bool, ToolError> {
        match self.parsed(page).await {
            Ok(document) => Ok(document.text.chars().filter(|c| c.is_alphanumeric()).count() <= MAX_EMPTY_LETTERS),
            Err(ParseFailure::Unreadable(_)) => Ok(true),
            Err(error @ (ParseFailure::Unstarted(_) | ParseFailure::Unconfined(_))) => Err(broken(error)),
            Err(_) => Ok(false),
        }
    }

    async fn parsed(&self, page: &Page) -> Result<Arc<Document>, ParseFailure> {
        let unread = RawDocument::new(page.url.as_str(), page.content_type.as_str(), page.body.clone());
        self.documents.read(&page.hash, &unread).await
    }

    async fn opened(&self, url: &str, now: Time) -> Result<OpenedPage, ToolError> {
        let page = self.page(url, now).await?;
        let document = self.parsed(&page).await.map_err(|error| match error {
            // No parser process could start, or none is confined, which is not the page's fault: the job is retried.
            ParseFailure::Unstarted(_) | ParseFailure::Unconfined(_) => broken(error),
            about_the_page => unreadable(&page.url, &about_the_page),
        })?;
        Ok(OpenedPage { url: page.url.clone(), hash: page.hash.clone(), document })
    }
}

impl<W: Web> PageSource for PageStore<W> {
    fn open<'a>(&'a self, url: &'a str, now: Time) -> BoxFuture<'a, Result<OpenedPage, ToolError>> {
        self.opened(url, now).boxed()
    }
}

/// Converts an error of fetching to a message for the model, and counts the walls.
fn not_fetched(error: &FetchError) -> ToolError {
    if let FetchError::Wall(wall, _) = error {
        metrics::counter!(metric::WALLED_PAGES, "service" => telemetry::service(), "wall" => wall.name()).increment(1);
    }
    tools::not_fetched(error)
}

fn broken(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ToolError {
    ToolError::broken(TOOL, error)
}

/// Converts a failure of the parser to a message for the model, in fixed words; the log has the details, which may
/// quote the page.
fn unreadable(url: &Url, failure: &ParseFailure) -> ToolError {
    tracing::info!(host = host(url), error = %failure, "page not read");
    ToolError::to_model(match failure {
        ParseFailure::Unreadable(_) => "the page has no text that can be read",
        ParseFailure::Timeout(_) => "the page takes too long to read",
        ParseFailure::Died(_) => "the page breaks the parser",
        ParseFailure::Busy(_) => "the page cannot be read now, because all parsers are busy; try again later",
        ParseFailure::Unstarted(_) | ParseFailure::Unconfined(_) => "no parser can be started",
    })
}

fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

fn validators(row: &KeptPage) -> Validators {
    Validators { etag: row.etag.clone(), last_modified: row.last_modified.clone(), fresh_for: None }
}

/// Completes the validators of a 304 response, which may omit unchanged ones.
fn renewed(received: Validators, row: &KeptPage) -> Validators {
    let etag = received.etag.or_else(|| row.etag.clone());
    let last_modified = received.last_modified.or_else(|| row.last_modified.clone());
    Validators { etag, last_modified, ..received }
}

/// Returns the object key of a page. Two levels keep folders small.
pub(crate) fn key(hash: &str) -> String {
    format!("pages/{}/{hash}", hash.get(..2).unwrap_or("00"))
}

/// Recorded answers in the page index.
pub(crate) struct IndexedAnswers(pub(crate) Arc<dyn Pages>);

impl AnswerStore for IndexedAnswers {
    fn answer<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>> {
        self.0.answer(address)
    }
}

/// Files of bundles and oversized results in the object store.
pub(crate) struct ObjectFiles(pub(crate) Arc<dyn Objects>);

impl FileStore for ObjectFiles {
    fn read<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Vec<u8>>, FileError>> {
        self.0.get(key).map(|read| read.map_err(file_error)).boxed()
    }

    fn write<'a>(&'a self, key: &'a str, bytes: &'a [u8]) -> BoxFuture<'a, Result<(), FileError>> {
        self.0.put(key, bytes).map(|written| written.map(drop).map_err(file_error)).boxed()
    }
}

fn file_error(error: ObjectError) -> FileError {
    match error {
        ObjectError::Key(_) => FileError::Key(error.to_string()),
        error => FileError::Store(Box::new(error)),
    }
}
