//! What needs no model: findings and timeline entries that say exactly the same are one. Arithmetic, not judgement.

use std::collections::HashMap;

use domain::Research;
use domain::evidence::Removal;

use crate::operations::absorb;

/// Merges findings with the same words, drops timeline entries with the same day and words. The first of each stays.
pub fn duplicates(mut research: Research) -> (Research, Vec<Removal>) {
    let mut removed = Vec::new();
    let mut kept: Vec<domain::Finding> = Vec::new();
    let mut place: HashMap<String, usize> = HashMap::new();
    for finding in research.findings {
        match place.get(&words(&finding.text)) {
            Some(&at) => {
                absorb(&mut kept[at], &finding);
                removed.push(same(&finding.id, &kept[at].id));
            }
            None => {
                place.insert(words(&finding.text), kept.len());
                kept.push(finding);
            }
        }
    }
    research.findings = kept;
    let mut seen: HashMap<(chrono::NaiveDate, String), String> = HashMap::new();
    research.timeline.retain(|entry| {
        let key = (entry.at.date_naive(), words(&entry.text));
        let first = seen.entry(key).or_insert_with(|| entry.id.clone());
        if *first != entry.id {
            removed.push(same(&entry.id, first));
        }
        *first == entry.id
    });
    (research, removed)
}

fn same(id: &str, as_this: &str) -> Removal {
    Removal { id: id.to_owned(), reason: format!("says the same as {as_this}") }
}

/// Letters and digits in lower case, one space between words: case and punctuation make no difference, words do.
fn words(text: &str) -> String {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::research;

    #[test]
    fn the_same_words_are_one_finding_with_all_sources() {
        let mut twice = research(3);
        twice.findings[2].text = format!("  {}!", twice.findings[0].text.to_uppercase());
        let (once, removed) = duplicates(twice.clone());
        assert_eq!(once.findings.len(), 2);
        assert_eq!(once.findings[0].sources, ["s1", "s3"]);
        assert_eq!(once.findings[0].status, twice.findings[0].status.min(twice.findings[2].status));
        assert_eq!(removed[0].id, "f3");
    }

    #[test]
    fn other_numbers_are_other_findings() {
        let mut two = research(2);
        two.findings[0].text = "Supply is 1.5".into();
        two.findings[1].text = "Supply is 15".into();
        assert_eq!(duplicates(two).0.findings.len(), 2);
    }

    #[test]
    fn the_same_day_told_twice_is_one_entry() {
        let mut twice = research(2);
        twice.timeline[1] = domain::research::TimelineEntry { id: "t2".into(), ..twice.timeline[0].clone() };
        let (once, removed) = duplicates(twice);
        assert_eq!((once.timeline.len(), removed.len()), (1, 1));
    }
}
