//! Content words, for rules that compare texts.

use std::collections::HashSet;

use domain::calendar::MONTHS;

/// Stop words of English.
const STOP: [&str; 46] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "by", "can", "could", "do", "does", "for", "from", "has",
    "have", "how", "if", "in", "is", "it", "its", "more", "no", "not", "of", "on", "or", "say", "than", "that", "the",
    "there", "this", "to", "was", "were", "what", "when", "which", "who", "will", "with", "would", "about",
];

/// Returns the index of the month that a capitalised word names.
pub(super) fn month_index(word: &str) -> Option<usize> {
    let is_name = |month: &&str| month.eq_ignore_ascii_case(word);
    word.starts_with(|first: char| first.is_ascii_uppercase()).then(|| MONTHS.iter().position(is_name))?
}

/// Returns a statement without the marks at its end.
pub(super) fn bare(text: &str) -> &str {
    text.trim().trim_end_matches(['.', '!', '?'])
}

/// Returns a statement with its citation, as one sentence.
pub(super) fn cited_sentence(text: &str, reference: &str) -> String {
    format!("{} [{reference}].", bare(text))
}

/// Returns the stems of a text's content words.
pub(crate) fn content(text: &str) -> HashSet<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2 || is_number(word));
    words.filter(|word| !STOP.contains(word)).map(stem).collect()
}

/// Strips plurals and the most common English endings; sufficient to match forms of a word.
fn stem(word: &str) -> String {
    for (ending, least) in [
        ("ations", 4),
        ("ation", 4),
        ("ings", 4),
        ("ing", 4),
        ("ies", 3),
        ("ers", 4),
        ("er", 4),
        ("ed", 4),
        ("es", 4),
        ("s", 3),
    ] {
        if let Some(root) = word.strip_suffix(ending).filter(|root| root.len() >= least) {
            return root.to_owned();
        }
    }
    word.to_owned()
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_has_a_capital() {
        assert_eq!(month_index("May"), Some(4));
        assert_eq!(month_index("December"), Some(11));
        assert_eq!(month_index("may"), None, "the verb");
        assert_eq!(month_index("Mayor"), None);
    }

    #[test]
    fn a_statement_is_cited_before_its_full_stop() {
        assert_eq!(cited_sentence(" It passed!. ", "i1q1/f2"), "It passed [i1q1/f2].");
    }

    #[test]
    fn forms_of_a_word_are_one_word() {
        assert_eq!(content("Warming oceans are warmed"), content("ocean warm"));
        assert!(content("it is of the").is_empty());
    }
}
