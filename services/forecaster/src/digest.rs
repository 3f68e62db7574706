//! A run's evidence as a list that fits a prompt: each finding under its reference `question/finding`.

use std::collections::HashMap;

use domain::research::Ending;
use domain::run::{Answer, Question, RunState};
use domain::{ClaimStatus, Finding, Source, Tier};
use serde::Serialize;

/// Findings at most: beyond that a prompt costs more than the fiftieth finding is worth.
const MOST: usize = 40;

/// Longest finding in characters; a finding is one statement.
const LONGEST: usize = 600;

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Item {
    /// `i1q1/f2`.
    pub reference: String,
    /// The statement.
    pub text: String,
    /// `supported`, `contested`, `unclear`.
    pub status: &'static str,
    /// Best tier among its sources.
    pub tier: &'static str,
    /// When its newest source was published, as a date.
    pub published: Option<String>,
    /// 0 to 1, as the researcher sees it.
    pub importance: f64,
    /// How many independent sources say so.
    pub voices: u32,
    /// The addresses that it was read at.
    #[serde(skip)]
    pub pages: Vec<String>,
}

impl Item {
    /// Contested, or nobody said enough.
    pub fn is_doubted(&self) -> bool {
        self.status != ClaimStatus::Supported.name()
    }

    /// Supported, by two independent voices at least or by the thing itself.
    pub fn is_verified(&self) -> bool {
        !self.is_doubted() && (self.voices >= 2 || self.tier == Tier::Official.name())
    }
}

/// One question and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Asked {
    /// Its id.
    pub id: String,
    /// The question.
    pub text: String,
    /// How much it matters.
    pub priority: &'static str,
    /// `answered`, `partial`, `failed` or `unanswered`.
    pub state: &'static str,
    /// The summary of its answer, or why there is none.
    pub summary: String,
    /// What stayed unknown.
    pub open: Vec<String>,
}

/// A run's evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Digest {
    /// Every question of every round.
    pub questions: Vec<Asked>,
    /// The findings that matter most, best first.
    pub findings: Vec<Item>,
}

impl Digest {
    /// The digest of a run's state. Late answers count: they are there.
    pub fn of(state: &RunState) -> Self {
        let answers: HashMap<&str, &Answer> =
            state.answers.iter().map(|answer| (answer.question.as_str(), answer)).collect();
        let questions =
            state.questions.iter().map(|question| asked(question, answers.get(question.id.as_str()).copied()));
        let mut findings: Vec<(u8, Item)> = Vec::new();
        for question in &state.questions {
            let found = answers.get(question.id.as_str()).into_iter().flat_map(|answer| items(&question.id, answer));
            findings.extend(found.map(|item| (3 - question.priority as u8, item)));
        }
        findings.sort_by(|(a, x), (b, y)| a.cmp(b).then(y.importance.total_cmp(&x.importance)));
        let findings = findings.into_iter().take(MOST).map(|(_, item)| item).collect();
        Self { questions: questions.collect(), findings }
    }

    /// Is there a finding of that reference?
    pub fn has(&self, reference: &str) -> bool {
        self.item(reference).is_some()
    }

    /// The finding of that reference.
    pub fn item(&self, reference: &str) -> Option<&Item> {
        self.findings.iter().find(|item| item.reference == reference)
    }

    /// The references of findings that nobody has verified.
    pub fn unverified(&self) -> Vec<String> {
        self.findings.iter().filter(|item| !item.is_verified()).map(|item| item.reference.clone()).collect()
    }

    /// Questions that got something usable.
    pub fn answered(&self) -> usize {
        self.questions.iter().filter(|question| matches!(question.state, "answered" | "partial")).count()
    }
}

fn asked(question: &Question, answer: Option<&Answer>) -> Asked {
    let (state, summary) = match answer.map(|answer| &answer.evidence.research) {
        None => ("unanswered", String::new()),
        Some(research) => match &research.ending {
            Ending::Failed(reason) => ("failed", reason.clone()),
            _ if research.findings.is_empty() => ("failed", "nothing was found".to_owned()),
            Ending::Complete => ("answered", research.summary.clone()),
            Ending::Partial(_) => ("partial", research.summary.clone()),
        },
    };
    let open =
        answer.map(|answer| answer.evidence.research.open_questions.iter().map(|open| open.text.clone()).collect());
    Asked {
        id: question.id.clone(),
        text: question.text.clone(),
        priority: question.priority.name(),
        state,
        summary: shorten(&summary),
        open: open.unwrap_or_default(),
    }
}

fn items(question: &str, answer: &Answer) -> Vec<Item> {
    let research = &answer.evidence.research;
    if matches!(research.ending, Ending::Failed(_)) {
        return Vec::new();
    }
    research.findings.iter().map(|finding| item(question, finding, &research.sources)).collect()
}

fn item(question: &str, finding: &Finding, sources: &[Source]) -> Item {
    let cited: Vec<&Source> = sources.iter().filter(|source| finding.sources.contains(&source.id)).collect();
    let tier = cited.iter().map(|source| source.tier).max().unwrap_or(Tier::Other);
    let published = cited.iter().filter_map(|source| source.published_at).max();
    Item {
        reference: format!("{question}/{}", finding.id),
        text: shorten(&finding.text),
        status: finding.status.name(),
        tier: tier.name(),
        published: published.map(|at| at.date_naive().to_string()),
        importance: finding.importance,
        voices: finding.voices,
        pages: cited.iter().map(|source| source.url.clone()).collect(),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{failed, found, state};

    #[test]
    fn findings_stand_under_their_question_and_failures_hold_none() {
        let digest =
            Digest::of(&state(&[("i1q1", Some(found(2))), ("i1q2", Some(failed("no money"))), ("i1q3", None)]));
        let references: Vec<_> = digest.findings.iter().map(|item| item.reference.as_str()).collect();
        assert_eq!(references, ["i1q1/f1", "i1q1/f2"]);
        let states: Vec<_> = digest.questions.iter().map(|question| question.state).collect();
        assert_eq!(states, ["answered", "failed", "unanswered"]);
        assert_eq!(digest.questions[1].summary, "no money");
        assert_eq!(digest.answered(), 1);
        assert!(digest.has("i1q1/f2") && !digest.has("i1q2/f1"));
    }

    #[test]
    fn the_digest_is_bounded() {
        assert_eq!(Digest::of(&state(&[("i1q1", Some(found(90)))])).findings.len(), MOST);
    }
}
