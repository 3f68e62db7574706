//! Text as Postgres can store it.

/// Replaces NUL, which `text` cannot contain, by U+FFFD. Used for text that only informs a person. An effect with NUL
/// in any other column is refused, because silently changed data is worse than a dead letter.
pub(crate) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
