//! The evidence of a run as the prompts contain it: each finding under its reference `question/finding`.

use std::collections::HashMap;

use domain::research::Ending;
use domain::run::{Answer, Question, RunState};
use domain::{ClaimStatus, Finding, Source, Tier};
use serde::Serialize;

/// Maximum number of findings: a prompt of this length costs more than a further finding is worth.
const MAX_FINDINGS: usize = 40;

/// Maximum length of a finding and of a summary, in characters. A finding is one statement.
const MAX_TEXT_CHARS: usize = 600;

/// A finding of the research.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Item {
    /// Reference, such as `i1q1/f2`.
    pub reference: String,
    /// The statement to judge.
    pub text: String,
    /// Claim status: `supported`, `contested` or `unclear`.
    pub status: &'static str,
    /// Best tier of its sources.
    pub tier: &'static str,
    /// Publication date of its newest source.
    pub published: Option<String>,
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

    /// Returns `true` if the finding is supported by two independent sources or by an official one.
    pub fn is_verified(&self) -> bool {
        !self.is_doubted() && (self.independent_sources >= 2 || self.tier == Tier::Official.name())
    }
}

/// A research question with the state of its answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Asked {
    /// The question's id.
    pub id: String,
    /// The question itself.
    pub text: String,
    /// Importance of the answer.
    pub priority: &'static str,
    /// `answered`, `partial`, `failed` or `unanswered`.
    pub state: &'static str,
    /// Summary of the answer, or the reason why there is none.
    pub summary: String,
    /// Questions that the research left open.
    pub open: Vec<String>,
}

/// The evidence of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Digest {
    /// All questions of all rounds.
    pub questions: Vec<Asked>,
    /// The most important findings, best first.
    pub findings: Vec<Item>,
}

impl Digest {
    /// Collects the evidence of a state. Late answers are included.
    pub fn from_state(state: &RunState) -> Self {
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
        let findings = findings.into_iter().take(MAX_FINDINGS).map(|(_, item)| item).collect();
        Self { questions: questions.collect(), findings }
    }

    /// Returns `true` if there is a finding with that reference.
    pub fn has(&self, reference: &str) -> bool {
        self.item(reference).is_some()
    }

    /// Returns the finding with that reference.
    pub fn item(&self, reference: &str) -> Option<&Item> {
        self.findings.iter().find(|item| item.reference == reference)
    }

    /// Returns the references of the findings that are not verified.
    pub fn unverified(&self) -> Vec<String> {
        self.findings.iter().filter(|item| !item.is_verified()).map(|item| item.reference.clone()).collect()
    }

    /// Returns the number of questions with a usable answer.
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
        independent_sources: finding.independent_sources,
        pages: cited.iter().map(|source| source.url.clone()).collect(),
    }
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
        assert_eq!(digest.questions[1].summary, "no money");
        assert_eq!(digest.answered(), 1);
        assert!(digest.has("i1q1/f2") && !digest.has("i1q2/f1"));
    }

    #[test]
    fn the_digest_is_bounded() {
        assert_eq!(Digest::from_state(&state(&[("i1q1", Some(found(90)))])).findings.len(), MAX_FINDINGS);
    }
}
