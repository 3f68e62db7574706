//! Fetches a page and reads it in quarantine. The model gets claims; code has checked that the quote of each occurs in
//! the page.

use std::sync::Arc;

use agent::{Address, Label, Origin, Tool, ToolAnswer, ToolError, ToolSpec, Untrusted};
use domain::effect::Basis;
use domain::hindsight::WithheldReason;
use domain::research::LeftOut;
use domain::{Source, Tier, Time};
use research::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::FetchError;

use crate::notebook::{Notes, ShownClaim, shown, source_id};
use crate::session::{OpenedPage, PageSource, ReadClaims, ReadRequest, Session};
use crate::{excerpts, hindsight, recorded, schema, source_tier, text_schema};

/// Maximum number of pages read per host in one task: limits the share of one site in the evidence and its load.
const MAX_PAGES_PER_HOST: usize = 6;
/// Maximum length of a title or publisher in characters. The page's author controls both.
const MAX_TITLE_CHARS: usize = 200;
/// Maximum length of a title that the model sees, in characters.
pub(crate) const MAX_LABEL_CHARS: usize = 120;
/// Maximum length of a publisher's name that the model sees, in characters.
const MAX_PUBLISHER_CHARS: usize = 60;
/// Maximum length of what a page is read about, in characters.
const MAX_ABOUT_CHARS: usize = 300;
/// Words of a page, beside what it shows until its scripts have run, from which it is read.
const MIN_PAGE_WORDS: usize = 6;
const EMPTY_SHELL: &str = "the page has no text until its scripts have run; look for the same facts on another page";
/// Number of outgoing links that the model sees.
const MAX_LINKS: usize = 10;

pub(crate) struct FetchPage {
    pub(crate) pages: Arc<dyn PageSource>,
    /// Maximum number of characters of English read of a page at a time.
    pub(crate) max_chars: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageQuery {
    url: String,
    about: Option<String>,
    offset: Option<usize>,
}

/// The claims of a page, or the reason why the task must not read it.
#[derive(Serialize)]
#[serde(rename_all_fields = "camelCase", untagged)]
pub(crate) enum PageClaims {
    LeftOut { url: Option<Address>, claims: [ShownClaim; 0], left_out: String },
    Read(Box<PageRead>),
}

/// The claims of a page that was read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageRead {
    source: String,
    url: Option<Address>,
    title: Label,
    publisher: Label,
    published: Option<Time>,
    tier: Tier,
    #[serde(skip_serializing_if = "String::is_empty")]
    tier_reason: String,
    /// The page hides its text until a script has run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden_until_script: bool,
    /// Length of the document in characters.
    length: usize,
    /// Parts of the document were not read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_more: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
    claims: Vec<ShownClaim>,
    /// Why claims are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_claims: Option<String>,
    /// The question of the run for which the claims were read, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_for: Option<Label>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    links: Vec<Address>,
}

impl Tool<Session, Notes> for FetchPage {
    type Input = PageQuery;
    type Output = PageClaims;

    fn spec(&self) -> ToolSpec {
        let fields = [
            ("url", text_schema("Address or source id of a search result, or of a link of a page that was read.")),
            (
                "about",
                json!({"type": "string", "maxLength": MAX_ABOUT_CHARS, "description": "Read about this instead of the task."}),
            ),
            ("offset", json!({"type": "integer", "minimum": 0, "description": "Read on from this character."})),
        ];
        let about = "Reads a page: its claims about the task. Of a long page (hasMore) the parts about the task are read; read it again \
                     about something else or from an offset. Claims with `readFor` were read for another question of the run.";
        schema(crate::FETCH_PAGE, about, 1, &fields)
    }

    fn origin(&self) -> Origin {
        Origin::Web
    }

    async fn call(&self, session: &Session, input: PageQuery) -> Result<ToolAnswer<PageClaims, Notes>, ToolError> {
        let url = allowed_url(session, input.url.trim())?;
        let page = self.pages.open(&url, session.scope.started).await?;
        // A redirect may lead to another domain.
        session.scope.ensure_permitted(page.url.as_str())?;
        let source = page_source(session, &url, &page);
        let bases = vec![recorded::page_record(&url, &page.hash)];
        if let Some(reason) = hindsight::exclusion(source.published_at, session.scope.as_of) {
            return Ok(left_out(source, reason, bases));
        }
        let document = &page.document;
        let text = document.reading_text();
        if excerpts::words_beside_shell(&text).is_some_and(|words| words < MIN_PAGE_WORDS) {
            return Err(ToolError::to_model(EMPTY_SHELL));
        }
        let text = Untrusted::new(text);
        let wanted = ReadRequest {
            about: input.about.filter(|about| !about.trim().is_empty()).map(|about| first(&about, MAX_ABOUT_CHARS)),
            offset: input.offset,
            max_chars: self.max_chars,
            page_ends: document.page_ends.clone(),
        };
        let read = session.reader.claims(&source, &text, &wanted).await?;
        let no_claims = read.reason_for_none();
        let ReadClaims { claims, cost, is_unread, extent, read_for, .. } = read;
        // Only the shown links may be followed: the choice among thousands would carry more than the choice among ten.
        let addresses = document.links.iter().filter_map(|link| Untrusted::new(link.as_str()).address());
        let permitted = addresses.filter(|link| session.scope.permits(link.as_str()));
        let links: Vec<Address> = permitted.take(MAX_LINKS).collect();
        let urls = links.iter().map(|link| link.as_str().to_owned()).collect();
        let output = PageClaims::Read(Box::new(PageRead {
            source: source.id.clone(),
            url: Untrusted::new(source.url.as_str()).address(),
            title: Untrusted::new(source.title.as_str()).label(MAX_LABEL_CHARS),
            publisher: Untrusted::new(source.publisher.as_str()).label(MAX_PUBLISHER_CHARS),
            published: source.published_at,
            tier: source.tier,
            tier_reason: source.tier_reason.clone(),
            hidden_until_script: document.revealed,
            length: extent.length,
            has_more: extent.has_more,
            next_offset: extent.next_offset,
            claims: shown(&claims),
            no_claims,
            read_for: read_for.map(|question| Untrusted::new(question).label(MAX_ABOUT_CHARS)),
            links,
        }));
        let fingerprints = vec![(source.id.clone(), Fingerprint::from_text(&document.markdown))];
        let notes =
            Notes { sources: vec![source], claims, fingerprints, urls, cost, bases, is_unread, ..Notes::default() };
        Ok(ToolAnswer { output, notes })
    }
}

/// Answers for a page that is not dated before the task's as-of time: it is not read, and only its address is shown.
fn left_out(source: Source, reason: WithheldReason, bases: Vec<Basis>) -> ToolAnswer<PageClaims, Notes> {
    let left_out = format!("this task answers as of an earlier day, and {reason}");
    let url = Untrusted::new(source.url.as_str()).address();
    let output = PageClaims::LeftOut { url, claims: [], left_out };
    let left = LeftOut { address: source.url, published_at: source.published_at };
    ToolAnswer { output, notes: Notes { left_out: vec![left], bases, ..Notes::default() } }
}

/// Returns the address if policy allows fetching it.
fn allowed_url(session: &Session, requested: &str) -> Result<String, ToolError> {
    let url = session.notebook.source(requested).map_or_else(|| requested.to_owned(), |source| source.url.clone());
    if url.starts_with("tool:") {
        return Err(ToolError::to_model(
            "this source is the answer of a data service, not a page: its claims are in the result of that call",
        ));
    }
    if !session.notebook.may_fetch(&url) {
        return Err(ToolError::to_model(
            "only addresses from search results, from links of pages that were read, or from the asker's own words are fetched, as they are written there, and none that text of others names; search for the page",
        ));
    }
    session.scope.ensure_permitted(&url)?;
    // A page that was read before is read again about something else without counting again.
    if session.notebook.source(&source_id(&url)).is_none_or(|source| source.content_hash.is_empty()) {
        reserve(session, &url)?;
    }
    Ok(url)
}

/// Counts a request for the address against the limits of the task and of the host.
pub(crate) fn reserve(session: &Session, url: &str) -> Result<(), ToolError> {
    if session.notebook.pages_of(&source_tier::host(url)) >= MAX_PAGES_PER_HOST {
        return Err(ToolError::to_model(format!("{MAX_PAGES_PER_HOST} pages of this site were read; look elsewhere")));
    }
    session.reserve_page()
}

fn page_source(session: &Session, requested: &str, page: &OpenedPage) -> Source {
    let seen = session.notebook.source(&source_id(requested));
    let document = &page.document;
    let host = source_tier::host(page.url.as_str());
    let title = if document.title.is_empty() { seen.map_or("", |source| &source.title) } else { &document.title };
    let rated = session.scope.tiers.rate_page(page.url.as_str(), &document.text);
    Source {
        id: source_id(requested),
        url: page.url.to_string(),
        title: short(title),
        publisher: short(if document.site_name.is_empty() { &host } else { &document.site_name }),
        published_at: extraction::dates::parse(&document.published)
            .or_else(|| seen.and_then(|source| source.published_at)),
        fetched_at: session.scope.started,
        tier: rated.tier,
        tier_reason: rated.reason,
        content_hash: page.hash.clone(),
    }
}

fn short(text: &str) -> String {
    first(text, MAX_TITLE_CHARS)
}

fn first(text: &str, chars: usize) -> String {
    text.chars().take(chars).collect()
}

/// Converts an error of fetching to a message for the model, in fixed words; the log has the server's.
pub fn not_fetched(error: &FetchError) -> ToolError {
    tracing::info!(error = error_chain(error), "page not fetched");
    ToolError::to_model(error.in_fixed_words())
}

/// Returns the message of an error with those of its causes.
fn error_chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}
