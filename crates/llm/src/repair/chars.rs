//! Which characters mean what in text that is nearly JSON.

/// White space, that of typesetting included: models copy it from pages.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{180e}' | '\u{200b}' | '\u{feff}')
}

pub(super) fn is_newline(c: char) -> bool {
    c == '\n'
}

/// May follow a value, or separates.
pub(super) fn is_delimiter(c: char) -> bool {
    matches!(c, ',' | ':' | '[' | ']' | '/' | '{' | '}' | '(' | ')' | '\n' | '+')
}

/// Ends a text whose own end quote is missing.
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

/// Does `c` end what `open` began? The marks of the keyboard end only themselves; those of typesetting, any of their kind.
pub(super) fn closes(open: char, c: char) -> bool {
    match open {
        '"' | '\'' => c == open,
        _ if is_single(open) => is_single(c),
        _ => is_double(c),
    }
}

/// May stand in a web address.
pub(super) fn is_url(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/?#@!$&'()*+;=%".contains(c)
}

/// May begin a name.
pub(super) fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '_' | '$')
}

/// May stand in a name.
pub(super) fn in_name(c: char) -> bool {
    begins_name(c) || c.is_ascii_digit()
}

/// May begin a value.
pub(super) fn begins_value(c: char) -> bool {
    in_name(c) || matches!(c, '[' | '{' | '-') || is_quote(c)
}
