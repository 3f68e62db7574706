//! Text of others in output: characters that control a terminal, end a line or change the direction of the text around
//! them are escaped in JSON and replaced in plain text. Pure.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Replaces an unsafe character in plain text.
const REPLACEMENT: char = '\u{fffd}';

/// Returns `true` for control characters, bidirectional embeddings, overrides and isolates, and the line and paragraph
/// separators. The marks of direction (U+200E, U+200F, U+061C) are part of ordinary Arabic and Hebrew text and concern
/// one position only.
fn is_unsafe(c: char) -> bool {
    matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}') || c.is_control()
}

/// Replaces unsafe characters by U+FFFD, except line breaks and tabs.
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_replaced = |c: char| is_unsafe(c) && !matches!(c, '\n' | '\t');
    if text.contains(is_replaced) {
        Cow::Owned(text.replace(is_replaced, REPLACEMENT.encode_utf8(&mut [0; 4])))
    } else {
        Cow::Borrowed(text)
    }
}

/// Escapes unsafe characters, and the marks of direction, in serialised JSON as `\\uXXXX`, which leaves its meaning
/// unchanged. Line breaks and tabs are kept: outside strings they are white space, and in strings the serialiser has
/// escaped them.
pub fn json(text: &str) -> Cow<'_, str> {
    let is_mark = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}');
    let is_escaped = |c: char| (is_unsafe(c) || is_mark(c)) && !matches!(c, '\n' | '\t');
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) {
            // All of them are in the basic plane, so four digits suffice. Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Replaces unsafe characters in a log line for a terminal. The formatter has escaped the control characters of fields;
/// what remains of them are its own colours.
pub(crate) fn log_line(text: &str) -> Cow<'_, str> {
    let is_replaced = |c: char| is_unsafe(c) && !matches!(c, '\n' | '\t' | '\u{1b}');
    if text.contains(is_replaced) {
        Cow::Owned(text.replace(is_replaced, REPLACEMENT.encode_utf8(&mut [0; 4])))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// All characters that must not appear in output.
    pub(crate) const HOSTILE: &str =
        "\u{1b}[2J\u{7f}\u{9b}31m\u{85}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{206a}\r\u{8}\u{0}";

    #[test]
    fn escaped_json_has_the_same_meaning_and_no_unsafe_character() {
        let value = serde_json::json!({ HOSTILE: HOSTILE, "list": ["a\nb\tc", "שלום\u{200f} 😀"] });
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let escaped = json(&text);
            assert!(!escaped.contains(|c| is_unsafe(c) && c != '\n') && !escaped.contains('\u{200f}'), "{escaped}");
            assert!(escaped.contains("\\u202e") && escaped.contains("\\u009b"), "{escaped}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
        }
        assert!(matches!(json("{\"a\":\"é 😀 将来\"}"), Cow::Borrowed(_)));
    }

    #[test]
    fn plain_text_keeps_ordinary_text_of_every_script() {
        assert!(!plain(HOSTILE).contains(is_unsafe));
        assert_eq!(plain("a\u{1b}[2Jb\rc\u{202e}d"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d");
        for same in ["Wird es regnen?\n\t将来", "هل ستمطر؟ 😀 e\u{301}", "שלום\u{200f}!"] {
            assert!(matches!(plain(same), Cow::Borrowed(_)), "{same}");
        }
    }

    #[test]
    fn a_log_line_keeps_its_colours_only() {
        assert_eq!(
            log_line("\u{1b}[32m INFO\u{1b}[0m a\u{202e}b\rc\n"),
            "\u{1b}[32m INFO\u{1b}[0m a\u{fffd}b\u{fffd}c\n"
        );
    }
}
