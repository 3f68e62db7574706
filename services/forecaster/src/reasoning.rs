//! Nothing in the reasoning that the evidence lacks: sentences that cite what does not exist, or state figures that nobody
//! found, are taken out.

use std::collections::HashSet;

use crate::digest::Digest;

/// Longest reasoning that is kept, in characters.
const LONGEST: usize = 4_000;

/// Keeps the sentences that stand: every citation `[question/finding]` exists, and every number occurs in `given` (the
/// question and its background) or in a finding.
pub fn grounded(text: &str, digest: &Digest, given: &str) -> String {
    let mut known: HashSet<String> = numbers(given).collect();
    known.extend(digest.findings.iter().flat_map(|item| numbers(&item.text)));
    known.extend(digest.questions.iter().flat_map(|question| numbers(&question.summary)));
    known.extend(digest.findings.iter().filter_map(|item| item.published.as_deref()).flat_map(numbers));
    let kept: Vec<String> = sentences(text).into_iter().filter(|sentence| stands(sentence, digest, &known)).collect();
    kept.join(" ").chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

/// The references that a text cites.
pub fn citations(text: &str) -> Vec<String> {
    let inside = text.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|(inside, _)| inside);
    let references = inside.flat_map(|inside| inside.split([',', ';'])).map(str::trim);
    references.filter(|reference| is_reference(reference)).map(str::to_owned).collect()
}

/// `i1q2/f3`.
fn is_reference(text: &str) -> bool {
    text.split_once('/').is_some_and(|(question, finding)| {
        crate::machine::round_of(question).is_some()
            && !finding.is_empty()
            && finding.chars().all(char::is_alphanumeric)
    })
}

fn stands(sentence: &str, digest: &Digest, known: &HashSet<String>) -> bool {
    let cited = citations(sentence);
    let bare = without_citations(sentence);
    cited.iter().all(|reference| digest.has(reference)) && numbers(&bare).all(|number| known.contains(&number))
}

fn without_citations(sentence: &str) -> String {
    let mut bare = String::new();
    for part in sentence.split('[') {
        bare.push_str(part.split_once(']').map_or(part, |(_, rest)| rest));
    }
    bare
}

/// The numbers in a text, without signs and separators of thousands: `1,250.5` is `1250.5`.
fn numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))
        .map(|token| token.replace(',', "").trim_matches('.').to_owned())
        .filter(|token| token.chars().any(|c| c.is_ascii_digit()))
}

/// Sentences end at `.`, `!` or `?` before white space, and at line breaks. A bracket after the stop still belongs to it.
fn sentences(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut sentence = String::new();
    let mut ended = false;
    for c in text.chars() {
        if c == '\n' || (ended && c.is_whitespace()) {
            all.push(std::mem::take(&mut sentence));
            ended = false;
        } else {
            ended = matches!(c, '.' | '!' | '?') || (ended && matches!(c, ')' | '"' | ']' | '”'));
            sentence.push(c);
        }
    }
    all.push(sentence);
    all.into_iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{found, state};

    fn digest() -> Digest {
        let mut evidence = found(1);
        evidence.research.findings[0].text = "Revenue rose to 1,250.5 million in 2025".into();
        Digest::of(&state(&[("i1q1", Some(evidence))]))
    }

    #[test]
    fn what_is_cited_and_found_stands() {
        let text = "Revenue rose to 1250.5 million [i1q1/f1]. It could be lower.";
        assert_eq!(grounded(text, &digest(), ""), text);
    }

    #[test]
    fn invented_citations_and_figures_are_taken_out() {
        let text = "Good news [i9q9/f9]. Sales were 77 million [i1q1/f1]. Growth is likely by 2030. Fine.";
        assert_eq!(grounded(text, &digest(), "by 2030"), "Growth is likely by 2030. Fine.");
    }

    #[test]
    fn a_decimal_point_ends_no_sentence() {
        assert_eq!(
            sentences("It is 1.5 now. \"Yes!\" he said.\nEnd"),
            ["It is 1.5 now.", "\"Yes!\"", "he said.", "End"]
        );
    }

    #[test]
    fn citations_are_found_in_lists() {
        assert_eq!(citations("A [i1q1/f1, i2q3/f12] and [link](x) [1]."), ["i1q1/f1", "i2q3/f12"]);
    }
}
