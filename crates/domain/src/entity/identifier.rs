//! Classification of identifiers: an unambiguous key, a broken key, or words.

use std::borrow::Cow;

use super::address::{Bech32, is_base58check};
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

/// Classifies an identifier. A key has the form in which it is compared: base58 is case-sensitive, other keys are not.
pub fn read(identifier: &str) -> Identifier<'_> {
    let text = identifier.trim();
    if is_mint(text) {
        Identifier::Key("mint", Cow::Borrowed(text))
    } else if let Some(url) = web_address(text) {
        Identifier::Key("url", url)
    } else if let Some(key) = hexadecimal(text) {
        key
    } else if let Some(lei) = lei(text) {
        lei
    } else if is_base58check(text) {
        Identifier::Key("address", Cow::Borrowed(text))
    } else if let Some(Bech32 { address, is_valid }) = Bech32::read(text) {
        match is_valid {
            true => Identifier::Key("address", Cow::Owned(address)),
            false => Identifier::Broken("address", "its check digits are wrong".to_owned()),
        }
    } else if is_like_an_address(text) {
        Identifier::Broken("mint", invalid_mint_reason(text))
    } else {
        Identifier::Words(strip_dollar(text))
    }
}

/// Returns the form in which the value of a key is compared. Pairs and pools are named by addresses.
pub fn canonical<'v>(key: &str, value: &'v str) -> Cow<'v, str> {
    match read(value) {
        Identifier::Key(read, value) if read == key || ["pair", "pool"].contains(&key) => value,
        Identifier::Key(..) | Identifier::Broken(..) | Identifier::Words(_) => Cow::Borrowed(value),
    }
}

/// Recognises a web address. Its scheme, `www.`, the usual port, a last slash and the fragment do not tell two pages
/// apart, and the case of the host does not count.
fn web_address(text: &str) -> Option<Cow<'_, str>> {
    let (scheme, rest) = text.split_once("://")?;
    if !["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return None;
    }
    let rest = rest.split('#').next().unwrap_or_default();
    let (host, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (path, query) = tail.split_at(tail.find('?').unwrap_or(tail.len()));
    let lower = host.to_lowercase();
    let port = if scheme.eq_ignore_ascii_case("http") { ":80" } else { ":443" };
    let host = lower.strip_suffix(port).unwrap_or(&lower);
    let host = host.strip_prefix("www.").unwrap_or(host);
    let address = format!("https://{host}{}{query}", path.trim_end_matches('/'));
    Some(if address == text { Cow::Borrowed(text) } else { Cow::Owned(address) })
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
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let key = match digits.len() {
        64 => "market",
        40 => "address",
        _ => return None,
    };
    Some(Identifier::Key(key, Cow::Owned(text.to_ascii_lowercase())))
}

/// Recognises a Legal Entity Identifier in any case. Twenty digits without a letter are not taken as one.
fn lei(text: &str) -> Option<Identifier<'_>> {
    if !text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let upper = text.to_ascii_uppercase();
    // Twenty letters may also be a name; an LEI always has digits before its check digits.
    let has_digits = text.bytes().take(18).filter(u8::is_ascii_digit).count() >= 2;
    match Lei::parse(&upper) {
        Ok(_) if upper == text => Some(Identifier::Key("lei", Cow::Borrowed(text))),
        Ok(_) => has_digits.then_some(Identifier::Key("lei", Cow::Owned(upper))),
        Err(InvalidLei::Form) => None,
        Err(InvalidLei::CheckDigits) => {
            (has_digits && upper == text).then(|| Identifier::Broken("lei", "its check digits are wrong".to_owned()))
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
    fn a_key_has_one_form_in_all_its_spellings() {
        let address = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
        let bech32 = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
        let page = "https://example.org/a";
        for (key, form, spellings) in [
            (
                "address",
                address,
                vec!["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"],
            ),
            ("address", bech32, vec!["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"]),
            ("lei", "HWUPKR0MPOU8FGXBT394", vec!["hwupkr0mpou8fgxbt394"]),
            (
                "url",
                page,
                vec!["http://www.Example.org/a/", "HTTPS://example.org:443/a#top", "http://example.org:80/a"],
            ),
            ("url", "https://example.org", vec!["https://example.org/", "http://www.example.org"]),
            ("url", "https://example.org/a?q=B", vec!["https://EXAMPLE.org/a/?q=B"]),
        ] {
            for spelling in spellings.iter().chain([&form]) {
                assert_eq!(read(spelling), Identifier::Key(key, form.into()), "{spelling}");
                assert_eq!(canonical(key, spelling), form, "{spelling}");
            }
        }
        let [one, other] = ["https://example.org/A", "https://example.org:8443/a"].map(read);
        assert!(one != read(page) && other != read(page), "a path has a case, and another port is another server");
        assert_eq!(canonical("pool", &address.to_uppercase()), address);
        assert_eq!(canonical("name", page), page, "the name of a page is no key");
    }

    #[test]
    fn addresses_of_other_chains_are_known_by_their_check_digits() {
        let bitcoin = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
        for address in [bitcoin, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"] {
            assert_eq!(read(address), Identifier::Key("address", address.into()));
        }
        let taproot = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
        assert_eq!(read(taproot), Identifier::Key("address", taproot.into()));
        assert!(matches!(read(&bitcoin.replace("zP", "ZP")), Identifier::Broken(..)), "base58 has a case");
        assert!(matches!(read(&taproot.replace("q", "p")), Identifier::Broken("address", _)));
    }

    #[test]
    fn another_case_is_another_mint() {
        let other = MINT.replacen('A', "a", 1);
        assert!(matches!(read(&other), Identifier::Key("mint", value) if value == other.as_str()));
    }
}
