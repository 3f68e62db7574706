//! Grounds an answer: keeps findings that cite sources of this run, and merges repeated ones. Pure.

use std::collections::BTreeSet;

use domain::Time;
use research::dedup::{Relation, Statement};
use research::support::Assessment;
use research::support::request::SupportQuery;
use tools::Notebook;
use tools::cited;
use tools::notebook::Claim;
use tools::report::{ReportedEvent, ReportedFinding, ResearchReport};

/// Maximum number of claims per finding that the model judges.
const MAX_QUOTES: usize = 8;
/// Minimum share of a finding's words in a claim of a source that the finding does not cite, for the claim to be judged
/// too.
const UNCITED_OVERLAP: f64 = 0.5;

/// A finding that cites known sources only.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grounded {
    pub(super) reported: ReportedFinding,
    /// Ids of all cited sources, supporting and contradicting.
    pub(super) cited: Vec<String>,
    /// Ids of the claims that it rests on.
    pub(super) claims: Vec<String>,
    /// Comparison with these claims, jointly.
    pub(super) check: Assessment,
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
    kept.into_iter().map(|(_, reported)| Grounded::new(reported, notebook)).collect()
}

impl Grounded {
    fn new(mut reported: ReportedFinding, notebook: &Notebook) -> Self {
        reported.contradicted_by.retain(|id| !reported.sources.contains(id));
        let cited = reported.sources.iter().chain(&reported.contradicted_by).cloned().collect();
        let claims = cited::claims(&reported, notebook);
        let check = cited::assess_claims(&reported.text, &claims, notebook);
        let claims = claims.into_iter().map(|claim| claim.id.clone()).collect();
        Self { reported, cited, claims, check }
    }

    /// Returns true if the claims that it rests on state otherwise. Such a finding is never supported.
    pub(super) fn is_contradicted(&self) -> bool {
        self.check.is_contradicted()
    }
}

fn merge(known: &mut ReportedFinding, repeated: &ReportedFinding) {
    add(&mut known.sources, &repeated.sources);
    add(&mut known.contradicted_by, &repeated.contradicted_by);
    add(&mut known.claims, &repeated.claims);
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

/// Returns the findings that code alone does not decide, each with the claims that it cites and others that bear on it.
pub(super) fn support_queries(findings: &[Grounded], read: &StemmedClaims<'_>) -> Vec<SupportQuery> {
    let query = |(n, finding): (usize, &Grounded)| {
        let claims = relevant_claims(finding, read);
        let is_cited = |claim: &Claim| finding.reported.sources.contains(&claim.source);
        let sources: BTreeSet<&str> = claims.iter().map(|claim| claim.source.as_str()).collect();
        let is_decided = finding.is_contradicted() || finding.check.is_decided() && sources.len() < 2;
        let evidence = |claim: &&Claim| cited::evidence(claim, read.notebook, is_cited(claim));
        let evidence: Vec<_> = claims.iter().map(evidence).collect();
        let query = SupportQuery { id: finding_id(n), finding: finding.reported.text.clone(), evidence };
        (!is_decided && !query.evidence.is_empty()).then_some(query)
    };
    findings.iter().enumerate().filter_map(query).collect()
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

    /// Returns the claims of a source that the finding rests on.
    pub(super) fn of_source(&self, finding: &Grounded, source: &str) -> Vec<&'a Claim> {
        finding
            .claims
            .iter()
            .filter_map(|id| self.notebook.claims().iter().find(|claim| claim.id == *id))
            .filter(|claim| claim.source == source)
            .collect()
    }
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

/// Returns the claims that a finding rests on, and those of other sources that share most words with it.
fn relevant_claims<'a>(finding: &Grounded, read: &StemmedClaims<'a>) -> Vec<&'a Claim> {
    let words = parse_words(&finding.reported.text);
    let is_own = |claim: &Claim| finding.claims.contains(&claim.id);
    let own = read.claims.iter().map(|(claim, _)| *claim).filter(|claim| is_own(claim));
    let others =
        read.claims.iter().filter(|(claim, _)| !is_own(claim) && !finding.reported.sources.contains(&claim.source));
    let mut near: Vec<(f64, &Claim)> =
        others.map(|(claim, claim_words)| (share(&words, claim_words), *claim)).collect();
    near.retain(|(share, claim)| *share >= UNCITED_OVERLAP || *share > 0.0 && finding.cited.contains(&claim.source));
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut chosen: Vec<&Claim> = own.collect();
    for (_, claim) in near {
        // The same words again tell the judge nothing.
        let repeats = !claim.quote.is_empty() && chosen.iter().any(|known| known.quote.contains(&claim.quote));
        if !repeats || finding.cited.contains(&claim.source) {
            chosen.push(claim);
        }
    }
    chosen.truncate(MAX_QUOTES);
    chosen
}

/// Returns the id of the finding with index `n`.
pub(super) fn finding_id(n: usize) -> String {
    format!("f{}", n + 1)
}
