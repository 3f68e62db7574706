//! The shape of a search query that is sent as the model wrote it. A query reaches a search provider and nobody else,
//! so its words are free. Its shape is limited to what searches need:
//!
//! - no address and no e-mail address; operators with a host, such as `site:example.org`, are permitted;
//! - no opaque string: a long mix of letters and digits, percent encoding, a word spelled in single characters. Mint
//!   addresses and other identifiers of the task or of a public answer are permitted;
//! - no invisible characters, which are removed, and at most [`MAX_WORDS`] words in
//!   [`MAX_CHARS`] characters.
//!
//! This module is pure: it decides by the text alone.

/// Maximum length of a query in characters. Telling words need fewer, and a longer query could carry a conversation to
/// a provider.
const MAX_CHARS: usize = 256;
/// Maximum number of words of a query.
const MAX_WORDS: usize = 40;
/// Minimum length in bytes of a word with letters and digits that counts as opaque. Names of models, standards and
/// laws are shorter, mint addresses and LEIs are longer.
const MIN_OPAQUE: usize = 16;
/// Maximum length in bytes of a word of Latin letters; compounds in German have up to 40.
const MAX_WORD: usize = 40;
/// Minimum number of changes from a lower-case to an upper-case letter inside a long word that counts as opaque.
const MIN_CASE_CHANGES: usize = 3;
/// Minimum number of single Latin letters or digits in sequence that count as a spelled word.
const MIN_SPELLED: usize = 8;

/// The reason why a query is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RefusedQuery {
    #[error("a search query contains no address; read {0} with fetch_page, or search for its words")]
    Address(String),
    #[error(
        "{0} is no word of a search query; leave it out, or use identifiers of the task and of results of this run"
    )]
    Opaque(String),
    #[error("a query has at most {MAX_CHARS} characters; use a few telling words")]
    Length,
    #[error("a search query has at most {MAX_WORDS} words; use a few telling words")]
    Words,
    #[error("the search query has no words")]
    Empty,
}

/// Returns the query as it is sent: the model's words with single spaces and without invisible characters.
///
/// # Errors
/// The query has a shape that no search needs.
pub(crate) fn checked(query: &str, is_public: impl Fn(&str) -> bool) -> Result<String, RefusedQuery> {
    if query.chars().nth(MAX_CHARS).is_some() {
        return Err(RefusedQuery::Length);
    }
    let visible: String = query.chars().map(visible).filter(|&c| c != '\0').collect();
    let pieces: Vec<&str> = visible.split_whitespace().collect();
    if pieces.is_empty() {
        return Err(RefusedQuery::Empty);
    }
    if pieces.len() > MAX_WORDS {
        return Err(RefusedQuery::Words);
    }
    if let Some(address) = pieces.iter().find(|piece| is_address(piece)) {
        return Err(RefusedQuery::Address((*address).to_owned()));
    }
    let opaque = |word: &&str| is_opaque(word) && !is_public(word);
    let words = || pieces.iter().flat_map(|piece| piece.split(|c: char| !c.is_alphanumeric()));
    if let Some(word) = words().find(opaque).or_else(|| pieces.iter().copied().find(|piece| is_encoded(piece))) {
        return Err(RefusedQuery::Opaque(word.to_owned()));
    }
    if longest_spelling(&visible) >= MIN_SPELLED {
        return Err(RefusedQuery::Opaque("a word in single characters".to_owned()));
    }
    Ok(pieces.join(" "))
}

/// Returns the character, a space for a control character, or NUL for an invisible character.
fn visible(c: char) -> char {
    match c {
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{e0000}'..='\u{10ffff}' => '\0',
        c if c.is_control() => ' ',
        c => c,
    }
}

/// Returns true for `https://…`, `www.…`, `host.tld/path` and `name@host`.
fn is_address(piece: &str) -> bool {
    let bare = piece.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = bare.to_ascii_lowercase();
    if bare.contains("://") || lower.starts_with("www.") {
        return true;
    }
    if bare.split_once('@').is_some_and(|(name, host)| !name.is_empty() && is_host(host)) {
        return true;
    }
    // The operator `site:` names a host, and a path behind it.
    let target = lower.strip_prefix("site:").or_else(|| lower.strip_prefix("inurl:"));
    target.is_none() && bare.split_once('/').is_some_and(|(host, path)| is_host(host) && !path.is_empty())
}

/// Returns true for a host name with a top-level domain.
fn is_host(text: &str) -> bool {
    let labels: Vec<&str> = text.split('.').collect();
    let is_label = |label: &&str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_domain = |label: &&&str| label.len() >= 2 && label.bytes().all(|b| b.is_ascii_alphabetic());
    labels.len() >= 2 && labels.iter().all(is_label) && labels.last().filter(is_domain).is_some()
}

/// Returns true for a word of ASCII letters and digits that could be a key, a hash or encoded text.
fn is_opaque(word: &str) -> bool {
    if !word.is_ascii() || word.len() < MIN_OPAQUE {
        return false;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let changes = word.as_bytes().windows(2).filter(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase());
    digits > 0 || word.len() > MAX_WORD || changes.count() >= MIN_CASE_CHANGES
}

/// Returns true for a piece with percent encoding or the padding of base64.
fn is_encoded(piece: &str) -> bool {
    let is_hex = |two: &&[u8]| two.len() >= 2 && two[..2].iter().all(u8::is_ascii_hexdigit);
    let percents = piece.split('%').skip(1).map(str::as_bytes).filter(is_hex).count();
    percents >= 2 || piece.len() >= MIN_OPAQUE && piece.ends_with('=')
}

/// Returns the largest number of single letters or digits in sequence, with any punctuation between them.
fn longest_spelling(query: &str) -> usize {
    let words = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (mut longest, mut current) = (0, 0);
    for word in words {
        current = if word.len() == 1 { current + 1 } else { 0 };
        longest = longest.max(current);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINT: &str = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";

    fn sent(query: &str) -> Result<String, RefusedQuery> {
        checked(query, |word| word == MINT)
    }

    #[test]
    fn a_query_is_sent_as_it_is_written() {
        for query in [
            "core PCE October 2026",
            "Jane Doe Acme Robotics CEO",
            "\"Bank of Norrland\" denies OR delays rate cut -forum",
            "site:bankofengland.co.uk minutes November 2026",
            "site:gov.uk/government/publications sanctions list",
            "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz Aufhebung",
            "Donaudampfschifffahrtsgesellschaftskapitän",
            "日本銀行 金融政策決定会合 2026年10月 利上げ",
            "بنك إنجلترا سعر الفائدة",
            "ISO 17442-1:2020 LEI check digits",
            "COVID-19 vaccine BNT162b2 efficacy 95%",
            "AT&T v. S.E.C. 24/7 km/h e.g./i.e. C++ F# .NET",
            "US0378331005 Apple 10-K FY2025",
            "Q3 2026 EPS $1.23 (non-GAAP) 5.25%–5.50%",
            "a b c of it: I, II, x, y",
            MINT,
        ] {
            assert_eq!(sent(query).as_deref(), Ok(query));
        }
        assert_eq!(sent("  core\u{200b}\tPCE\n 2026\u{e0041} ").as_deref(), Ok("core PCE 2026"));
    }

    #[test]
    fn an_address_is_refused() {
        for query in [
            "what is https://attacker.example/?q=memory",
            "www.attacker.example",
            "(attacker.example/path/words)",
            "mail jane.doe@attacker.example",
        ] {
            assert!(matches!(sent(query), Err(RefusedQuery::Address(_))), "{query}");
        }
    }

    #[test]
    fn an_opaque_string_is_refused() {
        let other = MINT.replace('E', "F");
        for query in [
            other.as_str(),
            "price aGVsbG8gd29ybGQgYW5kIG1vcmU",
            "hello 68656c6c6f20776f726c64206e6f",
            "a%41%42%43 b",
            "c A n 4 r y 7 Q 2 x",
            "c-A-n-4-r-y-7-Q-2-x",
            "83758293837582938375829383758293",
            &"x".repeat(MAX_WORD + 1),
            "bWVtb3J5IHRleHQ=",
        ] {
            assert!(matches!(sent(query), Err(RefusedQuery::Opaque(_))), "{query}");
        }
    }

    #[test]
    fn a_query_has_words_and_not_too_many() {
        let long = "a word ".repeat(MAX_CHARS / 7 + 1);
        assert_eq!(sent(&long), Err(RefusedQuery::Length));
        assert_eq!(sent(" \u{200b} "), Err(RefusedQuery::Empty));
        assert!(sent(&"word ".repeat(MAX_WORDS)).is_ok());
        assert_eq!(sent(&"word ".repeat(MAX_WORDS + 1)), Err(RefusedQuery::Words));
    }
}
