//! A conversation in two or three sentences: what stays of it when a todo is settled. Pure.

/// Sentences that stay.
const SENTENCES: usize = 3;
/// Characters that stay: three long sentences.
const CHARS: usize = 700;

/// The summary after a todo: the model's own, which knows the one before it; else made of that one and of what came of the
/// todo. It never grows with the number of todos.
pub(crate) fn summary(before: &str, told: &str, (what, came): (&str, &str)) -> String {
    let mut kept: Vec<&str> = sentences(told).take(SENTENCES).collect();
    let fallback = format!("{what}: {}", if came.trim().is_empty() { "nothing was found." } else { came.trim() });
    if kept.is_empty() {
        kept.extend(sentences(&fallback).take(SENTENCES - 1));
        let room = SENTENCES - kept.len();
        let older: Vec<&str> = sentences(before).collect();
        let skip = older.len().saturating_sub(room);
        kept.splice(0..0, older.into_iter().skip(skip));
    }
    let mut text = kept.join(" ");
    if let Some((end, _)) = text.char_indices().nth(CHARS) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Split after a full stop, question or exclamation mark that white space follows.
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
    fn the_models_own_words_stay_and_never_more_than_three_sentences() {
        assert_eq!(summary("Before.", "One. Two! Three? Four.", ("w", "c")), "One. Two! Three?");
        assert_eq!(
            summary("A. B. C.", "", ("Ada, bio", "She wrote. She died. More.")),
            "C. Ada, bio: She wrote. She died."
        );
        assert_eq!(summary("", " ", ("Ada, bio", "")), "Ada, bio: nothing was found.");
        assert_eq!(summary("", "Version 1.5 of 2.0 is out.", ("w", "c")), "Version 1.5 of 2.0 is out.");
    }

    #[test]
    fn however_many_todos_there_are_it_stays_short() {
        let mut so_far = String::new();
        for n in 0..200 {
            so_far = summary(&so_far, "", (&format!("todo {n}"), &"endless ".repeat(500)));
            assert!(so_far.chars().count() <= CHARS + 1);
        }
    }
}
