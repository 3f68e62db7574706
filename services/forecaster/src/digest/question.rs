//! Research questions as the prompts contain them, with the state of their answers.

use domain::Research;
use domain::research::Ending;
use domain::run::{Answer, Question};
use serde::Serialize;

use super::shorten;

/// A research question with the state of its answer. Its findings stand beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DigestQuestion {
    /// The question's id.
    pub id: String,
    /// The question itself.
    pub text: String,
    /// `answered`, `partial` if the research left something open, `not_found` if it searched and found nothing,
    /// `failed` or `unanswered`.
    pub state: &'static str,
    /// Questions that the research left open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Why there are no findings; empty if there are some, and without an answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl DigestQuestion {
    /// Returns `true` if there are findings.
    pub fn has_findings(&self) -> bool {
        matches!(self.state, "answered" | "partial")
    }
}

/// Returns a question with the state of its answer.
pub(super) fn asked(question: &Question, answer: Option<&Answer>) -> DigestQuestion {
    let (state, reason) = match answer.map(|answer| &answer.evidence.research) {
        None => ("unanswered", String::new()),
        Some(research) => match &research.ending {
            Ending::Failed(reason) => ("failed", reason.clone()),
            Ending::Partial(reason) if research.findings.is_empty() => ("failed", reason.clone()),
            Ending::Complete if research.findings.is_empty() => ("not_found", nothing_found(research)),
            Ending::Complete if research.open_questions.is_empty() => ("answered", String::new()),
            Ending::Complete | Ending::Partial(_) => ("partial", String::new()),
        },
    };
    let open =
        answer.map(|answer| answer.evidence.research.open_questions.iter().map(|open| open.text.clone()).collect());
    DigestQuestion {
        id: question.id.clone(),
        text: question.text.clone(),
        state,
        open: open.unwrap_or_default(),
        reason: shorten(&reason),
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

    use crate::digest::Digest;
    use crate::sample::{failed, found, state};

    #[test]
    fn a_prompt_has_a_reason_in_place_of_findings_and_never_a_summary_of_them() {
        let mut answered = found(1);
        answered.research.summary = "It opened in May.".into();
        let answers = [("i1q1", Some(answered)), ("i1q2", Some(failed("no money"))), ("i1q3", None)];
        let digest = Digest::from_state(&state(&answers));
        let told = |place: usize| json!(digest.questions[place]);
        let text = |place: usize| digest.questions[place].text.as_str();
        assert_eq!(told(0), json!({"id": "i1q1", "text": text(0), "state": "answered"}));
        assert_eq!(told(1)["reason"], "no money");
        assert_eq!(told(2), json!({"id": "i1q3", "text": text(2), "state": "unanswered"}));
    }
}
