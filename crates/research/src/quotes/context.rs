//! The sentence before a quote that begins with a word for something named earlier. A judge that sees "It was raised to
//! 4 percent" alone cannot tell what was raised.

use super::even;

/// Words in lower case that refer to something named before, in English, German, French and Spanish.
const PRONOUNS: &str = "he her hers his it its she that their theirs them these they this those \
    dessen deren dieser dieses diese dies er es ihr ihre ihren seine seiner seinen sie \
    ce celle celui ces cette elle elles il ils leur leurs sa ses son \
    el él ella ellas ellos esa ese esta este estas estos su sus";
/// Number of words at the beginning of a quote in which a pronoun is looked for.
const FIRST_WORDS: usize = 3;
/// Maximum length of the sentence before, in characters.
const MAX_CHARS: usize = 300;

/// Returns the sentence that precedes the quote in its paragraph, if one of the quote's first three words is a pronoun
/// that may stand for something in it.
///
/// Returns `None` if the quote opens its paragraph, if the sentence before is longer than 300 characters, or if the
/// text contains the quote only in another spelling.
pub fn sentence_before(quote: &str, text: &str) -> Option<String> {
    let quote = even(quote);
    let mut words = quote.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(FIRST_WORDS);
    if !words.any(|word| PRONOUNS.split_whitespace().any(|pronoun| pronoun == word.to_lowercase())) {
        return None;
    }
    text.split("\n\n").map(even).find_map(|paragraph| {
        let before = paragraph.get(..paragraph.find(&quote)?)?.trim_end();
        let sentence = last_sentence(before);
        (!sentence.is_empty() && sentence.chars().count() <= MAX_CHARS).then(|| sentence.to_owned())
    })
}

/// Returns the last sentence of a text that ends with one. An abbreviation ends a sentence here, which shortens the
/// result.
fn last_sentence(text: &str) -> &str {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\u{3002}');
    let Some(body) = text.strip_suffix(['"', ')']).unwrap_or(text).strip_suffix(ends) else { return "" };
    let start = body.char_indices().rev().find(|(at, c)| ends(*c) && body[at + c.len_utf8()..].starts_with(' '));
    text[start.map_or(0, |(at, c)| at + c.len_utf8())..].trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The board met in Norrstad. The Bank of Norrland set the rate at 4 percent. It will\nmeet again on 5 May, \
        the bank said.\n\nIt rained in the capital. They left early.";

    #[test]
    fn a_quote_with_a_pronoun_gets_the_sentence_before_it() {
        let before = |quote: &str| sentence_before(quote, TEXT);
        assert_eq!(
            before("It will meet again on 5 May").as_deref(),
            Some("The Bank of Norrland set the rate at 4 percent.")
        );
        assert_eq!(before("They left early.").as_deref(), Some("It rained in the capital."));
    }

    #[test]
    fn no_sentence_is_taken_from_another_paragraph_or_for_a_quote_that_names_its_subject() {
        let before = |quote: &str| sentence_before(quote, TEXT);
        assert_eq!(before("It rained in the capital."), None, "it opens its paragraph");
        assert_eq!(before("The Bank of Norrland set the rate at 4 percent."), None, "it names its subject");
        assert_eq!(before("It is not in the text at all."), None);
        let long = format!("{} end. It went on.", "word ".repeat(100));
        assert_eq!(sentence_before("It went on.", &long), None, "too long");
    }
}
