//! The record of what was searched, fetched and read in one run: the only material that findings may cite. Pure.

use std::collections::{BTreeMap, BTreeSet};

use agent::Origin;
use domain::effect::Basis;
use domain::research::LeftOut;
use domain::{MicroUsd, Source, Tier, Time};
use research::Fingerprint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use crate::claim::shown;
pub use crate::claim::{Claim, ClaimKind, MAX_STATEMENT_CHARS, ShownClaim, claim_id};
use crate::query_words::ShownWords;
use crate::report::ResearchReport;
use crate::request_research::RequestedResearch;
use crate::source_tier::{self, TokenIdentity};

/// The record of one tool call, for code; the model reads the tool's output instead. Stored with the result of the
/// call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Notes {
    /// Sources found or read.
    pub sources: Vec<Source>,
    /// Claims, their quotes checked against the page.
    pub claims: Vec<Claim>,
    /// Fingerprints of the pages read, by source id, to detect sources that repeat one another.
    #[serde(default, rename = "prints")]
    pub fingerprints: Vec<(String, Fingerprint)>,
    /// Addresses that may be fetched from now on: search results and outgoing links.
    pub urls: Vec<String>,
    /// Final answer, set by the call that gave it.
    pub report: Option<ResearchReport>,
    /// Cost of the model calls inside the tool.
    pub cost: MicroUsd,
    /// Records of the pages and answers that the output is based on.
    #[serde(default)]
    pub bases: Vec<Basis>,
    /// Further research that the call requested.
    #[serde(default, rename = "wanted")]
    pub requests: Vec<RequestedResearch>,
    /// Material left out because it is not dated before the task's as-of time.
    #[serde(default)]
    pub left_out: Vec<LeftOut>,
    /// Addresses that were requested without becoming a source; they count as pages.
    #[serde(default)]
    pub requested: Vec<String>,
    /// True if the output contains no text of others, although the tool can return such text: nothing was found, or
    /// only figures.
    #[serde(default)]
    pub own_words: bool,
    /// True if a text was fetched that the model did not read.
    #[serde(default)]
    pub is_unread: bool,
    /// Values that an external tool received and that the task does not contain.
    #[serde(default)]
    pub foreign_values: usize,
    /// True if the final answer was refused because quotes contradict findings; the model may give another one.
    #[serde(default)]
    pub is_refused: bool,
}

impl Notes {
    /// Returns the notes of an output without text of others.
    pub(crate) fn own_words() -> Self {
        Self { own_words: true, ..Self::default() }
    }
}

/// Everything that a run has collected so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notebook {
    sources: Vec<Source>,
    claims: Vec<Claim>,
    fingerprints: BTreeMap<String, Fingerprint>,
    urls: BTreeSet<String>,
    tools: Vec<String>,
    report: Option<ResearchReport>,
    cost: MicroUsd,
    fetched: BTreeSet<String>,
    bases: Vec<Basis>,
    requests: Vec<RequestedResearch>,
    left_out: BTreeSet<LeftOut>,
    /// Ids of the sources that the loop tried to read and did not get.
    unfetched: BTreeSet<String>,
    has_unread_text: bool,
    has_untrusted_text: bool,
    shown_words: ShownWords,
    foreign_values: usize,
    refused_once: bool,
    is_answer_refused: bool,
    /// The token that the task is about, which data services name by its mint.
    token: Option<TokenIdentity>,
}

impl Notebook {
    /// Creates a notebook. The addresses (a bundle's candidate sources) may be fetched from the start.
    pub fn with_urls(urls: &[String]) -> Self {
        Self { urls: urls.iter().cloned().collect(), ..Self::default() }
    }

    /// Records the token that the task is about.
    pub fn name_token(&mut self, token: Option<TokenIdentity>) {
        self.token = token;
    }

    /// Returns a fact of a data service in which the names of the task's token follow its mint, so that a finding
    /// may use either.
    pub(crate) fn with_names(&self, fact: &str) -> String {
        let Some(TokenIdentity { names, mint }) = &self.token else { return fact.to_owned() };
        let unnamed: Vec<&str> = names.iter().map(String::as_str).filter(|name| !fact.contains(name)).collect();
        match fact.find(mint.as_str()) {
            Some(at) if !unnamed.is_empty() => {
                let (before, after) = fact.split_at(at + mint.len());
                format!("{before} ({}){after}", unnamed.join(", "))
            }
            _ => fact.to_owned(),
        }
    }

    /// Adds a source that is known before the first call, with its claims.
    pub fn add_given(&mut self, source: Source, claims: Vec<Claim>) {
        self.sources.push(source);
        self.claims.extend(claims);
    }

    /// Returns the claims of sources whose address begins with the words, as the model sees them.
    pub fn shown_of(&self, address: &str) -> Vec<ShownClaim> {
        let is_of = |claim: &&Claim| self.source(&claim.source).is_some_and(|source| source.url.starts_with(address));
        self.claims.iter().filter(is_of).map(ShownClaim::from).collect()
    }

    /// Adds the notes of a tool call. Called in the order of the calls, so a replay yields the same notebook.
    pub fn absorb(&mut self, tool: &str, origin: Origin, notes: &Notes) {
        // An error has empty notes and sets the flag as well: its words may come from a server.
        self.has_untrusted_text |= !notes.own_words && origin != Origin::Own;
        if !self.tools.iter().any(|known| known == tool) {
            self.tools.push(tool.to_owned());
        }
        if origin == Origin::Web {
            notes.sources.iter().for_each(|source| self.shown_words.add_web(&source.title));
            notes.claims.iter().for_each(|claim| self.shown_words.add_web(&claim.text));
        }
        for source in &notes.sources {
            self.add_source(source);
        }
        for claim in &notes.claims {
            match self.claims.iter_mut().find(|known| known.id == claim.id) {
                // The page states it as well.
                Some(known) if known.kind == ClaimKind::Snippet => *known = claim.clone(),
                Some(_) => {}
                None => self.claims.push(claim.clone()),
            }
        }
        self.fingerprints.extend(notes.fingerprints.iter().cloned());
        self.urls.extend(notes.urls.iter().cloned());
        self.cost = self.cost + notes.cost;
        self.add_bases(&notes.bases);
        self.requests.extend(notes.requests.iter().cloned());
        self.left_out.extend(notes.left_out.iter().cloned());
        self.has_unread_text |= notes.is_unread;
        self.foreign_values = self.foreign_values.saturating_add(notes.foreign_values);
        self.fetched.extend(notes.requested.iter().cloned());
        if notes.report.is_some() {
            self.report.clone_from(&notes.report);
            self.is_answer_refused = notes.is_refused;
            self.refused_once |= notes.is_refused;
        }
    }

    /// Records what the model has seen of a call. Text of memory and of external tools is private.
    pub fn show(&mut self, origin: Origin, input: &Value, content: &str) {
        match origin {
            Origin::Web | Origin::Data => self.shown_words.add_identifiers(content, &input.to_string()),
            Origin::Others => self.shown_words.add_private(content),
            Origin::Own | Origin::Files => {}
        }
    }

    /// Records that a call of `fetch_page` failed. `requested` is the address or the source id that it was given.
    pub fn page_failed(&mut self, requested: &str) {
        let id = self.source(requested).map_or_else(|| source_id(requested), |source| source.id.clone());
        self.unfetched.insert(id);
    }

    /// Returns true if the loop tried to read the page of a source and did not get it.
    pub fn is_unfetched(&self, source: &str) -> bool {
        self.unfetched.contains(source) && !self.is_read(source)
    }

    /// Returns true if the page of the source was read, or the answer of a data service.
    pub fn is_read(&self, source: &str) -> bool {
        self.source(source).is_some_and(|source| !source.content_hash.is_empty())
    }

    /// Returns true if all that is known of the source is the excerpt of a search result.
    pub fn is_snippet_only(&self, source: &str) -> bool {
        let mut claims = self.claims.iter().filter(|claim| claim.source == source).peekable();
        !self.is_read(source) && claims.peek().is_some() && claims.all(|claim| claim.kind == ClaimKind::Snippet)
    }

    /// Returns the number of values that external tools have received and that the task does not contain.
    pub(crate) fn foreign_values(&self) -> usize {
        self.foreign_values
    }

    /// Returns the words that the model has seen.
    pub(crate) fn shown_words(&self) -> &ShownWords {
        &self.shown_words
    }

    /// Adds records that the research is based on, each once.
    pub fn add_bases(&mut self, bases: &[Basis]) {
        for basis in bases {
            if !self.bases.contains(basis) {
                self.bases.push(basis.clone());
            }
        }
    }

    /// Returns the further research that was requested.
    pub fn requests(&self) -> &[RequestedResearch] {
        &self.requests
    }

    /// Returns the material left out because it is not dated before the task's as-of time.
    pub fn left_out(&self) -> Vec<LeftOut> {
        self.left_out.iter().cloned().collect()
    }

    /// Returns true if a text was fetched that the model did not read.
    pub fn has_unread_text(&self) -> bool {
        self.has_unread_text
    }

    /// Returns the records that the research is based on.
    pub fn bases(&self) -> &[Basis] {
        &self.bases
    }

    /// Adds a source. A source that was read replaces its entry from a result list.
    fn add_source(&mut self, source: &Source) {
        if !source.content_hash.is_empty() {
            self.fetched.insert(source.url.clone());
        }
        match self.sources.iter_mut().find(|known| known.id == source.id) {
            Some(known) if known.content_hash.is_empty() => *known = source.clone(),
            Some(_) => {}
            None => self.sources.push(source.clone()),
        }
    }

    /// Returns the source with the id.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.id == id)
    }

    /// Returns all sources in the order in which they were found.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Returns the fingerprint of a page that was read.
    pub fn fingerprint(&self, id: &str) -> Option<&Fingerprint> {
        self.fingerprints.get(id)
    }

    /// Returns all claims in the order in which they were read.
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// Returns true if the address may be fetched: it came from a search, an outgoing link or the task, never from a
    /// text.
    pub fn may_fetch(&self, url: &str) -> bool {
        self.urls.contains(url)
    }

    /// Returns the address that represents the site of `url` in a request: the address itself if it may be fetched,
    /// otherwise the origin of a known address of the same site. `None` for an unknown site. No part of `url` itself is
    /// in the result, because a path, a query or a spelling of the host that the model wrote could carry the
    /// conversation to the site.
    pub fn site_address(&self, url: &str) -> Option<String> {
        if self.may_fetch(url) {
            return Some(url.to_owned());
        }
        let known = self.urls.iter().filter_map(|known| url::Url::parse(known).ok());
        let mut same = known.filter(|known| web::site::same_site(url, known));
        same.next().map(|known| format!("{}/", known.origin().ascii_serialization()))
    }

    /// Returns true once text of others or of memory has entered the conversation, which may influence the model.
    pub fn has_untrusted_text(&self) -> bool {
        self.has_untrusted_text
    }

    /// States that the conversation begins with text of others.
    pub fn begin_untrusted(&mut self) {
        self.has_untrusted_text = true;
    }

    /// States that the conversation begins with a task whose texts strangers have influenced. A query may contain as
    /// many words of its question as of a title.
    pub fn begin_foreign(&mut self, question: &str) {
        self.begin_untrusted();
        self.shown_words.add_web(question);
        self.shown_words.add_identifiers(question, "");
    }

    /// Returns the number of pages that were requested.
    pub fn pages(&self) -> usize {
        self.fetched.iter().filter(|url| !url.starts_with("tool:")).count()
    }

    /// Returns the number of pages that were requested from a host.
    pub fn pages_of(&self, host: &str) -> usize {
        self.fetched.iter().filter(|url| source_tier::host(url) == host).count()
    }

    /// Returns the tools used, each once.
    pub fn tools(&self) -> &[String] {
        &self.tools
    }

    /// Returns the cost of the model calls inside tools.
    pub fn cost(&self) -> MicroUsd {
        self.cost
    }

    /// Returns true if an answer was refused before. The next one is accepted.
    pub(crate) fn refused_once(&self) -> bool {
        self.refused_once
    }

    /// Returns true if the newest answer was refused, so that the model may give another one.
    pub(crate) fn is_answer_refused(&self) -> bool {
        self.is_answer_refused
    }

    /// Returns the final answer, if it was given. A refused one counts until there is another.
    pub fn report(&self) -> Option<&ResearchReport> {
        self.report.as_ref()
    }
}

/// Derives a source's id within a run from its address, so that concurrent tools need no shared counter.
pub fn source_id(url: &str) -> String {
    format!("s{}", &web::content_hash(url.as_bytes())[..8])
}

/// Creates the source for a tool's answer: `tool:<tool>/<about>`.
pub fn tool_source(tool: &str, about: &str, content: &str, now: Time) -> Source {
    let url = format!("tool:{tool}/{about}");
    Source {
        id: source_id(&url),
        title: format!("{tool} of {about}"),
        publisher: tool.to_owned(),
        published_at: None,
        fetched_at: now,
        tier: Tier::Secondary,
        tier_reason: "data service".to_owned(),
        content_hash: web::content_hash(content.as_bytes()),
        url,
    }
}
