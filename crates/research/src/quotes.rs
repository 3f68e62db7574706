//! Verification of quotes. White space and typographic quotes and dashes are ignored.

/// Minimum characters of a quote. Shorter ones occur on unrelated pages and prove nothing.
const MIN_QUOTE_CHARS: usize = 12;

/// Returns true if the text contains the quote.
pub fn occurs_in(quote: &str, text: &str) -> bool {
    let quote = even(quote);
    quote.chars().count() >= MIN_QUOTE_CHARS && even(text).contains(&quote)
}

/// Collapses white space and replaces typographic quotes and dashes by ASCII ones: differences that a model introduces
/// unintentionally.
pub fn even(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2013}' | '\u{2014}' => '-',
        _ => c,
    };
    text.split_whitespace().map(|word| word.chars().map(plain).collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_must_occur_word_for_word() {
        let text = "The bank left its rate\n unchanged at “3.25 per cent” on Friday.";
        assert!(occurs_in("rate unchanged at \"3.25 per cent\"", text));
        assert!(!occurs_in("rate unchanged at \"3.50 per cent\"", text));
        assert!(!occurs_in("rate", text), "too short to prove anything");
        assert!(!occurs_in("", text));
    }
}
