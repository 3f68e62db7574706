//! The parsers of bytes from outside, each as a function of bytes, for `fuzz/` and for the tests of arbitrary bytes. No
//! result is returned: a panic, endless work and memory without bound are the failures.

use serde_json::Value;
use url::Url;

use crate::robots::{MatchBudget, Robots};
use crate::{fetch, gleif, guard, markets, mcp, search, site, tokens};

/// Maximum number of decoded bytes.
const MAX_DECODED_BYTES: usize = 1 << 20;

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_default()
}

/// Parses robots.txt and matches a few paths.
pub fn robots(bytes: &[u8]) {
    let robots = Robots::parse(&String::from_utf8_lossy(bytes), "auspex-researcher");
    let mut budget = MatchBudget::of_steps(1_000_000);
    for path in ["/", "/robots.txt", "/a/b.pdf?c=d", "/%e2%82%ac*$"] {
        let _ = robots.allows_within(path, &mut budget);
    }
    let _ = (robots.delay(), robots.sitemaps());
}

/// Parses a sitemap.
pub fn sitemap(bytes: &[u8]) {
    site::parse_for_fuzzing(&String::from_utf8_lossy(bytes));
}

/// Decodes a body; the first byte selects the content encoding.
pub fn content_encoding(bytes: &[u8]) {
    let Some((encoding, body)) = bytes.split_first() else { return };
    let encoding = ["gzip", "deflate", "br", "zstd"][usize::from(*encoding) % 4];
    fetch::decode_for_fuzzing(encoding, body.to_vec(), MAX_DECODED_BYTES);
}

/// Reads the answer of an MCP tool and a tool list.
pub fn mcp_answer(bytes: &[u8]) {
    mcp::read_for_fuzzing(&json(bytes));
}

/// Reads DuckDuckGo's result page.
pub fn result_page(bytes: &[u8]) {
    search::read_for_fuzzing(&String::from_utf8_lossy(bytes));
}

/// Reads the answers of the token services and of GLEIF.
pub fn records(bytes: &[u8]) {
    let answer = json(bytes);
    gleif::read_for_fuzzing(&answer);
    markets::read_for_fuzzing(&answer);
    tokens::read_for_fuzzing(&answer);
}

/// Checks a URL against the address policy, and the target of a redirect to it.
pub fn url(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(url) = guard::check(&text) {
        assert!(matches!(url.scheme(), "http" | "https") && url.username().is_empty(), "{url}");
        assert_eq!(guard::check(url.as_str()).as_ref(), Ok(&url), "the policy decides the same about the parsed URL");
    }
    let base = Url::parse("https://example.org/a").ok();
    let _ = base.and_then(|base| base.join(&text).ok()).map(|url| guard::check_url(&url));
    let _ = text.parse::<crate::DenyList>();
}

#[cfg(test)]
#[path = "../../../fuzz/hostile_bytes.rs"]
mod hostile_bytes;

#[cfg(test)]
mod tests {
    use super::hostile_bytes::{linear, mutants};
    use super::*;

    const ROBOTS: &[u8] =
        b"User-agent: *\nDisallow: /*a*b$\nAllow: /a%7Eb\nCrawl-delay: 1\nSitemap: https://example.org/map.xml\n";
    const SITEMAP: &[u8] =
        b"<urlset><url><loc>https://example.org/a?x=1&amp;y</loc><lastmod>2026-01-02</lastmod></url></urlset>";
    const PAGE: &[u8] = b"<a class=\"result__a\" href=\"//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org&rut=1\">T</a><a class=\"result__snippet\">S</a>";
    const ANSWER: &[u8] = br#"{"content": [{"type": "text", "text": "Title: T\nURL: https://example.org/a\nDescription: d"}], "structuredContent": {"results": [{"url": "https://example.org/b"}]}, "tools": [{"name": "x", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}}]}"#;
    const RECORD: &[u8] = br#"[{"id": "m", "name": "n", "usdPrice": 1.5, "data": [{"attributes": {"lei": "5493001KJTIIGC8Y1R12", "entity": {"legalName": {"name": "x"}}}}], "risks": [{"name": "r"}], "prices": [[1, 2.5]], "topHolders": [{"pct": 3}]}]"#;
    const REPORT: &[u8] = br#"{"mint": "m", "creator": "c", "topHolders": [{"pct": "3", "owner": "c", "insider": true}], "token": {"supply": 9}, "knownAccounts": {"a": {"type": "AMM"}}, "markets": [{"marketType": "orca", "lp": {"baseUSD": 1, "quoteUSD": 2, "lpLockedUSD": 1}}], "lockers": {"l": {"unlockDate": 1798113600}}}"#;
    const CANDLES: &[u8] = br#"{"data": {"attributes": {"price_usd": "1.5", "ohlcv_list": [[1791993600, 1, 1, 1, "2", 3]]}}, "pairs": [{"baseToken": {"address": "m"}, "pairCreatedAt": 1791993600000}], "market_data": {"current_price": {"usd": 1}}}"#;
    const URL: &[u8] = b"https://user@[::ffff:127.0.0.1]:443/a/../b?c=d#e";
    const GZIP: &[u8] = b"\0\x1f\x8b\x08\0\0\0\0\0\0\xff\x4b\x4c\x4a\x06\0\xc2\x41\x24\x35\x03\0\0\0";

    #[test]
    fn arbitrary_bytes_from_outside_panic_no_parser() {
        mutants(&[ROBOTS], robots);
        mutants(&[SITEMAP, b"https://example.org/1\nhttps://example.org/2"], sitemap);
        mutants(
            &[GZIP, b"\x03\x28\xb5\x2f\xfd\x04\x00\x19\x00\x00abc", b"\x01\x78\x9c\x4b", b"\x02\x0b\x01\x80abc\x03"],
            content_encoding,
        );
        mutants(&[ANSWER], mcp_answer);
        mutants(&[PAGE], result_page);
        mutants(&[RECORD, &RECORD[1..RECORD.len() - 1], REPORT, CANDLES], records);
        mutants(&[URL, b"http://example.org/", b"9.9.9.0/24, example.org"], url);
    }

    #[test]
    fn tenfold_input_takes_at_most_twelvefold_time() {
        linear(
            "robots",
            &["disallow: /*a*b*c$\n", "user-agent: *\n", "sitemap: https://example.org/a\n", "a", "\n", ":"],
            40_000,
            robots,
        );
        let maps = [
            "<url><loc>https://example.org/a</loc></url>",
            "<url>",
            "<loc",
            "<url><loc>",
            "https://example.org/a\n",
            "</",
        ];
        linear("sitemap", &maps, 15_000, sitemap);
        let pages = [
            "result__a\"",
            "<result__a\"",
            "result__a\">",
            "<a class=\"result__a\" href=\"",
            "result__a\"<",
            "result__snippet",
            "&amp;",
        ];
        linear("result page", &pages, 15_000, result_page);
        linear("url", &["a", "/..", "%2e", "@", "\u{2460}", "a.", "9.9.9.9,"], 10_000, url);
        let text = |part: &str| format!("{{\"content\": [{{\"type\": \"text\", \"text\": \"{part}\"}}]}}");
        for part in ["URL: https://example.org/a\\n", "Title: a\\n", ":", "a"] {
            let (short, long) = (part.repeat(2_000), part.repeat(20_000));
            let inputs = [text(&short), text(&long)];
            linear_pair("MCP answer", part, (&inputs[0], &inputs[1]));
        }
    }

    /// As [`linear`], for an input that a repetition alone does not make valid.
    fn linear_pair(name: &str, part: &str, (short, long): (&str, &str)) {
        let run =
            |bytes: &[u8]| mcp_answer(if bytes.len() > short.len() * 2 { long.as_bytes() } else { short.as_bytes() });
        linear(&format!("{name} {part}"), &["x"], short.len(), run);
    }
}
