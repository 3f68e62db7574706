//! Recording what a question came to, by the kind of its answer.

use domain::outcome::DecidedOutcome;
use domain::{Run, Time};
use proto::result::outcome_announcement;
use store::outcomes::{AnswerRecorded, NewAnswer, NewOutcome, Origin, TrackedQuestion};

use super::OutcomeRecorded;
use crate::{Context, OperationError};

/// Outcomes of questions, with their time and source.
#[derive(Debug, Clone)]
pub(super) struct Resolution<'a> {
    pub(super) decided: Vec<(&'a Run, DecidedOutcome)>,
    pub(super) resolved_at: Option<Time>,
    pub(super) origin: Origin,
    pub(super) because: String,
}

/// Records the outcomes of the questions of runs, and returns what became of each, in the same order. Values are
/// recorded in one transaction.
pub(super) async fn record(cx: Context<'_>, new: Resolution<'_>) -> Result<Vec<OutcomeRecorded>, OperationError> {
    let (outcomes, learned_at) = (cx.store().outcomes().announcing(outcome_announcement), cx.now());
    let Resolution { decided, resolved_at, origin, because } = new;
    let mut values = Vec::new();
    for (run, decided) in &decided {
        if let DecidedOutcome::Value(value) = decided {
            let (question, because) = (TrackedQuestion::of_run(run), because.clone());
            values.push(NewOutcome { question, value: *value, resolved_at, learned_at, origin, because });
        }
    }
    let mut recorded = if values.is_empty() { Vec::new() } else { outcomes.record(&values).await? }.into_iter();
    let mut all = Vec::with_capacity(decided.len());
    for (run, decided) in decided {
        all.push(match decided {
            DecidedOutcome::Value(_) => OutcomeRecorded::of(recorded.next().ok_or(OperationError::Unavailable)?),
            DecidedOutcome::Answer(answer) => {
                let (question, because) = (TrackedQuestion::of_run(run), because.clone());
                let new = NewAnswer { run: run.id, question, answer, resolved_at, learned_at, origin, because };
                of_answer(outcomes.record_answer(&new).await?)
            }
        });
    }
    Ok(all)
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
