//! Research questions as the prompts contain them, with the state of their answers.

use domain::Research;
use domain::research::Ending;
use domain::run::{Answer, Question};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::shorten;

/// A research question with the state of its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct DigestQuestion {
    /// The question's id.
    pub id: String,
    /// The question itself.
    pub text: String,
    /// `answered`, `partial` if the research left something open, `not_found` if it searched and found nothing,
    /// `failed` or `unanswered`.
    pub state: &'static str,
    /// Summary of the answer, or the reason why there is none.
    pub summary: String,
    /// Questions that the research left open.
    pub open: Vec<String>,
}

impl DigestQuestion {
    /// Returns `true` if there are findings.
    pub fn has_findings(&self) -> bool {
        matches!(self.state, "answered" | "partial")
    }
}

/// The question as prompts contain it: without the summary of findings, which stand beside it; without findings, with
/// the reason.
impl Serialize for DigestQuestion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut told = serializer.serialize_map(None)?;
        told.serialize_entry("id", &self.id)?;
        told.serialize_entry("text", &self.text)?;
        told.serialize_entry("state", self.state)?;
        if !self.open.is_empty() {
            told.serialize_entry("open", &self.open)?;
        }
        if !self.has_findings() && !self.summary.is_empty() {
            told.serialize_entry("reason", &self.summary)?;
        }
        told.end()
    }
}

/// Returns a question with the state of its answer.
pub(super) fn asked(question: &Question, answer: Option<&Answer>) -> DigestQuestion {
    let (state, summary) = match answer.map(|answer| &answer.evidence.research) {
        None => ("unanswered", String::new()),
        Some(research) => match &research.ending {
            Ending::Failed(reason) => ("failed", reason.clone()),
            Ending::Partial(reason) if research.findings.is_empty() => ("failed", reason.clone()),
            Ending::Complete if research.findings.is_empty() => ("not_found", nothing_found(research)),
            Ending::Complete if research.open_questions.is_empty() => ("answered", research.summary.clone()),
            Ending::Complete | Ending::Partial(_) => ("partial", research.summary.clone()),
        },
    };
    let open =
        answer.map(|answer| answer.evidence.research.open_questions.iter().map(|open| open.text.clone()).collect());
    DigestQuestion {
        id: question.id.clone(),
        text: question.text.clone(),
        state,
        summary: shorten(&summary),
        open: open.unwrap_or_default(),
    }
}

/// An honest search without a result is knowledge: the summary says what was looked for.
fn nothing_found(research: &Research) -> String {
    let summary = research.summary.trim();
    if summary.is_empty() { "nothing was found".to_owned() } else { summary.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_prompt_has_a_reason_in_place_of_findings_and_never_a_summary_of_them() {
        let told = |state, summary: &str| {
            let question = DigestQuestion {
                id: "i1q1".into(),
                text: "When?".into(),
                state,
                summary: summary.into(),
                open: Vec::new(),
            };
            json!(question)
        };
        assert_eq!(told("answered", "It opened in May."), json!({"id": "i1q1", "text": "When?", "state": "answered"}));
        assert_eq!(told("failed", "no money")["reason"], "no money");
        assert_eq!(told("unanswered", ""), json!({"id": "i1q1", "text": "When?", "state": "unanswered"}));
    }
}
