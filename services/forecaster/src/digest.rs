//! The evidence of a run as the prompts contain it: each finding under its reference `question/finding`, the best of
//! every question first.

mod question;

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use domain::research::{Ending, TimelineEntry};
use domain::run::{Answer, Question, RunState};
use domain::{ClaimStatus, Finding, Research, Source, Tier};
use serde::Serialize;

use crate::similar::Content;
pub use question::DigestQuestion;
use question::asked;

/// Maximum length of all findings in tokens: what a prompt of this length costs is more than a further finding is
/// worth.
const MAX_TOKENS: usize = 8_000;

/// Assumed tokens of an item beside its texts: names of fields, status, dates.
const FIELD_TOKENS: usize = 60;

/// Maximum length of a finding and of a summary, in characters. A finding is one statement.
const MAX_TEXT_CHARS: usize = 600;

/// Maximum length of a title, in characters.
const MAX_TITLE_CHARS: usize = 120;

/// Numbers that are years: a finding with one states its own day.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// A finding of the research. The same statement found for several questions is one item.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Item {
    /// Reference, such as `i1q1/f2`.
    pub reference: String,
    /// Further references of the same statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The statement to judge.
    pub text: String,
    /// Claim status: `supported`, `contested` or `unclear`.
    pub status: &'static str,
    /// Best tier of its sources; that of most is not shown.
    #[serde(skip_serializing_if = "is_other")]
    pub tier: &'static str,
    /// Publishers of its sources.
    pub publishers: Vec<String>,
    /// Title of its newest source.
    pub title: String,
    /// Publication date of its newest source.
    pub published: Option<String>,
    /// Date of the event, if the timeline of the research has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_date: Option<String>,
    /// Publishers whose pages refute the statement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradicted_by: Vec<String>,
    /// Importance by the researcher's judgement, 0 to 1.
    pub importance: f64,
    /// Number of independent sources that support it.
    #[serde(rename = "voices")]
    pub independent_sources: u32,
    /// Addresses of its sources.
    #[serde(skip)]
    pub pages: Vec<String>,
}

impl Item {
    /// Returns `true` unless the finding is supported.
    pub fn is_doubted(&self) -> bool {
        self.status != ClaimStatus::Supported.name()
    }

    /// Returns `true` if sources contradict the finding.
    pub fn is_contradicted(&self) -> bool {
        self.status == ClaimStatus::Contested.name() || !self.contradicted_by.is_empty()
    }

    /// Returns `true` if the finding is supported by two independent sources or by an official one.
    pub fn is_verified(&self) -> bool {
        !self.is_doubted() && (self.independent_sources >= 2 || self.is_official())
    }

    /// Returns `true` if an official source states it.
    pub fn is_official(&self) -> bool {
        self.tier == Tier::Official.name()
    }

    /// Returns `true` if the reference is one of this item.
    fn has(&self, reference: &str) -> bool {
        self.reference == reference || self.also.iter().any(|also| also == reference)
    }

    /// Estimates the length in tokens, a token of four bytes.
    fn tokens(&self) -> usize {
        let names = self.publishers.iter().chain(&self.contradicted_by).chain(&self.also).map(String::len);
        (self.text.len() + self.title.len() + names.sum::<usize>()) / 4 + FIELD_TOKENS
    }

    /// Merges the same statement of another question: the better-supported wording stays.
    fn merge(&mut self, other: Self) {
        let (mut best, rest) = if other.rank() > self.rank() { (other, self.clone()) } else { (self.clone(), other) };
        best.also.push(rest.reference);
        best.also.extend(rest.also);
        for (into, from) in [
            (&mut best.publishers, rest.publishers),
            (&mut best.contradicted_by, rest.contradicted_by),
            (&mut best.pages, rest.pages),
        ] {
            into.extend(from);
            dedup(into);
        }
        best.importance = best.importance.max(rest.importance);
        best.independent_sources = best.independent_sources.max(rest.independent_sources);
        best.event_date = best.event_date.or(rest.event_date);
        *self = best;
    }

    fn rank(&self) -> (bool, bool, u32) {
        (!self.is_doubted(), self.is_official(), self.independent_sources)
    }
}

/// The evidence of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Digest {
    /// All questions of all rounds.
    pub questions: Vec<DigestQuestion>,
    /// The most important findings, the best of every question first.
    pub findings: Vec<Item>,
}

impl Digest {
    /// Collects the evidence of a state. Late answers are included.
    pub fn from_state(state: &RunState) -> Self {
        Self::within(state, MAX_TOKENS)
    }

    /// Collects the evidence of a state, with findings of at most this many tokens.
    pub fn within(state: &RunState, max_tokens: usize) -> Self {
        let answers: HashMap<&str, &Answer> =
            state.answers.iter().map(|answer| (answer.question.as_str(), answer)).collect();
        let questions =
            state.questions.iter().map(|question| asked(question, answers.get(question.id.as_str()).copied()));
        let mut ranked: Vec<&Question> = state.questions.iter().collect();
        ranked.sort_by_key(|question| std::cmp::Reverse(question.priority));
        let by_question = ranked.iter().map(|question| {
            let answer = answers.get(question.id.as_str());
            let mut items: Vec<Item> = answer.into_iter().flat_map(|answer| items(&question.id, answer)).collect();
            items.sort_by(|a, b| b.importance.total_cmp(&a.importance));
            items
        });
        Self {
            questions: questions.collect(),
            findings: within_budget(merged(in_turn(by_question.collect())), max_tokens),
        }
    }

    /// Returns `true` if there is a finding with that reference.
    pub fn has(&self, reference: &str) -> bool {
        self.item(reference).is_some()
    }

    /// Returns the finding with that reference.
    pub fn item(&self, reference: &str) -> Option<&Item> {
        self.findings.iter().find(|item| item.has(reference))
    }

    /// Returns the references of the findings that are not verified.
    pub fn unverified(&self) -> Vec<String> {
        self.findings.iter().filter(|item| !item.is_verified()).map(|item| item.reference.clone()).collect()
    }

    /// Returns the number of questions with a usable answer.
    pub fn answered(&self) -> usize {
        self.questions.iter().filter(|question| question.has_findings()).count()
    }
}

/// Takes the best finding of every question, then the second of every question, and so on.
fn in_turn(by_question: Vec<Vec<Item>>) -> Vec<Item> {
    let most = by_question.iter().map(Vec::len).max().unwrap_or(0);
    let mut lists: Vec<_> = by_question.into_iter().map(Vec::into_iter).collect();
    (0..most).flat_map(|_| lists.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>()).collect()
}

/// Merges the same statement of several questions; it keeps its first place.
fn merged(items: Vec<Item>) -> Vec<Item> {
    let mut all: Vec<(Content, Item)> = Vec::new();
    for item in items {
        let content = Content::of(&item.text);
        match all.iter_mut().find(|(other, _)| other.is_same(&content)) {
            Some((_, first)) => first.merge(item),
            None => all.push((content, item)),
        }
    }
    all.into_iter().map(|(_, item)| item).collect()
}

/// Keeps findings from the first on until the budget is used up; a shorter one may still fit after a longer one.
fn within_budget(items: Vec<Item>, max_tokens: usize) -> Vec<Item> {
    let mut left = max_tokens;
    let fits = |item: &Item| match left.checked_sub(item.tokens()) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    items.into_iter().filter(fits).collect()
}

fn items(question: &str, answer: &Answer) -> Vec<Item> {
    let research = &answer.evidence.research;
    if matches!(research.ending, Ending::Failed(_)) {
        return Vec::new();
    }
    research.findings.iter().map(|finding| item(question, finding, research)).collect()
}

fn item(question: &str, finding: &Finding, research: &Research) -> Item {
    let against = |source: &&Source| finding.contradictions.contains(&source.id);
    let cited: Vec<&Source> = research.sources.iter().filter(|source| finding.sources.contains(&source.id)).collect();
    let newest = cited.iter().max_by_key(|source| source.published_at);
    let supporting = cited.iter().copied().filter(|source| !against(source));
    Item {
        reference: format!("{question}/{}", finding.id),
        also: Vec::new(),
        text: shorten(&finding.text),
        status: finding.status.name(),
        tier: supporting.clone().map(|source| source.tier).max().unwrap_or(Tier::Other).name(),
        publishers: publishers(supporting),
        title: newest.map(|source| source.title.chars().take(MAX_TITLE_CHARS).collect()).unwrap_or_default(),
        published: newest.and_then(|source| source.published_at).map(|at| at.date_naive().to_string()),
        event_date: event_date(finding, &research.timeline),
        contradicted_by: publishers(cited.iter().copied().filter(against)),
        importance: (finding.importance * 100.0).round() / 100.0,
        independent_sources: finding.independent_sources,
        pages: cited.iter().map(|source| source.url.clone()).collect(),
    }
}

fn is_other(tier: &&'static str) -> bool {
    *tier == Tier::Other.name()
}

fn publishers<'a>(sources: impl Iterator<Item = &'a Source>) -> Vec<String> {
    let mut names: Vec<String> =
        sources.map(|source| source.publisher.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    dedup(&mut names);
    names
}

/// Returns the day of the timeline's entry that states the same from the same source, unless the finding states another
/// day: `the wall was complete` of September does not date `92 per cent were complete on 15 November 2026`.
fn event_date(finding: &Finding, timeline: &[TimelineEntry]) -> Option<String> {
    let content = Content::of(&finding.text);
    let numbers = research::dedup::numbers(&finding.text);
    let has = |number: u32| numbers.iter().any(|known| known.parse() == Ok(number));
    let is_dated = numbers.iter().filter_map(|number| number.parse().ok()).any(|number| YEARS.contains(&number));
    let agrees =
        |day: NaiveDate| !is_dated || has(day.year_ce().1) && has(day.day()) || finding.text.contains(&day.to_string());
    let entry = timeline.iter().find(|entry| {
        entry.sources.iter().any(|source| finding.sources.contains(source))
            && agrees(entry.at.date_naive())
            && Content::of(&entry.text).repeats(&content)
    })?;
    Some(entry.at.date_naive().to_string())
}

fn dedup(names: &mut Vec<String>) {
    let mut seen = std::collections::HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
}

fn shorten(text: &str) -> String {
    text.chars().take(MAX_TEXT_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{failed, found, state};

    #[test]
    fn findings_are_listed_under_their_question_and_failed_research_has_none() {
        let digest =
            Digest::from_state(&state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money"))), ("i1q3", None)]));
        let references: Vec<_> = digest.findings.iter().map(|item| item.reference.as_str()).collect();
        assert_eq!(references, ["i1q1/f1", "i1q1/f2"]);
        let states: Vec<_> = digest.questions.iter().map(|question| question.state).collect();
        assert_eq!(states, ["answered", "failed", "unanswered"]);
        assert_eq!(digest.questions[1].reason, "no money");
        assert_eq!(digest.answered(), 1);
        assert!(digest.has("i1q1/f2") && !digest.has("i1q2/f1"));
    }

    #[test]
    fn the_digest_is_bounded_and_has_the_best_of_every_question() {
        let (mut many, mut few) = (found(400), found(400));
        for (n, finding) in few.research.findings.iter_mut().enumerate() {
            finding.text = format!("Deputy {n} rejects the law.");
        }
        many.research.findings[7].importance = 0.99;
        let digest = Digest::from_state(&state(&[("i1q1", Some(many)), ("i1q2", Some(few))]));
        let tokens: usize = digest.findings.iter().map(Item::tokens).sum();
        assert!(tokens <= MAX_TOKENS && tokens + 200 > MAX_TOKENS, "{tokens}");
        let first: Vec<_> = digest.findings.iter().take(2).map(|item| item.reference.as_str()).collect();
        assert_eq!(first, ["i1q1/f8", "i1q2/f1"]);
    }

    #[test]
    fn the_same_statement_of_two_questions_is_one_item_with_both_references() {
        let mut official = found(1);
        official.research.sources[0].tier = Tier::Official;
        official.research.sources[0].publisher = "Gazette".into();
        official.research.findings[0].text = "It is the bill that Senator 1 supports".into();
        let digest = Digest::from_state(&state(&[("i1q1", Some(found(1))), ("i1q2", Some(official))]));
        let [item] = digest.findings.as_slice() else { panic!("one item: {:?}", digest.findings) };
        assert!(digest.has("i1q1/f1") && digest.has("i1q2/f1") && item.is_official());
        assert_eq!(item.publishers, ["Gazette", "Example"]);
    }

    #[test]
    fn an_item_names_who_contradicts_it_and_when_the_event_was() {
        let mut evidence = found(1);
        let research = &mut evidence.research;
        let other = Source { id: "s2".into(), publisher: "Rival".into(), ..research.sources[0].clone() };
        research.sources.push(other);
        research.findings[0].sources = vec!["s1".into(), "s2".into()];
        research.findings[0].contradictions = vec!["s2".into()];
        research.timeline.push(TimelineEntry {
            id: "t1".into(),
            at: crate::sample::when(),
            text: "Senator 1 supports the bill".into(),
            sources: vec!["s1".into()],
        });
        let item = Digest::from_state(&state(&[("i1q1", Some(evidence))])).findings.remove(0);
        assert_eq!((item.publishers, item.contradicted_by), (vec!["Example".to_owned()], vec!["Rival".to_owned()]));
        assert_eq!(item.event_date, Some(crate::sample::when().date_naive().to_string()));
    }

    #[test]
    fn an_entry_of_another_day_does_not_date_a_finding_that_states_its_own() {
        let at: domain::Time = "2026-09-12T00:00:00Z".parse().unwrap();
        let dated = |text: &str, entry: &str| {
            let mut evidence = found(1);
            evidence.research.findings[0].text = text.into();
            let sources = evidence.research.findings[0].sources.clone();
            evidence.research.timeline = vec![TimelineEntry { id: "t1".into(), at, text: entry.into(), sources }];
            Digest::from_state(&state(&[("i1q1", Some(evidence))])).findings.remove(0).event_date
        };
        let wall = "The wall of the quay was complete.";
        assert_eq!(dated("The wall of the quay was complete by 15 November 2026.", wall), None);
        for same in ["The wall of the quay was complete on 12 September 2026.", "The wall of the quay was complete."] {
            assert_eq!(dated(same, wall).as_deref(), Some("2026-09-12"), "{same}");
        }
    }

    #[test]
    fn a_search_without_a_result_did_not_fail_and_an_open_question_makes_an_answer_partial() {
        let (nothing, mut open) = (found(0), found(1));
        open.research.open_questions.push(domain::research::OpenQuestion { id: "q1".into(), text: "When?".into() });
        let digest = Digest::from_state(&state(&[("i1q1", Some(nothing)), ("i1q2", Some(open))]));
        let states: Vec<_> = digest.questions.iter().map(|question| question.state).collect();
        assert_eq!(states, ["not_found", "partial"]);
        assert_eq!(digest.answered(), 1);
    }
}
