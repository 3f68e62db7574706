//! Hindsight in evidence: what was withheld because it is not dated before the freeze date, and what was used although
//! it refers to the resolution. Withheld evidence did not reach the forecast; a person should check the rest. Pure.

use chrono::NaiveDate;
use domain::hindsight;
use domain::run::RunState;
use serde::Serialize;

use super::set::Truth;

/// Evidence with hindsight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// Question id in the set.
    pub qid: String,
    /// Position of the evidence: `research question/finding`.
    pub evidence: String,
    /// Kind of the leak.
    pub kind: LeakKind,
    /// Description of the leak.
    pub why: String,
    /// Text of the evidence, at most 300 characters.
    pub text: String,
}

/// Kind of a leak.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeakKind {
    /// The evidence did not reach the forecast.
    Withheld,
    /// The evidence was used and contains the date on which the question was resolved.
    NamesResolutionDate,
    /// The evidence was used and contains a phrase about a resolution.
    TellsOutcome,
}

/// Phrases that state a resolution.
const RESOLUTION_PHRASES: [&str; 8] = [
    "resolved yes",
    "resolved no",
    "resolved to yes",
    "resolved to no",
    "resolves to yes",
    "resolves to no",
    "market has resolved",
    "question has resolved",
];

/// Finds the leaks in a run's evidence.
pub(super) fn find(state: &RunState, truth: &Truth) -> Vec<Leak> {
    let Some(as_of) = state.run.asked.config.as_of else { return Vec::new() };
    let day = truth.resolution_date.as_deref().and_then(|text| text.get(..10)?.parse::<NaiveDate>().ok());
    let mut leaks = Vec::new();
    for answer in &state.answers {
        let leak = |id: &str, kind: LeakKind, why: String, text: &str| Leak {
            qid: truth.qid.clone(),
            evidence: format!("{}/{id}", answer.question),
            kind,
            why,
            text: text.chars().take(300).collect(),
        };
        let (kept, withheld) = hindsight::split_by_date(&answer.evidence.research, as_of);
        leaks.extend(withheld.iter().map(|one| leak(&one.id, LeakKind::Withheld, one.why.to_string(), &one.text)));
        for left in &answer.evidence.research.left_out {
            let why =
                hindsight::withheld_reason(left.published_at, as_of).map_or_else(String::new, |why| why.to_string());
            leaks.push(leak("unread", LeakKind::Withheld, why, &left.address));
        }
        let texts = kept.findings.iter().map(|finding| (finding.id.as_str(), finding.text.as_str()));
        let texts = texts.chain(kept.timeline.iter().map(|entry| (entry.id.as_str(), entry.text.as_str())));
        for (id, text) in texts.chain([("summary", kept.summary.as_str())]) {
            if let Some(day) = day.filter(|day| contains_day(text, *day)) {
                let why = format!("it contains_day {day}, the day of resolution");
                leaks.push(leak(id, LeakKind::NamesResolutionDate, why, text));
            }
            let lower = text.to_lowercase();
            if let Some(words) = RESOLUTION_PHRASES.iter().find(|words| lower.contains(**words)) {
                leaks.push(leak(id, LeakKind::TellsOutcome, format!("it contains {words:?}"), text));
            }
        }
    }
    leaks
}

/// Returns true if the text contains the day in one of the usual spellings.
fn contains_day(text: &str, day: NaiveDate) -> bool {
    let spellings = [
        "%Y-%m-%d",
        "%Y/%m/%d",
        "%B %-d, %Y",
        "%B %-d %Y",
        "%-d %B %Y",
        "%b %-d, %Y",
        "%-d %b %Y",
        "%-d.%-m.%Y",
        "%d.%m.%Y",
        "%-m/%-d/%Y",
    ];
    let text = text.to_lowercase();
    spellings.iter().any(|spelling| is_separate_word(&text, &day.format(spelling).to_string().to_lowercase()))
}

/// Returns true if `words` occurs outside a longer number: `1/2/2026` is not in `11/2/2026`.
fn is_separate_word(text: &str, words: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(words)
        .any(|(at, _)| !digit(text[..at].chars().next_back()) && !digit(text[at + words.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_found_in_all_spellings_but_not_inside_a_number() {
        let day = NaiveDate::from_ymd_opt(2026, 1, 2).unwrap();
        for text in
            ["on 2026-01-02.", "by January 2, 2026", "2 Jan 2026", "am 2.1.2026", "(1/2/2026)", "JANUARY 2 2026"]
        {
            assert!(contains_day(text, day), "{text}");
        }
        for text in ["11/2/2026", "on 2026-01-20", "12 January 2026", "January 2, 20261", ""] {
            assert!(!contains_day(text, day), "{text}");
        }
    }
}
