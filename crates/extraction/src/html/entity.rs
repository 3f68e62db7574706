//! Character references: `&amp;`, `&#8217;`, `&#x2019;`, and legacy forms.

use std::borrow::Cow;

use html_escape::NAMED_ENTITIES;

/// Maximum length of a reference's name in the table.
const MAX_ENTITY_NAME: usize = 32;
/// References that browsers accept without a semicolon and that pages use.
const BARE: &[(&str, &str)] = &[
    ("nbsp", "\u{a0}"),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("copy", "©"),
    ("reg", "®"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("agrave", "à"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("szlig", "ß"),
];
/// Characters of `&#128;` to `&#159;` in browsers: windows-1252 (HTML standard, "numeric character reference end
/// state").
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Resolves the references of a text; borrowed if there are none.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'&', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while !rest.is_empty() {
        // `rest` begins with an ampersand.
        let used = reference(&rest[1..], &mut out).map_or_else(
            || {
                out.push('&');
                1
            },
            |used| used + 1,
        );
        rest = &rest[used..];
        let next = memchr::memchr(b'&', rest.as_bytes()).unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(out)
}

/// Resolves the reference after an ampersand and returns the number of bytes consumed.
fn reference(text: &str, out: &mut String) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.first() == Some(&b'#') {
        let (value, used) = number(&bytes[1..])?;
        out.push(character(value));
        return Some(used + 1);
    }
    let length = bytes.iter().take(MAX_ENTITY_NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let name = &bytes[..length];
    if bytes.get(length) == Some(&b';') {
        let at = NAMED_ENTITIES.binary_search_by(|(known, _)| known[..].cmp(name)).ok()?;
        out.push_str(NAMED_ENTITIES[at].1);
        return Some(length + 1);
    }
    let (bare, value) = BARE.iter().find(|(bare, _)| text.starts_with(bare))?;
    out.push_str(value);
    Some(bare.len())
}

fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let (radix, skip) = if matches!(bytes.first(), Some(b'x' | b'X')) { (16, 1) } else { (10, 0) };
    let digits = bytes[skip..].iter().take_while(|byte| (**byte as char).is_digit(radix)).count();
    if digits == 0 {
        return None;
    }
    let value = bytes[skip..skip + digits]
        .iter()
        .filter_map(|byte| (*byte as char).to_digit(radix))
        .fold(0_u32, |value, digit| value.saturating_mul(radix).saturating_add(digit));
    let end = skip + digits;
    Some((value, end + usize::from(bytes.get(end) == Some(&b';'))))
}

fn character(value: u32) -> char {
    match value {
        0x80..=0x9f => WINDOWS[(value - 0x80) as usize],
        0 => char::REPLACEMENT_CHARACTER,
        _ => char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_browsers_read_them() {
        for (text, meant) in [
            ("no reference", "no reference"),
            ("a &amp; b &lt;c&gt;", "a & b <c>"),
            ("&#8217;&#x2019;&#X2019", "’’’"),
            ("&#150;&#0;&#x110000;", "–\u{fffd}\u{fffd}"),
            ("Tom&nbspand &copy2020", "Tom\u{a0}and ©2020"),
            ("AT&T &unknown; & &; &#; &#x;", "AT&T &unknown; & &; &#; &#x;"),
            ("&hellip;&eacute;&ldquo;", "…é“"),
            ("&", "&"),
        ] {
            assert_eq!(decode(text), meant, "{text}");
        }
        assert!(matches!(decode("plain"), Cow::Borrowed(_)));
    }
}
