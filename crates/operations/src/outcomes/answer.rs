//! Recording what a question came to, by the kind of its answer.

use domain::answer::ResolvedAnswer;
use domain::{Run, Time};
use store::outcomes::{AnswerRecorded, NewAnswer, NewOutcome, Origin, TrackedQuestion};

use super::OutcomeRecorded;
use crate::{Context, OperationError};

/// What a question came to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum DecidedOutcome {
    /// Share of YES, 0 to 1.
    Value(f64),
    /// The answer to a question of another kind.
    Answer(ResolvedAnswer),
}

/// The outcome of a question, with its time and source.
#[derive(Debug, Clone)]
pub(super) struct Resolution {
    pub(super) decided: DecidedOutcome,
    pub(super) resolved_at: Option<Time>,
    pub(super) origin: Origin,
    pub(super) because: String,
}

/// Records the outcome of a run's question.
pub(super) async fn record(cx: Context<'_>, run: &Run, new: Resolution) -> Result<OutcomeRecorded, OperationError> {
    let (question, learned_at) = (TrackedQuestion::of_run(run), cx.now());
    let Resolution { decided, resolved_at, origin, because } = new;
    let outcomes = cx.store().outcomes();
    match decided {
        DecidedOutcome::Value(value) => {
            let new = NewOutcome { question, value, resolved_at, learned_at, origin, because };
            let recorded = outcomes.record(&[new]).await?.pop();
            Ok(OutcomeRecorded::of(recorded.ok_or(OperationError::Unavailable)?))
        }
        DecidedOutcome::Answer(answer) => {
            let new = NewAnswer { run: run.id, question, answer, resolved_at, learned_at, origin, because };
            Ok(of_answer(outcomes.record_answer(&new).await?))
        }
    }
}

fn of_answer(recorded: AnswerRecorded) -> OutcomeRecorded {
    let (recorded, replaced) = match recorded {
        AnswerRecorded::New => ("new", None),
        AnswerRecorded::Same => ("same", None),
        AnswerRecorded::Corrected { was, was_at } => ("corrected", Some((was.text(), was_at))),
    };
    let (replaced_answer, replaced_at) = replaced.unzip();
    OutcomeRecorded { recorded: recorded.to_owned(), replaced: None, replaced_answer, replaced_at }
}
