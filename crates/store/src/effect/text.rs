//! Text that Postgres can hold.

/// Replaces NUL, which no `text` can hold, by the sign for something unreadable. Used where the text only informs a person; an
/// effect that carries NUL in a column is refused instead, because silently changed data is worse than a dead letter.
pub(crate) fn clean(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
