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
pub fn evidence(claim: &Claim, notebook: &Notebook, cited: bool) -> QueryEvidence {
    let source = notebook.source(&claim.source);
    let is_fact = claim.quote.is_empty();
    let text = |text: fn(&Source) -> &str| source.map_or_else(String::new, |source| text(source).to_owned());
    QueryEvidence {
        id: claim.id.clone(),
        quote: claim.quote.clone(),
        // The quote decides; what its reader understood adds nothing to it.
        claim: if is_fact { notebook.with_names(&claim.text) } else { String::new() },
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
    let comparable = |claim: &&Claim| evidence(claim, notebook, true).comparable();
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
    let comparable =
        |claim: &&Claim| Evidence { publisher: publishers.to_owned(), ..evidence(claim, notebook, true).comparable() };
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

#[cfg(test)]
mod tests {
    use agent::Origin;
    use domain::Time;
    use serde_json::json;

    use super::*;
    use crate::notebook::{Notes, tool_source};
    use crate::source_tier::TokenIdentity;

    #[test]
    fn a_finding_may_call_a_token_by_its_name_where_a_service_names_the_mint() {
        let source = tool_source("get_holder_distribution", "Qx7yLbM2", &json!({}).to_string(), Time::UNIX_EPOCH);
        let fact = "The ten largest holders of Qx7yLbM2 hold 85.2 per cent (high concentration).";
        let claims = vec![Claim::of_tool(&source, fact.to_owned())];
        let finding = ReportedFinding {
            text: "The ten largest holders of Lantern (LNTRN) hold 85.2 per cent.".to_owned(),
            sources: vec![source.id.clone()],
            claims: vec![claims[0].id.clone()],
            ..ReportedFinding::default()
        };
        let mut notebook = Notebook::default();
        notebook.absorb(
            "get_holder_distribution",
            Origin::Data,
            &Notes { sources: vec![source], claims, ..Notes::default() },
        );
        assert!(assess(&finding, &notebook).is_contradicted(), "without the name of the mint");
        let names = vec!["Lantern".to_owned(), "LNTRN".to_owned()];
        notebook.name_token(Some(TokenIdentity { names, mint: "Qx7yLbM2".to_owned() }));
        assert!(!assess(&finding, &notebook).is_contradicted(), "{:?}", assess(&finding, &notebook));
        let other = ReportedFinding { text: finding.text.replace("Lantern (LNTRN)", "Heron (HERON)"), ..finding };
        assert!(assess(&other, &notebook).is_contradicted());
    }
}
