//! Determines the status of a finding from the check of its quotes, by the rule of [`domain::Standing`]. Pure.
//!
//! The comparison in code decides first: a finding that its quotes contradict is never supported. A model judges the
//! others. Without a usable judgement the comparison decides alone. The answer's own word never does.

use domain::{ClaimStatus, Stance, Standing};
use research::independence::{self, CitedSource};
use research::support::Verdict;
use research::support::request::{SupportVerdict, SupportVerdicts};
use tools::notebook::{Claim, ClaimKind};
use tools::{Notebook, cited, source_tier};

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

/// How a source bears on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bearing {
    /// The source supports the finding alone.
    Alone,
    /// The source supports the finding together with others.
    Jointly,
    Refutes,
    Neutral,
}

/// Returns the status of the finding with index `n`.
pub(super) fn status(
    n: usize,
    finding: &Grounded,
    read: &StemmedClaims<'_>,
    judged: &SupportVerdicts,
) -> FindingStatus {
    let judged = judged.get(&grounding::finding_id(n));
    let mut sources = finding.cited.clone();
    sources.extend(judged.into_iter().flat_map(|verdict| judged_sources(verdict, read.notebook)));
    sources.sort_by_key(|id| finding.cited.iter().position(|cited| cited == id).unwrap_or(usize::MAX));
    let mut distinct: Vec<String> = Vec::new();
    for id in sources {
        if !distinct.contains(&id) {
            distinct.push(id);
        }
    }
    let bearings: Vec<Bearing> = distinct.iter().map(|id| bearing(id, finding, read, judged)).collect();
    let standing = Standing::from_stances(bearings.iter().map(|bearing| bearing.stance()));
    let with = |wanted: fn(&Bearing) -> bool| {
        distinct.iter().zip(&bearings).filter(move |(_, bearing)| wanted(bearing)).map(|(id, _)| id)
    };
    let contradictions = with(|bearing| *bearing == Bearing::Refutes).cloned().collect();
    let alone: Vec<CitedSource<'_>> =
        with(|bearing| *bearing == Bearing::Alone).map(|id| cited_source(id, finding, read)).collect();
    let jointly = with(|bearing| *bearing == Bearing::Jointly).next().is_some();
    let independent = independence::count_independent(&alone).max(usize::from(jointly));
    let independent = u32::try_from(independent).unwrap_or(u32::MAX);
    FindingStatus { status: standing.status(), sources: distinct, contradictions, independent }
}

impl Bearing {
    fn stance(self) -> Stance {
        match self {
            Self::Alone | Self::Jointly => Stance::Supports,
            Self::Refutes => Stance::Refutes,
            Self::Neutral => Stance::Neutral,
        }
    }
}

/// Returns the sources of the claims that the model named.
fn judged_sources(verdict: &SupportVerdict, notebook: &Notebook) -> Vec<String> {
    let supports = verdict.supports.iter().filter(|_| verdict.verdict == Verdict::Supported);
    let named: Vec<&String> = supports.chain(&verdict.refutes).collect();
    notebook.claims().iter().filter(|claim| named.contains(&&claim.id)).map(|claim| claim.source.clone()).collect()
}

/// Returns how a source bears on a finding. A source of which nothing was read is neutral regardless of the answer. The
/// excerpt of a search result counts like a page if the page cannot be fetched. Otherwise it refutes nothing, and all
/// excerpts together count as one source.
fn bearing(id: &str, finding: &Grounded, read: &StemmedClaims<'_>, judged: Option<&SupportVerdict>) -> Bearing {
    let notebook = read.notebook;
    if !notebook.is_read(id) && !notebook.is_snippet_only(id) {
        return Bearing::Neutral;
    }
    match read_bearing(id, finding, read, judged) {
        Bearing::Alone if rests_on_excerpt(id, finding, read) => Bearing::Jointly,
        Bearing::Refutes if rests_on_excerpt(id, finding, read) => Bearing::Neutral,
        bearing => bearing,
    }
}

/// Returns true if the finding rests on an excerpt of the source, whose page can be read.
fn rests_on_excerpt(id: &str, finding: &Grounded, read: &StemmedClaims<'_>) -> bool {
    if read.notebook.is_unfetched(id) {
        return false;
    }
    let claims = read.of_source(finding, id);
    let all_excerpts = !claims.is_empty() && claims.iter().all(|claim| claim.kind == ClaimKind::Snippet);
    all_excerpts || read.notebook.is_snippet_only(id)
}

/// Returns how a source that was read bears on a finding.
fn read_bearing(id: &str, finding: &Grounded, read: &StemmedClaims<'_>, judged: Option<&SupportVerdict>) -> Bearing {
    let supports = finding.reported.sources.iter().any(|cited| cited == id);
    let by_model = judged.map(|verdict| judged_bearing(id, supports, read.notebook, verdict));
    match by_model {
        Some(Bearing::Refutes) => Bearing::Refutes,
        _ if finding.reported.contradicted_by.iter().any(|cited| cited == id) && judged.is_none() => Bearing::Refutes,
        _ if finding.is_contradicted() => Bearing::Neutral,
        // The model named no source; code finds those that say all of it.
        Some(Bearing::Jointly) if compared_bearing(id, finding, read) == Bearing::Alone => Bearing::Alone,
        Some(bearing) => bearing,
        None if supports => compared_bearing(id, finding, read),
        None => Bearing::Neutral,
    }
}

fn judged_bearing(id: &str, is_cited: bool, notebook: &Notebook, verdict: &SupportVerdict) -> Bearing {
    let has = |ids: &[String]| notebook.claims().iter().any(|claim| claim.source == id && ids.contains(&claim.id));
    let (supports, refutes) = (has(&verdict.supports), has(&verdict.refutes));
    match verdict.verdict {
        Verdict::Supported if supports => Bearing::Alone,
        _ if refutes => Bearing::Refutes,
        Verdict::Supported if is_cited && verdict.supports.is_empty() => Bearing::Jointly,
        Verdict::Contradicted if is_cited && verdict.refutes.is_empty() => Bearing::Refutes,
        Verdict::Supported | Verdict::Contradicted | Verdict::Unsupported => Bearing::Neutral,
    }
}

/// Returns the bearing of a cited source by the comparison in code. A finding may name the publishers of all its
/// sources, of which each states the rest.
fn compared_bearing(id: &str, finding: &Grounded, read: &StemmedClaims<'_>) -> Bearing {
    let publishers = cited::publishers(&finding.reported.sources, read.notebook);
    let own = cited::assess_as(&finding.reported.text, &read.of_source(finding, id), read.notebook, &publishers);
    match (own.verdict, finding.check.verdict) {
        (Verdict::Supported, _) => Bearing::Alone,
        (_, Verdict::Supported) if own.coverage > 0.0 => Bearing::Jointly,
        _ => Bearing::Neutral,
    }
}

fn cited_source<'a>(id: &str, finding: &Grounded, read: &StemmedClaims<'a>) -> CitedSource<'a> {
    let notebook = read.notebook;
    let of_source = |claim: &&Claim| claim.source == id;
    let quote = read.of_source(finding, id).first().copied().or_else(|| notebook.claims().iter().find(of_source));
    let url = notebook.source(id).map_or("", |source| source.url.as_str());
    CitedSource {
        site: source_tier::site(url),
        fingerprint: notebook.fingerprint(id),
        quote: quote.map_or("", |claim| claim.quote.as_str()),
    }
}
