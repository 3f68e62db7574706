//! Classification of identifiers: an unambiguous key, a broken key, or words.

use std::borrow::Cow;

use super::fold::is_invisible;
use crate::{InvalidLei, Lei};

/// A classified identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identifier<'a> {
    /// An unambiguous key with its look-up context: `mint`, `lei`, `url`, `market`, `address`.
    Key(&'static str, Cow<'a, str>),
    /// Text of the shape of a key that is not a valid key, with the reason. It never matches anything by similarity.
    Broken(&'static str, String),
    /// A symbol or a name, which may be ambiguous.
    Words(&'a str),
}

impl Identifier<'_> {
    /// Names what the identifier identifies, if it is a key whose form is checked: no word of it is a stranger's.
    pub fn described(&self) -> Option<String> {
        match self {
            Self::Key("mint", value) => Some(format!("the token with the mint {value}")),
            Self::Key("address", value) => Some(format!("the contract or wallet with the address {value}")),
            Self::Key("market", value) => Some(format!("the market with the id {value}")),
            Self::Key("lei", value) => Some(format!("the organisation with the LEI {value}")),
            Self::Key(..) | Self::Broken(..) | Self::Words(_) => None,
        }
    }
}

/// Length range of text that is classified as an address: from a mint that lost some characters to a transaction
/// signature (88).
const ADDRESS_LENGTHS: std::ops::RangeInclusive<usize> = 28..=96;

/// Classifies an identifier. Keys keep their case, because base58 is case-sensitive.
pub fn read(identifier: &str) -> Identifier<'_> {
    let text = identifier.trim();
    if is_mint(text) {
        Identifier::Key("mint", Cow::Borrowed(text))
    } else if text.starts_with("https://") || text.starts_with("http://") {
        Identifier::Key("url", Cow::Borrowed(text))
    } else if let Some(key) = hexadecimal(text) {
        key
    } else if let Some(lei) = lei(text) {
        lei
    } else if is_like_an_address(text) {
        Identifier::Broken("mint", invalid_mint_reason(text))
    } else {
        Identifier::Words(strip_dollar(text))
    }
}

/// Returns `true` for the 32 bytes of an ed25519 key or program address in base58, as Solana writes them: 32 to 44
/// characters. Text of 44 characters can encode slightly more than 32 bytes; such text has the right shape and is never
/// found on the chain.
pub fn is_mint(text: &str) -> bool {
    (32..=44).contains(&text.len()) && matches!(base58_len(text), Some(32 | 33))
}

/// Removes the `$` prefix with which people write symbols: `$WIF` means WIF.
fn strip_dollar(text: &str) -> &str {
    let bare = text.trim_start_matches('$').trim_start();
    if bare.is_empty() { text } else { bare }
}

/// Returns the number of bytes that base58 text encodes; `None` if it is not base58 or longer than a signature.
fn base58_len(text: &str) -> Option<usize> {
    let mut decoded = [0_u8; 64];
    bs58::decode(text).onto(&mut decoded[..]).ok()
}

/// Recognises a market id (32 bytes) or an EVM address (20 bytes). Their case only carries a checksum and is dropped.
fn hexadecimal(text: &str) -> Option<Identifier<'_>> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    let key = match digits.len() {
        64 => "market",
        40 => "address",
        _ => return None,
    };
    Some(Identifier::Key(key, Cow::Owned(text.to_ascii_lowercase())))
}

/// Recognises a Legal Entity Identifier. Twenty digits without a letter are not taken as one.
fn lei(text: &str) -> Option<Identifier<'_>> {
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    match Lei::parse(text) {
        Ok(_) => Some(Identifier::Key("lei", Cow::Borrowed(text))),
        Err(InvalidLei::Form) => None,
        Err(InvalidLei::CheckDigits) => {
            // Twenty capitals may also be a name; an LEI always has digits before its check digits.
            let digits = text.bytes().take(18).filter(u8::is_ascii_digit).count();
            (digits >= 2).then(|| Identifier::Broken("lei", "its check digits are wrong".to_owned()))
        }
    }
}

/// Returns `true` for a single long word of mixed case with digits, a shape that names do not have.
fn is_like_an_address(text: &str) -> bool {
    let has = |test: fn(&char) -> bool| text.chars().any(|c| test(&c));
    let plain = text.chars().filter(char::is_ascii_alphanumeric).count();
    let all = text.chars().count();
    ADDRESS_LENGTHS.contains(&plain)
        // A few foreign characters indicate damage; many indicate another language.
        && all - plain <= all / 10
        && !has(|c| c.is_whitespace())
        && has(char::is_ascii_digit)
        && has(char::is_ascii_uppercase)
        && has(char::is_ascii_lowercase)
}

fn invalid_mint_reason(text: &str) -> String {
    if text.chars().any(is_invisible) {
        return "it has invisible characters".to_owned();
    }
    let strange = text.chars().find(|c| !c.is_ascii_alphanumeric() || matches!(c, '0' | 'O' | 'I' | 'l'));
    if let Some(strange) = strange {
        return format!("it has {strange:?}, which base58 does not use");
    }
    match base58_len(text) {
        Some(64) => "it is 64 bytes, as a transaction's signature is; a mint is 32".to_owned(),
        Some(count) => format!("it is {count} bytes; a mint is 32"),
        None => "it is longer than any address".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

    #[test]
    fn keys_and_words_are_distinguished() {
        assert_eq!(read(&format!(" {MINT} ")), Identifier::Key("mint", MINT.into()));
        assert_eq!(read("HWUPKR0MPOU8FGXBT394"), Identifier::Key("lei", "HWUPKR0MPOU8FGXBT394".into()));
        assert_eq!(read("https://example.org/a"), Identifier::Key("url", "https://example.org/a".into()));
        assert_eq!(
            read(&format!("0x{}", "aB".repeat(20))),
            Identifier::Key("address", format!("0x{}", "ab".repeat(20)).into())
        );
        assert_eq!(read(" $WIF "), Identifier::Words("WIF"));
        assert_eq!(read("$$$"), Identifier::Words("$$$"));
        for words in ["SOL", "dogwifhat", "0x12", "Supercalifragilisticexpialidocious", "RAYDIUMLPTOKENSOLX12"] {
            assert_eq!(read(words), Identifier::Words(words));
        }
    }

    #[test]
    fn a_damaged_key_is_broken_and_never_words() {
        let damaged = [
            MINT[..41].to_owned(),
            format!("{MINT}xyz"),
            MINT.replace('5', "l"),
            MINT.replace('5', "0"),
            MINT.replace('d', "\u{200b}d"),
            MINT.replace('A', "\u{0410}"),
            "HWUPKR0MPOU8FGXBT395".to_owned(),
        ];
        for text in damaged {
            assert!(matches!(read(&text), Identifier::Broken(..)), "{text}");
        }
    }

    #[test]
    fn another_case_is_another_mint() {
        let other = MINT.replacen('A', "a", 1);
        assert!(matches!(read(&other), Identifier::Key("mint", value) if value == other.as_str()));
    }
}
