//! Protection against hindsight in runs that answer as of a past day.
//!
//! A forecast of the past has value only if no information younger than its question was used. Evidence therefore
//! passes only if it has a date, and the date precedes the question: an undated page may be from yesterday. A finding's
//! text may come from any of its sources, so one source that fails removes the finding; a summary was written from all
//! material, so the first removal clears it.

use std::collections::BTreeMap;

use crate::run::RunState;
use crate::{Research, Time};

/// An item that was withheld from a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// Id of the finding, timeline entry or source within its research.
    pub id: String,
    /// Text of the item; for a source its address.
    pub text: String,
    /// Reason for withholding it.
    pub why: WithheldReason,
}

/// Reason for withholding an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithheldReason {
    /// The publication date is unknown.
    Undated,
    /// The item is from this time, which is not before the question's.
    Later(Time),
}

impl std::fmt::Display for WithheldReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Undated => f.write_str("its publication date is unknown"),
            Self::Later(at) => write!(f, "it is from {}", at.format("%F")),
        }
    }
}

impl RunState {
    /// Removes answers' material that the run may not use: for a run as of a day, everything not dated before that day.
    #[must_use]
    pub fn without_hindsight(mut self) -> Self {
        if let Some(as_of) = self.run.asked.config.as_of {
            for answer in &mut self.answers {
                let research = &mut answer.evidence.research;
                *research = split_by_date(research, as_of).0;
            }
        }
        self
    }
}

/// Splits research into the part dated before `as_of` and the withheld items.
pub fn split_by_date(research: &Research, as_of: Time) -> (Research, Vec<Withheld>) {
    let barred: BTreeMap<&str, WithheldReason> = research
        .sources
        .iter()
        .filter_map(|source| Some((source.id.as_str(), withheld_reason(source.published_at, as_of)?)))
        .collect();
    let of = |sources: &[String]| sources.iter().find_map(|id| barred.get(id.as_str()).copied());
    let mut withheld = Vec::new();
    let mut earlier = research.clone();
    earlier.findings.retain(|finding| {
        let why = of(&finding.sources);
        withheld.extend(why.map(|why| Withheld { id: finding.id.clone(), text: finding.text.clone(), why }));
        why.is_none()
    });
    earlier.timeline.retain(|entry| {
        let late = (entry.at >= as_of).then_some(WithheldReason::Later(entry.at));
        let why = late.or_else(|| of(&entry.sources));
        withheld.extend(why.map(|why| Withheld { id: entry.id.clone(), text: entry.text.clone(), why }));
        why.is_none()
    });
    earlier.sources.retain(|source| {
        let why = barred.get(source.id.as_str()).copied();
        withheld.extend(why.map(|why| Withheld { id: source.id.clone(), text: source.url.clone(), why }));
        why.is_none()
    });
    if !withheld.is_empty() {
        earlier.summary.clear();
        earlier.open_questions.clear();
        earlier.risks.clear();
        earlier.opportunities.clear();
        earlier.sentiment = None;
    }
    (earlier, withheld)
}

/// Returns the reason for withholding material with this publication date; `None` if it passes.
pub fn withheld_reason(published_at: Option<Time>, as_of: Time) -> Option<WithheldReason> {
    match published_at {
        None => Some(WithheldReason::Undated),
        Some(at) if at >= as_of => Some(WithheldReason::Later(at)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::research::{OpenQuestion, TimelineEntry};
    use crate::{Finding, MicroUsd, Source, Tier};

    fn day(n: i64) -> Time {
        Time::from_timestamp(1_771_459_200 + n * 86_400, 0).unwrap()
    }

    fn source(id: &str, published_at: Option<Time>) -> Source {
        Source {
            id: id.into(),
            url: format!("https://{id}.example/"),
            published_at,
            fetched_at: day(100),
            tier: Tier::Other,
            tier_reason: String::new(),
            ..crate::testing::source()
        }
    }

    fn finding(id: &str, sources: &[&str]) -> Finding {
        Finding {
            id: id.into(),
            text: format!("{id} says"),
            sources: sources.iter().map(|id| (*id).to_owned()).collect(),
            ..crate::testing::finding()
        }
    }

    fn research(sources: Vec<Source>, findings: Vec<Finding>, timeline: Vec<TimelineEntry>) -> Research {
        Research {
            summary: "All in all.".into(),
            findings,
            timeline,
            sources,
            open_questions: vec![OpenQuestion { id: "q1".into(), text: "And then?".into() }],
            sentiment: Some(0.5),
            confidence: 0.5,
            risks: vec!["r".into()],
            opportunities: vec!["o".into()],
            made_at: day(100),
            expires_at: day(101),
            cost: MicroUsd::ZERO,
            ..crate::testing::research()
        }
    }

    #[test]
    fn only_earlier_material_passes() {
        let sources = vec![source("s1", Some(day(-1))), source("s2", Some(day(0))), source("s3", None)];
        let findings = vec![finding("f1", &["s1"]), finding("f2", &["s1", "s2"]), finding("f3", &["s3"])];
        let entry = |id: &str, at, from: &str| TimelineEntry {
            id: id.into(),
            at,
            text: format!("{id} happened"),
            sources: vec![from.into()],
        };
        let timeline = vec![entry("t1", day(-2), "s1"), entry("t2", day(3), "s1"), entry("t3", day(-2), "s2")];
        let (earlier, withheld) = split_by_date(&research(sources, findings, timeline), day(0));
        let ids: Vec<&str> = earlier.findings.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!((ids, earlier.timeline.len(), earlier.sources.len()), (vec!["f1"], 1, 1));
        assert!(earlier.summary.is_empty() && earlier.open_questions.is_empty() && earlier.risks.is_empty());
        let withheld_items: Vec<String> = withheld.iter().map(|one| format!("{}: {}", one.id, one.why)).collect();
        let late = "it is from 2026-02-19";
        assert_eq!(withheld_items[0], format!("f2: {late}"));
        assert_eq!(withheld_items[1], "f3: its publication date is unknown");
        assert_eq!(withheld_items[2..4], ["t2: it is from 2026-02-22".to_owned(), format!("t3: {late}")]);
        assert_eq!(withheld.len(), 6);
    }

    #[test]
    fn earlier_material_is_unchanged() {
        let all = research(vec![source("s1", Some(day(-1)))], vec![finding("f1", &["s1"])], Vec::new());
        assert_eq!(split_by_date(&all, day(0)), (all, Vec::new()));
    }

    proptest! {
        #[test]
        fn nothing_young_and_nothing_new_comes_through(
            dates in prop::collection::vec(prop::option::of(-5..5_i64), 1..8),
            cited in prop::collection::vec(prop::collection::vec(0..8_usize, 1..4), 0..10),
        ) {
            let sources: Vec<Source> =
                dates.iter().enumerate().map(|(at, date)| source(&format!("s{at}"), date.map(day))).collect();
            let findings: Vec<Finding> = cited.iter().enumerate().map(|(at, from)| {
                let from: Vec<String> = from.iter().map(|place| format!("s{}", place % dates.len())).collect();
                finding(&format!("f{at}"), &from.iter().map(String::as_str).collect::<Vec<_>>())
            }).collect();
            let all = research(sources, findings, Vec::new());
            let (earlier, withheld) = split_by_date(&all, day(0));
            prop_assert!(earlier.sources.iter().all(|source| source.published_at.is_some_and(|at| at < day(0))));
            for finding in &earlier.findings {
                prop_assert!(all.findings.contains(finding));
                prop_assert!(finding.sources.iter().all(|id| earlier.sources.iter().any(|source| source.id == *id)));
            }
            prop_assert_eq!(earlier.findings.len() + earlier.sources.len() + withheld.len(), all.findings.len() + all.sources.len());
            prop_assert_eq!(split_by_date(&earlier, day(0)), (earlier, Vec::new()), "twice is once");
        }
    }
}
