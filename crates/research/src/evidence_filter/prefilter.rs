//! Filtering by rules, without a model: merges duplicates and drops what is off topic.

use std::collections::HashMap;

use domain::evidence::{Lowered, Removal, Remover};
use domain::research::Ending;
use domain::{Finding, Research, ResearchTask, Source};
use retrieval::text;

use crate::dedup::{Relation, Statement};
use crate::evidence_filter::operations::absorb;
use crate::evidence_filter::relevance::{Item, OFF_TOPIC, scores};
use crate::evidence_filter::removable::Removable;
use crate::evidence_filter::request;

/// Research after the rules, with what they changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefiltered {
    /// The remaining research.
    pub research: Research,
    /// Items that the rules removed, with reasons.
    pub removed: Vec<Removal>,
    /// Findings whose status fell because they were merged with a weaker one.
    pub lowered: Vec<Lowered>,
    /// Merged findings as (id removed, id that holds its sources now).
    pub merged: Vec<(String, String)>,
    /// Enough is left that a model's operations are worth their price.
    pub needs_model: bool,
}

impl Prefiltered {
    pub(crate) fn unchanged(research: Research) -> Self {
        Self { research, removed: Vec::new(), lowered: Vec::new(), merged: Vec::new(), needs_model: false }
    }
}

/// Applies the rules. Nothing is dropped as off topic, and no model is needed, if only a few items were found: a person
/// reads those as fast.
pub fn prefilter(task: &ResearchTask, research: Research) -> Prefiltered {
    let mut prefiltered = merge_duplicates(research);
    let Prefiltered { research, removed, .. } = &mut prefiltered;
    if let Some(question) = request::question(task).filter(|_| request::needs_model(research)) {
        removed.extend(drop_off_topic(&question, research));
    }
    prefiltered.needs_model = !matches!(research.ending, Ending::Failed(_)) && request::needs_model(research);
    prefiltered
}

/// Merges findings that say the same ([`crate::dedup`] compares numbers and negations too) and drops timeline entries
/// with the same day and words. The first of each is kept.
fn merge_duplicates(mut research: Research) -> Prefiltered {
    let (mut removed, mut lowered, mut merged) = (Vec::new(), Vec::new(), Vec::new());
    let mut kept: Vec<(Finding, String, Statement)> = Vec::new();
    for finding in research.findings {
        let (plain, statement) = (normalize(&finding.text), Statement::new(&finding.text));
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
        let key = (entry.at.date_naive(), normalize(&entry.text));
        let first = seen.entry(key).or_insert_with(|| entry.id.clone());
        if *first != entry.id {
            removed.push(entry.removed(Remover::Arithmetic, &format!("says the same as {first}")));
        }
        *first == entry.id
    });
    Prefiltered { research, removed, lowered, merged, needs_model: false }
}

/// Removes findings and timeline entries that score below [`OFF_TOPIC`]. Removes nothing if the question cannot be
/// scored.
fn drop_off_topic(question: &str, research: &mut Research) -> Vec<Removal> {
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
    let mut stays = |item: &dyn Removable| {
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

/// Lower-case letters and digits with one space between words, so that case and punctuation make no difference.
fn normalize(statement: &str) -> String {
    text::words(&statement.to_lowercase()).collect::<Vec<_>>().join(" ")
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
        let once = merge_duplicates(twice.clone());
        assert_eq!(once.research.findings.len(), 2);
        assert_eq!(once.research.findings[0].sources, ["s1", "s3"]);
        assert_eq!(once.research.findings[0].status, ClaimStatus::Unclear, "the weaker of the two");
        assert_eq!((once.removed[0].id.as_str(), once.removed[0].by), ("f3", Remover::Arithmetic));
        assert_eq!(once.removed[0].text, "FINDING NUMBER 1.!");
        let lowered: Vec<_> = once.lowered.iter().map(|lower| (lower.id.as_str(), lower.from, lower.to)).collect();
        assert_eq!(lowered, [("f1", ClaimStatus::Supported, ClaimStatus::Unclear)]);
    }

    #[test]
    fn different_numbers_and_negations_are_different_findings() {
        let mut two = research(3);
        two.findings[0].text = "The supply of the token is 1.5 million".into();
        two.findings[1].text = "The supply of the token is 15 million".into();
        two.findings[2].text = "The supply of the token is not 15 million".into();
        assert_eq!(merge_duplicates(two).research.findings.len(), 3);
    }

    #[test]
    fn nearly_the_same_words_are_one_finding() {
        let mut two = research(2);
        two.findings[0].text = "The bank left its rate unchanged at 3.25%.".into();
        two.findings[1].text = "The bank's rate was left unchanged at 3.25 per cent".into();
        assert_eq!(merge_duplicates(two).research.findings.len(), 1);
    }

    #[test]
    fn entries_with_the_same_day_and_words_are_one_entry() {
        let mut twice = research(2);
        twice.timeline[1] = domain::research::TimelineEntry { id: "t2".into(), ..twice.timeline[0].clone() };
        let once = merge_duplicates(twice);
        assert_eq!((once.research.timeline.len(), once.removed.len()), (1, 1));
    }

    #[test]
    fn an_off_topic_finding_is_removed_and_reported() {
        let mut mixed = research(2);
        mixed.timeline.clear();
        mixed.sources.iter_mut().for_each(|source| source.title.clear());
        mixed.findings[0].text = "The upper house passed the budget bill.".into();
        mixed.findings[1].text = "Pancakes need eggs.".into();
        let removed = drop_off_topic("Will the budget bill pass the upper house?", &mut mixed);
        assert_eq!(mixed.findings.len(), 1);
        assert_eq!((removed[0].id.as_str(), removed[0].text.as_str()), ("f2", "Pancakes need eggs."));
        assert!(drop_off_topic("Wie steht es um den Haushalt der Nation?", &mut mixed).is_empty(), "no word in common");
    }
}
