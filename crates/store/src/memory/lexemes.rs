//! Lexemes in the index over notes and research: those of `retrieval::ranking`, so that candidates and ranking agree in
//! every language.

pub(crate) use retrieval::LEXEMES_VERSION;
use retrieval::ranking::Passage;

/// Maximum length in bytes of a lexeme in Postgres' text search. No stored text has a longer one, and querying one is
/// an error.
const MAX_LEXEME_BYTES: usize = 2_046;

/// Maximum length in bytes of the lexemes of a text. Postgres refuses a `tsvector` above 1 MB.
const MAX_BYTES: usize = 500_000;

pub(crate) fn fits(lexeme: &str) -> bool {
    lexeme.len() <= MAX_LEXEME_BYTES
}

/// Returns the lexemes of a note, separated by spaces. Lists are joined by line breaks.
pub(crate) fn of_note(heading: [&str; 3], text: &str) -> String {
    lexemes(&Passage::new(&heading.join("\n"), text, []))
}

/// Returns the lexemes of research about an entity with its names, separated by spaces.
pub(crate) fn of_research((entity, names): (&str, &str), summary: &str) -> String {
    lexemes(&Passage::new(&format!("{}\n{names}", entity.replace('-', " ")), summary, []))
}

/// A lexeme consists of letters and digits.
fn lexemes(passage: &Passage) -> String {
    let mut lexemes: Vec<&str> = passage.terms().filter(|lexeme| fits(lexeme)).collect();
    lexemes.sort_unstable();
    let mut text = String::new();
    for lexeme in lexemes {
        if text.len() + lexeme.len() > MAX_BYTES {
            break;
        }
        text.push_str(lexeme);
        text.push(' ');
    }
    text.pop();
    text
}
