//! Converts the final answer and the notebook to research. The conversion never adds: sources that this run did not
//! see, findings without a source and quotes that occur in no page are dropped. Pure.

mod grounding;
pub(crate) mod stances;
mod standing;

use std::collections::{BTreeMap, BTreeSet};

use domain::research::{Ending, OpenQuestion, TimelineEntry};
use domain::{EntityId, Finding, MicroUsd, Research, Source, Tier, Time};
use research::quotes;
use research::support::request::{SupportQuery, SupportVerdicts};
use tools::Notebook;
use tools::event_source::EVENT_ADDRESS;
use tools::notebook::Claim;
use tools::report::{ReportedEvent, ReportedFinding, ResearchReport};
use worker::degraded::Degraded;

use grounding::{Grounded, StemmedClaims};
use standing::FindingStatus;

/// Facts about the work itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Provenance {
    /// Entity that the research is about.
    pub(crate) entity: Option<EntityId>,
    pub(crate) at: Time,
    /// Maximum time to live of the research; the model may choose less.
    pub(crate) ttl_seconds: u64,
    pub(crate) ending: Ending,
    /// Cost of all model calls.
    pub(crate) cost: MicroUsd,
    pub(crate) model: String,
    /// Hash of the prompts.
    pub(crate) prompt_version: String,
}

/// Source by its id within the run: its index in the research, and the source with its final id.
type NumberedSources = BTreeMap<String, (usize, Source)>;

/// Partial research lives only this part of the time, so that it is completed soon.
const PARTIAL_TTL_DIVISOR: u64 = 6;
/// Maximum number of claims that become findings where no answer was given: the size of a message is limited.
const MAX_CLAIMS: usize = 60;
/// Importance of a finding that states none.
const DEFAULT_IMPORTANCE: f64 = 0.5;
/// Reasons for the tier of a source of which only the excerpt of a search result was read.
const UNREAD: &str = "excerpt of a search, the page was not read";
const UNFETCHED: &str = "excerpt of a search, the page could not be fetched";
/// Maximum number of risks, opportunities or open questions.
const MAX_PHRASES: usize = 20;

/// A grounded answer.
pub(crate) struct GroundedAnswer<'a> {
    report: ResearchReport,
    findings: Vec<Grounded>,
    claims: StemmedClaims<'a>,
}

impl<'a> GroundedAnswer<'a> {
    /// Grounds the answer in the notebook, or an answer made of the claims if the model gave none.
    pub(crate) fn new(notebook: &'a Notebook, ending: &Ending) -> Self {
        let report = notebook.report().cloned().unwrap_or_else(|| report_of_claims(notebook, ending));
        let findings = grounding::findings(&report, notebook);
        Self { report, findings, claims: StemmedClaims::new(notebook) }
    }

    /// Returns the findings to judge: see [`grounding::support_queries`].
    pub(crate) fn support_queries(&self) -> Vec<SupportQuery> {
        grounding::support_queries(&self.findings, &self.claims)
    }

    /// Converts the answer to research.
    pub(crate) fn into_research(self, judged: &SupportVerdicts, provenance: Provenance) -> Research {
        let Self { report, findings, claims } = self;
        let notebook = claims.notebook;
        let status = |(n, finding)| standing::status(n, finding, &claims, judged);
        let statuses: Vec<FindingStatus> = findings.iter().enumerate().map(status).collect();
        let events = grounding::timeline(&report, notebook);
        let sources = number_sources(notebook, &statuses, &events);
        let findings: Vec<Finding> = findings
            .iter()
            .zip(&statuses)
            .enumerate()
            .map(|(n, (grounded, status))| Finding {
                id: grounding::finding_id(n),
                quote: quote(&grounded.reported, &grounded.cited, notebook),
                ..finding(&grounded.reported, status, &sources)
            })
            .collect();
        let timeline = events.iter().enumerate().map(|(n, (event, at))| timeline_entry(n, event, *at, &sources));
        let timeline = timeline.collect();
        let partial = provenance.ending != Ending::Complete;
        let ttl = report.ttl.unwrap_or(provenance.ttl_seconds).min(provenance.ttl_seconds);
        let ttl = ttl / if partial { PARTIAL_TTL_DIVISOR } else { 1 };
        let confidence = if findings.is_empty() { 0.0 } else { clamp_share(report.confidence) };
        let mut research = Research {
            entity: provenance.entity,
            summary: report.summary.trim().to_owned(),
            findings,
            timeline,
            sources: in_order(sources),
            open_questions: open_questions(&report.open_questions),
            sentiment: report.sentiment.filter(|value| value.is_finite()).map(|value| value.clamp(-1.0, 1.0)),
            confidence,
            risks: distinct(&report.risks),
            opportunities: distinct(&report.opportunities),
            made_at: provenance.at,
            expires_at: provenance.at + std::time::Duration::from_secs(ttl),
            ending: provenance.ending,
            from_cache: false,
            tools_used: notebook.tools().to_vec(),
            cost: provenance.cost,
            model: provenance.model,
            prompt_version: provenance.prompt_version,
            left_out: notebook.left_out(),
            lacks: Vec::new(),
            recalled: None,
            directions: Vec::new(),
        };
        if notebook.has_unread_text() {
            research.add_lack(Degraded::UnreadPage.name());
        }
        research
    }
}

/// Returns research without findings, with the reason.
pub(crate) fn failed(reason: &str, provenance: Provenance, questions: &[String]) -> Research {
    let ending = Ending::Failed(reason.to_owned());
    let (empty, provenance) = (Notebook::default(), Provenance { ending, ..provenance });
    let mut research =
        GroundedAnswer::new(&empty, &provenance.ending).into_research(&SupportVerdicts::new(), provenance);
    reason.clone_into(&mut research.summary);
    research.open_questions = open_questions(questions);
    research.expires_at = research.made_at;
    research
}

/// Returns a report of the claims read, for a loop that ended without an answer.
fn report_of_claims(notebook: &Notebook, ending: &Ending) -> ResearchReport {
    let finding = |claim: &Claim| ReportedFinding {
        text: claim.text.clone(),
        sources: vec![claim.source.clone()],
        quote: claim.quote.clone(),
        ..ReportedFinding::default()
    };
    let reason = match ending {
        Ending::Partial(reason) | Ending::Failed(reason) => reason.as_str(),
        Ending::Complete => "no final answer was given",
    };
    let of_event =
        |claim: &&Claim| notebook.source(&claim.source).is_some_and(|source| source.url.starts_with(EVENT_ADDRESS));
    let read = || notebook.claims().iter().filter(|claim| !of_event(claim));
    let count = read().count();
    ResearchReport {
        summary: format!("Partial research ({reason}): {count} claims were read and no summary was written."),
        confidence: 0.2,
        findings: read().take(MAX_CLAIMS).map(finding).collect(),
        ..ResearchReport::default()
    }
}

/// Numbers the sources: best tier first, then in the order in which they were found. Sources that were read are kept
/// even if nothing cites them; mere search results and the event are not.
fn number_sources(
    notebook: &Notebook,
    statuses: &[FindingStatus],
    events: &[(ReportedEvent, Time)],
) -> NumberedSources {
    let in_findings = statuses.iter().flat_map(|status| &status.sources);
    let in_events = events.iter().flat_map(|(event, _)| &event.sources);
    let cited: BTreeSet<&String> = in_findings.chain(in_events).collect();
    let is_event = |source: &Source| source.url.starts_with(EVENT_ADDRESS);
    let keep = |source: &&Source| !source.content_hash.is_empty() && !is_event(source) || cited.contains(&source.id);
    let mut kept: Vec<Source> = notebook.sources().iter().filter(keep).map(|source| rated(source, notebook)).collect();
    kept.sort_by_key(|source| std::cmp::Reverse(source.tier));
    let number =
        |(n, source): (usize, Source)| (source.id.clone(), (n, Source { id: format!("s{}", n + 1), ..source }));
    kept.into_iter().enumerate().map(number).collect()
}

/// Lowers the tier of a source of which only an excerpt was read, and states it in the reason.
fn rated(source: &Source, notebook: &Notebook) -> Source {
    if !notebook.is_snippet_only(&source.id) {
        return source.clone();
    }
    let tier = if source.tier == Tier::Official { Tier::Secondary } else { Tier::Other };
    let lack = if notebook.is_unfetched(&source.id) { UNFETCHED } else { UNREAD };
    let reasons = [source.tier_reason.as_str(), lack];
    let tier_reason = reasons.into_iter().filter(|reason| !reason.is_empty()).collect::<Vec<_>>().join("; ");
    Source { tier, tier_reason, ..source.clone() }
}

fn in_order(sources: NumberedSources) -> Vec<Source> {
    let by_index: BTreeMap<usize, Source> = sources.into_values().collect();
    by_index.into_values().collect()
}

/// Returns a finding without id and quote.
fn finding(reported: &ReportedFinding, status: &FindingStatus, sources: &NumberedSources) -> Finding {
    Finding {
        id: String::new(),
        text: reported.text.trim().to_owned(),
        status: status.status,
        importance: reported.importance.map_or(DEFAULT_IMPORTANCE, clamp_share),
        sources: final_ids(&status.sources, sources),
        contradictions: final_ids(&status.contradictions, sources),
        independent_sources: status.independent,
        quote: String::new(),
    }
}

fn timeline_entry(n: usize, event: &ReportedEvent, at: Time, sources: &NumberedSources) -> TimelineEntry {
    TimelineEntry {
        id: format!("t{}", n + 1),
        at,
        text: event.text.trim().to_owned(),
        sources: final_ids(&event.sources, sources),
    }
}

fn final_ids(ids: &[String], sources: &NumberedSources) -> Vec<String> {
    let mut indices: Vec<usize> = ids.iter().filter_map(|id| sources.get(id)).map(|(n, _)| *n).collect();
    indices.sort_unstable();
    indices.dedup();
    indices.iter().map(|n| format!("s{}", n + 1)).collect()
}

/// Returns the model's quote if a claim of a cited source contains it, else the quote of a cited claim with the same
/// text.
fn quote(reported: &ReportedFinding, cited: &[String], notebook: &Notebook) -> String {
    let mut claims = notebook.claims().iter().filter(|claim| cited.contains(&claim.source));
    let named = reported.claims.iter().find_map(|id| claims.clone().find(|claim| claim.id == *id));
    let same = named.or_else(|| claims.clone().find(|claim| claim.text.trim() == reported.text.trim()));
    let quote = reported.quote.trim();
    let verified = claims.any(|claim| !quote.is_empty() && quotes::occurs_in(&reported.quote, &claim.quote));
    if verified { quote.to_owned() } else { same.map(|claim| claim.quote.clone()).unwrap_or_default() }
}

fn open_questions(questions: &[String]) -> Vec<OpenQuestion> {
    let question = |(n, text)| OpenQuestion { id: format!("q{}", n + 1), text };
    distinct(questions).into_iter().enumerate().map(question).collect()
}

/// Returns the phrases without empty and repeated ones, at most [`MAX_PHRASES`].
fn distinct(phrases: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for phrase in phrases.iter().map(|phrase| phrase.trim()).filter(|phrase| !phrase.is_empty()) {
        if kept.len() < MAX_PHRASES && !kept.iter().any(|known| known == phrase) {
            kept.push(phrase.to_owned());
        }
    }
    kept
}

fn clamp_share(value: f64) -> f64 {
    if value.is_finite() { value.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests;
