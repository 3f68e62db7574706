//! Which character set bytes are in: byte order mark, then the header, then the page's own `meta`, then UTF-8 if it is
//! valid, then windows-1252 (what browsers assume).

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// A `meta` must stand in the first kilobyte (HTML standard); real pages are later than that, so look a little further.
const META_WITHIN: usize = 4096;

/// Bytes as text. Never fails: what cannot be decoded becomes U+FFFD.
pub(crate) fn decode(bytes: &[u8], content_type: &str) -> String {
    let encoding = Encoding::for_bom(bytes)
        .map(|(encoding, _)| encoding)
        .or_else(|| label_in(content_type).and_then(|label| Encoding::for_label(label.as_bytes())))
        .or_else(|| meta_label(bytes).and_then(|label| Encoding::for_label(label.as_bytes())))
        .unwrap_or_else(|| if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 });
    encoding.decode(bytes).0.into_owned()
}

/// `charset=…` in a content type or a `meta`.
fn label_in(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let after = &lower[lower.find("charset")? + "charset".len()..];
    let value = after.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let label: String =
        value.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.')).collect();
    (!label.is_empty()).then_some(label)
}

fn meta_label(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(META_WITHIN)];
    let text = String::from_utf8_lossy(head);
    text.split('<').filter(|tag| tag.get(..4).is_some_and(|name| name.eq_ignore_ascii_case("meta"))).find_map(label_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_character_set_is_found_wherever_it_stands() {
        assert_eq!(decode("é".as_bytes(), ""), "é");
        assert_eq!(decode(b"\xe9t\xe9", "text/html; charset=ISO-8859-1"), "été");
        assert_eq!(
            decode(b"<META http-equiv=x content='text/html; charset=windows-1251'>\xcf", ""),
            "<META http-equiv=x content='text/html; charset=windows-1251'>П"
        );
        assert_eq!(decode(b"\xe9t\xe9 sans rien dire", "text/html"), "été sans rien dire");
        assert_eq!(decode(b"\xef\xbb\xbfok", "text/html; charset=latin1"), "ok");
        assert_eq!(decode(b"<meta charset=\"shift_jis\">\x93\xfa", ""), "<meta charset=\"shift_jis\">日");
    }
}
