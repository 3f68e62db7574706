//! The findings of a run by the names that a forecast cites them by: `question/finding`.

use std::collections::BTreeSet;

use domain::run::RunState;
use domain::{Evidence, Finding, Source};

/// A finding of a run.
#[derive(Debug, Clone)]
pub struct Found<'a> {
    /// `i1q2/f3`.
    pub name: String,
    /// The finding.
    pub finding: &'a Finding,
    /// The evidence that it stands in.
    pub evidence: &'a Evidence,
}

impl<'a> Found<'a> {
    /// The sources that it cites.
    pub fn cited(&self) -> impl Iterator<Item = &'a Source> + use<'a> {
        let cites: BTreeSet<&'a String> = self.finding.sources.iter().collect();
        self.evidence.research.sources.iter().filter(move |source| cites.contains(&source.id))
    }
}

/// Every finding of a run, question by question.
pub fn findings(state: &RunState) -> Vec<Found<'_>> {
    let mut all = Vec::new();
    for answer in &state.answers {
        let evidence = &answer.evidence;
        for finding in &evidence.research.findings {
            all.push(Found { name: format!("{}/{}", answer.question, finding.id), finding, evidence });
        }
    }
    all
}

/// The same words, found by several questions: told once, under all their names.
#[derive(Debug, Clone)]
pub struct Told<'a> {
    /// Every name, in order.
    pub names: Vec<String>,
    /// The first of them.
    pub finding: &'a Finding,
    /// All their sources, each address once.
    pub sources: Vec<&'a Source>,
}

/// Findings with the same words as one, in the order of their first.
pub fn told<'a>(found: &[Found<'a>]) -> Vec<Told<'a>> {
    let mut all: Vec<Told<'a>> = Vec::new();
    for one in found {
        let same = |told: &&mut Told<'a>| told.finding.text.trim().eq_ignore_ascii_case(one.finding.text.trim());
        if let Some(told) = all.iter_mut().find(same) {
            told.names.push(one.name.clone());
            let known: BTreeSet<&str> = told.sources.iter().map(|source| source.url.as_str()).collect();
            let new: Vec<&Source> = one.cited().filter(|source| !known.contains(source.url.as_str())).collect();
            told.sources.extend(new);
        } else {
            let (names, finding) = (vec![one.name.clone()], one.finding);
            all.push(Told { names, finding, sources: one.cited().collect() });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::state;

    #[test]
    fn a_finding_is_named_by_its_question_and_knows_its_sources() {
        let state = state();
        let found = findings(&state);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["i1q1/f1", "i1q1/f2"]);
        assert_eq!(found[0].cited().map(|source| source.id.as_str()).collect::<Vec<_>>(), ["s1"]);
    }

    #[test]
    fn what_several_questions_found_is_told_once_under_all_names() {
        let mut state = state();
        let mut again = state.answers[0].clone();
        again.question = "i1q2".into();
        again.evidence.research.findings[1].text = "Something else.".into();
        again.evidence.research.sources[0].url = "https://example.net/other".into();
        state.answers.push(again);
        let found = findings(&state);
        let told = told(&found);
        let names: Vec<&[String]> = told.iter().map(|one| one.names.as_slice()).collect();
        assert_eq!(
            names,
            [&["i1q1/f1".to_owned(), "i1q2/f1".to_owned()][..], &["i1q1/f2".to_owned()], &["i1q2/f2".to_owned()]]
        );
        assert_eq!(told[0].sources.len(), 2);
    }
}
