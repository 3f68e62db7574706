//! Inline images (ISO 32000-2, 8.9.7). They are removed before content is interpreted: no text is in them, and
//! `hayro-syntax` looks for the end of each one by reading what follows as content, which takes a time exponential in
//! their number. This search is linear.

use std::borrow::Cow;

/// Number of bytes behind an `EI` that must be text; pixels are rarely (as in pdf.js, but up to the next string only).
const TEXT_BEHIND: usize = 10;

/// Returns the content with spaces in place of inline images, and of every other operator `BI`.
pub(super) fn without_images(content: &[u8]) -> Cow<'_, [u8]> {
    let images = images(content);
    if images.is_empty() {
        return Cow::Borrowed(content);
    }
    let mut rest = content.to_vec();
    for (from, to) in images {
        rest[from..to].fill(b' ');
    }
    Cow::Owned(rest)
}

/// Returns where images begin and end.
fn images(content: &[u8]) -> Vec<(usize, usize)> {
    let (mut found, mut begun, mut at) = (Vec::new(), None, 0);
    // Once no `EI` follows, none follows later.
    let mut ends = true;
    while let Some(byte) = content.get(at) {
        let start = at;
        at = match byte {
            b'(' => behind_string(content, at),
            b'%' => behind(content, at, |byte| matches!(byte, b'\r' | b'\n')),
            b'/' => behind_word(content, at + 1),
            b'<' if content.get(at + 1) == Some(&b'<') => at + 2,
            b'<' => behind(content, at, |byte| byte == b'>'),
            byte if is_regular(*byte) => behind_word(content, at),
            _ => at + 1,
        };
        let word = &content[start..at];
        if begins(word) {
            found.extend(begun.replace((start, at)));
        } else if word == b"ID"
            && let Some((from, to)) = begun.take()
        {
            let end = if ends { end_of_image(content, at) } else { None };
            ends = end.is_some();
            at = end.unwrap_or(at);
            found.push((from, end.unwrap_or(to)));
        }
    }
    found.extend(begun);
    found
}

/// Returns `true` for the operator `BI`, also behind a number that it touches and with characters written as `#42`.
fn begins(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-')).count();
    let is = |rest: &[u8], letter: u8, code: &[u8]| match rest {
        [first, ..] if *first == letter => Some(1),
        [b'#', coded @ ..] if coded.starts_with(code) => Some(3),
        _ => None,
    };
    let rest = &word[digits..];
    is(rest, b'B', b"42").is_some_and(|first| is(&rest[first..], b'I', b"49") == Some(rest.len() - first))
}

/// Returns the position behind the `EI` that ends the image whose data begin at `from`.
fn end_of_image(content: &[u8], from: usize) -> Option<usize> {
    let ends = |at: &usize| {
        let behind = content.get(at + 2..).unwrap_or_default();
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
        content[*at..].starts_with(b"EI")
            && behind.first().is_none_or(|byte| !is_regular(*byte))
            && behind.iter().take(TEXT_BEHIND).take_while(|byte| **byte != b'(').all(is_text)
    };
    (from..content.len()).find(ends).map(|at| at + 2)
}

fn behind_string(content: &[u8], from: usize) -> usize {
    let (mut depth, mut at) = (0_usize, from);
    while let Some(byte) = content.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(content.len())
}

fn behind(content: &[u8], from: usize, ends: impl Fn(u8) -> bool) -> usize {
    content[from..].iter().position(|byte| ends(*byte)).map_or(content.len(), |length| from + length + 1)
}

fn behind_word(content: &[u8], from: usize) -> usize {
    content[from..].iter().position(|byte| !is_regular(*byte)).map_or(content.len(), |length| from + length)
}

/// Returns `true` for bytes that are neither white space nor a delimiter (ISO 32000-2, 7.2.3).
fn is_regular(byte: u8) -> bool {
    !matches!(
        byte,
        0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

#[cfg(test)]
mod tests {
    use super::without_images;

    fn left(content: &[u8]) -> String {
        let left = without_images(content);
        assert_eq!(left.len(), content.len());
        String::from_utf8_lossy(&left).split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn images_are_removed_and_what_only_looks_like_one_is_not() {
        for (content, rest) in [
            (&b"q BI /W 1 /H 1 ID \x80\xff EI Q (a) Tj"[..], "q Q (a) Tj"),
            (b"BI /F [/A85 /Fl] ID abcEIzz EI\x80 EI\nQ", "Q"),
            (b"BI ID x EI BT (\x80\xff) Tj", "BT (\u{fffd}\u{fffd}) Tj"),
            (
                b"(BI ID x EI) Tj /BI Do % BI ID x EI\nQ <BI> <</BI 1>>",
                "(BI ID x EI) Tj /BI Do % BI ID x EI Q <BI> <</BI 1>>",
            ),
            (b"(a\\)BI ID EI) (b(c)BI ID EI) d", "(a\\)BI ID EI) (b(c)BI ID EI) d"),
            (b"7BI ID x EI Q", "Q"),
            (b"#42#49 ID x EI B#49 ID x EI #42I ID x EI Q", "Q"),
            (b"BI /W 1 (a) Tj BI ID x EI b", "/W 1 (a) Tj b"),
            (b"BI ID no end BI ID", "ID no end ID"),
            (b"BIT ABI EI Bi #4", "BIT ABI EI Bi #4"),
            (b"(open BI ID x EI", "(open BI ID x EI"),
            (b"(\\", "(\\"),
        ] {
            assert_eq!(left(content), rest, "{:?}", String::from_utf8_lossy(content));
        }
    }
}
