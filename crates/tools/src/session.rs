//! The state of one research loop, as its tools see it, and the ports through which they reach the page reader and the
//! stores.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use agent::{ToolError, Untrusted};
use domain::{JobId, Source, SourceRules, Tenant, Time};
use extraction::Document;
use futures::future::BoxFuture;
use serde_json::Value;
use url::Url;

pub use crate::extent::{ReadClaims, ReadExtent, ReadRequest, Snippet};
use crate::notebook::Notebook;
use crate::source_tier::SourceTiers;
use crate::task_words::MAX_FOREIGN_VALUES;
use crate::workspace::Workspace;
use crate::{TaskTopics, TaskWords, query_shape, query_words};

/// One research loop. The notebook changes between turns only, so tools that run concurrently see the same one.
pub struct Session {
    /// Facts about the task that never change.
    pub scope: TaskScope,
    /// Sources, claims and addresses collected so far.
    pub notebook: Notebook,
    /// Reader of untrusted text, which is metered on behalf of this task.
    pub reader: Arc<dyn ClaimReader>,
    /// Todos and folder of the bundle, for research directions only.
    pub workspace: Option<Arc<Workspace>>,
    /// Words of the task, which external tools may receive at any time.
    pub words: TaskWords,
    /// True if the conversation begins with text of others.
    begins_untrusted: bool,
    pages_requested: AtomicUsize,
    /// Values sent to external tools that the task does not contain.
    foreign_values: AtomicUsize,
    /// Hashes of the excerpts that were given to the reader.
    excerpts: Mutex<BTreeSet<String>>,
    /// Ids of the search results that the conversation shows.
    listed: Mutex<BTreeSet<String>>,
}

/// Facts about one task that its tools need.
#[derive(Debug, Clone)]
pub struct TaskScope {
    /// Job that owns the results stored for this loop.
    pub job: JobId,
    /// Tenant whose notes may be read.
    pub tenant: Tenant,
    /// Start of the task by the clock of the first attempt; later attempts see the same value.
    pub started: Time,
    /// Only material dated before this time may be used.
    pub as_of: Option<Time>,
    /// Tiers of sources about the subject.
    pub tiers: SourceTiers,
    /// Maximum number of pages to read.
    pub max_pages: usize,
    /// Web domains that may or must not be used.
    pub sources: SourceRules,
    /// True if the loop may request further research.
    pub may_request_research: bool,
    /// What search providers may receive.
    pub search_privacy: SearchPrivacy,
    /// What the task is about, which decides which tools are offered.
    pub topics: TaskTopics,
}

impl TaskScope {
    /// Fails if the request of the task excludes the domain of an address.
    pub(crate) fn ensure_permitted(&self, url: &str) -> Result<(), ToolError> {
        if self.permits(url) {
            return Ok(());
        }
        Err(ToolError::to_model(format!(
            "the request restricts the sources of this task ({}); look elsewhere",
            self.sources
        )))
    }

    /// Returns true if the request of the task permits the domain of an address.
    pub(crate) fn permits(&self, url: &str) -> bool {
        self.sources.is_empty() || self.sources.permits(&domain_of(url))
    }
}

/// Returns the host of an address; empty if it has none, which no restriction permits.
fn domain_of(url: &str) -> String {
    Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// What search providers may receive once text of others or of memory is part of the conversation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SearchPrivacy {
    /// Queries as the model wrote them, limited in length and shape.
    #[default]
    Open,
    /// Queries of public words, for fleets whose memory is secret.
    Strict,
}

impl std::str::FromStr for SearchPrivacy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim() {
            "open" => Ok(Self::Open),
            "strict" => Ok(Self::Strict),
            other => Err(format!("{other:?} is neither open nor strict")),
        }
    }
}

/// A query for a search provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutgoingQuery {
    /// The text that the provider receives.
    pub(crate) text: String,
    /// True if the text has fewer words than the model wrote.
    pub(crate) is_reduced: bool,
}

impl OutgoingQuery {
    /// Returns the sent text if it differs from what the model wrote, to show it to the model.
    pub(crate) fn reduced(&self) -> Option<String> {
        self.is_reduced.then(|| self.text.clone())
    }
}

impl Session {
    /// Creates the state of a loop.
    pub fn new(
        scope: TaskScope,
        mut notebook: Notebook,
        reader: Arc<dyn ClaimReader>,
        workspace: Option<Arc<Workspace>>,
    ) -> Self {
        // The summary of earlier todos follows from pages that they read.
        if workspace.as_ref().is_some_and(|workspace| !workspace.so_far.trim().is_empty()) {
            notebook.begin_untrusted();
        }
        Self {
            begins_untrusted: notebook.has_untrusted_text(),
            scope,
            notebook,
            reader,
            workspace,
            words: TaskWords::default(),
            pages_requested: AtomicUsize::new(0),
            foreign_values: AtomicUsize::new(0),
            excerpts: Mutex::default(),
            listed: Mutex::default(),
        }
    }

    /// Returns the excerpts that the reader has not been given yet. Searches of one turn return many in common.
    pub(crate) fn take_new(&self, snippets: Vec<Snippet>) -> Vec<Snippet> {
        let mut given = self.excerpts.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = |Snippet { source, text }: &Snippet| {
            text.check(|text| given.insert(format!("{}/{}", source.id, web::content_hash(text.as_bytes()))))
        };
        snippets.into_iter().filter(is_new).collect()
    }

    /// Marks a search result as shown. Returns false if the conversation shows it already: searches of one task have
    /// many in common.
    pub(crate) fn list(&self, source: &str) -> bool {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.insert(source.to_owned()) && self.notebook.source(source).is_none()
    }

    /// Returns the tool that takes the final answer.
    pub fn answer_tool(&self) -> &'static str {
        if self.workspace.is_some() { crate::WRITE_FILE } else { crate::STORE_RESULTS }
    }

    /// Returns true if a successful call of the tool has ended the loop: the notebook has the final answer, or the todo
    /// has ended. A note of a bundle ends nothing, although the tool that writes it takes the answer as well.
    pub fn is_ended_by(&self, tool: &str) -> bool {
        match &self.workspace {
            Some(workspace) => workspace.end().is_some() && [crate::WRITE_FILE, crate::UPDATE_TODO].contains(&tool),
            None => {
                let is_final = self.notebook.report().is_some() && !self.notebook.is_answer_refused();
                is_final && tool == crate::STORE_RESULTS
            }
        }
    }

    /// Returns true if memory may be written and research may be requested in the first turn: the conversation does not
    /// begin with text of others ([`Session::ensure_no_untrusted_text`]).
    pub(crate) fn may_write_first(&self) -> bool {
        !self.begins_untrusted
    }

    /// Sets the number of requested pages to the number of pages read. Called between turns, because a failed fetch
    /// does not count.
    pub fn reset_page_count(&mut self) {
        *self.pages_requested.get_mut() = self.notebook.pages();
    }

    /// Reserves one page of the task's limit.
    pub(crate) fn reserve_page(&self) -> Result<(), ToolError> {
        let max_pages = self.scope.max_pages;
        if self.pages_requested.fetch_add(1, Ordering::SeqCst) >= max_pages {
            return Err(ToolError::to_model(format!(
                "the limit of {max_pages} pages is reached; answer with what you have"
            )));
        }
        Ok(())
    }

    /// Fails once untrusted text has entered the conversation. Memory is written and research is requested before
    /// anything was searched, read or recalled, or not at all, so no page, title, token, external tool or note of
    /// memory can make the model write. (Findings are written by code, from the notebook.)
    pub(crate) fn ensure_no_untrusted_text(&self) -> Result<(), ToolError> {
        if self.notebook.has_untrusted_text() {
            return Err(ToolError::to_model(
                "entities and their forms are written, and further research is requested, in the first turn only: text of others is part of this conversation by now; go on with the research, and name what you found in its findings",
            ));
        }
        Ok(())
    }

    /// Fails if arguments of an external tool contain other words than the task's once text of others or of memory is
    /// part of the conversation: the server would receive what was read elsewhere.
    ///
    /// Returns the number of values that the task does not contain. A session sends at most 16 of them.
    pub(crate) fn ensure_words_of_task(&self, arguments: &Value, schema: &Value) -> Result<usize, ToolError> {
        if !self.notebook.has_untrusted_text() {
            return Ok(0);
        }
        let foreign = self.words.cover(arguments, schema).ok_or_else(|| {
            ToolError::to_model(
                "after something was searched, read or recalled, the arguments of an external tool consist of words of the task, each at most twice, and of a few numbers up to 100; call it before, or with those",
            )
        })?;
        // Calls of one turn share the counter. After a replay, whose calls are not made again, the notebook has their
        // number.
        let sent = self.foreign_values.fetch_add(foreign, Ordering::SeqCst).max(self.notebook.foreign_values());
        if sent.saturating_add(foreign) > MAX_FOREIGN_VALUES && foreign > 0 {
            self.foreign_values.fetch_sub(foreign, Ordering::SeqCst);
            return Err(ToolError::to_model(format!(
                "external tools receive at most {MAX_FOREIGN_VALUES} numbers that the task does not contain, and no more; call it without numbers"
            )));
        }
        Ok(foreign)
    }

    /// Returns what a search provider receives: the query as the model wrote it (`query_shape`), or with
    /// [`SearchPrivacy::Strict`] its public words only once text of others or of memory is part of the conversation
    /// (`query_words`).
    pub(crate) fn outgoing_query(&self, query: &str) -> Result<OutgoingQuery, ToolError> {
        let written = query_shape::checked(query, |word| self.is_public_identifier(word))
            .map_err(|refused| ToolError::to_model(refused.to_string()))?;
        if self.scope.search_privacy == SearchPrivacy::Open || !self.notebook.has_untrusted_text() {
            return Ok(OutgoingQuery { text: written, is_reduced: false });
        }
        let text = query_words::permitted(query, &self.words, self.notebook.shown_words());
        if text.is_empty() {
            return Err(ToolError::to_model(
                "after something was searched, read or recalled, a query consists of words of the task and of the titles and claims of this run; use those",
            ));
        }
        let is_reduced = !text.eq_ignore_ascii_case(&written);
        Ok(OutgoingQuery { text, is_reduced })
    }

    /// Fails if an identifier is not public once text of others or of memory is part of the conversation: neither the
    /// task nor an answer of the web or of a data service contains it, so it could encode what was read or recalled.
    pub(crate) fn ensure_public_identifier(&self, identifier: &str) -> Result<(), ToolError> {
        let is_known = self.is_public_identifier(identifier);
        is_known.then_some(()).ok_or_else(|| {
            ToolError::to_model(
                "after something was searched, read or recalled, only mint addresses and LEIs of the task or of results of this run are looked up",
            )
        })
    }

    /// Returns true if nothing was read yet, or if the task or a public answer contains the identifier.
    fn is_public_identifier(&self, identifier: &str) -> bool {
        !self.notebook.has_untrusted_text()
            || self.words.spells(identifier)
            || self.notebook.shown_words().knows_identifier(identifier)
    }

    /// Returns the workspace; only the loop of a bundle has one.
    pub(crate) fn workspace(&self) -> Result<&Workspace, ToolError> {
        let missing = || ToolError::to_model("there are files and todos in research directions only");
        self.workspace.as_deref().ok_or_else(missing)
    }
}

/// Reads untrusted text in quarantine: a model call without tools, whose quotes are checked against the text.
pub trait ClaimReader: Send + Sync + 'static {
    /// Returns the claims of `text` that bear on the task. A text that the model cannot read now is the error
    /// [`UNREAD_TEXT`] for the model of the loop.
    fn claims<'a>(
        &'a self,
        source: &'a Source,
        text: &'a Untrusted,
        wanted: &'a ReadRequest,
    ) -> BoxFuture<'a, Result<ReadClaims, ToolError>>;

    /// Returns the claims of the excerpts of one search that bear on the task, from one model call. Without a usable
    /// reply there are none, which is not an error: the pages can still be read.
    fn snippet_claims<'a>(&'a self, _snippets: &'a [Snippet]) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
        Box::pin(std::future::ready(Ok(ReadClaims::default())))
    }
}

/// Error of a tool whose text was fetched and could not be read. The notes of the call record it.
pub const UNREAD_TEXT: &str = "the page was fetched but cannot be read now";

/// Fetches and parses pages.
pub trait PageSource: Send + Sync + 'static {
    /// Returns the page at `url`, from the page store while it is fresh at `now`.
    fn open<'a>(&'a self, url: &'a str, now: Time) -> BoxFuture<'a, Result<OpenedPage, ToolError>>;
}

/// A page that was fetched and parsed.
#[derive(Debug, Clone)]
pub struct OpenedPage {
    /// Final address, after redirects.
    pub url: Url,
    /// Hash of the page's bytes.
    pub hash: String,
    /// Parsed content of the page.
    pub document: Arc<Document>,
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use serde_json::json;

    use super::*;
    use crate::notebook::Notes;
    use crate::task_words::MAX_FOREIGN_VALUES;

    struct NoReader;

    impl ClaimReader for NoReader {
        fn claims<'a>(
            &'a self,
            _: &'a Source,
            _: &'a Untrusted,
            _: &'a ReadRequest,
        ) -> BoxFuture<'a, Result<ReadClaims, ToolError>> {
            std::future::ready(Ok(ReadClaims::default())).boxed()
        }
    }

    fn session(mut notebook: Notebook) -> Session {
        notebook.begin_untrusted();
        let scope = TaskScope {
            job: JobId::named(&["a job"]),
            tenant: Tenant::default(),
            started: Time::UNIX_EPOCH,
            as_of: None,
            tiers: SourceTiers::default(),
            max_pages: 1,
            sources: SourceRules::default(),
            may_request_research: false,
            topics: TaskTopics::ALL,
            search_privacy: SearchPrivacy::Strict,
        };
        let words = TaskWords::from_texts(["What of dogwifhat in 2024?"]);
        Session { words, ..Session::new(scope, notebook, Arc::new(NoReader), None) }
    }

    #[test]
    fn a_session_sends_few_numbers_that_the_task_does_not_contain() {
        let schema = json!({"properties": {"q": {}, "limit": {}}});
        let sent = |session: &Session, arguments| session.ensure_words_of_task(&arguments, &schema);
        let first = session(Notebook::default());
        let limited = json!({"q": "dogwifhat 2024", "limit": 10});
        for _ in 0..MAX_FOREIGN_VALUES {
            assert_eq!(sent(&first, limited.clone()).unwrap(), 1);
        }
        assert!(sent(&first, limited.clone()).is_err(), "one more");
        assert_eq!(sent(&first, json!({"q": "dogwifhat 2024"})).unwrap(), 0, "words of the task are not counted");
        // A replay does not make the calls again; the notes of the stored results count.
        let mut notebook = Notebook::default();
        notebook.absorb(
            "docs__lookup",
            agent::Origin::Others,
            &Notes { foreign_values: MAX_FOREIGN_VALUES, ..Notes::default() },
        );
        assert!(sent(&session(notebook), limited).is_err());
    }
}
