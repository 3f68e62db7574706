//! Text of others: escaped, isolated from the direction of the text around it, with hidden characters made visible. A
//! run of more than [`LONGEST_WORD`] characters without a space may be broken anywhere, and one with a digit after
//! [`LONGEST_NUMBERED`]; a word is broken only where a line has no room for it.
//!
//! Every text is cut: what is left out is counted. A cut limits the markup of a text as well as its characters, because
//! a hidden character takes ninety bytes of a page.

use std::fmt::Write as _;

use maud::{Markup, html};
use url::Url;

/// Characters after which a run without a space is not a word.
const LONGEST_WORD: usize = 40;
/// Characters after which a run with a digit is an id, an address or a hash.
const LONGEST_NUMBERED: usize = 24;
/// Characters of a line or paragraph, of a longer text, and of a text in the font of code that a page shows at most.
const MAX_PARAGRAPH: usize = 1_000;
const MAX_PROSE: usize = 4_000;
const MAX_CODE: usize = 5_000;
/// Bytes of markup for each character of a limit.
const BYTES_PER_CHARACTER: usize = 3;
/// Characters whose markup fits in any case.
const MIN_ROOM: usize = 60;
/// Bytes of an element that shows a hidden character.
const HIDDEN_BYTES: usize = 90;
/// Bytes of an address that a page links to at most.
const MAX_ADDRESS: usize = 2_000;
/// Digits of an id in a list.
const ID_DIGITS: usize = 8;
/// Characters of a publisher's id that a list shows at most.
const MAX_ID: usize = 120;
/// Characters at the beginning and at the end of a longer id.
const LONG_ID_ENDS: (usize, usize) = (18, 8);

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
enum Segment<'a> {
    Plain(&'a str),
    /// A run without a space that is too long for a word.
    Run(&'a str),
    /// A character that is invisible, or that changes the direction of the text around it.
    Hidden(char),
}

/// Returns `true` for control characters, bidirectional embeddings, overrides and isolates, line and paragraph
/// separators, and characters without a width that are no part of a word. Marks of direction belong to ordinary Arabic
/// and Hebrew text.
fn is_hidden(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\t');
    is_control || matches!(c, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

fn segments(text: &str) -> Vec<Segment<'_>> {
    let mut found = Vec::new();
    let (mut plain, mut word) = (0, 0);
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if is_hidden(c) {
            add(&mut found, &text[plain..at], word - plain);
            found.push(Segment::Hidden(c));
            (plain, word) = (next, next);
        } else if c.is_whitespace() {
            if is_run(&text[word..at]) {
                add(&mut found, &text[plain..at], word - plain);
                plain = at;
            }
            word = next;
        }
    }
    add(&mut found, &text[plain..], word - plain);
    found
}

fn is_run(word: &str) -> bool {
    let most = if word.contains(|c: char| c.is_ascii_digit()) { LONGEST_NUMBERED } else { LONGEST_WORD };
    word.chars().nth(most).is_some()
}

/// Adds a part of a text whose last word begins at `word`.
fn add<'a>(found: &mut Vec<Segment<'a>>, part: &'a str, word: usize) {
    let stop = if is_run(&part[word..]) { word } else { part.len() };
    if stop > 0 {
        found.push(Segment::Plain(&part[..stop]));
    }
    if stop < part.len() {
        found.push(Segment::Run(&part[stop..]));
    }
}

/// Returns a text for an attribute or a tooltip, which has no markup: hidden characters are written by their numbers.
pub fn plain(text: &str, most: usize) -> String {
    let mut written = String::new();
    for c in text.chars().take(most) {
        if is_hidden(c) {
            // Writing to a string cannot fail.
            let _ = write!(written, "U+{:04X}", u32::from(c));
        } else {
            written.push(c);
        }
    }
    written
}

/// A text as it is, with hidden characters made visible and long runs marked.
pub(super) fn segmented(text: &str) -> Markup {
    html! {
        @for segment in segments(text) {
            @match segment {
                Segment::Plain(text) => (text),
                Segment::Run(text) => span.run { (text) },
                Segment::Hidden(c) => span.hidden-char title="invisible character" { (format!("U+{:04X}", u32::from(c))) },
            }
        }
    }
}

/// Returns the bytes of the first characters, at most `most` and no more than fit into [`BYTES_PER_CHARACTER`] bytes of
/// markup each.
fn fitting(chars: impl Iterator<Item = char>, most: usize) -> usize {
    let room = most.max(MIN_ROOM) * BYTES_PER_CHARACTER;
    let (mut bytes, mut written) = (0, 0);
    for c in chars.take(most) {
        written += match c {
            '&' | '<' | '>' | '"' => 6,
            c if is_hidden(c) => HIDDEN_BYTES,
            c => c.len_utf8(),
        };
        if written > room {
            break;
        }
        bytes += c.len_utf8();
    }
    bytes
}

/// Returns the beginning of a text, and the number of characters that are left out.
fn cut(text: &str, most: usize) -> (&str, usize) {
    let (shown, rest) = text.split_at(fitting(text.chars(), most));
    (shown, rest.chars().count())
}

/// The beginning of a text as it is, with the number of characters that are left out.
pub(super) fn beginning(text: &str, most: usize) -> Markup {
    let (shown, rest) = cut(text, most);
    html! { (segmented(shown)) @if rest > 0 { (left_out(rest)) } }
}

/// The end of a text as it is, with the number of characters that are left out.
pub(super) fn ending(text: &str, most: usize) -> Markup {
    let (rest, shown) = text.split_at(text.len() - fitting(text.chars().rev(), most));
    html! { @if !rest.is_empty() { (left_out(rest.chars().count())) " … " } (segmented(shown)) }
}

/// A text in one line or paragraph.
pub fn untrusted(text: &str) -> Markup {
    html! { bdi { (beginning(text, MAX_PARAGRAPH)) } }
}

/// The beginning of a text, for a row of a list. A tooltip counts what is left out.
pub fn clipped(text: &str, most: usize) -> Markup {
    let (shown, rest) = cut(text, most);
    html! { bdi { (segmented(shown)) @if rest > 0 { span title=(format!("{} more characters", super::figure::integer(rest as u64))) { "…" } } } }
}

/// A text with its line breaks.
pub fn prose(text: &str) -> Markup {
    html! { div.prose dir="auto" { (beginning(text, MAX_PROSE)) } }
}

/// A text with its spaces, in the font of code.
pub fn code(text: &str) -> Markup {
    code_up_to(text, MAX_CODE)
}

/// The beginning of a text with its spaces, in the font of code.
pub fn code_up_to(text: &str, most: usize) -> Markup {
    html! { pre.code tabindex="0" { code { (beginning(text, most)) } } }
}

/// A JSON value with indentation, in the font of code.
pub fn json(value: &serde_json::Value) -> Markup {
    json_up_to(value, MAX_CODE)
}

/// The beginning of a JSON value with indentation, for one of several.
pub fn json_up_to(value: &serde_json::Value, most: usize) -> Markup {
    code_up_to(&serde_json::to_string_pretty(value).unwrap_or_default(), most)
}

fn left_out(rest: usize) -> Markup {
    html! { span.muted { " … " (super::figure::integer(rest as u64)) " more characters are not shown" } }
}

/// A link to a page of others: http and https only, without a referrer, with its host.
pub fn external(url: &str, label: &str) -> Markup {
    let Some(host) = host(url) else {
        return html! { span.url { (clipped(if label.is_empty() { url } else { label }, 400)) } };
    };
    html! {
        a.external href=(url) rel="noopener noreferrer" target="_blank" { (clipped(if label.is_empty() { url } else { label }, 160)) }
        " " span.host { (clipped(&host, 80)) }
    }
}

/// Where a text comes from: a link to a page, or the name of a tool with what it was asked.
pub fn origin(address: &str, label: &str) -> Markup {
    if host(address).is_some() {
        return external(address, label);
    }
    match address.strip_prefix("tool:").and_then(|call| call.split_once('/')) {
        Some((tool, asked)) => html! { (clipped(&tool.replace('_', " "), LONGEST_WORD)) " " (long_id(asked)) },
        None => long_id(address),
    }
}

/// Returns the host of a web address; `None` for every other text, and for an address that is too long for a page.
pub fn host(url: &str) -> Option<String> {
    if url.len() > MAX_ADDRESS {
        return None;
    }
    let parsed = Url::parse(url).ok().filter(|parsed| matches!(parsed.scheme(), "http" | "https"))?;
    parsed.host_str().map(str::to_owned)
}

/// An id: its first digits in a list, all of it for a copy.
pub fn id(id: &str) -> Markup {
    let (short, _) = cut(id, ID_DIGITS);
    html! { code.id title=(plain(id, MAX_ID)) { (short) } }
}

/// A long id in a list: its beginning and its end, all of it for a copy.
pub fn long_id(id: &str) -> Markup {
    let letters = id.chars().count();
    if letters <= LONGEST_WORD || id.contains(char::is_whitespace) {
        return clipped(id, MAX_ID);
    }
    let (head, _) = cut(id, LONG_ID_ENDS.0);
    let tail = id.char_indices().nth(letters - LONG_ID_ENDS.1).map_or("", |(at, _)| &id[at..]);
    html! { bdi title=(plain(id, MAX_ID)) { (segmented(head)) "…" (segmented(tail)) } }
}

/// Returns a part of a path or a query, percent-encoded.
pub fn encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => encoded.push(char::from(byte)),
            // Writing to a string cannot fail.
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_visible_and_long_runs_are_marked() {
        let long = "x".repeat(41);
        let text = format!("a \u{202e}b {long} c");
        let expected = [
            Segment::Plain("a "),
            Segment::Hidden('\u{202e}'),
            Segment::Plain("b "),
            Segment::Run(&long),
            Segment::Plain(" c"),
        ];
        assert_eq!(segments(&text), expected);
        assert_eq!(segments(&"y".repeat(40)), [Segment::Plain(&"y".repeat(40))]);
        let id = "(0785d417353f4f548fca998b04fdbed7)";
        assert_eq!(segments(&format!("by auspex up {id}")), [Segment::Plain("by auspex up "), Segment::Run(id)]);
        assert_eq!(segments("one two"), [Segment::Plain("one two")]);
        assert_eq!(segments(""), []);
    }

    #[test]
    fn no_character_of_a_text_is_lost() {
        for text in
            ["", "a", &"é".repeat(50), "a\u{0}b\u{1b}[2J", &format!("{} {}\n{}", "w".repeat(41), "v", "u".repeat(90))]
        {
            let rebuilt: String = segments(text)
                .iter()
                .map(|segment| match segment {
                    Segment::Plain(text) | Segment::Run(text) => (*text).to_owned(),
                    Segment::Hidden(c) => c.to_string(),
                })
                .collect();
            assert_eq!(rebuilt, text);
        }
    }

    #[test]
    fn markup_is_escaped_and_a_megabyte_is_cut() {
        let page = untrusted("<script>alert(1)</script>&\"'\u{7}").into_string();
        assert!(!page.contains("<script>") && page.contains("&lt;script&gt;") && page.contains("U+0007"), "{page}");
        let page = prose(&"ab ".repeat(400_000)).into_string();
        assert!(page.len() < 13_000 && page.contains("1,196,000 more characters"), "{}", page.len());
        for hostile in ["\u{202e}", "<", "\u{1f600}", "\u{7}\u{202e}&"] {
            let text = hostile.repeat(1 << 18);
            for page in [prose(&text), untrusted(&text), code(&text), clipped(&text, 200), external(&text, &text)] {
                let page = page.into_string();
                assert!(page.len() < 16_000 && page.contains("more characters"), "{hostile:?}: {}", page.len());
            }
        }
        let address = format!("https://example.org/{}", "a".repeat(1 << 20));
        assert!(external(&address, "").into_string().len() < 1_000, "a long address is no link");
    }

    #[test]
    fn the_end_of_a_text_is_cut_at_its_beginning() {
        let page = ending(&format!("{}end", "ab\u{202e}".repeat(9_000)), 1_000).into_string();
        assert!(
            page.ends_with("end") && page.len() < 5_000 && page.contains("more characters are not shown"),
            "{page}"
        );
        assert_eq!(ending("ä end", 1_000).into_string(), "ä end");
    }

    #[test]
    fn a_long_id_keeps_its_beginning_and_its_end() {
        let id = format!("Tx{}end", "é".repeat(60));
        let page = long_id(&id).into_string();
        assert!(page.contains(&format!("Tx{}…", "é".repeat(16))) && page.contains("éend</bdi>"), "{page}");
        assert!(page.contains(&id), "the whole id is its tooltip: {page}");
        assert_eq!(long_id("question-5").into_string(), "<bdi>question-5</bdi>");
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        for bad in ["javascript:alert(1)", "data:text/html,x", "tool:get/x", "//evil.example", ""] {
            assert!(!external(bad, "x").into_string().contains("href"), "{bad}");
        }
        assert_eq!(origin("tool:get_price/x", "source").into_string(), "<bdi>get price</bdi> <bdi>x</bdi>");
        assert_eq!(origin("a list", "source").into_string(), "<bdi>a list</bdi>");
        assert!(origin("https://example.com/", "source").into_string().contains(">source</bdi></a>"));
        let link = external("https://example.com/a?b=\"c\"", "").into_string();
        assert!(link.contains("rel=\"noopener noreferrer\"") && link.contains("example.com"), "{link}");
        assert!(!link.contains("b=\"c\""), "{link}");
        assert_eq!(encoded("a b/ü"), "a%20b%2F%C3%BC");
    }
}
