//! Which words of a text are names.

use retrieval::text::Language;

use super::token::Text;

/// Returns true if the word is written as a name: with a capital letter inside a sentence. In German, where all nouns
/// are, only words with further capital letters count.
pub(super) fn is_name(text: &Text, at: usize) -> bool {
    let token = &text.tokens[at];
    let elsewhere = || text.tokens.iter().any(|other| !other.starts && other.capital && other.form == token.form);
    token.content && token.capital && text.language != Language::German && (!token.starts || elsewhere())
}

/// Returns true for a word that may be a name: with a capital letter anywhere. In German no word counts.
pub(super) fn is_proper(text: &Text, at: usize) -> bool {
    let token = &text.tokens[at];
    token.content && token.capital && text.language != Language::German
}
