//! Why a probability is neither higher nor lower: the cited findings that say so in their own words.

use super::frequency;
use super::words::cited_sentence;

/// Words of a statement against YES.
const AGAINST: [&str; 12] = [
    "less likely",
    "unlikely",
    "rejected",
    "postponed",
    "delayed",
    "delay",
    "cancelled",
    "opposes",
    "refused",
    "failed",
    "behind",
    "without",
];
/// Words of a statement for YES.
const FOR: [&str; 10] =
    ["more likely", "approved", "confirmed", "agreed", "ahead", "on schedule", "passed", "signed", "ready", "leads"];

/// Returns a sentence against YES and one for YES, each with its citation, or empty texts. A count of earlier cases is
/// for YES.
pub(super) fn case(cited: &[(&str, &str)]) -> [String; 2] {
    let sentence = |(reference, text): &(&str, &str)| cited_sentence(text, reference);
    let is_against = |text: &str| has(text, &AGAINST);
    let higher = cited.iter().find(|(_, text)| is_against(text)).map(sentence);
    let is_for = |text: &str| has(text, &FOR) || frequency::stated(text).is_some();
    let lower = cited.iter().find(|(_, text)| !is_against(text) && is_for(text)).map(sentence);
    [higher.unwrap_or_default(), lower.unwrap_or_default()]
}

/// Returns true if the text has one of the phrases as whole words.
fn has(text: &str, phrases: &[&str]) -> bool {
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let spaced = format!(" {} ", words.join(" "));
    phrases.iter().any(|phrase| spaced.contains(&format!(" {phrase} ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_speaks_for_or_against_by_its_own_words() {
        let cited = [
            ("i1q1/f1", "Snow fell in Harbour City in 14 of the last 30 years."),
            ("i1q1/f2", "The sea is warm, which makes early snow less likely."),
        ];
        let [higher, lower] = case(&cited);
        assert_eq!(higher, "The sea is warm, which makes early snow less likely [i1q1/f2].");
        assert_eq!(lower, "Snow fell in Harbour City in 14 of the last 30 years [i1q1/f1].");
        assert_eq!(case(&[("f1", "The bridge is 300 metres long.")]), [String::new(), String::new()]);
        assert_eq!(case(&[("f1", "Trains ran unsigned and readymade.")]), [String::new(), String::new()]);
    }
}
