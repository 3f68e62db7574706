//! robots.txt (RFC 9309): allowed paths, crawl delay and sitemaps. Pure.
//!
//! The parser is our own because the file is as untrusted as any page: size and number of rules are limited, and
//! matching a pattern is linear in the path for each star. A crate that compiles the patterns to regular expressions
//! can be slowed down by a hostile file.

use std::borrow::Cow;
use std::time::Duration;

/// Longer files are cut. RFC 9309, 2.5, requires at least 500 KiB.
pub(crate) const MAX_BYTES: usize = 512 * 1024;
/// Bytes of the shortest rule that can match, `allow:/` with its line end. No rule of a file that is not longer is
/// lost.
const MIN_RULE_BYTES: usize = 8;
/// Maximum number of rules.
const MAX_RULES: usize = MAX_BYTES / MIN_RULE_BYTES;
/// Longer patterns and paths are cut, so that their beginning decides.
const MAX_PATH_BYTES: usize = 2048;
/// Maximum number of sitemaps.
const MAX_SITEMAPS: usize = 20;

/// The rules of a site for our crawler.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Robots {
    /// All patterns, one after another: a file may have 60,000.
    patterns: String,
    rules: Vec<Rule>,
    delay: Option<Duration>,
    sitemaps: Vec<String>,
}

/// The work that matching may still do, in steps. A step compares one byte, at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchBudget(usize);

impl MatchBudget {
    /// Creates a budget of this number of steps.
    pub fn of_steps(steps: usize) -> Self {
        Self(steps)
    }

    /// Enough for any path and any file.
    fn for_one_path() -> Self {
        Self(MAX_RULES * 2 * (MAX_PATH_BYTES + 3))
    }

    /// Returns the number of steps left.
    pub fn left(&self) -> usize {
        self.0
    }

    /// Spends the steps of one match: none but one if the pattern's beginning differs at once, otherwise the length of
    /// both.
    fn spend(&mut self, pattern: &str, path: &str) -> Option<()> {
        let differs = pattern.as_bytes().get(1).zip(path.as_bytes().get(1)).is_some_and(|(a, b)| a != b);
        let first = differs && !pattern.starts_with('*') && !matches!(pattern.as_bytes().get(1), Some(b'*' | b'$'));
        self.0 = self.0.checked_sub(if first { 1 } else { pattern.len() + path.len() })?;
        Some(())
    }
}

/// A rule; its pattern ends at `end` and begins where the one before ends.
#[derive(Debug, Clone, PartialEq)]
struct Rule {
    end: u32,
    allow: bool,
}

/// Decodes a file: UTF-8, or UTF-16 by its byte order mark. A line that was cut (`is_cut`) is dropped, because the
/// beginning of a rule is another rule.
pub(crate) fn text(bytes: &[u8], is_cut: bool) -> String {
    let utf16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        String::from_utf16_lossy(&rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect::<Vec<u16>>())
    };
    let mut text = match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        // Without a mark: the first character is ASCII.
        [0, 1..=0x7f, 0, 1..=0x7f, ..] => utf16(bytes, u16::from_be_bytes),
        [1..=0x7f, 0, 1..=0x7f, 0, ..] => utf16(bytes, u16::from_le_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    if is_cut {
        text.truncate(text.rfind(['\n', '\r']).map_or(0, |end| end + 1));
    }
    text
}

impl Robots {
    /// Allows everything, for a site without the file.
    pub fn allow_all() -> Self {
        Self::default()
    }

    /// Forbids everything, for a site whose file cannot be retrieved (RFC 9309, 2.3.1.4).
    pub fn deny_all() -> Self {
        let mut robots = Self::default();
        robots.add(false, "/");
        robots
    }

    /// Parses a file for the crawler with this product token, e.g. `auspex-researcher`.
    pub fn parse(text: &str, agent: &str) -> Self {
        // A line ends with CR, LF or both (RFC 9309, 2.2). Some editors and systems write other ends, or a page.
        let text = if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
            unmarked(text)
        } else {
            Cow::from(text)
        };
        let lines = || text.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).filter_map(pair);
        let named = lines().any(|(key, value)| key == "user-agent" && is_agent(value, agent));
        let mut robots = Self::default();
        // A group has one or more user-agent lines and rules; groups for one agent are combined.
        let (mut ours, mut in_names) = (false, false);
        for (key, value) in lines() {
            if key == "user-agent" {
                let meant = if named { is_agent(value, agent) } else { value == "*" };
                ours = meant || (in_names && ours);
                in_names = true;
                continue;
            }
            if key != "sitemap" {
                in_names = false;
            }
            robots.take(&key, value, ours);
        }
        // The file's length bounds the memory, so no capacity is wasted.
        robots.patterns.shrink_to_fit();
        robots.rules.shrink_to_fit();
        robots
    }

    fn take(&mut self, key: &str, value: &str, ours: bool) {
        match key {
            "sitemap" if self.sitemaps.len() < MAX_SITEMAPS && value.len() <= MAX_PATH_BYTES => {
                self.sitemaps.push(value.to_owned());
            }
            "allow" | "disallow" if ours && !value.is_empty() && self.rules.len() < MAX_RULES => {
                self.add(key == "allow", &normal(&rooted(value)));
            }
            "crawl-delay" if ours => {
                let seconds = value.parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0 && *s < 86_400.0);
                self.delay = self.delay.or(seconds.map(Duration::from_secs_f64));
            }
            _ => {}
        }
    }

    fn add(&mut self, allow: bool, pattern: &str) {
        let Ok(end) = u32::try_from(self.patterns.len() + pattern.len()) else { return };
        self.patterns.push_str(pattern);
        self.rules.push(Rule { end, allow });
    }

    /// Returns the rules with their patterns, in the order of the file.
    fn rules(&self) -> impl Iterator<Item = (&str, bool)> {
        let mut from = 0;
        self.rules.iter().map(move |rule| {
            let end = rule.end as usize;
            (&self.patterns[std::mem::replace(&mut from, end)..end], rule.allow)
        })
    }

    /// Returns `true` if this path may be fetched, `None` if the budget is used up before that is known. See
    /// [`Robots::allows`].
    pub fn allows_within(&self, path: &str, budget: &mut MatchBudget) -> Option<bool> {
        let path = normal(path);
        if path == "/robots.txt" {
            return Some(true);
        }
        let mut best: Option<(usize, bool)> = None;
        for (pattern, allow) in self.rules() {
            budget.spend(pattern, &path)?;
            if matches(pattern, &path) {
                best = best.max(Some((pattern.len(), allow)));
            }
        }
        Some(best.is_none_or(|(_, allow)| allow))
    }

    /// Returns the memory that the rules occupy, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let rules = self.rules.capacity() * size_of::<Rule>() + self.patterns.capacity();
        let sitemaps: usize = self.sitemaps.iter().map(|map| size_of::<String>() + map.capacity()).sum();
        size_of::<Self>() + rules + sitemaps
    }

    /// Returns `true` if this path, with its query, may be fetched. The longest matching pattern decides; of two
    /// equally long ones, the one that allows.
    pub fn allows(&self, path: &str) -> bool {
        self.allows_within(path, &mut MatchBudget::for_one_path()).unwrap_or(false)
    }

    /// Returns the requested delay between two requests.
    pub fn delay(&self) -> Option<Duration> {
        self.delay
    }

    /// Returns the addresses of the sitemaps, unparsed.
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }
}

/// Parses `key: value` without the comment; the key in lower case. As by other crawlers, a missing colon and the usual
/// slips of spelling are forgiven, because the rule is meant.
fn pair(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let line = line.split('#').next().unwrap_or_default().trim_matches(is_blank);
    // A full-width colon is a slip of a Chinese or Japanese keyboard.
    let (key, value) = line
        .split_once([':', '\u{ff1a}'])
        .or_else(|| line.split_once(char::is_whitespace).filter(|(_, value)| is_word(value)))
        .or_else(|| line.split_once('='))?;
    let letters: String = key.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()).collect();
    let key = match letters.as_str() {
        "useragent" | "useragents" => "user-agent".to_owned(),
        "disallow" | "disalow" | "dissallow" | "dissalow" | "diasllow" | "disallaw" | "disallows" | "dissalaw" => {
            "disallow".to_owned()
        }
        "allow" | "alow" | "allows" => "allow".to_owned(),
        "sitemap" | "sitemaps" => "sitemap".to_owned(),
        _ => key.trim().to_ascii_lowercase(),
    };
    Some((key, value.trim_matches(is_blank).trim_matches(['"', '\''])))
}

/// Returns `true` for white space, and for signs without a width that editors leave behind.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Returns a pattern as a path: a rule with the whole address of a page, or without its first slash, is meant as one.
fn rooted(pattern: &str) -> Cow<'_, str> {
    let is_web = |scheme: &str| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    if let Some((_, rest)) = pattern.split_once("://").filter(|(scheme, _)| is_web(scheme)) {
        return rest.find('/').map_or("/", |at| &rest[at..]).into();
    }
    if pattern.starts_with(['/', '*', '$']) { pattern.into() } else { format!("/{pattern}").into() }
}

/// Returns the lines of a file that a server sends as a page. The pages of servers without the file have no such lines.
fn unmarked(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        out.push('\n');
        rest = tag.split_once('>').map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out.into()
}

fn is_word(value: &str) -> bool {
    let value = value.trim();
    !value.is_empty() && !value.contains(char::is_whitespace)
}

/// Returns `true` if the name of the line is our product token, with or without a version.
fn is_agent(value: &str, agent: &str) -> bool {
    let token: &str =
        value.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).next().unwrap_or_default();
    !token.is_empty() && token.eq_ignore_ascii_case(agent)
}

/// Normalises percent-encoding: unreserved characters bare, others as upper-case triplets (RFC 9309, 2.2.2). Cuts long
/// paths.
fn normal(path: &str) -> String {
    let mut out = String::with_capacity(path.len().min(MAX_PATH_BYTES));
    let bytes = path.as_bytes();
    let mut at = 0;
    while at < bytes.len() && out.len() < MAX_PATH_BYTES {
        let (byte, step) = match escaped(bytes, at) {
            Some(byte) => (byte, 3),
            None => (bytes[at], 1),
        };
        let bare = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || (step == 1 && byte.is_ascii_graphic());
        if bare {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        at += step;
    }
    out
}

fn escaped(bytes: &[u8], at: usize) -> Option<u8> {
    let [b'%', high, low] = bytes.get(at..at + 3)? else { return None };
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? * 16 + digit(low)?)
}

/// Matches a pattern with `*` and a final `$` against a path. Greedy: each part between stars is searched once.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(found) => rest = &rest[found + part.len()..],
            None => return false,
        }
    }
    match (to_end, last) {
        (false, _) => true,
        (true, None) => rest.is_empty(),
        // The last part may also match at the end of the path.
        (true, Some(part)) => rest.is_empty() || rest.ends_with(part),
    }
}

#[cfg(test)]
mod tests;
