//! Checks a sentence of a text against the findings that it cites, or finds those that state it. Pure.
//!
//! A finding states a sentence if it contains most of its significant words and all of its numbers and does not
//! contradict it. Several findings state it together if they cover it ([`crate::support`]).

use std::collections::BTreeSet;

use retrieval::text::stems;

use crate::dedup::numbers;
use crate::support::{self, Agreement, Assessment, Evidence, ReadEvidence, Statement, Verdict};

/// Share of a sentence's significant words that a finding must contain to state it.
const MIN_SHARED_WORDS: f64 = 0.6;
/// The same for each of several findings that state it together.
const MIN_JOINED_WORDS: f64 = 0.3;

/// A finding, prepared for comparison with sentences.
#[derive(Debug, Clone)]
struct PreparedFinding {
    evidence: ReadEvidence,
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

/// A sentence, prepared for comparison with findings.
struct PreparedSentence {
    statement: Statement,
    words: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

impl PreparedSentence {
    fn new(text: &str) -> Self {
        Self { statement: Statement::new(text), words: stems(text).into_iter().collect(), numbers: numbers(text) }
    }
}

/// The findings that sentences are compared with.
#[derive(Debug, Clone, Default)]
pub struct StatedFindings(Vec<PreparedFinding>);

/// How findings bear on a sentence. A place is that of a finding in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentenceVerdict {
    /// The findings at these places state it.
    Stated(Vec<usize>),
    /// It says more than the findings at these places, without another figure, date or name.
    SaysMore(Vec<usize>),
    /// The cited findings state otherwise.
    Contradicted {
        /// Difference between the sentence and the findings.
        reason: String,
    },
    /// It has a figure, a date or a name that the cited findings do not have.
    Invented {
        /// The part that they do not have.
        reason: String,
    },
    /// It cites no finding, and none states it.
    Uncited,
}

impl FromIterator<Evidence> for StatedFindings {
    fn from_iter<I: IntoIterator<Item = Evidence>>(findings: I) -> Self {
        let prepare = |evidence: Evidence| PreparedFinding {
            words: stems(&evidence.text).into_iter().collect(),
            numbers: numbers(&evidence.text),
            evidence: ReadEvidence::new(&evidence),
        };
        Self(findings.into_iter().map(prepare).collect())
    }
}

impl StatedFindings {
    /// Returns the places of the findings that state a sentence, alone or together; empty if none do.
    pub fn stating(&self, sentence: &str) -> Vec<usize> {
        self.stating_any(&PreparedSentence::new(sentence))
    }

    /// Compares a sentence with the findings at these places together. Unknown places are ignored.
    pub fn assess(&self, sentence: &str, places: &[usize]) -> Assessment {
        self.assess_prepared(&PreparedSentence::new(sentence), places)
    }

    /// Checks a sentence against the findings at the cited places. Unknown places are ignored. If the cited findings do
    /// not state it and do not contradict it, others may.
    pub fn check(&self, sentence: &str, cited: &[usize]) -> SentenceVerdict {
        let mut cited: Vec<usize> = cited.iter().copied().filter(|place| *place < self.0.len()).collect();
        cited.sort_unstable();
        cited.dedup();
        let sentence = PreparedSentence::new(sentence);
        let stating = self.stating_among(&sentence, &cited);
        if !stating.is_empty() {
            return SentenceVerdict::Stated(stating);
        }
        let assessment = (!cited.is_empty()).then(|| self.assess_prepared(&sentence, &cited));
        if let Some(Assessment { agreement: Agreement::Contradicted { reason }, .. }) = assessment {
            return SentenceVerdict::Contradicted { reason };
        }
        let others = self.stating_any(&sentence);
        if !others.is_empty() {
            return SentenceVerdict::Stated(others);
        }
        match assessment.map(|assessment| assessment.agreement) {
            None => SentenceVerdict::Uncited,
            Some(Agreement::Uncovered { reason } | Agreement::Contradicted { reason }) => {
                SentenceVerdict::Invented { reason }
            }
            Some(Agreement::Consistent) => SentenceVerdict::SaysMore(cited),
        }
    }

    fn stating_any(&self, sentence: &PreparedSentence) -> Vec<usize> {
        self.stating_among(sentence, &(0..self.0.len()).collect::<Vec<_>>())
    }

    fn stating_among(&self, sentence: &PreparedSentence, places: &[usize]) -> Vec<usize> {
        let near: Vec<(usize, f64)> =
            places.iter().map(|place| (*place, self.share(&sentence.words, *place))).collect();
        let alone = |(place, share): &&(usize, f64)| {
            *share >= MIN_SHARED_WORDS
                && sentence.numbers.is_subset(&self.0[*place].numbers)
                && !self.assess_prepared(sentence, &[*place]).is_contradicted()
        };
        let stating: Vec<usize> = near.iter().filter(alone).map(|(place, _)| *place).collect();
        if !stating.is_empty() {
            return stating;
        }
        let parts: Vec<usize> =
            near.iter().filter(|(_, share)| *share >= MIN_JOINED_WORDS).map(|(place, _)| *place).collect();
        let is_stated = parts.len() > 1 && self.assess_prepared(sentence, &parts).verdict == Verdict::Supported;
        if is_stated { parts } else { Vec::new() }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of words")]
    fn share(&self, words: &BTreeSet<String>, place: usize) -> f64 {
        words.intersection(&self.0[place].words).count() as f64 / words.len().max(1) as f64
    }

    fn assess_prepared(&self, sentence: &PreparedSentence, places: &[usize]) -> Assessment {
        let findings = places.iter().filter_map(|place| self.0.get(*place));
        support::assess_read(&sentence.statement, findings.map(|finding| &finding.evidence))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn findings() -> StatedFindings {
        [
            "The bank of Ober left its policy rate unchanged at 3.25 per cent in October.",
            "Inflation in Ober fell to 1.8 per cent in October.",
            "The harbour of Norrby has nine berths.",
        ]
        .into_iter()
        .map(|text| Evidence { text: text.to_owned(), ..Evidence::default() })
        .collect()
    }

    #[test]
    fn a_sentence_is_stated_by_one_finding_or_by_several_together() {
        let check = |sentence: &str, cited: &[usize]| findings().check(sentence, cited);
        assert_eq!(check("The harbour of Norrby has nine berths.", &[2]), SentenceVerdict::Stated(vec![2]));
        let joined = "The bank of Ober left its policy rate at 3.25 per cent, and inflation fell to 1.8 per cent.";
        assert_eq!(check(joined, &[0, 1]), SentenceVerdict::Stated(vec![0, 1]));
    }

    #[test]
    fn a_wrong_or_missing_citation_is_mended_where_another_finding_states_the_sentence() {
        let berths = "The harbour of Norrby has nine berths.";
        for cited in [&[][..], &[0], &[77]] {
            assert_eq!(findings().check(berths, cited), SentenceVerdict::Stated(vec![2]), "{cited:?}");
        }
    }

    #[test]
    fn contradictions_inventions_and_bare_sentences_are_told_apart() {
        let check = |sentence: &str, cited: &[usize]| findings().check(sentence, cited);
        let contradicted = check("The bank of Ober left its policy rate unchanged at 4.25 per cent in October.", &[0]);
        assert!(matches!(contradicted, SentenceVerdict::Contradicted { .. }), "{contradicted:?}");
        let invented = check("The minister Ada Berg of Solna praised the harbour of Norrby.", &[2]);
        assert!(matches!(invented, SentenceVerdict::Invented { .. }), "{invented:?}");
        assert_eq!(check("Markets cheer.", &[]), SentenceVerdict::Uncited);
        let more = check("The harbour of Norrby is busy and earns money with its berths.", &[2]);
        assert_eq!(more, SentenceVerdict::SaysMore(vec![2]));
    }

    proptest! {
        /// A finding states itself, whatever it says; places are those of the list.
        #[test]
        fn a_finding_states_itself_and_no_place_is_invented(
            texts in prop::collection::vec("([A-Z][a-z]{2,7} (rose|fell|has|met) [a-z]{3,8} (in|of) [A-Z][a-z]{3,8}\\.)", 1..5),
            cited in prop::collection::vec(0..9_usize, 0..4),
        ) {
            let all: StatedFindings =
                texts.iter().map(|text| Evidence { text: text.clone(), ..Evidence::default() }).collect();
            prop_assert!(matches!(all.check(&texts[0], &[0]), SentenceVerdict::Stated(places) if places.contains(&0)));
            if let SentenceVerdict::Stated(places) | SentenceVerdict::SaysMore(places) = all.check("Nobody knows more.", &cited) {
                prop_assert!(places.iter().all(|place| *place < texts.len()));
            }
        }
    }
}
