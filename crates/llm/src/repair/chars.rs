//! Character classes of text that is nearly JSON.

/// White space, including typographic spaces, which models copy from pages.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}')
}

pub(super) fn is_newline(c: char) -> bool {
    c == '\n'
}

/// Separates values or follows a value.
pub(super) fn is_delimiter(c: char) -> bool {
    matches!(c, ',' | ':' | '[' | ']' | '/' | '{' | '}' | '(' | ')' | '\n' | '+')
}

/// Ends a string without a closing quote.
pub(super) fn ends_unclosed(c: char) -> bool {
    matches!(c, ',' | '[' | ']' | '/' | '{' | '}' | '\n' | '+')
}

fn is_double(c: char) -> bool {
    matches!(c, '"' | '\u{201c}' | '\u{201d}')
}

fn is_single(c: char) -> bool {
    matches!(c, '\'' | '\u{2018}' | '\u{2019}' | '`' | '\u{b4}')
}

/// Any quotation mark.
pub(super) fn is_quote(c: char) -> bool {
    is_double(c) || is_single(c)
}

/// Returns `true` if `c` closes what `open` began. Keyboard quotes close only themselves, typographic ones any of their
/// kind.
pub(super) fn closes(open: char, c: char) -> bool {
    match open {
        '"' | '\'' => c == open,
        _ if is_single(open) => is_single(c),
        _ => is_double(c),
    }
}

/// Allowed in a web address.
pub(super) fn is_url(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+;=%".contains(c)
}

/// Allowed as the first character of a name.
pub(super) fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '$')
}

/// Allowed in a name.
pub(super) fn in_name(c: char) -> bool {
    begins_name(c) || c.is_ascii_digit()
}

/// Allowed as the first character of a value.
pub(super) fn begins_value(c: char) -> bool {
    in_name(c) || matches!(c, '[' | '{' | '-') || is_quote(c)
}
