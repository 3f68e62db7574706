//! The published state of a macro's result. It only leaves the fleet, so it is not read back.

use domain::MacroResult;
use domain::review::{Edit, Execution, ResultState, Review, ReviewedResult};

use crate::convert::check;
use crate::v1;

impl From<&ReviewedResult> for v1::ReviewedMacro {
    fn from(reviewed: &ReviewedResult) -> Self {
        let result = MacroResult {
            data: reviewed.data().clone(),
            suggested_verbs: reviewed.verbs().to_vec(),
            lei_checks: reviewed.lei_checks().to_vec(),
            validation_errors: reviewed.violations().to_vec(),
            schema_valid: reviewed.approved().is_some() || reviewed.result.schema_valid,
            ..reviewed.result.clone()
        };
        let ReviewedResult { session, state, expires_at, review, execution, .. } = reviewed;
        Self {
            session_id: session.id.to_string(),
            session_version: session.version,
            state: state_to_wire(*state).into(),
            result: Some((&result).into()),
            expires_at: expires_at.map(check::stamp),
            review: review.as_ref().map(Into::into),
            execution: execution.as_ref().map(Into::into),
        }
    }
}

fn state_to_wire(state: ResultState) -> v1::MacroState {
    match state {
        ResultState::Pending => v1::MacroState::Pending,
        ResultState::Approved => v1::MacroState::Approved,
        ResultState::Rejected => v1::MacroState::Rejected,
        ResultState::Expired => v1::MacroState::Expired,
        ResultState::Executed => v1::MacroState::Executed,
    }
}

impl From<&Review> for v1::MacroReview {
    fn from(review: &Review) -> Self {
        let Review { by, at, reason, approved } = review;
        let edits = approved.iter().flat_map(|approved| &approved.edits);
        Self {
            by: by.clone(),
            at: Some(check::stamp(*at)),
            reason: reason.clone(),
            edits: edits.map(Into::into).collect(),
        }
    }
}

impl From<&Edit> for v1::DataEdit {
    fn from(edit: &Edit) -> Self {
        let (kind, old, value) = match edit {
            Edit::Add { value, .. } => (v1::EditKind::Add, None, Some(value)),
            Edit::Replace { old, value, .. } => (v1::EditKind::Replace, Some(old), Some(value)),
            Edit::Remove { old, .. } => (v1::EditKind::Remove, Some(old), None),
        };
        let text = |value: Option<&serde_json::Value>| value.map(ToString::to_string).unwrap_or_default();
        Self { kind: kind.into(), path: edit.path().to_owned(), old: text(old), value: text(value) }
    }
}

impl From<&Execution> for v1::VerbsExecution {
    fn from(execution: &Execution) -> Self {
        let Execution { by, at, answer } = execution;
        Self { by: by.clone(), at: Some(check::stamp(*at)), answer: answer.to_string() }
    }
}
