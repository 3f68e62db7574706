//! A document as statements, one for each passage.

use agent::untrusted::statement;
use retrieval::reading::{Passage, passages, plain};

/// Maximum length of a statement in characters; a passage has some hundred, and the heading above it is added.
const MAX_CHARS: usize = 2_000;

/// Returns the passages of a Markdown text as plain statements, in order. Each begins with the heading above it and the
/// first row of its table. Headings without a text are left out.
pub fn statements(text: &str) -> Vec<String> {
    passages(text).iter().filter_map(|passage| of_passage(text, passage)).collect()
}

fn of_passage(text: &str, passage: &Passage) -> Option<String> {
    let words = &text[passage.range.clone()];
    if words.starts_with('#') && !words.contains('\n') {
        return None;
    }
    let above = [&passage.heading, &passage.header].into_iter().flatten();
    let parts = above.map(|range| &text[range.clone()]).chain([words]);
    let statement = statement(&parts.map(plain).collect::<Vec<_>>().join(". "), MAX_CHARS);
    statement.chars().any(char::is_alphanumeric).then_some(statement)
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn passages_have_their_heading_and_headings_alone_are_left_out() {
        let text = "# Tides\n\nHigh water is at **noon**.\n\n# Empty\n\n# Depths\n\n| port | depth |\n| --- | --- |\n| Kelm | 4 m |";
        let statements = statements(text);
        assert!(
            statements[0].starts_with("Tides") && statements[0].contains("High water is at noon"),
            "{statements:?}"
        );
        assert!(statements.last().unwrap().contains("Kelm") && statements.last().unwrap().contains("4 m"));
        assert!(!statements.iter().any(|one| one == "Empty"), "{statements:?}");
    }
}
