//! `outcome.proto`: outcomes of questions.

use domain::outcome::{DecidedOutcome, OutcomeChange, OutcomeStep};

use super::check;
use crate::v1;

impl From<&OutcomeChange> for v1::QuestionOutcome {
    fn from(change: &OutcomeChange) -> Self {
        // The result that carries the message has the other fields.
        let OutcomeChange { question, step, outcome, replaced, resolved_at, because, .. } = change;
        let step = match step {
            OutcomeStep::Recorded => v1::OutcomeStep::Recorded,
            OutcomeStep::Corrected => v1::OutcomeStep::Corrected,
            OutcomeStep::Withdrawn => v1::OutcomeStep::Withdrawn,
        };
        Self {
            step: step.into(),
            question: question.clone(),
            outcome: Some(outcome.into()),
            replaced: replaced.as_ref().map(Into::into),
            resolved_at: Some(check::stamp(*resolved_at)),
            because: because.clone(),
        }
    }
}

impl From<&DecidedOutcome> for v1::OutcomeValue {
    fn from(outcome: &DecidedOutcome) -> Self {
        use v1::outcome_value::Value;
        let value = match outcome {
            DecidedOutcome::Value(share) => Value::Share(*share),
            DecidedOutcome::Answer(answer) => Value::Answer(answer.text()),
        };
        Self { value: Some(value) }
    }
}
