//! A few words of a page, for a result list. Pure.

use crate::corpus::bm25;

/// Characters of a snippet.
const CHARS: usize = 240;

/// The sentence with most of the query's words, with what follows it.
pub fn snippet(words: &str, query: &str) -> String {
    let asked: Vec<String> = bm25::words(query).collect();
    let mut best = (0, 0);
    let mut start = 0;
    for sentence in words.split_inclusive(['.', '!', '?', '\n']) {
        let mut found: Vec<String> = bm25::words(sentence).filter(|word| asked.contains(word)).collect();
        found.sort_unstable();
        found.dedup();
        if found.len() > best.0 {
            best = (found.len(), start);
        }
        start += sentence.len();
    }
    words[best.1..].trim_start().chars().take(CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_begins_with_the_best_sentence() {
        let text = "Welcome. The mint was frozen in May. Nothing else.";
        assert!(snippet(text, "who froze the mint in May").starts_with("The mint"));
        assert!(snippet(text, "zebra").starts_with("Welcome"));
        assert_eq!(snippet("", "x"), "");
    }
}
