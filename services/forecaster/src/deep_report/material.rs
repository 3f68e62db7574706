//! The findings that a report may use: supported and contested ones, each with a number from 1.

use std::collections::BTreeSet;

use domain::ClaimStatus;
use research::sentence::{SentenceVerdict, StatedFindings};
use research::support::request::QueryEvidence;
use research::support::{self, Agreement, Assessment, Evidence, FactDifference, Verdict};
use serde_json::{Map, Value, json};

use crate::digest::{Digest, Item};

/// Share of a sentence's words of meaning that the cited findings must have if they do not state it.
const MIN_OVERLAP: f64 = 0.5;

/// The numbered findings.
#[derive(Debug, Clone)]
pub struct Material {
    items: Vec<Item>,
    stated: StatedFindings,
}

/// A sentence compared with findings in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// Places of the cited findings.
    pub places: Vec<usize>,
    /// All are in another language than the sentence.
    pub are_all: bool,
    /// A figure or a date that differs.
    pub difference: Option<FactDifference>,
    /// The sentence has a name that the findings have in no similar form.
    pub has_unmatched_name: bool,
}

impl Material {
    /// Collects the findings of a digest that are not unclear.
    pub fn of(digest: &Digest) -> Self {
        let is_usable = |item: &&Item| item.status != ClaimStatus::Unclear.name();
        let items: Vec<Item> = digest.findings.iter().filter(is_usable).cloned().collect();
        Self { stated: items.iter().map(evidence).collect(), items }
    }

    /// Returns the number of findings.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns `true` if there is no finding.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the finding with that number.
    pub fn item(&self, number: u32) -> Option<&Item> {
        self.items.get(place(number)?)
    }

    /// Returns the known ones of the numbers, in order, without repetitions.
    pub fn known(&self, numbers: &[u32]) -> Vec<u32> {
        let mut seen = BTreeSet::new();
        numbers.iter().copied().filter(|number| self.item(*number).is_some() && seen.insert(*number)).collect()
    }

    /// Returns all findings as prompts contain them.
    pub fn all(&self) -> Vec<Value> {
        (1..=number(self.items.len())).filter_map(|number| self.described(number)).collect()
    }

    /// Returns the findings with these numbers as prompts contain them.
    pub fn chosen(&self, numbers: &[u32]) -> Vec<Value> {
        numbers.iter().filter_map(|number| self.described(*number)).collect()
    }

    /// Checks a sentence against the findings that it cites by number; the verdict names places. Stricter than the
    /// check of a summary: what shares most words with a finding is not stated if a part of it is in none of them, and
    /// what shares few words with them is no sentence about them.
    pub fn check(&self, sentence: &str, cited: &[u32]) -> SentenceVerdict {
        let places: Vec<usize> = cited.iter().filter_map(|number| place(*number)).collect();
        match self.stated.check(sentence, &places) {
            SentenceVerdict::Stated(places) => match self.stated.assess(sentence, &places) {
                Assessment { agreement: Agreement::Uncovered { reason }, .. } => SentenceVerdict::Invented { reason },
                Assessment { verdict: Verdict::Unsupported, .. } => SentenceVerdict::SaysMore(places),
                Assessment { .. } => SentenceVerdict::Stated(places),
            },
            SentenceVerdict::SaysMore(places) if self.overlap(sentence, &places) < MIN_OVERLAP => {
                SentenceVerdict::Invented { reason: "most of its words are in no cited finding".to_owned() }
            }
            other => other,
        }
    }

    /// Returns the places of the cited findings of which code cannot tell whether they state a sentence: it has most of
    /// their words and none of its figures, dates and names differs. `None` where code decides.
    pub fn undecided(&self, sentence: &str, cited: &[u32]) -> Option<Vec<usize>> {
        let places = self.places(cited);
        let evidence = self.evidence(&places);
        let is_open = self.overlap(sentence, &places) >= MIN_OVERLAP
            && support::compare_facts(sentence, &evidence).is_none()
            && !support::has_unmatched_name(sentence, &evidence)
            && !support::assess(sentence, &evidence).is_contradicted();
        is_open.then_some(places)
    }

    /// Compares figures, dates and names of a sentence with cited findings in another language than its own; `None` if
    /// all are in its language.
    pub fn translated(&self, sentence: &str, cited: &[u32]) -> Option<Translated> {
        let places = self.places(cited);
        let is_foreign = |place: &usize| support::languages_differ(sentence, &self.items[*place].text);
        let foreign = places.iter().filter(|place| is_foreign(place)).count();
        if foreign == 0 {
            return None;
        }
        let evidence = self.evidence(&places);
        Some(Translated {
            are_all: foreign == places.len(),
            difference: support::compare_facts(sentence, &evidence),
            has_unmatched_name: support::has_unmatched_name(sentence, &evidence),
            places,
        })
    }

    /// Returns the cited findings as evidence for the model that judges a sentence.
    pub fn query_evidence(&self, numbers: &[u32]) -> Vec<QueryEvidence> {
        let evidence = |number: &u32| {
            let item = self.item(*number)?;
            Some(QueryEvidence {
                id: format!("f{number}"),
                claim: item.text.clone(),
                title: item.title.clone(),
                publisher: item.publishers.join(", "),
                published: item.published.as_ref().and_then(|day| day.parse().ok()),
                cited: true,
                ..QueryEvidence::default()
            })
        };
        numbers.iter().filter_map(evidence).collect()
    }

    /// Returns the places of known findings, each once.
    fn places(&self, cited: &[u32]) -> Vec<usize> {
        let places = cited.iter().filter_map(|number| place(*number)).filter(|place| *place < self.items.len());
        places.collect::<BTreeSet<usize>>().into_iter().collect()
    }

    fn evidence(&self, places: &[usize]) -> Vec<Evidence> {
        places.iter().filter_map(|place| self.items.get(*place)).map(evidence).collect()
    }

    fn overlap(&self, sentence: &str, places: &[usize]) -> f64 {
        let texts: Vec<String> = self.evidence(places).into_iter().map(|evidence| evidence.text).collect();
        support::overlap(sentence, &texts.join("\n"))
    }

    /// Returns the numbers of all findings of a question.
    pub fn of_question(&self, question: &str) -> Vec<u32> {
        let is_of = |item: &Item| item.reference.split('/').next() == Some(question);
        (1..).zip(&self.items).filter(|(_, item)| is_of(item)).map(|(number, _)| number).collect()
    }

    /// Returns the texts of all findings.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.text.as_str())
    }

    fn described(&self, number: u32) -> Option<Value> {
        let item = self.item(number)?;
        let mut described = Map::new();
        described.insert("number".to_owned(), json!(number));
        described.insert("question".to_owned(), json!(item.reference.split('/').next()));
        described.insert("text".to_owned(), json!(item.text));
        described.insert("tier".to_owned(), json!(item.tier));
        described.insert("publishers".to_owned(), json!(item.publishers));
        described.insert("title".to_owned(), json!(item.title));
        let optional = [("published", &item.published), ("event_date", &item.event_date)];
        described.extend(optional.into_iter().filter_map(|(name, day)| Some((name.to_owned(), json!(day.as_ref()?)))));
        if item.is_contradicted() {
            described.insert("contradicted_by".to_owned(), json!(item.contradicted_by));
        }
        Some(Value::Object(described))
    }
}

/// Returns the number of a finding at a place of the list.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

fn place(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

fn evidence(item: &Item) -> Evidence {
    Evidence {
        text: item.text.clone(),
        title: item.title.clone(),
        publisher: item.publishers.join(", "),
        published: item.published.as_deref().and_then(|day| day.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    #[test]
    fn unclear_findings_are_left_out_and_numbers_start_at_one() {
        let mut evidence = found(3);
        evidence.research.findings[1].status = ClaimStatus::Unclear;
        let material = Material::of(&Digest::from_state(&state(&[("i1q1", Some(evidence))])));
        assert_eq!(material.len(), 2);
        assert_eq!(material.item(2).unwrap().reference, "i1q1/f3");
        assert_eq!(material.known(&[2, 0, 7, 2, 1]), [2, 1]);
        assert_eq!(material.of_question("i1q1"), [1, 2]);
        assert_eq!(material.all()[1]["number"], 2);
    }
}
