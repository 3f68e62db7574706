//! Grounds an answer: keeps findings that cite sources of this run, and merges repeated ones. Pure.

use std::collections::BTreeSet;

use domain::Time;
use research::dedup::{Relation, Statement};
use research::judge;
use tools::Notebook;
use tools::notebook::Claim;
use tools::report::{ReportedEvent, ReportedFinding, ResearchReport};

/// Maximum number of statements in the call that judges stances.
const MAX_STATEMENTS: usize = 12;
/// Maximum number of quotes per statement.
const MAX_QUOTES: usize = 6;
/// Minimum share of a finding's words in a claim of a source that the finding does not cite, for the claim to be judged
/// too.
const UNCITED_OVERLAP: f64 = 0.5;
/// Minimum share of a finding's words in a claim, for its source to bear on the finding. Low, because a finding may use
/// other words.
const CITED_OVERLAP: f64 = 0.2;

/// A finding that cites known sources only.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grounded {
    pub(super) reported: ReportedFinding,
    /// Ids of all cited sources, supporting and contradicting.
    pub(super) cited: Vec<String>,
}

/// Returns the grounded findings in the answer's order. Equivalent findings are merged; the sources of opposite
/// findings contradict each other.
pub(super) fn findings(report: &ResearchReport, notebook: &Notebook) -> Vec<Grounded> {
    let mut kept: Vec<(Statement, ReportedFinding)> = Vec::new();
    for reported in report.findings.iter().filter_map(|reported| reported.with_known_sources(notebook)) {
        let statement = Statement::new(&reported.text);
        match kept.iter_mut().find(|(known, _)| known.relation(&statement) == Relation::Same) {
            Some((_, known)) => merge(known, &reported),
            None => kept.push((statement, reported)),
        }
    }
    oppose(&mut kept);
    kept.into_iter().map(|(_, reported)| Grounded::new(reported)).collect()
}

impl Grounded {
    fn new(mut reported: ReportedFinding) -> Self {
        reported.contradicted_by.retain(|id| !reported.sources.contains(id));
        let cited = reported.sources.iter().chain(&reported.contradicted_by).cloned().collect();
        Self { reported, cited }
    }
}

fn merge(known: &mut ReportedFinding, repeated: &ReportedFinding) {
    add(&mut known.sources, &repeated.sources);
    add(&mut known.contradicted_by, &repeated.contradicted_by);
    known.importance = match (known.importance, repeated.importance) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    };
}

/// Makes the sources of two opposite findings contradict the other finding.
fn oppose(kept: &mut [(Statement, ReportedFinding)]) {
    for at in 1..kept.len() {
        let (before, rest) = kept.split_at_mut(at);
        let Some((statement, finding)) = rest.first_mut() else { continue };
        for (_, other) in before.iter_mut().filter(|(known, _)| known.relation(statement) == Relation::Opposite) {
            add(&mut other.contradicted_by, &finding.sources);
            add(&mut finding.contradicted_by, &other.sources);
        }
    }
}

fn add(ids: &mut Vec<String>, more: &[String]) {
    for id in more {
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }
}

/// Returns the events with a valid date and a known source.
pub(super) fn timeline(report: &ResearchReport, notebook: &Notebook) -> Vec<(ReportedEvent, Time)> {
    let grounded = |dated: &ReportedEvent| {
        let at = extraction::dates::parse(&dated.at)?;
        let sources: Vec<String> = dated.sources.iter().filter(|id| notebook.source(id).is_some()).cloned().collect();
        (!sources.is_empty() && !dated.text.trim().is_empty()).then(|| (ReportedEvent { sources, ..dated.clone() }, at))
    };
    report.timeline.iter().filter_map(grounded).collect()
}

/// Returns the findings that several sources bear on, each with their quotes, for judging stances. A finding with a
/// single source needs no judgement.
pub(super) fn stance_queries(findings: &[Grounded], read: &StemmedClaims<'_>) -> Vec<judge::StanceQuery> {
    let statement = |(n, finding): (usize, &Grounded)| {
        let claims = relevant_claims(finding, read);
        let sources: BTreeSet<&str> = claims.iter().map(|claim| claim.source.as_str()).collect();
        let quote = |claim: &&Claim| judge::Quote { id: claim.id.clone(), text: evidence(claim, read.notebook) };
        let evidence = claims.iter().map(quote).collect();
        (sources.len() > 1).then(|| judge::StanceQuery {
            id: finding_id(n),
            text: finding.reported.text.clone(),
            evidence,
        })
    };
    findings.iter().enumerate().filter_map(statement).take(MAX_STATEMENTS).collect()
}

/// Returns the text of a claim that is judged: its quote, or the statement of a data service, whose answer has no
/// quotes.
fn evidence(claim: &Claim, notebook: &Notebook) -> String {
    if !claim.quote.trim().is_empty() {
        return claim.quote.clone();
    }
    let service = notebook.source(&claim.source).map_or("", |source| source.publisher.as_str());
    format!("The data service {service}: {}", claim.text)
}

/// The claims of a run, each with its word stems.
pub(super) struct StemmedClaims<'a> {
    pub(super) notebook: &'a Notebook,
    claims: Vec<(&'a Claim, Words)>,
}

impl<'a> StemmedClaims<'a> {
    pub(super) fn new(notebook: &'a Notebook) -> Self {
        let with_words = |claim: &'a Claim| (claim, parse_words(&format!("{} {}", claim.text, claim.quote)));
        Self { notebook, claims: notebook.claims().iter().map(with_words).collect() }
    }
}

/// Returns true if a claim of the source shares enough words with the finding, or if the source is the answer of a data
/// service.
pub(super) fn bears_on(source: &str, finding: &Grounded, read: &StemmedClaims<'_>) -> bool {
    let data = read.notebook.source(source).is_some_and(|source| source.url.starts_with("tool:"));
    let words = parse_words(&finding.reported.text);
    let mut claims = read.claims.iter().filter(|(claim, _)| claim.source == source);
    data || claims.any(|(_, claim_words)| share(&words, claim_words) >= CITED_OVERLAP)
}

/// Distinct word stems of a text.
type Words = BTreeSet<String>;

fn parse_words(text: &str) -> Words {
    retrieval::text::stems(text).into_iter().collect()
}

/// Returns the share of a finding's words that occur in a claim or its quote.
fn share(words: &Words, claim_words: &Words) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = words.intersection(claim_words).count() as f64 / words.len().max(1) as f64;
    share
}

/// Returns the claims most similar to a finding, with a higher threshold for sources that it does not cite.
fn relevant_claims<'a>(finding: &Grounded, read: &StemmedClaims<'a>) -> Vec<&'a Claim> {
    let words = parse_words(&finding.reported.text);
    let bears =
        |share: f64, claim: &Claim| share >= UNCITED_OVERLAP || (share > 0.0 && finding.cited.contains(&claim.source));
    let mut near: Vec<(f64, &Claim)> =
        read.claims.iter().map(|(claim, claim_words)| (share(&words, claim_words), *claim)).collect();
    near.retain(|(share, claim)| bears(*share, claim));
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter().take(MAX_QUOTES).map(|(_, claim)| claim).collect()
}

/// Returns the id of the finding with index `n`.
pub(super) fn finding_id(n: usize) -> String {
    format!("f{}", n + 1)
}
