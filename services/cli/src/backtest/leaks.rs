//! Evidence that looks back: what was withheld because it is not dated before the freeze date, and what passed but speaks of the
//! resolution. The former did not reach the forecast; the latter did, and a person should look at it. Pure.

use chrono::NaiveDate;
use domain::hindsight;
use domain::run::RunState;
use serde::Serialize;

use super::set::Truth;

/// A piece of evidence that looks back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Leak {
    /// The question's name in the set.
    pub qid: String,
    /// Which piece: `research question/finding`.
    pub evidence: String,
    /// What is wrong with it.
    pub kind: Kind,
    /// The same in words.
    pub why: String,
    /// What it says.
    pub text: String,
}

/// What is wrong with a piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// It did not reach the forecast.
    Withheld,
    /// It reached the forecast, and names the day on which the question was resolved.
    NamesResolutionDate,
    /// It reached the forecast, and says that something was resolved.
    TellsOutcome,
}

/// How people say that a question has its answer.
const RESOLVED: [&str; 8] = [
    "resolved yes",
    "resolved no",
    "resolved to yes",
    "resolved to no",
    "resolves to yes",
    "resolves to no",
    "market has resolved",
    "question has resolved",
];

/// The leaks in a run's evidence.
pub(super) fn of(state: &RunState, truth: &Truth) -> Vec<Leak> {
    let Some(as_of) = state.run.asked.config.as_of else { return Vec::new() };
    let day = truth.resolution_date.as_deref().and_then(|text| text.get(..10)?.parse::<NaiveDate>().ok());
    let mut leaks = Vec::new();
    for answer in &state.answers {
        let leak = |id: &str, kind: Kind, (why, text): (String, &str)| Leak {
            qid: truth.qid.clone(),
            evidence: format!("{}/{id}", answer.question),
            kind,
            why,
            text: text.chars().take(300).collect(),
        };
        let (kept, withheld) = hindsight::pass(&answer.evidence.research, as_of);
        leaks.extend(withheld.iter().map(|one| leak(&one.id, Kind::Withheld, (one.why.to_string(), &one.text))));
        for left in &answer.evidence.research.left_out {
            let why = hindsight::against(left.published_at, as_of).map_or_else(String::new, |why| why.to_string());
            leaks.push(leak("unread", Kind::Withheld, (why, &left.address)));
        }
        let said = kept.findings.iter().map(|finding| (finding.id.as_str(), finding.text.as_str()));
        let said = said.chain(kept.timeline.iter().map(|entry| (entry.id.as_str(), entry.text.as_str())));
        for (id, text) in said.chain([("summary", kept.summary.as_str())]) {
            if let Some(day) = day.filter(|day| names(text, *day)) {
                leaks.push(leak(
                    id,
                    Kind::NamesResolutionDate,
                    (format!("it names {day}, the day of resolution"), text),
                ));
            }
            let lower = text.to_lowercase();
            if let Some(words) = RESOLVED.iter().find(|words| lower.contains(**words)) {
                leaks.push(leak(id, Kind::TellsOutcome, (format!("it says {words:?}"), text)));
            }
        }
    }
    leaks
}

/// Does the text name that day, in one of the usual spellings?
fn names(text: &str, day: NaiveDate) -> bool {
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
    spellings.iter().any(|spelling| stands_alone(&text, &day.format(spelling).to_string().to_lowercase()))
}

/// Not as a part of a longer number: `1/2/2026` does not stand in `11/2/2026`.
fn stands_alone(text: &str, words: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(words)
        .any(|(at, _)| !digit(text[..at].chars().next_back()) && !digit(text[at + words.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_known_in_many_spellings_and_not_inside_another() {
        let day = NaiveDate::from_ymd_opt(2026, 1, 2).unwrap();
        for text in
            ["on 2026-01-02.", "by January 2, 2026", "2 Jan 2026", "am 2.1.2026", "(1/2/2026)", "JANUARY 2 2026"]
        {
            assert!(names(text, day), "{text}");
        }
        for text in ["11/2/2026", "on 2026-01-20", "12 January 2026", "January 2, 20261", ""] {
            assert!(!names(text, day), "{text}");
        }
    }
}
