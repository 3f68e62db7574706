//! What of an answer has ground under it: findings that cite what was seen in this run, each said once. Pure.

use std::collections::BTreeSet;

use research::judge;
use research::same::{Relation, Statement};

use super::{Dated, Report, Told};
use crate::notebook::{Claim, Notebook};
use domain::Time;

/// Statements that are judged at most, and pieces of evidence beside each: one call has a size.
const JUDGED: usize = 12;
const BESIDE: usize = 6;
/// A claim of a source that was not cited is looked at too if it has this share of the finding's words.
const NEAR: f64 = 0.5;
/// A source none of whose claims has this share of a finding's words does not speak of it. Low, for a finding may be put
/// in quite other words.
const FAR: f64 = 0.2;

/// A finding whose sources exist.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Grounded {
    /// As it was told, without what does not exist.
    pub(super) told: Told,
    /// All that it cites, for and against.
    pub(super) cited: Vec<String>,
}

/// The findings that stand on something, in the answer's order; such as say the same are one, and such as say the opposite of
/// each other speak against each other.
pub(super) fn findings(report: &Report, notebook: &Notebook) -> Vec<Grounded> {
    let mut kept: Vec<(Statement, Told)> = Vec::new();
    for told in report.findings.iter().filter_map(|told| sourced(told, notebook)) {
        let statement = Statement::new(&told.text);
        match kept.iter_mut().find(|(known, _)| known.relation(&statement) == Relation::Same) {
            Some((_, known)) => unite(known, &told),
            None => kept.push((statement, told)),
        }
    }
    oppose(&mut kept);
    kept.into_iter().map(|(_, told)| told).map(Grounded::new).collect()
}

impl Grounded {
    fn new(mut told: Told) -> Self {
        told.contradicted_by.retain(|id| !told.sources.contains(id));
        let mut cited = told.sources.clone();
        cited.extend(told.contradicted_by.iter().cloned());
        Self { told, cited }
    }
}

/// Without the sources that do not exist; `None` if none is left or it says nothing.
pub(super) fn sourced(told: &Told, notebook: &Notebook) -> Option<Told> {
    let known = |ids: &[String]| -> Vec<String> {
        let mut seen = BTreeSet::new();
        ids.iter().filter(|id| notebook.source(id).is_some() && seen.insert((*id).clone())).cloned().collect()
    };
    let told = Told { sources: known(&told.sources), contradicted_by: known(&told.contradicted_by), ..told.clone() };
    let cites = !told.sources.is_empty() || !told.contradicted_by.is_empty();
    (cites && !told.text.trim().is_empty()).then_some(told)
}

fn unite(known: &mut Told, told: &Told) {
    add(&mut known.sources, &told.sources);
    add(&mut known.contradicted_by, &told.contradicted_by);
    known.importance = match (known.importance, told.importance) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    };
}

/// Two findings of one answer that cannot both be true: the sources of each speak against the other.
fn oppose(kept: &mut [(Statement, Told)]) {
    for at in 1..kept.len() {
        let (before, rest) = kept.split_at_mut(at);
        let Some((statement, told)) = rest.first_mut() else { continue };
        for (_, other) in before.iter_mut().filter(|(known, _)| known.relation(statement) == Relation::Opposite) {
            let of_other = other.sources.clone();
            add(&mut other.contradicted_by, &told.sources);
            add(&mut told.contradicted_by, &of_other);
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

/// Dated things with a date that is one and a source that exists.
pub(super) fn timeline(report: &Report, notebook: &Notebook) -> Vec<(Dated, Time)> {
    let placed = |dated: &Dated| {
        let at = extraction::dates::parse(&dated.at)?;
        let sources: Vec<String> = dated.sources.iter().filter(|id| notebook.source(id).is_some()).cloned().collect();
        (!sources.is_empty() && !dated.text.trim().is_empty()).then(|| (Dated { sources, ..dated.clone() }, at))
    };
    report.timeline.iter().filter_map(placed).collect()
}

/// What has to be judged: findings to which more than one source speaks, with the words of each. Where a single source is
/// cited and no other is near, it says what it says.
pub(super) fn asked(findings: &[Grounded], read: &Read<'_>) -> Vec<judge::Statement> {
    let statement = |(n, finding): (usize, &Grounded)| {
        let beside = beside(finding, read);
        let sources: BTreeSet<&str> = beside.iter().map(|claim| claim.source.as_str()).collect();
        let said = |claim: &&Claim| judge::Said { id: claim.id.clone(), text: claim.quote.clone() };
        let evidence = beside.iter().map(said).collect();
        (sources.len() > 1).then(|| judge::Statement { id: id(n), text: finding.told.text.clone(), evidence })
    };
    findings.iter().enumerate().filter_map(statement).take(JUDGED).collect()
}

/// The claims that were read, each with its words: every finding is held against all of them.
pub(super) struct Read<'a> {
    notebook: &'a Notebook,
    claims: Vec<(&'a Claim, Words)>,
}

impl<'a> Read<'a> {
    pub(super) fn of(notebook: &'a Notebook) -> Self {
        let with_words = |claim: &'a Claim| (claim, words(&format!("{} {}", claim.text, claim.quote)));
        Self { notebook, claims: notebook.claims().iter().map(with_words).collect() }
    }
}

/// A claim of the source comes near the finding, or the source is a data service's answer, which is no text.
pub(super) fn speaks_of(source: &str, finding: &Grounded, read: &Read<'_>) -> bool {
    let data = read.notebook.source(source).is_some_and(|source| source.url.starts_with("tool:"));
    let words = words(&finding.told.text);
    let mut claims = read.claims.iter().filter(|(claim, _)| claim.source == source);
    data || claims.any(|(_, said)| share(&words, said) >= FAR)
}

/// The different words of a text, by their stems.
type Words = BTreeSet<String>;

fn words(text: &str) -> Words {
    retrieval::ranking::words::stems(text).into_iter().collect()
}

/// The share of a finding's words that a claim has, in its own words or its source's.
fn share(words: &Words, said: &Words) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    let share = words.intersection(said).count() as f64 / words.len().max(1) as f64;
    share
}

/// The claims that bear on a finding: those of its sources that come nearest to it, and near ones of others.
fn beside<'a>(finding: &Grounded, read: &Read<'a>) -> Vec<&'a Claim> {
    let words = words(&finding.told.text);
    let bears = |share: f64, claim: &Claim| share >= NEAR || (share > 0.0 && finding.cited.contains(&claim.source));
    let mut near: Vec<(f64, &Claim)> = read.claims.iter().map(|(claim, said)| (share(&words, said), *claim)).collect();
    near.retain(|(share, claim)| bears(*share, claim));
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter().take(BESIDE).map(|(_, claim)| claim).collect()
}

/// A finding's id while it is judged, and after.
pub(super) fn id(n: usize) -> String {
    format!("f{}", n + 1)
}
