//! **Consumes** `EvidenceFiltered`; ignores evidence that no run waits for. **Emits** `RunAnswered` if this answers the
//! round's last open question, which the store decides in the commit; `ResearchRequested` for the questions that waited
//! for this answer, if the number of questions researched at the same time is limited. **Idempotent because** a
//! question has one answer, and a round's `RunAnswered` has one id.

use std::sync::Arc;

use domain::run::question_round;
use domain::{Effect, MicroUsd, RunId};
use proto::event::Event as _;
use proto::events::{EvidenceFiltered, ResearchRequested, RunAnswered};
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Runs;

use crate::outcome::{Round, request_next};

/// Stores the answers of runs.
pub struct Answers<R> {
    /// Access to stored runs.
    pub runs: Arc<R>,
    /// Maximum number of questions of a run that are researched at the same time.
    pub parallel: usize,
    /// Maximum cost of one research task.
    pub task_budget: MicroUsd,
}

impl<R: Runs> Handler for Answers<R> {
    const NAME: &'static str = "forecaster-evidence";
    const EMITS: &'static [&'static str] = &[RunAnswered::SUBJECT, ResearchRequested::SUBJECT];
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
        let outcome = self.with_next(Outcome::none(), run, &question).await?;
        let answered = Effect::Answered { run, question, evidence: Box::new(evidence) };
        let outcome = outcome.write(answered).labelled("answered");
        Ok(outcome.emit_when_ready(run, RunAnswered { run, tenant, iteration }))
    }
}

impl<R: Runs> Answers<R> {
    /// Requests research of the questions that waited for this answer. Without a limit none waits, and the run is not
    /// read.
    async fn with_next(&self, outcome: Outcome, run: RunId, answered: &str) -> Result<Outcome, Failure> {
        if self.parallel == usize::MAX {
            return Ok(outcome);
        }
        let Some(state) = self.runs.load(run).await? else { return Ok(outcome) };
        let (budget, deadline) = (self.task_budget, state.deadline);
        let round = Round { run: &state.run, budget, deadline, parallel: self.parallel };
        Ok(request_next(outcome, round, &state, answered))
    }
}

#[cfg(test)]
mod tests {
    use domain::Subject;
    use domain::effect::When;
    use runtime::FailureAction;

    use super::*;
    use crate::handler::fakes::{Shelf, attempt, emitted};
    use crate::sample::{found, run, state};

    fn answers(shelf: Arc<Shelf>, parallel: usize) -> Answers<Shelf> {
        Answers { runs: shelf, parallel, task_budget: MicroUsd::dollars(3) }
    }

    fn unlimited() -> Answers<Shelf> {
        answers(Arc::default(), usize::MAX)
    }

    fn answer(question: &str) -> EvidenceFiltered {
        let mut evidence = found(1);
        if let Subject::Question { question: asked, .. } = &mut evidence.task.subject {
            asked.id = question.into();
        }
        EvidenceFiltered(evidence)
    }

    #[tokio::test]
    async fn an_answer_requests_the_question_that_waited_for_it() {
        let mut asked = state(&[("i1q1", None), ("i1q2", None), ("i1q3", None)]);
        asked.phase = domain::run::Phase::Waiting;
        let (first, second) = ("i1q1", "i1q2");
        let limited = answers(Shelf::with(asked), 2);
        let outcome = limited.handle(answer(first), &attempt("a", 0)).await.unwrap();
        let requested = emitted::<proto::events::ResearchRequested>(&outcome);
        let ids: Vec<_> = requested.iter().filter_map(|task| task.0.subject.waiting()).map(|(_, id)| id).collect();
        assert!(ids.contains(&"i1q3"), "{ids:?}");
        // A concurrent answer that has not seen the first one requests the same question under the same id.
        let other = limited.handle(answer(second), &attempt("b", 0)).await.unwrap();
        let message = |outcome: &Outcome, job: &str| {
            let fact = &outcome.facts.iter().rfind(|fact| fact.when == When::Always).expect("a request").fact;
            fact.id(domain::JobId::named(&[job]), 0)
        };
        assert_eq!(message(&outcome, "a"), message(&other, "b"));
    }

    #[tokio::test]
    async fn an_answer_carries_the_message_that_releases_its_round() {
        let mut evidence = found(1);
        if let Subject::Question { question, .. } = &mut evidence.task.subject {
            question.id = "i2q3".into();
        }
        let outcome = unlimited().handle(EvidenceFiltered(evidence.clone()), &attempt("a", 0)).await.unwrap();
        let again = unlimited().handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.unwrap();
        assert_eq!(outcome.effects, again.effects);
        assert!(matches!(&outcome.effects[0], Effect::Answered { question, .. } if question == "i2q3"));
        assert_eq!(outcome.facts[0].when, When::RunReady(run().id));
        assert_eq!(emitted::<RunAnswered>(&outcome)[0].iteration, 2);
    }

    #[tokio::test]
    async fn evidence_without_a_run_is_ignored() {
        let mut evidence = found(1);
        evidence.task.subject = Subject::Identifier { identifier: "M".into(), symbol: String::new() };
        let outcome = unlimited().handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.unwrap();
        assert_eq!((outcome.facts.len(), outcome.effects.len()), (0, 0));
    }

    #[tokio::test]
    async fn a_question_id_without_a_round_is_rejected() {
        let mut evidence = found(1);
        if let Subject::Question { question, .. } = &mut evidence.task.subject {
            question.id = "first".into();
        }
        let failure = unlimited().handle(EvidenceFiltered(evidence), &attempt("a", 0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Reject));
    }
}
