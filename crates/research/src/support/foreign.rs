//! Texts in languages of which the comparison has no tables, so that any word may negate or restrict the others.

use super::token::Token;

/// Words that negate in languages of Latin script without tables: Portuguese, Italian, Dutch, Scandinavian languages,
/// Turkish, Indonesian.
const NEGATIONS: [&str; 14] = [
    "não", "nem", "nenhum", "nenhuma", "non", "nessun", "nessuna", "niet", "geen", "inte", "ikke", "değil", "tidak",
    "bukan",
];
/// Letters of the languages with tables that English does not have.
const LETTERS: &str = "äöüßàâæçéèêëîïôœùûÿáíóúñªºµ";
/// Words from which a text must have one of the tables.
const MIN_WORDS: usize = 6;
/// Words of a text of which one at least is in the tables.
const WORDS_PER_KNOWN: usize = 8;

/// Returns true for a word that negates in a language without tables.
pub(super) fn is_negation(form: &str) -> bool {
    NEGATIONS.contains(&form)
}

/// Returns true for a text in another script than Latin, or with letters or words that no language of the tables has.
pub(super) fn is_foreign(tokens: &[Token], is_known: impl Fn(&Token) -> bool) -> bool {
    let words: Vec<&Token> = tokens.iter().filter(|token| token.form.starts_with(char::is_alphabetic)).collect();
    let letters = |is: fn(char) -> bool| words.iter().flat_map(|token| token.form.chars()).filter(|c| is(*c)).count();
    let others = letters(|c| c.is_alphabetic() && !is_latin(c));
    let has_other_letter = |token: &Token| {
        !token.capital && token.form.chars().any(|c| is_latin(c) && !c.is_ascii() && !LETTERS.contains(c))
    };
    let known = words.iter().filter(|token| is_known(token)).count();
    let is_negated = |token: &Token| is_negation(&token.form) && token.form != "non";
    others * 2 > letters(char::is_alphabetic)
        || words.iter().any(|token| has_other_letter(token) || is_negated(token))
        || words.len() >= MIN_WORDS && known * WORDS_PER_KNOWN < words.len()
}

fn is_latin(c: char) -> bool {
    matches!(u32::from(c), 0..=0x024F | 0x1E00..=0x1EFF)
}
