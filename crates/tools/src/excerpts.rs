//! Which excerpts of search results are worth a reading, and which texts are the empty shell of a page. Pure.

use std::collections::BTreeSet;

/// Length of the beginning by which words are compared, in characters: endings differ between forms and languages.
const STEM_CHARS: usize = 5;
/// Least length of a word that counts, in characters; names of capitals and digits count from two.
const MIN_WORD_CHARS: usize = 4;
/// Words of a query that an excerpt must share to be read, if the query has as many.
const MIN_SHARED: usize = 2;
/// Common words of queries, in lower case.
const COMMON: [&str; 40] = [
    "about",
    "after",
    "also",
    "before",
    "been",
    "could",
    "does",
    "from",
    "have",
    "into",
    "many",
    "more",
    "most",
    "much",
    "over",
    "says",
    "since",
    "some",
    "than",
    "that",
    "their",
    "them",
    "there",
    "these",
    "they",
    "this",
    "until",
    "were",
    "what",
    "when",
    "where",
    "which",
    "will",
    "with",
    "would",
    "your",
    "long",
    "happen",
    "often",
    "following",
];
/// Beginnings of short sentences that a page shows until its scripts have run, in lower case.
const SHELL_STARTS: [&str; 5] = ["loading", "please wait", "just a moment", "one moment", "wird geladen"];
/// Maximum number of words of such a sentence.
const MAX_SHELL_WORDS: usize = 4;

/// Returns true if an excerpt with its title may bear on a query: they share words of meaning, or are written in
/// scripts that cannot be compared word by word.
pub(crate) fn may_bear(query: &str, title: &str, excerpt: &str) -> bool {
    if is_other_script(query) || is_other_script(excerpt) {
        return true;
    }
    let asked = stems(query);
    let shared = stems(&format!("{title} {excerpt}")).intersection(&asked).count();
    shared >= MIN_SHARED.min(asked.len())
}

/// Returns the words of a text outside what a page shows until its scripts have run, and `None` if it shows no such
/// thing.
pub(crate) fn words_beside_shell(text: &str) -> Option<usize> {
    let sentences = text.split(['.', '!', '?', '…', '\n', '|']).map(|sentence| sentence.trim().to_lowercase());
    let (mut words, mut has_shell) = (0, false);
    for sentence in sentences {
        let is_short = sentence.split_whitespace().nth(MAX_SHELL_WORDS).is_none();
        let is_shell = is_short && SHELL_STARTS.iter().any(|start| sentence.starts_with(start))
            || web::asks_for_scripts(&sentence);
        has_shell |= is_shell;
        if !is_shell {
            words += sentence.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
        }
    }
    has_shell.then_some(words)
}

/// Returns true if most letters of a text are not Latin.
fn is_other_script(text: &str) -> bool {
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    letters().filter(|c| *c > '\u{24f}').count() * 2 > letters().count()
}

/// Returns the beginnings of the words of meaning. Numbers are left out: most pages have years.
fn stems(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().any(char::is_alphabetic));
    let counts = |word: &&str| {
        let is_name = !word.chars().any(char::is_lowercase) && word.chars().count() > 1;
        is_name || word.chars().count() >= MIN_WORD_CHARS
    };
    let lower = words.filter(counts).map(str::to_lowercase).filter(|word| !COMMON.contains(&word.as_str()));
    lower.map(|word| word.chars().take(STEM_CHARS).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_without_words_of_the_query_is_not_read() {
        let query = "Bank of Norrland December 2026 no rate cut inflation risk";
        assert!(may_bear(query, "Inflation falls to 1.8 per cent", "Consumer prices in Norrland rose."));
        assert!(may_bear(query, "", "Norrlands Inflationsrate fiel im Dezember auf 1,8 Prozent."));
        assert!(may_bear(query, "", "通胀率在十月下降到百分之一点八"));
        assert!(may_bear("日本銀行 金融政策", "", "The Bank of Japan left its rate unchanged."));
        assert!(may_bear("LNTRN", "Lantern token", "LNTRN is a token."));
        assert!(!may_bear(query, "Tidewater S2 home battery", "The price is 4,290 dollars in December 2026."));
        assert!(!may_bear("LNTRN price", "Heron", "HERON sets fees."));
        assert!(may_bear("2026", "Any", "Any text"), "a query without words excludes nothing");
    }

    #[test]
    fn the_shell_of_a_page_is_told_from_its_text() {
        assert_eq!(words_beside_shell("Loading… Please enable JavaScript to run this app."), Some(0));
        assert_eq!(words_beside_shell("Rates | Loading..."), Some(1));
        assert_eq!(words_beside_shell("The rate is 3.25 per cent."), None);
        let text = "You need to enable JavaScript. The bank left its policy rate at three per cent";
        assert_eq!(words_beside_shell(text), Some(10));
        assert_eq!(words_beside_shell("JavaScript was created in 1995 by Brendan Eich at Netscape."), None);
        assert_eq!(words_beside_shell("Loading volumes at the port rose 5 % in May."), None);
    }
}
