//! Determines the status of a finding from the stances of its sources, by the rule of [`domain::Standing`]. Pure.

use std::collections::BTreeMap;

use domain::{ClaimStatus, Stance, Standing};
use research::independence::{self, CitedSource};
use research::judge::Stances;
use tools::notebook::Claim;
use tools::{Notebook, source_tier};

use super::grounding::{self, Grounded, StemmedClaims};

/// Status of a finding and the sources behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FindingStatus {
    pub(super) status: ClaimStatus,
    /// Ids of the sources that bear on it, cited or found by the judge.
    pub(super) sources: Vec<String>,
    /// Ids of the sources that refute it.
    pub(super) contradictions: Vec<String>,
    /// Number of independent sources that support it.
    pub(super) independent: u32,
}

/// Returns the status of the finding with index `n`.
pub(super) fn status(n: usize, finding: &Grounded, read: &StemmedClaims<'_>, judged: &Stances) -> FindingStatus {
    let by_source = judged_by_source(n, read.notebook, judged);
    let decided = by_source.iter().filter(|(_, stances)| stances.iter().any(|stance| *stance != Stance::Neutral));
    let mut sources = finding.cited.clone();
    sources.extend(decided.map(|(id, _)| (*id).to_owned()));
    sources.sort_unstable_by_key(|id| finding.cited.iter().position(|cited| cited == id).unwrap_or(usize::MAX));
    sources.dedup();
    let stances: Vec<(&String, Vec<Stance>)> =
        sources.iter().map(|id| (id, source_stances(id, finding, read, by_source.get(id.as_str())))).collect();
    let standing = Standing::from_stances(stances.iter().flat_map(|(_, stances)| stances.iter().copied()));
    let refutes = |stances: &[Stance]| stances.contains(&Stance::Refutes) && !stances.contains(&Stance::Supports);
    let contradictions = stances.iter().filter(|(_, stances)| refutes(stances)).map(|(id, _)| (*id).clone()).collect();
    let supporting = stances.iter().filter(|(_, stances)| stances.contains(&Stance::Supports));
    let supporting: Vec<CitedSource<'_>> =
        supporting.map(|(id, _)| cited_source(id, n, read.notebook, judged)).collect();
    let independent = u32::try_from(independence::count_independent(&supporting)).unwrap_or(u32::MAX);
    FindingStatus { status: standing.status(), sources, contradictions, independent }
}

/// Groups the judged stances of the finding's claims by source.
fn judged_by_source<'a>(n: usize, notebook: &'a Notebook, judged: &Stances) -> BTreeMap<&'a str, Vec<Stance>> {
    let mut by_source: BTreeMap<&str, Vec<Stance>> = BTreeMap::new();
    for claim in notebook.claims() {
        if let Some(stance) = judged.get(&(grounding::finding_id(n), claim.id.clone())) {
            by_source.entry(&claim.source).or_default().push(*stance);
        }
    }
    by_source
}

/// Returns the stances of a source: those that the judge found, else the one that the answer states. A source that was
/// not read, or none of whose claims bears on the finding, is neutral regardless of the answer.
fn source_stances(id: &str, finding: &Grounded, read: &StemmedClaims<'_>, judged: Option<&Vec<Stance>>) -> Vec<Stance> {
    let was_read = read.notebook.source(id).is_some_and(|source| !source.content_hash.is_empty());
    match judged {
        Some(stances) => stances.clone(),
        None if !was_read || !grounding::bears_on(id, finding, read) => vec![Stance::Neutral],
        None if finding.reported.contradicted_by.iter().any(|contradicted| contradicted == id) => vec![Stance::Refutes],
        None => vec![Stance::Supports],
    }
}

fn cited_source<'a>(id: &str, n: usize, notebook: &'a Notebook, judged: &Stances) -> CitedSource<'a> {
    let supports =
        |claim: &&Claim| judged.get(&(grounding::finding_id(n), claim.id.clone())) == Some(&Stance::Supports);
    let quote = notebook.claims().iter().filter(|claim| claim.source == id).find(supports);
    let url = notebook.source(id).map_or("", |source| source.url.as_str());
    CitedSource {
        site: source_tier::site(url),
        fingerprint: notebook.fingerprint(id),
        quote: quote.map_or("", |claim| claim.quote.as_str()),
    }
}
