//! Phrases of short texts that never belong to the main text, in several languages.

use std::sync::LazyLock;

use super::words::{self, PHRASES};
use crate::dates;

/// Beginnings of headings that announce other content.
static OTHER: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(PHRASES, "other"));
/// Beginnings of blocks that are not part of a text.
static STARTS: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(PHRASES, "starts"));
/// Complete blocks that are not part of a text.
static WHOLE: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(PHRASES, "whole"));
/// Beginnings of lines of an imprint.
static IMPRINT: LazyLock<Vec<&'static str>> = LazyLock::new(|| words::section(PHRASES, "imprint"));
/// Characters that can end a sentence.
const ENDS: &[char] =
    &['.', '!', '?', '…', ':', '"', '”', '’', '»', '“', ')', '。', '！', '？', '」', '।', '؟', '۔', '\''];

/// Returns `true` if a heading announces other content.
pub(crate) fn announces_other(text: &str) -> bool {
    starts(&text.to_lowercase(), &OTHER)
}

/// Returns `true` if a short block is not part of the text.
pub(crate) fn is_boilerplate(text: &str) -> bool {
    let lower = text.to_lowercase();
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    bare.is_empty() || WHOLE.contains(&bare) || starts(&lower, &STARTS) || counts_pictures(bare)
}

/// Matches `Image 2 of 5` and `3/12`.
fn counts_pictures(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|part| !part.is_empty()).count();
    text.len() < 30
        && numbers.next().is_some()
        && numbers.next().is_some()
        && words <= 2
        && numbers.next().is_none()
        && (text.contains(" of ") || text.contains('/') || text.contains(" von "))
}

/// Returns `true` if a short block before the text is a byline or a date.
pub(crate) fn is_byline(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["by ", "von ", "par ", "por ", "di ", "door ", "autor", "author"].iter().any(|start| lower.starts_with(start))
        || dates::within(text, dates::DateStyle::UNKNOWN).is_some()
}

/// Returns `true` if a short block is a line of an imprint: it begins like one that names a register, the management,
/// the seat or a tax number.
pub(crate) fn is_of_an_imprint(text: &str) -> bool {
    starts(&text.to_lowercase(), &IMPRINT)
}

/// Returns `true` if a text ends like a sentence.
pub(crate) fn ends_sentence(text: &str) -> bool {
    text.ends_with(ENDS)
}

fn starts(lower: &str, with: &[&str]) -> bool {
    let text = lower.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '©' && c != '(');
    with.iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_parts_are_distinguished_from_sentences() {
        for text in [
            "Advertisement",
            "SHARE",
            "Image 2 of 5",
            "Foto: dpa",
            "Lesen Sie auch: Mehr Geld",
            "3/12",
            "•",
            "© Reuters",
        ] {
            assert!(is_boilerplate(text), "{text}");
        }
        for text in
            ["The bank kept its rate.", "3 of 5 members voted for a cut", "Shares fell.", "Palm Bay 70, Rockledge 44"]
        {
            assert!(!is_boilerplate(text), "{text}");
        }
        assert!(announces_other("Related articles") && announces_other("Das könnte Sie auch interessieren"));
        assert!(!announces_other("Relations with China"));
        assert!(is_of_an_imprint("Registergericht: Amtsgericht Jena, HRB 200001"));
        assert!(is_of_an_imprint("Siège social : 3, rue de l’Exemple") && !is_of_an_imprint("By Ada Example"));
        assert!(is_byline("By Ada Example") && is_byline("Updated 3 May 2021") && !is_byline("The bank met."));
    }
}
