//! robots.txt (RFC 9309): allowed paths, crawl delay and sitemaps. Pure.
//!
//! The parser is our own because the file is as untrusted as any page: size and number of rules are limited, and
//! matching a pattern is linear in the path for each star. A crate that compiles the patterns to regular expressions
//! can be slowed down by a hostile file.

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
        // A line ends with CR, LF or both (RFC 9309, 2.2).
        let lines = || text.split(['\n', '\r']).filter_map(pair);
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
                self.add(key == "allow", &normal(value));
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
    let line = line.split('#').next().unwrap_or_default().trim();
    let (key, value) =
        line.split_once(':').or_else(|| line.split_once(char::is_whitespace).filter(|(_, value)| is_word(value)))?;
    let key = match key.trim().to_ascii_lowercase() {
        key if ["useragent", "user agent", "user_agent"].contains(&key.as_str()) => "user-agent".to_owned(),
        key if ["disalow", "dissallow", "dissalow", "diasllow", "disallaw"].contains(&key.as_str()) => {
            "disallow".to_owned()
        }
        key => key,
    };
    Some((key, value.trim()))
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
mod tests {
    use std::time::Duration;

    use super::*;

    const FILE: &str = "\u{feff}# hello\nUser-Agent: *\nDisallow: /private\nAllow: /private/open$\nDisallow: /*.pdf$\nDisallow: /a%7Eb\nDisallow: /caf\u{e9}\n\
        Crawl-delay: 2.5\nSitemap: https://example.org/map.xml\n\nUser-agent: Auspex-Researcher/2.0\nUser-agent: other\nDisallow: /ours # comment\n\
        Disallow:\nUser-agent: bad\nDisallow: /\n";

    #[test]
    fn the_wildcard_group_applies_to_other_crawlers() {
        let robots = Robots::parse(FILE, "somebody");
        for path in ["/", "/public", "/private/open", "/x.pdfx", "/ours"] {
            assert!(robots.allows(path), "{path}");
        }
        for path in ["/private", "/private/closed", "/privateer", "/a/b.pdf", "/a~b", "/a%7eb", "/caf%C3%A9"] {
            assert!(!robots.allows(path), "{path}");
        }
        assert_eq!(robots.delay(), Some(Duration::from_millis(2500)));
        assert_eq!(robots.sitemaps(), ["https://example.org/map.xml"]);
    }

    #[test]
    fn a_named_crawler_has_its_own_group() {
        for agent in ["auspex-researcher", "other"] {
            let robots = Robots::parse(FILE, agent);
            assert!(robots.allows("/private") && !robots.allows("/ours/x"), "{agent}");
            assert_eq!(robots.delay(), None);
        }
        assert!(!Robots::parse(FILE, "bad").allows("/x"));
    }

    #[test]
    fn every_line_end_and_mark_of_encoding_is_read() {
        let file = "User-agent: *\nDisallow: /private/\nAllow: /private/open\n";
        let utf16 = |unit: fn(u16) -> [u8; 2]| file.encode_utf16().chain([]).flat_map(unit).collect::<Vec<u8>>();
        let files = [
            file.as_bytes().to_vec(),
            file.replace('\n', "\r").into_bytes(),
            file.replace('\n', "\r\n").into_bytes(),
            file.replace('\n', "\n\r").into_bytes(),
            file.replacen('\n', "\r", 1).into_bytes(),
            format!("\u{feff}{}", file.replace('\n', "\r")).into_bytes(),
            [&[0xff, 0xfe], utf16(u16::to_le_bytes).as_slice()].concat(),
            [&[0xfe, 0xff], utf16(u16::to_be_bytes).as_slice()].concat(),
            b"User agent: *\nDisalow: /private/\nAllow /private/open".to_vec(),
        ];
        for file in files {
            let robots = Robots::parse(&text(&file, false), "x");
            let allows = ["/private/x", "/private/open", "/public"].map(|path| robots.allows(path));
            assert_eq!(allows, [false, true, true], "{:?}", String::from_utf8_lossy(&file));
        }
    }

    #[test]
    fn no_rule_of_a_long_file_is_lost_and_a_cut_line_is_no_rule() {
        let many: String = (0..MAX_RULES).map(|n| format!("disallow: /{n}/\n")).collect();
        let file = format!("user-agent: *\n{many}");
        let cut = text(&file.as_bytes()[..MAX_BYTES], true);
        assert!(cut.ends_with('\n') && cut.len() > MAX_BYTES - 40);
        let last = cut.lines().last().and_then(|line| line.strip_prefix("disallow: ")).unwrap();
        let robots = Robots::parse(&cut, "x");
        assert!(!robots.allows(last) && !robots.allows("/0/") && !robots.allows("/20000/a"), "{last}");
        assert!(robots.allows("/news/1") && robots.bytes() < 2 * MAX_BYTES, "{}", robots.bytes());
        for (file, path) in
            [("user-agent: *\ndisallow: /a\ndisallow: /", "/b"), ("user-agent: *\ndisallow: /a\nallow: /", "/b")]
        {
            assert!(Robots::parse(&text(file.as_bytes(), true), "x").allows(path));
        }
        assert!(!Robots::parse(&text(b"user-agent: *\rdisallow: /a\rallow: /", true), "x").allows("/a"));
        let shortest = format!("user-agent:*\n{}", "allow:/\n".repeat(MAX_RULES - 2));
        assert!(shortest.len() <= MAX_BYTES && Robots::parse(&shortest, "x").rules.len() == MAX_RULES - 2);
    }

    #[test]
    fn the_longest_rule_decides_and_a_tie_allows() {
        let robots = Robots::parse("user-agent:*\ndisallow:/a\nallow:/a\ndisallow:/b*x\nallow:/b", "x");
        assert!(robots.allows("/a/1") && robots.allows("/b") && !robots.allows("/b/1x"));
        let ends = Robots::parse("user-agent:*\ndisallow:/*a*a$", "x");
        assert!(!ends.allows("/aba") && !ends.allows("/a-a-a") && ends.allows("/a") && ends.allows("/aab"));
    }

    #[test]
    fn a_missing_file_allows_and_a_failing_site_forbids() {
        assert!(Robots::allow_all().allows("/x") && Robots::parse("<html>not found</html>", "x").allows("/x"));
        assert!(!Robots::deny_all().allows("/x") && Robots::deny_all().allows("/robots.txt"));
    }

    #[test]
    fn matching_stops_when_the_budget_is_used_up_and_decides_the_same_before() {
        let file = format!("user-agent: *\n{}", "disallow: /a*b*c\n".repeat(1000));
        let robots = Robots::parse(&file, "x");
        let path = "/aaaaaaa";
        let mut budget = MatchBudget::of_steps(100_000);
        let decided = (0..1000).take_while(|_| robots.allows_within(path, &mut budget) == Some(true)).count();
        assert_eq!(decided, 100_000 / (1000 * ("/a*b*c".len() + path.len())));
        assert!(robots.allows(path) && !robots.allows("/a-b-c"));
        let mut budget = MatchBudget::of_steps(1000);
        assert_eq!(
            robots.allows_within("/other", &mut budget),
            Some(true),
            "a rule that differs at once costs one step"
        );
        assert_eq!(budget.left(), 0);
    }

    #[test]
    fn a_hostile_file_takes_bounded_time() {
        let pattern = format!("disallow: /{}\n", "*a".repeat(1000));
        let file = format!("user-agent: *\n{}", pattern.repeat(250));
        let started = spent();
        let robots = Robots::parse(&file, "x");
        assert!(robots.allows(&format!("/{}", "ab".repeat(900))));
        assert!(spent() - started < Duration::from_secs(2), "{:?}", spent() - started);
    }

    /// Returns the processor time of this thread, which other work on the machine does not lengthen.
    fn spent() -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
    }
}
