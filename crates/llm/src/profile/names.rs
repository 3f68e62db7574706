//! Names of models: the rules that match them, and the spellings of resellers.

use serde::Deserialize;

/// A rule for the names of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NameRule {
    /// The whole name.
    Equals(String),
    /// The beginning of the name.
    StartsWith(String),
    /// A part of the name.
    Contains(String),
    /// The whole name, in which `#` matches a digit and `*` at the end any rest.
    Glob(String),
}

impl NameRule {
    /// Returns the number of characters that the rule fixes, or `None` if it does not match. A rule for the whole name
    /// ranks above all others.
    pub(super) fn rank(&self, name: &str) -> Option<usize> {
        const WHOLE: usize = 1 << 16;
        match self {
            Self::Equals(text) => (name == text).then_some(WHOLE + text.len()),
            Self::StartsWith(text) => name.starts_with(text.as_str()).then_some(text.len()),
            Self::Contains(text) => name.contains(text.as_str()).then_some(text.len()),
            Self::Glob(text) => match text.strip_suffix('*') {
                Some(start) => begins(name, start).then_some(start.len()),
                None => (name.len() == text.len() && begins(name, text)).then_some(WHOLE + text.len()),
            },
        }
    }
}

fn begins(name: &str, pattern: &str) -> bool {
    let fits = |(sign, expected): (u8, u8)| sign == expected || (expected == b'#' && sign.is_ascii_digit());
    name.len() >= pattern.len() && name.bytes().zip(pattern.bytes()).all(fits)
}

/// Returns the spellings of a name under which it is looked up, best first: as given, without prefixes of resellers
/// (`anthropic/`, `models/`, `us.anthropic.`), and without a version or a date at the end (`-v1:0`, `:free`,
/// `@20260101`, `-2026-01-01`).
pub(super) fn spellings(name: &str) -> Vec<String> {
    let mut all = vec![name.to_owned()];
    let mut add = |text: &str| {
        if !text.is_empty() && all.iter().all(|known| known != text) {
            all.push(text.to_owned());
        }
    };
    let mut bare = name;
    while let Some((_, rest)) = bare.split_once('/') {
        bare = rest;
        add(bare);
    }
    const VENDORS: [&str; 8] =
        ["anthropic.", "openai.", "deepseek.", "minimax.", "moonshotai.", "mistral.", "google.", "zai."];
    if let Some((at, vendor)) = VENDORS.iter().find_map(|vendor| bare.find(vendor).map(|at| (at, vendor))) {
        bare = &bare[at + vendor.len()..];
        add(bare);
    }
    bare = bare.split([':', '@']).next().unwrap_or(bare);
    add(bare);
    bare = bare.strip_suffix("-v1").unwrap_or(bare);
    add(bare);
    bare = without_date(bare);
    add(bare);
    add(&bare.to_ascii_lowercase());
    all
}

/// Removes `-20260101` or `-2026-01-01` from the end.
fn without_date(name: &str) -> &str {
    let digits = |text: &str, number: usize| text.len() == number && text.bytes().all(|sign| sign.is_ascii_digit());
    let cut = |length: usize| name.len().checked_sub(length).and_then(|at| name.split_at_checked(at));
    if let Some((start, end)) = cut(9)
        && end.strip_prefix('-').is_some_and(|date| digits(date, 8))
    {
        return start;
    }
    if let Some((start, end)) = cut(11) {
        let parts: Vec<&str> = end.strip_prefix('-').map(|date| date.split('-').collect()).unwrap_or_default();
        if matches!(parts.as_slice(), [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2)) {
            return start;
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_rank_by_what_they_fix() {
        let rank = |rule: NameRule, name: &str| rule.rank(name);
        let glob = |text: &str| NameRule::Glob(text.into());
        assert!(rank(glob("grok-4.3-########"), "grok-4.3-20260101").is_some());
        assert!(rank(glob("grok-4.3-########"), "grok-4.3-2026010x").is_none());
        assert!(rank(glob("grok-4.3-########"), "grok-4.3-202601011").is_none());
        assert!(rank(glob("gemini-3.5-flash-#*"), "gemini-3.5-flash-09-2026").is_some());
        assert!(rank(glob("gemini-3.5-flash-#*"), "gemini-3.5-flash-lite").is_none());
        assert!(rank(NameRule::Contains("b".into()), "abc") < rank(NameRule::StartsWith("ab".into()), "abc"));
        assert!(rank(NameRule::StartsWith("abc".into()), "abc") < rank(NameRule::Equals("abc".into()), "abc"));
    }

    #[test]
    fn prefixes_and_dates_of_resellers_are_removed() {
        let last = |name: &str| spellings(name).pop().unwrap();
        assert_eq!(last("us.anthropic.claude-opus-4-6-v1:0"), "claude-opus-4-6");
        assert_eq!(last("anthropic/claude-haiku-4-5@20251001"), "claude-haiku-4-5");
        assert_eq!(last("models/gemini-2.5-pro"), "gemini-2.5-pro");
        assert_eq!(last("accounts/fireworks/models/Kimi-K2.6"), "kimi-k2.6");
        assert_eq!(last("gpt-5.4-2026-03-05"), "gpt-5.4");
        assert_eq!(spellings("MiniMax-M2")[0], "MiniMax-M2");
        assert_eq!(last("日本語モデルの名前"), "日本語モデルの名前");
    }
}
