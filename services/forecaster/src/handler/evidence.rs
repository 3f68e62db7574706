//! **Consumes** `EvidenceFiltered`; ignores evidence that no run waits for.
//! **Emits** `RunAnswered` if this answers the round's last open question, which the store decides in the commit.
//! **Idempotent because** a question has one answer, and a round's `RunAnswered` has one id.

use proto::events::{EvidenceFiltered, RunAnswered};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};

use domain::Effect;
use domain::run::question_round;

/// Stores answers.
pub struct Answers;

impl Handler for Answers {
    const NAME: &'static str = "forecaster-evidence";
    const EMITS: &'static [&'static str] = &["auspex.run.answered"];
    type In = EvidenceFiltered;

    async fn handle(&self, event: EvidenceFiltered, _attempt: &Attempt) -> Result<Outcome, Failure> {
        let evidence = event.0;
        let Some((run, question)) = evidence.task.subject.waiting() else {
            return Ok(Outcome::none().labelled("nobody_waits"));
        };
        let question = question.to_owned();
        let Some(iteration) = question_round(&question) else {
            return Err(Failure::reject(anyhow::anyhow!(
                "question id {question:?} names no round; expected i<round>q<number>"
            )));
        };
        let tenant = evidence.task.tenant.clone();
        let answered = Effect::Answered { run, question, evidence: Box::new(evidence) };
        let outcome = Outcome::none().write(answered).labelled("answered");
        Ok(outcome.emit_when_ready(run, RunAnswered { run, tenant, iteration }))
    }
}

#[cfg(test)]
mod tests {
    use domain::Subject;
    use domain::effect::When;
    use runtime::FailureAction;

    use super::*;
    use crate::handler::fakes::{attempt, said};
    use crate::sample::{found, run};

    #[tokio::test]
    async fn an_answer_carries_the_message_that_releases_its_round() {
        let mut evidence = found(1);
        if let Subject::Question { question, .. } = &mut evidence.task.subject {
            question.id = "i2q3".into();
        }
        let outcome = Answers.handle(EvidenceFiltered(evidence.clone()), &attempt("a", 0)).await.unwrap();
        let again = Answers.handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.unwrap();
        assert_eq!(outcome.effects, again.effects);
        assert!(matches!(&outcome.effects[0], Effect::Answered { question, .. } if question == "i2q3"));
        assert_eq!(outcome.facts[0].when, When::RunReady(run().id));
        assert_eq!(said::<RunAnswered>(&outcome)[0].iteration, 2);
    }

    #[tokio::test]
    async fn evidence_without_a_run_is_ignored() {
        let mut evidence = found(1);
        evidence.task.subject = Subject::Identifier { identifier: "M".into(), symbol: String::new() };
        let outcome = Answers.handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.unwrap();
        assert_eq!((outcome.facts.len(), outcome.effects.len()), (0, 0));
    }

    #[tokio::test]
    async fn a_question_id_without_a_round_is_rejected() {
        let mut evidence = found(1);
        if let Subject::Question { question, .. } = &mut evidence.task.subject {
            question.id = "first".into();
        }
        let failure = Answers.handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Reject));
    }
}
