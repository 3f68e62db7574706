//! The words of a text, with their places in it.

/// A word without the punctuation around it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word<'a> {
    /// As it is written.
    pub(super) text: &'a str,
    /// In lower case, in English if it is a word of dates of another language.
    pub(super) lower: String,
    /// Place of its first byte.
    pub(super) start: usize,
    /// Place after its last byte.
    pub(super) end: usize,
    /// Punctuation follows: the word ends a clause.
    pub(super) ends_clause: bool,
    /// It belongs to a text in another language than English, whose words of dates are those of English here.
    pub(super) is_foreign: bool,
    /// The Spanish sign `¿` precedes the word.
    pub(super) is_asked: bool,
}

impl Word<'_> {
    /// Returns `true` if it may be the name of a month without a year.
    pub(super) fn may_be_name(&self) -> bool {
        self.is_foreign || self.text.starts_with(char::is_uppercase)
    }
}

/// Splits a text into words.
pub(super) fn split(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut offset = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '%' | '$' | '€' | '£' | '+');
        let trimmed = part.trim_matches(|c: char| !is_inner(c));
        if !trimmed.is_empty() {
            let found = part.find(trimmed).unwrap_or(0);
            let (start, end) = (offset + found, offset + found + trimmed.len());
            // The apostrophe of `'26` belongs to the year.
            let is_short = trimmed.len() == 2 && trimmed.chars().all(|c| c.is_ascii_digit());
            let sign = part[..found].chars().next_back().filter(|c| is_short && matches!(c, '\'' | '\u{2019}'));
            let start = start - sign.map_or(0, char::len_utf8);
            let trimmed = &text[start..end];
            let rest = &part[end - offset..];
            let ends_clause = rest.chars().any(|c| !c.is_whitespace() && !matches!(c, '\'' | '"' | '\u{2019}'));
            let is_asked = part[..found].contains('¿');
            let lower = trimmed.to_lowercase().replace('\u{2019}', "'");
            words.push(Word { text: trimmed, lower, start, end, ends_clause, is_foreign: false, is_asked });
        }
        offset += part.len();
    }
    words
}

/// Returns the lower-case word at a place; empty outside of the text.
pub(super) fn at<'a>(words: &'a [Word<'_>], place: usize) -> &'a str {
    words.get(place).map_or("", |word| word.lower.as_str())
}
