//! Character set detection: byte order mark, HTTP header, the page's `meta`, and statistics of the bytes.
//!
//! Text that is valid UTF-8 and not ASCII is practically always UTF-8, so this test outranks header and page, which are
//! wrong more often. A declared set that contradicts the bytes is ignored; then the statistics of chardetng
//! decide, as in Firefox.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Number of ASCII control characters that a text may have, and the least number of characters for each further one.
const MAX_STRAY_CHARS: usize = 8;
const FOREIGN_SHARE: usize = 33;
/// Bytes searched for a `meta`. The HTML standard requires it in the first kilobyte; real pages place it later.
const META_WITHIN: usize = 8192;
/// Bytes examined for statistics.
const GUESS_WITHIN: usize = 256 * 1024;
/// Maximum bytes of decoded text. The fetcher limits bytes, but some sets triple in size when decoded.
const MAX_TEXT: usize = 8 * 1024 * 1024;
/// Tolerated ratio of undecodable bytes: fewer are damage, more indicate another character set.
const DAMAGE: usize = 500;

/// Decodes bytes to text. Never fails: undecodable bytes become U+FFFD.
pub fn decode<'b>(bytes: &'b [u8], content_type: &str) -> Cow<'b, str> {
    if let Some(text) = utf32(bytes) {
        return capped(text.into());
    }
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return capped(encoding.decode_without_bom_handling(&bytes[length..]).0);
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\u{1b}')
    {
        return capped(utf16(bytes).map_or(Cow::Borrowed(text), |encoding| encoding.decode(bytes).0));
    }
    let header = label_in(content_type).and_then(|label| Encoding::for_label(label.as_bytes()));
    let meta = || meta_label(bytes).and_then(|label| Encoding::for_label(label.as_bytes()));
    let sound = header.filter(|encoding| is_sound_utf16(encoding, bytes));
    let fitting = || [header, meta(), utf16(bytes)].into_iter().flatten().find(|encoding| fits(encoding, bytes));
    let declared = sound.or_else(fitting);
    let encoding = declared.unwrap_or_else(|| if is_damaged_utf8(bytes) { UTF_8 } else { guess(bytes) });
    capped(encoding.decode_without_bom_handling(bytes).0)
}

fn capped(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.len() <= MAX_TEXT {
        return text;
    }
    let end = (0..=MAX_TEXT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..end]),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    }
}

/// Detects UTF-16 without a byte order mark: every other byte of the first tag is zero.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..8)?;
    let zeros = |from: usize| head.iter().skip(from).step_by(2).all(|byte| *byte == 0);
    if zeros(1) && !zeros(0) { Some(UTF_16LE) } else { (zeros(0) && !zeros(1)).then_some(UTF_16BE) }
}

/// Decodes UTF-32 by its byte order mark, or without one by the zeros of the first two characters. The HTML standard
/// has no such set; exports of databases and programs have.
fn utf32(bytes: &[u8]) -> Option<String> {
    let (units, is_little) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => (rest, true),
        [0, 0, 0xfe, 0xff, rest @ ..] => (rest, false),
        [1..=0xff, 0, 0, 0, 1..=0xff, 0, 0, 0, ..] => (bytes, true),
        [0, 0, 0, 1..=0xff, 0, 0, 0, 1..=0xff, ..] => (bytes, false),
        _ => return None,
    };
    let code = |unit: &[u8; 4]| if is_little { u32::from_le_bytes(*unit) } else { u32::from_be_bytes(*unit) };
    let chars = units.as_chunks::<4>().0.iter().map(|unit| char::from_u32(code(unit)));
    Some(chars.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).take(MAX_TEXT).collect())
}

/// Returns true for a decoded text that has too many ASCII control characters to be one.
pub(crate) fn is_binary(text: &str) -> bool {
    let is_foreign = |c: char| c.is_ascii_control() && !c.is_whitespace() && c != '\u{1b}';
    let foreign = text.chars().filter(|c| is_foreign(*c)).count();
    foreign > MAX_STRAY_CHARS && foreign * FOREIGN_SHARE > text.chars().count()
}

/// Returns `true` for UTF-16 that decodes to text without an error, and that has a space or a full stop: with the zeros
/// or control characters of their code, which no text in another set has. Other scripts have no further zeros.
fn is_sound_utf16(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if encoding != UTF_16LE && encoding != UTF_16BE {
        return false;
    }
    let head = &bytes[..bytes.len().min(GUESS_WITHIN) & !1];
    let (text, broken) = encoding.decode_without_bom_handling(head);
    // The last character may be truncated.
    let is_damaged = broken && text.trim_end_matches(char::REPLACEMENT_CHARACTER).contains(char::REPLACEMENT_CHARACTER);
    !(text.is_empty() || is_damaged || is_binary(&text))
        && text.contains([' ', '\n', '\u{3000}', '\u{3001}', '\u{3002}'])
}

/// Returns `true` if the bytes are consistent with the declared set. A `meta` in ASCII cannot declare UTF-16.
fn fits(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    if encoding == UTF_16LE || encoding == UTF_16BE {
        return utf16(bytes) == Some(encoding);
    }
    let head = &bytes[..bytes.len().min(GUESS_WITHIN)];
    let text = encoding.decode_without_bom_handling(head).0;
    // The last character may be truncated.
    let broken = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    broken <= 1 + head.len() / DAMAGE
}

fn is_damaged_utf8(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(GUESS_WITHIN)];
    let text = String::from_utf8_lossy(head);
    let (mut broken, mut good) = (0, 0);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        if c == char::REPLACEMENT_CHARACTER { broken += 1 } else { good += 1 }
    }
    good > 4 * broken && broken <= 1 + head.len() / DAMAGE
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let head = &bytes[..bytes.len().min(GUESS_WITHIN)];
    detector.feed(head, head.len() == bytes.len());
    detector.guess(None, Utf8Detection::Allow)
}

/// Returns the `charset=…` of a content type or a `meta`.
fn label_in(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let after = lower
        .find("charset")
        .map(|at| at + "charset".len())
        .or_else(|| lower.find("encoding").map(|at| at + "encoding".len()))?;
    let value = lower[after..].trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let label: String =
        value.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.')).collect();
    (!label.is_empty()).then_some(label)
}

/// Returns the set declared in a `meta` or in the XML declaration.
fn meta_label(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(META_WITHIN)];
    let text = String::from_utf8_lossy(head);
    let declares = |tag: &&str| {
        tag.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("meta") || name.eq_ignore_ascii_case("?xml"))
    };
    text.split('<').filter(declares).find_map(|tag| label_in(tag.split('>').next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_set_is_found_in_every_place() {
        assert_eq!(decode("é".as_bytes(), ""), "é");
        assert_eq!(decode(b"\xe9t\xe9", "text/html; charset=ISO-8859-1"), "été");
        assert_eq!(
            decode(b"<META http-equiv=x content='text/html; charset=windows-1251'>\xcf", ""),
            "<META http-equiv=x content='text/html; charset=windows-1251'>П"
        );
        assert_eq!(decode(b"\xef\xbb\xbfok", "text/html; charset=latin1"), "ok");
        assert_eq!(decode(b"<meta charset=\"shift_jis\">\x93\xfa", ""), "<meta charset=\"shift_jis\">日");
        assert_eq!(
            decode(b"<?xml version='1.0' encoding='iso-8859-2'?>\xb1", ""),
            "<?xml version='1.0' encoding='iso-8859-2'?>ą"
        );
        assert_eq!(decode(b"\xff\xfeh\0i\0", ""), "hi");
        assert_eq!(decode(b"<\0p\0>\0h\0i\0", ""), "<p>hi");
    }

    #[test]
    fn utf16_of_any_script_and_utf32_are_read() {
        let chinese = "港口费用为四百五十五元，董事会星期一决定。";
        let utf16: Vec<u8> = chinese.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16, "text/plain; charset=utf-16le"), chinese);
        let latin = "Köln erhöht: 455 €";
        let le: Vec<u8> = latin.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let be: Vec<u8> = latin.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        for bytes in [&le, &be, &[&[0xff, 0xfe, 0, 0][..], &le].concat(), &[&[0, 0, 0xfe, 0xff][..], &be].concat()] {
            assert_eq!(decode(bytes, "text/plain"), latin);
        }
        let legacy = encoding_rs::WINDOWS_1252.encode("Die Größe der Häfen liegt über 455 Metern.").0.into_owned();
        assert_eq!(
            decode(&legacy, "text/html; charset=utf-16"),
            "Die Größe der Häfen liegt über 455 Metern.",
            "a wrong declaration"
        );
    }

    #[test]
    fn wrong_declarations_are_ignored() {
        assert_eq!(decode("Größe".as_bytes(), "text/html; charset=iso-8859-1"), "Größe");
        let cyrillic = "Привет, это обычный русский текст без объявления кодировки.";
        let bytes = encoding_rs::WINDOWS_1251.encode(cyrillic).0;
        assert_eq!(decode(&bytes, "text/html; charset=utf-8"), cyrillic);
        assert_eq!(decode(&bytes, ""), cyrillic);
        let japanese = "これは文字コードの宣言がない日本語の文章です。";
        assert_eq!(decode(&encoding_rs::EUC_JP.encode(japanese).0, ""), japanese);
        assert_eq!(decode(&encoding_rs::SHIFT_JIS.encode(japanese).0, ""), japanese);
    }

    #[test]
    fn one_broken_byte_does_not_turn_utf8_into_another_set() {
        let mut bytes = "Zürich, Genève, Málaga und Kraków. ".repeat(40).into_bytes();
        bytes.push(0xff);
        assert!(decode(&bytes, "").starts_with("Zürich, Genève"));
    }

    #[test]
    fn decoded_text_is_capped() {
        let text = decode(&[b'a'; MAX_TEXT + 5], "").len();
        assert_eq!(text, MAX_TEXT);
    }
}
