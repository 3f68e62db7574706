//! The claims that a finding rests on, as evidence for the comparison of [`research::support`]. Pure.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use domain::Source;
use research::support::request::QueryEvidence;
use research::support::{self, Agreement, Assessment, Evidence};

use crate::notebook::{Claim, Notebook};
use crate::report::{ReportedFinding, ResearchReport};

/// Maximum number of claims of a source of which the finding names none.
const MAX_UNNAMED: usize = 4;
/// Maximum number of claims of a finding.
const MAX_CLAIMS: usize = 8;

/// Returns the claims that a finding rests on: those that it names, and of a cited source of which it names none those
/// that share most words with it.
pub fn claims<'a>(finding: &ReportedFinding, notebook: &'a Notebook) -> Vec<&'a Claim> {
    let mut chosen: Vec<&Claim> = Vec::new();
    for source in &finding.sources {
        let of_source = || notebook.claims().iter().filter(|claim| claim.source == *source);
        let named: Vec<&Claim> = of_source().filter(|claim| finding.claims.contains(&claim.id)).collect();
        if named.is_empty() {
            chosen.extend(nearest(&finding.text, of_source()));
        } else {
            chosen.extend(named);
        }
    }
    chosen.truncate(MAX_CLAIMS);
    chosen
}

fn nearest<'a>(text: &str, claims: impl Iterator<Item = &'a Claim>) -> Vec<&'a Claim> {
    let share = |claim: &Claim| support::overlap(text, &format!("{} {}", claim.quote, claim.text));
    let mut near: Vec<(f64, &Claim)> =
        claims.map(|claim| (share(claim), claim)).filter(|(share, _)| *share > 0.0).collect();
    near.sort_by(|(one, _), (other, _)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    near.into_iter().take(MAX_UNNAMED).map(|(_, claim)| claim).collect()
}

/// Returns a claim as evidence, with title, publisher and date of its page.
pub fn evidence(claim: &Claim, source: Option<&Source>, cited: bool) -> QueryEvidence {
    let text = |text: fn(&Source) -> &str| source.map_or_else(String::new, |source| text(source).to_owned());
    QueryEvidence {
        id: claim.id.clone(),
        quote: claim.quote.clone(),
        claim: claim.text.clone(),
        title: text(|source| &source.title),
        publisher: text(|source| &source.publisher),
        published: source.and_then(|source| source.published_at).map(|at| at.date_naive()),
        cited,
    }
}

/// Compares a finding with the claims of its sources.
pub fn assess(finding: &ReportedFinding, notebook: &Notebook) -> Assessment {
    assess_claims(&finding.text, &claims(finding, notebook), notebook)
}

/// Compares a statement with claims.
pub fn assess_claims(text: &str, claims: &[&Claim], notebook: &Notebook) -> Assessment {
    let comparable = |claim: &&Claim| evidence(claim, notebook.source(&claim.source), true).comparable();
    let evidence: Vec<Evidence> = claims.iter().map(comparable).collect();
    support::assess(text, &evidence)
}

/// Returns the publishers of the sources, each once.
pub fn publishers(sources: &[String], notebook: &Notebook) -> String {
    let publishers: BTreeSet<&str> =
        sources.iter().filter_map(|id| Some(notebook.source(id)?.publisher.as_str())).collect();
    publishers.into_iter().collect::<Vec<_>>().join("\n")
}

/// Compares a statement with claims as if each were published by all of `publishers`.
pub fn assess_as(text: &str, claims: &[&Claim], notebook: &Notebook, publishers: &str) -> Assessment {
    let comparable = |claim: &&Claim| Evidence {
        publisher: publishers.to_owned(),
        ..evidence(claim, notebook.source(&claim.source), true).comparable()
    };
    let evidence: Vec<Evidence> = claims.iter().map(comparable).collect();
    support::assess(text, &evidence)
}

/// Returns the beginnings of the findings that their quotes contradict, with the reasons.
pub(crate) fn contradictions(report: &ResearchReport, notebook: &Notebook) -> Vec<(String, String)> {
    let contradiction = |finding: &ReportedFinding| {
        let finding = finding.with_known_sources(notebook)?;
        match assess(&finding, notebook).agreement {
            Agreement::Contradicted { reason } => Some((finding.text.chars().take(120).collect(), reason)),
            Agreement::Uncovered { .. } | Agreement::Consistent => None,
        }
    };
    report.findings.iter().filter_map(contradiction).collect()
}
