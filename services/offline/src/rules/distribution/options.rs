//! Shares of options that findings state: `Ada Berg has 48 per cent and Bo Lund 32 per cent`.

use std::collections::BTreeMap;

use super::TopicFinding;

/// Words of a name, at most.
const MAX_NAME_WORDS: usize = 4;
/// Words between a name and its share, at most.
const NEAR: usize = 6;

/// Returns the options with their shares, largest first. Of a closed list the shares sum to 1, and options without a
/// stated share have what is left; an open list has stated shares only.
pub(super) fn shares(
    question: &str,
    (listed, open): (&[String], bool),
    findings: &[TopicFinding<'_>],
) -> Vec<(String, f64)> {
    let mut stated: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for one in findings {
        for (name, percent) in percents(one.text) {
            let option = listed.iter().find(|option| is_option(&name, option)).cloned();
            // A name of the question is its subject, and no answer to it.
            let added = || (open && !question.contains(&name)).then_some(name.clone());
            if let Some(option) = option.or_else(added) {
                stated.entry(option).or_default().push(percent / 100.0);
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of findings")]
    let mean = |shares: &Vec<f64>| shares.iter().sum::<f64>() / shares.len() as f64;
    let mut means: Vec<(String, f64)> = stated.iter().map(|(option, shares)| (option.clone(), mean(shares))).collect();
    let sum: f64 = means.iter().map(|(_, share)| share).sum();
    if !open {
        let missing: Vec<&String> = listed.iter().filter(|option| !stated.contains_key(*option)).collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 50 options")]
        let part = if missing.is_empty() { 0.0 } else { (1.0 - sum).max(0.02) / missing.len() as f64 };
        means.extend(missing.into_iter().map(|option| (option.clone(), part)));
    }
    let sum: f64 = means.iter().map(|(_, share)| share).sum();
    if !open || sum > 1.0 {
        means.iter_mut().for_each(|(_, share)| *share = (*share / sum * 1e6).round() / 1e6);
    }
    means.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| a.cmp(b)));
    means
}

/// Tells whether a name is an option, or ends with it: a name may follow the name of a place.
fn is_option(name: &str, option: &str) -> bool {
    let (name, option) = (name.to_lowercase(), option.to_lowercase());
    name == option || name.ends_with(&format!(" {option}"))
}

/// Returns the names of a text with the percentage that follows each of them nearby.
fn percents(text: &str) -> Vec<(String, f64)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut all = Vec::new();
    for at in 0..words.len() {
        let Some(percent) = percent(&words[at..]) else { continue };
        let before = &words[at.saturating_sub(NEAR)..at];
        all.extend(last_name(before).map(|name| (name, percent)));
    }
    all
}

/// Reads `48 per cent`, `48 percent`, `48 %` and `48%` at the beginning of the words.
fn percent(words: &[&str]) -> Option<f64> {
    let first = words.first()?.trim_end_matches(['.', ',', ';']);
    let (number, joined) = first.strip_suffix('%').map_or((first, false), |number| (number, true));
    let value: f64 = number.parse().ok().filter(|value| (0.0..=100.0).contains(value))?;
    let second = words.get(1).map(|word| word.trim_end_matches(['.', ',', ';']));
    let third = words.get(2).map(|word| word.trim_end_matches(['.', ',', ';']));
    let spelled = matches!((second, third), (Some("percent" | "%"), _) | (Some("per"), Some("cent")));
    (joined || spelled).then_some(value)
}

/// Returns the last run of capitalised words.
fn last_name(words: &[&str]) -> Option<String> {
    let is_name = |word: &str| word.chars().next().is_some_and(char::is_uppercase) && word.len() > 1;
    let end = words.iter().rposition(|word| is_name(word))?;
    let ends_before = |word: &&str| !is_name(word) || word.ends_with([',', ';', ':', '.']);
    let start = words[..end].iter().rposition(ends_before).map_or(0, |at| at + 1);
    let name: Vec<&str> =
        words[start..=end].iter().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    (name.len() <= MAX_NAME_WORDS).then(|| name.join(" "))
}
