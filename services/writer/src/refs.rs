//! Findings of a run by the names under which a forecast cites them: `question/finding`.

use std::collections::BTreeSet;

use domain::run::RunState;
use domain::{Evidence, Finding, Source};
use research::dedup::{Relation, Statement};

/// A finding of a run.
#[derive(Debug, Clone)]
pub struct RunFinding<'a> {
    /// Name of the finding, e.g. `i1q2/f3`.
    pub name: String,
    /// Finding of the evidence.
    pub finding: &'a Finding,
    /// Evidence that contains the finding.
    pub evidence: &'a Evidence,
}

impl<'a> RunFinding<'a> {
    /// Returns the sources that the finding cites.
    pub fn cited(&self) -> impl Iterator<Item = &'a Source> + use<'a> {
        let cites: BTreeSet<&'a String> = self.finding.sources.iter().collect();
        self.evidence.research.sources.iter().filter(move |source| cites.contains(&source.id))
    }
}

/// Returns all findings of a run, by question.
pub fn findings(state: &RunState) -> Vec<RunFinding<'_>> {
    let mut all = Vec::new();
    for answer in &state.answers {
        let evidence = &answer.evidence;
        for finding in &evidence.research.findings {
            all.push(RunFinding { name: format!("{}/{}", answer.question, finding.id), finding, evidence });
        }
    }
    all
}

/// A finding that several questions returned in nearly the same words, under all its names.
#[derive(Debug, Clone)]
pub struct MergedFinding<'a> {
    /// All names of the finding, in order.
    pub names: Vec<String>,
    /// The finding with the most independent sources; the first of several.
    pub finding: &'a Finding,
    /// Sources of all findings, without duplicate URLs.
    pub sources: Vec<&'a Source>,
}

/// Merges findings that say the same and have the same status, in the order of their first occurrence.
pub fn merge<'a>(found: &[RunFinding<'a>]) -> Vec<MergedFinding<'a>> {
    let mut all: Vec<(Statement, MergedFinding<'a>)> = Vec::new();
    for one in found {
        let statement = Statement::new(&one.finding.text);
        let same = |(known, merged): &&mut (Statement, MergedFinding<'a>)| {
            merged.finding.status == one.finding.status
                && (known.relation(&statement) == Relation::Same || merged.finding.text == one.finding.text)
        };
        if let Some((_, merged)) = all.iter_mut().find(same) {
            merged.add(one);
        } else {
            let (names, finding) = (vec![one.name.clone()], one.finding);
            all.push((statement, MergedFinding { names, finding, sources: one.cited().collect() }));
        }
    }
    all.into_iter().map(|(_, merged)| merged).collect()
}

impl<'a> MergedFinding<'a> {
    fn add(&mut self, one: &RunFinding<'a>) {
        self.names.push(one.name.clone());
        if one.finding.independent_sources > self.finding.independent_sources {
            self.finding = one.finding;
        }
        let known: BTreeSet<&str> = self.sources.iter().map(|source| source.url.as_str()).collect();
        let new: Vec<&Source> = one.cited().filter(|source| !known.contains(source.url.as_str())).collect();
        self.sources.extend(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::state;

    #[test]
    fn a_finding_is_named_by_its_question_and_has_its_sources() {
        let state = state();
        let found = findings(&state);
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["i1q1/f1", "i1q1/f2"]);
        assert_eq!(found[0].cited().map(|source| source.id.as_str()).collect::<Vec<_>>(), ["s1"]);
    }

    #[test]
    fn findings_with_the_same_text_are_merged_under_all_names() {
        let mut state = state();
        let mut again = state.answers[0].clone();
        again.question = "i1q2".into();
        again.evidence.research.findings[1].text = "Something else.".into();
        again.evidence.research.sources[0].url = "https://example.net/other".into();
        state.answers.push(again);
        let found = findings(&state);
        let merged = merge(&found);
        let names: Vec<&[String]> = merged.iter().map(|one| one.names.as_slice()).collect();
        assert_eq!(
            names,
            [&["i1q1/f1".to_owned(), "i1q2/f1".to_owned()][..], &["i1q1/f2".to_owned()], &["i1q2/f2".to_owned()]]
        );
        assert_eq!(merged[0].sources.len(), 2);
    }

    #[test]
    fn findings_that_say_the_same_in_other_words_are_merged_unless_their_status_or_numbers_differ() {
        let mut state = state();
        state.answers[0].evidence.research.findings.truncate(1);
        let say = |question: &str, text: &str, independent_sources: u32| {
            let mut answer = state.answers[0].clone();
            answer.question = question.into();
            let finding = &mut answer.evidence.research.findings[0];
            (finding.text, finding.independent_sources) = (text.into(), independent_sources);
            answer
        };
        let mut disputed = say("i1q4", "The bank left its rate at 3.25 percent on 8 October.", 1);
        disputed.evidence.research.findings[0].status = domain::ClaimStatus::Contested;
        state.answers = vec![
            say("i1q1", "The bank left its rate at 3.25 percent on 8 October.", 1),
            say("i1q2", "On 8 October the bank left its rate at 3.25 percent.", 2),
            say("i1q3", "The bank left its rate at 4.25 percent on 8 October.", 1),
            disputed,
        ];
        let found = findings(&state);
        let merged = merge(&found);
        let names: Vec<usize> = merged.iter().map(|one| one.names.len()).collect();
        assert_eq!(names, [2, 1, 1]);
        assert_eq!(merged[0].finding.independent_sources, 2, "the better-supported wording stays");
    }
}
