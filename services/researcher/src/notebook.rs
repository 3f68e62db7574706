//! What was really searched, fetched and read in this run: the only things that a finding may rest on. Pure.

use std::collections::{BTreeMap, BTreeSet};

use domain::effect::Basis;
use domain::research::LeftOut;
use domain::{MicroUsd, Source, Tier, Time};
use research::Print;
use serde::{Deserialize, Serialize};

use crate::assemble::Report;
use crate::tier;
use crate::tools::Wanted;

/// What one tool call leaves behind for the code, beside what the model reads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Notes {
    /// Sources seen or read.
    pub(crate) sources: Vec<Source>,
    /// Claims read, their quotes checked against the page.
    pub(crate) claims: Vec<Claim>,
    /// Fingerprints of the pages read, by source id: who only repeats another is no voice of his own.
    #[serde(default)]
    pub(crate) prints: Vec<(String, Print)>,
    /// Addresses that may be fetched from now on: search results and out-links.
    pub(crate) urls: Vec<String>,
    /// The final answer, if this call gave it.
    pub(crate) report: Option<Report>,
    /// What model calls inside the tool cost.
    pub(crate) cost: MicroUsd,
    /// Bytes from outside that the answer rests on.
    #[serde(default)]
    pub(crate) bases: Vec<Basis>,
    /// Research of something else that was asked for.
    #[serde(default)]
    pub(crate) wanted: Vec<Wanted>,
    /// What was left out unread, because it is not dated before the day that the task answers as of.
    #[serde(default)]
    pub(crate) left_out: Vec<LeftOut>,
}

/// One claim of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Claim {
    /// Derived from source and quote: `c…`.
    pub(crate) id: String,
    /// The source's id.
    pub(crate) source: String,
    /// One self-contained statement.
    pub(crate) text: String,
    /// Words that stand in the page exactly so.
    pub(crate) quote: String,
    /// When it happened, if the claim says so: `2026-11-22`; may be empty.
    pub(crate) date: String,
}

/// Everything so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Notebook {
    sources: Vec<Source>,
    claims: Vec<Claim>,
    prints: BTreeMap<String, Print>,
    urls: BTreeSet<String>,
    tools: Vec<String>,
    report: Option<Report>,
    cost: MicroUsd,
    fetched: BTreeSet<String>,
    bases: Vec<Basis>,
    wanted: Vec<Wanted>,
    left_out: BTreeSet<LeftOut>,
}

impl Notebook {
    /// A notebook in which these addresses may be fetched from the start (a bundle's candidate sources).
    pub(crate) fn with_urls(urls: &[String]) -> Self {
        Self { urls: urls.iter().cloned().collect(), ..Self::default() }
    }

    /// Takes in what a tool left behind. Called in the order of the calls, so that a replay gives the same notebook.
    pub(crate) fn absorb(&mut self, tool: &str, notes: &Notes) {
        if !self.tools.iter().any(|known| known == tool) {
            self.tools.push(tool.to_owned());
        }
        for source in &notes.sources {
            self.take_source(source);
        }
        for claim in &notes.claims {
            if !self.claims.iter().any(|known| known.id == claim.id) {
                self.claims.push(claim.clone());
            }
        }
        self.prints.extend(notes.prints.iter().cloned());
        self.urls.extend(notes.urls.iter().cloned());
        self.cost = self.cost + notes.cost;
        self.rest_on(&notes.bases);
        self.wanted.extend(notes.wanted.iter().cloned());
        self.left_out.extend(notes.left_out.iter().cloned());
        if notes.report.is_some() {
            self.report.clone_from(&notes.report);
        }
    }

    /// Bytes that what follows rests on, each once.
    pub(crate) fn rest_on(&mut self, bases: &[Basis]) {
        for basis in bases {
            if !self.bases.contains(basis) {
                self.bases.push(basis.clone());
            }
        }
    }

    /// Research of something else that was asked for.
    pub(crate) fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }

    /// What was left out unread, because it is not dated before the day that the task answers as of.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        self.left_out.iter().cloned().collect()
    }

    /// All bytes that this rests on.
    pub(crate) fn bases(&self) -> &[Basis] {
        &self.bases
    }

    /// A source that was read replaces the same source that was only seen in a result list.
    fn take_source(&mut self, source: &Source) {
        if !source.content_hash.is_empty() {
            self.fetched.insert(source.url.clone());
        }
        match self.sources.iter_mut().find(|known| known.id == source.id) {
            Some(known) if known.content_hash.is_empty() => *known = source.clone(),
            Some(_) => {}
            None => self.sources.push(source.clone()),
        }
    }

    /// The source with that id.
    pub(crate) fn source(&self, id: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.id == id)
    }

    /// All sources, in the order in which they were found.
    pub(crate) fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// The fingerprint of what was read of a source.
    pub(crate) fn print(&self, id: &str) -> Option<&Print> {
        self.prints.get(id)
    }

    /// All claims, in the order in which they were read.
    pub(crate) fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// May this address be fetched? It came from a search, an out-link or the task, never out of a text.
    pub(crate) fn may_fetch(&self, url: &str) -> bool {
        self.urls.contains(url)
    }

    /// May this site be looked at? One of its addresses may be fetched.
    pub(crate) fn knows_site(&self, url: &str) -> bool {
        let same = |known: &String| url::Url::parse(known).is_ok_and(|known| web::site::same_site(url, &known));
        self.urls.iter().any(same)
    }

    /// Words of strangers have been heard: from now on the model may be speaking for one of them.
    pub(crate) fn has_heard_strangers(&self) -> bool {
        self.sources.iter().any(|source| !source.url.starts_with("tool:"))
    }

    /// Pages read so far.
    pub(crate) fn pages(&self) -> usize {
        self.fetched.iter().filter(|url| !url.starts_with("tool:")).count()
    }

    /// Pages read from that host.
    pub(crate) fn pages_of(&self, host: &str) -> usize {
        self.fetched.iter().filter(|url| tier::host(url) == host).count()
    }

    /// Tools used, each once.
    pub(crate) fn tools(&self) -> &[String] {
        &self.tools
    }

    /// What model calls inside tools cost.
    pub(crate) fn cost(&self) -> MicroUsd {
        self.cost
    }

    /// The final answer, if it was given.
    pub(crate) fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }
}

/// A source's id within a run: derived from its address, so that parallel tools need not agree on numbers.
pub(crate) fn source_id(url: &str) -> String {
    format!("s{}", &web::content_hash(url.as_bytes())[..8])
}

/// A claim's id within a run.
pub(crate) fn claim_id(source: &str, quote: &str) -> String {
    format!("c{}", &web::content_hash(format!("{source} {quote}").as_bytes())[..8])
}

/// A tool's answer as a source: `tool:<tool>/<about>`.
pub(crate) fn tool_source(tool: &str, about: &str, content: &str, now: Time) -> Source {
    let url = format!("tool:{tool}/{about}");
    Source {
        id: source_id(&url),
        title: format!("{tool} of {about}"),
        publisher: tool.to_owned(),
        published_at: None,
        fetched_at: now,
        tier: Tier::Secondary,
        content_hash: web::content_hash(content.as_bytes()),
        url,
    }
}
