//! Identifiers in texts: mints, addresses, LEIs, ISINs. A text with another identifier is about another thing.

use std::collections::HashSet;

use crate::text;

/// Minimum characters of an identifier: those of an ISIN.
const MIN_CHARS: usize = 12;

/// Returns the identifiers of a text in lower case: long words of ASCII letters and digits that have both.
pub(crate) fn identifiers(text: &str) -> HashSet<String> {
    let is_identifier = |word: &&str| {
        word.len() >= MIN_CHARS
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    text::words(text).filter(is_identifier).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_with_letters_and_digits_are_identifiers() {
        for (text, identifier) in [
            ("holders of EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "epjfwdd5aufqssqem2qn1xzybapc8g4weggkzwytdt1v"),
            ("the LEI 529900T8BM49AURSDO55?", "529900t8bm49aursdo55"),
            ("US0378331005", "us0378331005"),
        ] {
            assert_eq!(identifiers(text).into_iter().collect::<Vec<_>>(), [identifier], "{text}");
        }
        for text in ["Donaudampfschifffahrt", "1234567890123", "Q3 2026", "霧島製菓は抹茶味のビスケット3万箱"]
        {
            assert!(identifiers(text).is_empty(), "{text}");
        }
    }
}
