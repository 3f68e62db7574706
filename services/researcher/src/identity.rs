//! What kind of identifier a text is. Pure.

/// How a thing was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named<'a> {
    /// A key that means one thing only, with the context that it is looked up by.
    Key(&'static str, &'a str),
    /// A symbol or a name: it may mean several things.
    Words(&'a str),
}

/// Reads an identifier. Keys are compared as they are; only words are folded.
pub(crate) fn read(identifier: &str) -> Named<'_> {
    let text = identifier.trim();
    if is_mint(text) {
        Named::Key("mint", text)
    } else if text.starts_with("https://") || text.starts_with("http://") {
        Named::Key("url", text)
    } else if is_lei(text) {
        Named::Key("lei", text)
    } else if text.len() == 66 && text.starts_with("0x") && text[2..].bytes().all(|b| b.is_ascii_hexdigit()) {
        Named::Key("market", text)
    } else {
        Named::Words(text.strip_prefix('$').unwrap_or(text))
    }
}

/// Base58 without its look-alikes 0, O, I and l; 32 to 44 characters are the lengths that 32 bytes can have.
pub(crate) fn is_mint(text: &str) -> bool {
    (32..=44).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() && !matches!(b, b'0' | b'O' | b'I' | b'l'))
}

/// Twenty characters with two check digits (ISO 17442); here only its shape.
fn is_lei(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 20
        && bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && bytes[18..].iter().all(u8::is_ascii_digit)
        && bytes.iter().any(u8::is_ascii_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_words() {
        let mint = "So11111111111111111111111111111111111111112";
        assert_eq!(read(mint), Named::Key("mint", mint));
        assert_eq!(read("HWUPKR0MPOU8FGXBT394"), Named::Key("lei", "HWUPKR0MPOU8FGXBT394"));
        assert_eq!(read("https://example.org/a"), Named::Key("url", "https://example.org/a"));
        assert_eq!(read(" $WIF "), Named::Words("WIF"));
        for words in ["SOL", "dogwifhat", "0x12", "So1111111111111111111111111111111111111111O"] {
            assert_eq!(read(words), Named::Words(words));
        }
    }
}
