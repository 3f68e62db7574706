//! Check of the reasoning against the evidence: removes sentences that cite missing findings or state numbers without a
//! source.

use std::collections::HashSet;

use domain::Run;

use crate::decompose;
use crate::digest::Digest;
use crate::estimate::Sample;

/// Maximum length of the reasoning, in characters.
const MAX_REASONING_CHARS: usize = 4_000;

/// Returns what a reasoning may cite beside the findings: the question, the base rates, the price, and the figures of
/// the estimate itself.
pub fn given(run: &Run, sample: &Sample) -> String {
    let mut given = decompose::texts(run);
    for base in &sample.base_rates {
        given.push(format!("{} {}", base.description, figures(base.rate.get())));
        given.extend(base.cases.map(|cases| format!("{} {}", cases.successes, cases.trials)));
    }
    let own = [sample.estimate.stated, sample.estimate.computed(), sample.estimate.line.prior];
    given.extend(own.into_iter().chain(run.asked.market_price()).map(|p| figures(p.get())));
    given.join("\n")
}

/// Writes a probability in the forms in which models cite it.
fn figures(p: f64) -> String {
    format!("{p:.1} {p:.2} {p:.3} {:.0} {:.1}", p * 100.0, p * 100.0)
}

/// Keeps the sentences of which every citation `[question/finding]` exists and every number occurs in `given` (the
/// question and its background) or in a finding.
pub fn grounded(text: &str, digest: &Digest, given: &str) -> String {
    let mut known: HashSet<String> = numbers(given).collect();
    known.extend(digest.findings.iter().flat_map(|item| numbers(&item.text)));
    known.extend(digest.questions.iter().flat_map(|question| numbers(&question.reason)));
    known.extend(digest.findings.iter().filter_map(|item| item.published.as_deref()).flat_map(numbers));
    let kept: Vec<String> =
        sentences(text).into_iter().filter(|sentence| is_supported(sentence, digest, &known)).collect();
    kept.join(" ").chars().filter(|c| !c.is_control()).take(MAX_REASONING_CHARS).collect()
}

/// Returns the references that a text cites.
pub fn citations(text: &str) -> Vec<String> {
    let inside = text.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|(inside, _)| inside);
    let references = inside.flat_map(|inside| inside.split([',', ';'])).map(str::trim);
    references.filter(|reference| is_reference(reference)).map(str::to_owned).collect()
}

/// Matches `i1q2/f3`.
fn is_reference(text: &str) -> bool {
    text.split_once('/').is_some_and(|(question, finding)| {
        domain::run::question_round(question).is_some()
            && !finding.is_empty()
            && finding.chars().all(char::is_alphanumeric)
    })
}

fn is_supported(sentence: &str, digest: &Digest, known: &HashSet<String>) -> bool {
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

/// Returns the numbers in a text without signs and thousands separators: `1,250.5` is `1250.5`.
fn numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))
        .map(|token| token.replace(',', "").trim_matches('.').to_owned())
        .filter(|token| token.chars().any(|c| c.is_ascii_digit()))
}

/// Splits after `.`, `!` or `?` before white space, and at line breaks. A closing bracket after the stop belongs to the
/// sentence.
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
        Digest::from_state(&state(&[("i1q1", Some(evidence))]))
    }

    #[test]
    fn sentences_with_existing_citations_and_numbers_are_kept() {
        let text = "Revenue rose to 1250.5 million [i1q1/f1]. It could be lower.";
        assert_eq!(grounded(text, &digest(), ""), text);
    }

    #[test]
    fn invented_citations_and_numbers_are_removed() {
        let text = "Good news [i9q9/f9]. Sales were 77 million [i1q1/f1]. Growth is likely by 2030. Fine.";
        assert_eq!(grounded(text, &digest(), "by 2030"), "Growth is likely by 2030. Fine.");
    }

    #[test]
    fn a_decimal_point_does_not_end_a_sentence() {
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
