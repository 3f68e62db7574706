//! Text strings outside of page contents: titles, authors, actual text (ISO 32000-2, 7.9.2.2).

/// PDFDocEncoding where it differs from Latin-1: 0x18 to 0x1F, 0x80 to 0x9E and 0xA0 (ISO 32000-2, table D.2).
const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
const SIGNS: [char; 33] = [
    '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ',
    'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\u{fffd}', '€',
];

/// Decodes a text string: UTF-16 or UTF-8 by its byte order mark, otherwise PDFDocEncoding. Drops controls and language
/// escapes.
pub(super) fn text(bytes: &[u8]) -> String {
    let decoded = match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        // Not allowed but common: UTF-8 without a byte order mark.
        _ => match std::str::from_utf8(bytes) {
            Ok(text) if !text.is_ascii() => text.to_owned(),
            _ => bytes.iter().map(|byte| document_encoding(*byte)).collect(),
        },
    };
    decoded.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn document_encoding(byte: u8) -> char {
    match byte {
        0x18..=0x1f => ACCENTS[usize::from(byte - 0x18)],
        0x80..=0xa0 => SIGNS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_in_the_encoding_they_are_marked_with() {
        assert_eq!(text(b"\xfe\xff\0Z\0\xfc"), "Zü");
        assert_eq!(text(b"\xff\xfeZ\0\xfc\0"), "Zü");
        assert_eq!(text(b"\xef\xbb\xbfZ\xc3\xbc"), "Zü");
        assert_eq!(text(b"Z\xc3\xbc"), "Zü");
        assert_eq!(text(b"Z\xfc \x93ne \x80 \xa0"), "Zü ﬁne • €");
        assert_eq!(text(b"\xfe\xff\xd8"), "");
    }
}
