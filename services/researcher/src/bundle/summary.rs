//! The summary that replaces a conversation when a todo ends. Pure.

/// Maximum number of sentences.
const MAX_SENTENCES: usize = 3;
/// Maximum number of characters, three long sentences.
const MAX_CHARS: usize = 700;
/// Maximum number of sentences of the summary of several todos.
const MAX_JOINED_SENTENCES: usize = 6;
/// Maximum number of characters of the summary of several todos.
const MAX_JOINED_CHARS: usize = 1_400;

/// Returns the summary after a todo: the model's own, which includes the one before; without one, the sentences before
/// and the todo's result. Its length does not depend on the number of todos.
pub(crate) fn summary(before: &str, given: &str, todo: &str, result: &str) -> String {
    let mut kept: Vec<&str> = sentences(given).take(MAX_SENTENCES).collect();
    let fallback = format!("{todo}: {}", if result.trim().is_empty() { "nothing was found." } else { result.trim() });
    if kept.is_empty() {
        kept.extend(sentences(&fallback).take(MAX_SENTENCES - 1));
        let room = MAX_SENTENCES - kept.len();
        let older: Vec<&str> = sentences(before).collect();
        let skip = older.len().saturating_sub(room);
        kept.splice(0..0, older.into_iter().skip(skip));
    }
    let mut text = kept.join(" ");
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Returns the sentences of the summaries of several todos, each once, the newest if there are too many.
pub(crate) fn joined<'a>(summaries: impl Iterator<Item = &'a str>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for sentence in summaries.flat_map(sentences) {
        if !kept.contains(&sentence) {
            kept.push(sentence);
        }
    }
    let mut chars = 0;
    let fits = |sentence: &&&str| {
        chars += sentence.chars().count() + 1;
        chars <= MAX_JOINED_CHARS
    };
    let newest: Vec<&str> = kept.iter().rev().take(MAX_JOINED_SENTENCES).take_while(fits).copied().collect();
    newest.into_iter().rev().collect::<Vec<_>>().join(" ")
}

/// Splits after a full stop, question mark or exclamation mark that is followed by white space.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = |(at, _): &(usize, &str)| rest[at + 1..].starts_with(char::is_whitespace);
        let end = rest.match_indices(['.', '!', '?']).find(ends).map_or(rest.len(), |(at, _)| at + 1);
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_models_own_summary_is_kept_up_to_three_sentences() {
        assert_eq!(summary("Before.", "One. Two! Three? Four.", "w", "c"), "One. Two! Three?");
        assert_eq!(
            summary("A. B. C.", "", "Ada, bio", "She wrote. She died. More."),
            "C. Ada, bio: She wrote. She died."
        );
        assert_eq!(summary("", " ", "Ada, bio", ""), "Ada, bio: nothing was found.");
        assert_eq!(summary("", "Version 1.5 of 2.0 is out.", "w", "c"), "Version 1.5 of 2.0 is out.");
    }

    #[test]
    fn summaries_of_todos_that_ran_together_are_joined() {
        let joined = |parts: &[&str]| super::joined(parts.iter().copied());
        assert_eq!(joined(&["A. B.", "A. C.", ""]), "A. B. C.");
        assert_eq!(joined(&["1. 2. 3. 4.", "5. 6. 7."]), "2. 3. 4. 5. 6. 7.");
        assert_eq!(joined(&["Old.", &format!("{}.", "x".repeat(1_397))]).len(), 1_398);
    }

    #[test]
    fn the_summary_does_not_grow_with_the_number_of_todos() {
        let mut so_far = String::new();
        for n in 0..200 {
            so_far = summary(&so_far, "", &format!("todo {n}"), &"endless ".repeat(500));
            assert!(so_far.chars().count() <= MAX_CHARS + 1);
        }
    }
}
