//! Do these words stand there exactly so? White space and typographic quotes do not count. Pure.

/// Words shorter than this stand everywhere and prove nothing.
const SHORTEST: usize = 12;

/// The quote stands in the text.
pub fn stands_in(quote: &str, text: &str) -> bool {
    let quote = even(quote);
    quote.chars().count() >= SHORTEST && even(text).contains(&quote)
}

/// White space evened out, typographic quotes and dashes as typed ones: what a model changes without meaning to.
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
    fn only_the_very_words_count() {
        let text = "The bank left its rate\n unchanged at “3.25 per cent” on Friday.";
        assert!(stands_in("rate unchanged at \"3.25 per cent\"", text));
        assert!(!stands_in("rate unchanged at \"3.50 per cent\"", text));
        assert!(!stands_in("rate", text), "too short to prove anything");
        assert!(!stands_in("", text));
    }
}
