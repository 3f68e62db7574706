//! Splits a model's prose into sentences, and separates facts from reasoning.
//!
//! A sentence is a fact only if it cites existing evidence (`[i1q2/f3]`, or several in one bracket) or, in text without
//! citations, if one finding contains most of its significant words and all of its numbers and does not state
//! otherwise, or if several findings support it together.

use std::collections::BTreeSet;

use research::sentence::StatedFindings;
use research::support::Evidence;

use super::{Inline, Line, Sentence, plain};

/// Abbreviations after which a full stop does not end a sentence, in addition to single letters.
const ABBREVIATIONS: [&str; 16] =
    ["e.g", "i.e", "mr", "mrs", "ms", "dr", "prof", "st", "no", "vs", "approx", "inc", "ltd", "co", "corp", "jr"];

/// Returns the sentences with their citations; citations of unknown evidence are removed.
pub fn cited(text: &str, known: &BTreeSet<String>) -> Vec<Sentence> {
    let sentence = |raw: &str| {
        let (words, cites) = citations(raw, known);
        let words = words.trim().to_owned();
        match (words.is_empty(), cites.is_empty()) {
            (true, _) => None,
            (false, true) => Some(Sentence::Reasoning(words)),
            (false, false) => Some(Sentence::Fact { words, cites }),
        }
    };
    split(text).iter().filter_map(|raw| sentence(raw)).collect()
}

/// Returns the sentences with the findings (name and text) that support them, alone or jointly. A finding that
/// contradicts a sentence does not support it.
pub fn grounded<'a>(text: &str, findings: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Sentence> {
    let evidence = |text: &str| Evidence { text: text.to_owned(), ..Evidence::default() };
    let (names, evidence): (Vec<&str>, Vec<Evidence>) = findings.map(|(name, text)| (name, evidence(text))).unzip();
    let stated: StatedFindings = evidence.into_iter().collect();
    let sentence = |raw: String| {
        let cites: Vec<String> = stated.stating(&raw).iter().map(|place| names[*place].to_owned()).collect();
        if cites.is_empty() { Sentence::Reasoning(raw) } else { Sentence::Fact { words: raw, cites } }
    };
    split(text).into_iter().map(sentence).collect()
}

/// Formats sentences as one line of a list.
pub fn line(sentences: Vec<Sentence>) -> Line {
    let mut line = Line::new();
    for sentence in sentences {
        if !line.is_empty() {
            line.push(plain(" "));
        }
        match sentence {
            Sentence::Fact { words: text, cites } => {
                line.push(plain(text));
                line.extend(cites.into_iter().flat_map(|name| [plain(" "), Inline::Cite(name)]));
            }
            Sentence::Reasoning(text) => line.push(Inline::Reasoning(text)),
        }
    }
    line
}

/// Splits text into sentences, which end at `.`, `!` or `?` before white space, and at line breaks. Citations and
/// quotation marks after the stop belong to the sentence.
pub fn split(text: &str) -> Vec<String> {
    let (mut all, mut sentence) = (Vec::new(), String::new());
    let mut rest = text.chars().peekable();
    let mut ended = false;
    while let Some(c) = rest.next() {
        if c == '\n' {
            all.push(std::mem::take(&mut sentence));
            ended = false;
            continue;
        }
        if ended && c.is_whitespace() && rest.peek() != Some(&'[') {
            all.push(std::mem::take(&mut sentence));
            ended = false;
            continue;
        }
        ended = match c {
            '.' => !abbreviated(&sentence),
            '!' | '?' => true,
            ')' | '"' | '”' | ']' | '\'' => ended || (c == ']' && cites_after_stop(&sentence)),
            c if c.is_whitespace() => ended,
            _ => false,
        };
        sentence.push(c);
    }
    all.push(sentence);
    all.into_iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

/// Returns true for an unclosed citation after a full stop, such as `… done. [i1q1/f1`.
fn cites_after_stop(sentence: &str) -> bool {
    sentence.rsplit_once('[').is_some_and(|(before, _)| before.trim_end().ends_with(['.', '!', '?', ']']))
}

fn abbreviated(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
    let single = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    single
        || word.contains('.') && word.chars().all(|c| c.is_alphabetic() || c == '.')
        || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// Returns the text without citations, and the cited names without duplicates. A bracket that does not look like a
/// citation is kept; a citation of unknown evidence is removed.
fn citations(raw: &str, known: &BTreeSet<String>) -> (String, Vec<String>) {
    let (mut words, mut cites) = (String::new(), Vec::new());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('[') {
        words.push_str(before);
        let Some((inside, behind)) = after.split_once(']') else {
            words.push('[');
            rest = after;
            continue;
        };
        let names: Vec<&str> = inside.split([',', ';', ' ']).map(str::trim).filter(|name| !name.is_empty()).collect();
        if !names.is_empty() && names.iter().all(|name| is_reference(name)) {
            let there = names.iter().filter(|name| known.contains(**name)).map(|name| (*name).to_owned());
            cites.extend(there);
            words.truncate(words.trim_end().len());
        } else {
            words.push('[');
            words.push_str(inside);
            words.push(']');
        }
        rest = behind;
    }
    words.push_str(rest);
    let mut seen = BTreeSet::new();
    cites.retain(|name| seen.insert(name.clone()));
    (words, cites)
}

/// Returns true for names such as `i1q2/f3`, `f3`, `s1`: letters and digits with a digit at the end.
fn is_reference(name: &str) -> bool {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '/');
    plain && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.ends_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn known() -> BTreeSet<String> {
        ["i1q1/f1", "i1q2/f3"].map(str::to_owned).into()
    }

    fn fact(words: &str, cites: &[&str]) -> Sentence {
        Sentence::Fact { words: words.into(), cites: cites.iter().map(|name| (*name).to_owned()).collect() }
    }

    #[test]
    fn sentences_end_where_a_reader_expects_it() {
        let text = "The U.S. grew 3.5 per cent. Dr. Ada said \"No!\" It holds (so far). [i1q1/f1] Next\nA line";
        let expected =
            ["The U.S. grew 3.5 per cent.", "Dr. Ada said \"No!\"", "It holds (so far). [i1q1/f1]", "Next", "A line"];
        assert_eq!(split(text), expected);
    }

    #[test]
    fn sentences_with_citations_are_facts_and_others_are_reasoning() {
        let text = "It passed [i1q1/f1]. It may fall. Two say so [i1q1/f1; i1q2/f3, i1q1/f1]. Late. [i1q2/f3] Wrong [i9q9/f9]. As [he] said.";
        let expected = [
            fact("It passed.", &["i1q1/f1"]),
            Sentence::Reasoning("It may fall.".into()),
            fact("Two say so.", &["i1q1/f1", "i1q2/f3"]),
            fact("Late.", &["i1q2/f3"]),
            Sentence::Reasoning("Wrong.".into()),
            Sentence::Reasoning("As [he] said.".into()),
        ];
        assert_eq!(cited(text, &known()), expected);
    }

    #[test]
    fn a_summary_is_supported_by_findings_with_the_same_figures() {
        let findings =
            [("f1", "The lower house passed the budget bill with 212 votes."), ("f2", "A vote is due in June.")];
        let summary = "The budget bill passed the lower house with 212 votes. It passed with 300 votes. Markets cheer.";
        let sentences = grounded(summary, findings.into_iter());
        let expected = [
            fact("The budget bill passed the lower house with 212 votes.", &["f1"]),
            Sentence::Reasoning("It passed with 300 votes.".into()),
            Sentence::Reasoning("Markets cheer.".into()),
        ];
        assert_eq!(sentences, expected);
    }

    #[test]
    fn a_sentence_that_findings_contradict_is_no_fact_and_one_that_joins_them_is() {
        let findings = [
            ("f1", "The bank of Ober left its policy rate unchanged at 3.25 per cent in October."),
            ("f2", "Inflation in Ober fell to 1.8 per cent in October."),
        ];
        let kinds = |text: &str| grounded(text, findings.into_iter()).pop();
        let other = "The bank of Ober did not leave its policy rate unchanged at 3.25 per cent in October.";
        assert_eq!(kinds(other), Some(Sentence::Reasoning(other.into())));
        let joined = "The bank of Ober left its policy rate at 3.25 per cent, and inflation fell to 1.8 per cent.";
        assert_eq!(kinds(joined), Some(fact(joined, &["f1", "f2"])));
    }

    proptest! {
        #[test]
        fn facts_always_have_evidence_and_no_letter_is_lost(text in "([a-z]{1,6}|[.!?]|\\[i1q1/f1\\]|\\[i9q9/f9\\]|\\[|\\]| |\n){0,40}") {
            for sentence in cited(&text, &known()) {
                if let Sentence::Fact { cites, .. } = sentence {
                    prop_assert!(!cites.is_empty() && cites.iter().all(|name| known().contains(name)));
                }
            }
            let letters = |text: &str| text.chars().filter(char::is_ascii_lowercase).count();
            prop_assert_eq!(split(&text).iter().map(|sentence| letters(sentence)).sum::<usize>(), letters(&text));
        }
    }
}
