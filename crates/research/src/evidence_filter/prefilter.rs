//! What needs no model: what says the same is one, and what has nothing to do with the question goes. Arithmetic, not judgement.

use std::collections::HashMap;

use crate::same::{Relation, Statement};
use domain::evidence::{Lowered, Removal, Remover};
use domain::{Finding, Research, Source};

use crate::evidence_filter::named::Named;
use crate::evidence_filter::operations::absorb;
use crate::evidence_filter::relevance::{Item, OFF_TOPIC, scores};

/// What is left, and what happened to the rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefiltered {
    /// What is left.
    pub research: Research,
    /// What went.
    pub removed: Vec<Removal>,
    /// What is weaker now, because it was merged with something weaker.
    pub lowered: Vec<Lowered>,
    /// Findings that went into another: which, and into which.
    pub merged: Vec<(String, String)>,
}

/// Merges findings that say the same ([`crate::same`]: careful, numbers and negations count), drops timeline entries with the
/// same day and words. The first of each stays.
pub fn duplicates(mut research: Research) -> Prefiltered {
    let (mut removed, mut lowered, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    let mut kept: Vec<(Finding, String, Statement)> = Vec::new();
    for finding in research.findings {
        let (plain, statement) = (words(&finding.text), Statement::new(&finding.text));
        let same = |known: &&mut (Finding, String, Statement)| {
            known.1 == plain || known.2.relation(&statement) == Relation::Same
        };
        match kept.iter_mut().find(same) {
            Some((first, ..)) => {
                let reason = format!("says the same as {}", first.id);
                lowered.extend(absorb(first, &finding));
                merged.push((finding.id.clone(), first.id.clone()));
                removed.push(finding.removed(Remover::Arithmetic, &reason));
            }
            None => kept.push((finding, plain, statement)),
        }
    }
    research.findings = kept.into_iter().map(|(finding, ..)| finding).collect();
    let mut seen: HashMap<(chrono::NaiveDate, String), String> = HashMap::new();
    research.timeline.retain(|entry| {
        let key = (entry.at.date_naive(), words(&entry.text));
        let first = seen.entry(key).or_insert_with(|| entry.id.clone());
        if *first != entry.id {
            removed.push(entry.removed(Remover::Arithmetic, &format!("says the same as {first}")));
        }
        *first == entry.id
    });
    Prefiltered { research, removed, lowered, merged }
}

/// Takes out findings and timeline entries that have nothing to do with the question. Nothing goes where words cannot tell.
pub fn off_topic(question: &str, research: &mut Research) -> Vec<Removal> {
    let texts: Vec<String> = research
        .findings
        .iter()
        .map(|finding| with_titles(&finding.text, &finding.sources, &research.sources))
        .chain(research.timeline.iter().map(|entry| with_titles(&entry.text, &entry.sources, &research.sources)))
        .collect();
    let sources = research.findings.iter().map(|finding| finding.sources.as_slice());
    let sources = sources.chain(research.timeline.iter().map(|entry| entry.sources.as_slice()));
    let items: Vec<Item<'_>> = texts.iter().zip(sources).map(|(text, sources)| Item { text, sources }).collect();
    let Some(scores) = scores(question, &items) else { return Vec::new() };
    let mut scores = scores.into_iter();
    let mut removed = Vec::new();
    let mut stays = |item: &dyn Named| {
        let off = scores.next().is_some_and(|score| score < OFF_TOPIC);
        if off {
            removed.push(item.removed(Remover::Arithmetic, "it has nothing to do with the question"));
        }
        !off
    };
    research.findings.retain(|finding| stays(finding));
    research.timeline.retain(|entry| stays(entry));
    removed
}

fn with_titles(text: &str, cites: &[String], sources: &[Source]) -> String {
    let titles = sources.iter().filter(|source| cites.contains(&source.id)).map(|source| source.title.as_str());
    std::iter::once(text).chain(titles).collect::<Vec<_>>().join(" ")
}

/// Letters and digits in lower case, one space between words: case and punctuation make no difference, words do.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use domain::ClaimStatus;

    use super::*;
    use crate::evidence_filter::testing::research;

    #[test]
    fn the_same_words_are_one_finding_with_all_sources() {
        let mut twice = research(3);
        twice.findings[2].text = format!("  {}!", twice.findings[0].text.to_uppercase());
        let once = duplicates(twice.clone());
        assert_eq!(once.research.findings.len(), 2);
        assert_eq!(once.research.findings[0].sources, ["s1", "s3"]);
        assert_eq!(once.research.findings[0].status, ClaimStatus::Unclear, "the weaker of the two");
        assert_eq!((once.removed[0].id.as_str(), once.removed[0].by), ("f3", Remover::Arithmetic));
        assert_eq!(once.removed[0].said, "FINDING NUMBER 1.!");
        let told: Vec<_> = once.lowered.iter().map(|told| (told.id.as_str(), told.from, told.to)).collect();
        assert_eq!(told, [("f1", ClaimStatus::Supported, ClaimStatus::Unclear)]);
    }

    #[test]
    fn other_numbers_and_the_contrary_are_other_findings() {
        let mut two = research(3);
        two.findings[0].text = "The supply of the token is 1.5 million".into();
        two.findings[1].text = "The supply of the token is 15 million".into();
        two.findings[2].text = "The supply of the token is not 15 million".into();
        assert_eq!(duplicates(two).research.findings.len(), 3);
    }

    #[test]
    fn nearly_the_same_words_are_one_finding() {
        let mut two = research(2);
        two.findings[0].text = "The bank left its rate unchanged at 3.25%.".into();
        two.findings[1].text = "The bank's rate was left unchanged at 3.25 per cent".into();
        assert_eq!(duplicates(two).research.findings.len(), 1);
    }

    #[test]
    fn the_same_day_told_twice_is_one_entry() {
        let mut twice = research(2);
        twice.timeline[1] = domain::research::TimelineEntry { id: "t2".into(), ..twice.timeline[0].clone() };
        let once = duplicates(twice);
        assert_eq!((once.research.timeline.len(), once.removed.len()), (1, 1));
    }

    #[test]
    fn what_is_about_something_else_goes_and_is_told() {
        let mut mixed = research(2);
        mixed.timeline.clear();
        mixed.sources.iter_mut().for_each(|source| source.title.clear());
        mixed.findings[0].text = "The upper house passed the budget bill.".into();
        mixed.findings[1].text = "Pancakes need eggs.".into();
        let removed = off_topic("Will the budget bill pass the upper house?", &mut mixed);
        assert_eq!(mixed.findings.len(), 1);
        assert_eq!((removed[0].id.as_str(), removed[0].said.as_str()), ("f2", "Pancakes need eggs."));
        assert!(off_topic("Wie steht es um den Haushalt der Nation?", &mut mixed).is_empty(), "words cannot tell");
    }
}
