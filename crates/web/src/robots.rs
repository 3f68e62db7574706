//! robots.txt (RFC 9309): allowed paths, crawl delay and sitemaps. Pure.
//!
//! The parser is our own because the file is as untrusted as any page: size and number of rules are limited, and matching a
//! pattern is linear in the path for each star. A crate that compiles the patterns to regular expressions can be slowed down
//! by a hostile file.

use std::time::Duration;

/// Longer files are cut. RFC 9309, 2.5, requires at least 500 KiB.
pub(crate) const MAX_BYTES: usize = 512 * 1024;
/// Maximum number of rules. Real files have hundreds.
const MAX_RULES: usize = 5000;
/// Longer patterns and paths are cut, so that their beginning decides.
const MAX_PATH_BYTES: usize = 2048;
/// Maximum number of sitemaps.
const MAX_SITEMAPS: usize = 20;

/// The rules of a site for our crawler.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Robots {
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

    /// Spends the steps of one match: none but one if the pattern's beginning differs at once, otherwise the length of both.
    fn spend(&mut self, pattern: &str, path: &str) -> Option<()> {
        let differs = pattern.as_bytes().get(1).zip(path.as_bytes().get(1)).is_some_and(|(a, b)| a != b);
        let first = differs && !pattern.starts_with('*') && !matches!(pattern.as_bytes().get(1), Some(b'*' | b'$'));
        self.0 = self.0.checked_sub(if first { 1 } else { pattern.len() + path.len() })?;
        Some(())
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Rule {
    allow: bool,
    pattern: String,
}

impl Robots {
    /// Allows everything, for a site without the file.
    pub fn allow_all() -> Self {
        Self::default()
    }

    /// Forbids everything, for a site whose file cannot be retrieved (RFC 9309, 2.3.1.4).
    pub fn deny_all() -> Self {
        Self { rules: vec![Rule { allow: false, pattern: "/".to_owned() }], ..Self::default() }
    }

    /// Parses a file for the crawler with this product token, e.g. `auspex-researcher`.
    pub fn parse(text: &str, agent: &str) -> Self {
        let lines = || text.lines().filter_map(pair);
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
        robots
    }

    fn take(&mut self, key: &str, value: &str, ours: bool) {
        match key {
            "sitemap" if self.sitemaps.len() < MAX_SITEMAPS && value.len() <= MAX_PATH_BYTES => {
                self.sitemaps.push(value.to_owned());
            }
            "allow" | "disallow" if ours && !value.is_empty() && self.rules.len() < MAX_RULES => {
                let pattern = normal(value);
                // The file's length bounds the memory, so no capacity is wasted.
                self.rules.push(Rule { allow: key == "allow", pattern: pattern.into_boxed_str().into_string() });
            }
            "crawl-delay" if ours => {
                let seconds = value.parse::<f64>().ok().filter(|s| s.is_finite() && *s >= 0.0 && *s < 86_400.0);
                self.delay = self.delay.or(seconds.map(Duration::from_secs_f64));
            }
            _ => {}
        }
    }

    /// Returns `true` if this path may be fetched, `None` if the budget is used up before that is known. See [`Robots::allows`].
    pub fn allows_within(&self, path: &str, budget: &mut MatchBudget) -> Option<bool> {
        let path = normal(path);
        if path == "/robots.txt" {
            return Some(true);
        }
        let mut best: Option<(usize, bool)> = None;
        for rule in &self.rules {
            budget.spend(&rule.pattern, &path)?;
            if matches(&rule.pattern, &path) {
                best = best.max(Some((rule.pattern.len(), rule.allow)));
            }
        }
        Some(best.is_none_or(|(_, allow)| allow))
    }

    /// Returns the memory that the rules occupy, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let rules: usize = self.rules.iter().map(|rule| size_of::<Rule>() + rule.pattern.capacity()).sum();
        let sitemaps: usize = self.sitemaps.iter().map(|map| size_of::<String>() + map.capacity()).sum();
        size_of::<Self>() + rules + sitemaps
    }

    /// Returns `true` if this path, with its query, may be fetched. The longest matching pattern decides; of two equally long
    /// ones, the one that allows.
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

/// Parses `key: value` without the comment; the key in lower case.
fn pair(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let line = line.split('#').next().unwrap_or_default();
    let (key, value) = line.split_once(':')?;
    Some((key.trim().to_ascii_lowercase(), value.trim()))
}

/// Returns `true` if the name of the line is our product token, with or without a version.
fn is_agent(value: &str, agent: &str) -> bool {
    let token: &str =
        value.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))).next().unwrap_or_default();
    !token.is_empty() && token.eq_ignore_ascii_case(agent)
}

/// Normalises percent-encoding: unreserved characters bare, others as upper-case triplets (RFC 9309, 2.2.2). Cuts long paths.
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
