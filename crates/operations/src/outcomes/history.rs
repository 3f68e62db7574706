//! Recorded outcomes of a question, corrected ones included.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
use store::outcomes::{StoredAnswer, StoredOutcome, TrackedQuestion};
use utoipa::ToSchema;

use super::subject::{Subject, SubjectQuery, questions};
use crate::{Context, OperationError};

/// A question with its recorded outcomes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct QuestionHistory {
    /// Text of the question.
    pub question: String,
    /// `<kind of event>:<publisher's id>`.
    pub key: String,
    /// Id of the run (UUID).
    #[schema(value_type = Option<String>, format = Uuid)]
    pub run: Option<RunId>,
    /// Outcomes, newest first.
    pub outcomes: Vec<OutcomeEntry>,
}

/// A recorded outcome.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OutcomeEntry {
    /// 1 is YES, 0 is NO; absent for an `answer` of another kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The answer of a question that yes or no alone does not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Time of resolution.
    #[schema(value_type = String, format = DateTime)]
    pub resolved_at: Time,
    /// Time at which it was recorded.
    #[schema(value_type = String, format = DateTime)]
    pub learned_at: Time,
    /// Time at which another one corrected it, or it was withdrawn.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub retired_at: Option<Time>,
    /// Reason of a withdrawal, which may be empty; absent if it was not withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<String>,
    /// Source of the outcome: `hand`, `file`, `market` or `import`.
    pub origin: String,
    /// Explanation, or the reason of a correction.
    pub because: String,
}

/// Returns the questions about a run, an event or a market, each with its outcomes.
///
/// # Errors
/// Nothing or more than one thing is named, the tenant has no question about it, or Postgres is unavailable.
pub async fn history(cx: Context<'_>, query: SubjectQuery) -> Result<Vec<QuestionHistory>, OperationError> {
    cx.require(Read)?;
    let subject = Subject::read(query)?;
    let mut histories = Vec::new();
    for state in questions(cx, &subject).await? {
        let TrackedQuestion { tenant, key, run, text, .. } = TrackedQuestion::of_run(&state.run);
        let store = cx.store().outcomes();
        let mut outcomes: Vec<OutcomeEntry> =
            store.history(&tenant, &key).await?.into_iter().map(OutcomeEntry::from).collect();
        outcomes.extend(store.answers(&tenant, state.run.id).await?.into_iter().map(OutcomeEntry::from));
        histories.push(QuestionHistory { question: text, key, run, outcomes });
    }
    if histories.is_empty() {
        return Err(OperationError::NotFound { what: "question", advice: "`GET /v1/runs` lists the runs" });
    }
    Ok(histories)
}

impl From<StoredOutcome> for OutcomeEntry {
    fn from(outcome: StoredOutcome) -> Self {
        let StoredOutcome { value, resolved_at, learned_at, retired_at, withdrawn, origin, because } = outcome;
        Self {
            value: Some(value),
            answer: None,
            resolved_at,
            learned_at,
            retired_at,
            withdrawn,
            origin: origin.name().to_owned(),
            because,
        }
    }
}

impl From<StoredAnswer> for OutcomeEntry {
    fn from(stored: StoredAnswer) -> Self {
        let StoredAnswer { answer, resolved_at, learned_at, retired_at, withdrawn, origin, because } = stored;
        let (answer, origin) = (Some(answer.text()), origin.name().to_owned());
        Self { value: None, answer, resolved_at, learned_at, retired_at, withdrawn, origin, because }
    }
}
