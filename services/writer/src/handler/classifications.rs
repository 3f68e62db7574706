//! **Consumes** `EventClassified`.
//! **Emits** `ResultPublished`: the answer to an event that asks for no work, the first result of every other.
//! **Idempotent because** the result's id and the audit lines derive from the message's job.

use domain::Effect;
use proto::events::EventClassified;
use proto::result::ResultContent;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};

use crate::audit;
use crate::result::{result_row, with_result};

/// Stores and publishes classifications.
pub struct Classifications;

impl Handler for Classifications {
    const NAME: &'static str = "writer-classifications";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = EventClassified;

    async fn handle(&self, event: EventClassified, attempt: &Attempt) -> Result<Outcome, Failure> {
        let made = event.0;
        let at = attempt.now();
        let last = made.run.is_none() && made.tasks == 0;
        let lines = audit::classified(attempt.job, &made, at);
        let outcome = Outcome::none().labelled(if last { "answered" } else { "first_word" });
        let outcome = lines.into_iter().fold(outcome, |outcome, line| outcome.write(Effect::Audited(Box::new(line))));
        Ok(with_result(outcome, result_row(ResultContent::Classification(&made), attempt.job, "", at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handler::fakes::{attempt, published};
    use crate::sample::{classification, event_job};

    #[tokio::test]
    async fn each_event_has_a_result_and_an_audit_trail() {
        let made = classification();
        let job = made.event.job();
        let first = Classifications.handle(EventClassified(made.clone()), &attempt(0)).await.unwrap();
        let again = Classifications.handle(EventClassified(made), &attempt(1)).await.unwrap();
        let row = published(&first);
        assert_eq!((row.kind.as_str(), row.event, row.run), ("classification", job, None));
        assert_eq!(row, published(&again));
        assert_eq!((first.effects.len(), first.label), (3, "first_word"));
        assert_ne!(job, event_job());
    }

    #[tokio::test]
    async fn a_classification_without_work_is_the_answer() {
        let mut made = classification();
        made.tasks = 0;
        assert_eq!(Classifications.handle(EventClassified(made), &attempt(0)).await.unwrap().label, "answered");
    }
}
