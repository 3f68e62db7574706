//! **Consumes** `MacroResearched`: the result of a research macro, or the reason why it was not executed. **Emits**
//! `ResultPublished`: the result in the state pending, approved or rejected. **Idempotent because** the result's id is
//! the research task's, and the id of what is published derives from result and state.

use std::sync::Arc;

use domain::effect::AuditLine;
use domain::review::{NewResult, ReviewedResult, Session, SessionId};
use domain::{Effect, JobId, Subject};
use proto::events::{MacroResearched, ResultPublished};
use proto::result::macro_announcement;
use runtime::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use store::Reviews;

/// Stores results of research macros and opens their reviews.
pub struct Macros<R> {
    /// Sessions and their results.
    pub reviews: Arc<R>,
}

impl<R: Reviews> Handler for Macros<R> {
    const NAME: &'static str = "writer-macros";
    const EMITS: &'static [&'static str] = &["auspex.result."];
    type In = MacroResearched;

    async fn handle(&self, event: MacroResearched, attempt: &Attempt) -> Result<Outcome, Failure> {
        let at = attempt.now();
        let tenant = event.task.tenant.clone();
        if self.reviews.show(&tenant, event.result.id).await?.is_some() {
            return Ok(Outcome::none().labelled("known"));
        }
        let Subject::Macro(request) = &event.task.subject else {
            return Err(Failure::reject(anyhow::anyhow!("the task of result {} is not a macro", event.result.id)));
        };
        let session = self.reviews.session(&tenant, SessionId::of_request(request, event.task.event_job)).await?;
        let skip_review = request.skip_review;
        let line = audit_line(attempt.job, &event);
        let MacroResearched { task, result, definition, refused } = event;
        let new = NewResult { event: task.event, event_job: task.event_job, result, definition, skip_review, refused };
        let reviewed = ReviewedResult::record(&session, new, at);
        Ok(outcome(&session, reviewed, line, at))
    }
}

/// The commit is stale if the session has changed since it was read; the message is then handled again.
fn outcome(read: &Session, reviewed: ReviewedResult, mut line: AuditLine, at: domain::Time) -> Outcome {
    let (row, _) = macro_announcement(&reviewed, at);
    let label = reviewed.state.name();
    line.errors
        .extend(reviewed.review.iter().filter(|review| review.approved.is_none()).map(|review| review.reason.clone()));
    Outcome::none()
        .write(Effect::Audited(Box::new(line)))
        .write(Effect::MacroResulted { reviewed: Box::new(reviewed), version: read.version })
        .write(Effect::ResultStored(Box::new(row.clone())))
        .emit(ResultPublished(row))
        .labelled(label)
}

fn audit_line(job: JobId, event: &MacroResearched) -> AuditLine {
    let MacroResearched { task, result, .. } = event;
    let violations = result.validation_errors.iter().map(|error| format!("{:?}: {}", error.path, error.problem));
    let lacks = result.lacks.iter().map(|lack| lack.reason.clone());
    AuditLine {
        job,
        event: task.event_job,
        tenant: task.tenant.clone(),
        worker: "researcher".to_owned(),
        action: "macro".to_owned(),
        subject: format!("{} {}", result.name, result.version).trim_end().to_owned(),
        from_cache: None,
        tools: Vec::new(),
        cost: result.cost,
        errors: violations.chain(lacks).collect(),
        at: result.at,
    }
}

#[cfg(test)]
mod tests {
    use domain::event::MacroRequest;
    use domain::research::Lack;
    use domain::review::ResultState;
    use domain::{MacroResult, ResearchTask, ReviewPolicy, SchemaViolation};
    use runtime::FailureAction;
    use serde_json::json;
    use store::testing::FakeReviews;

    use super::*;
    use crate::handler::fakes::{attempt, published};
    use crate::sample::{task, when};

    fn researched(name: &str) -> MacroResearched {
        let request = MacroRequest { name: "ubo".into(), session: "desk".into(), ..MacroRequest::default() };
        let result = MacroResult {
            version: "2".into(),
            data: json!({"owner": "Ada"}),
            schema_valid: true,
            cost: domain::MicroUsd(70),
            ..MacroResult::not_executed(JobId::named(&[name]), &request, when())
        };
        let task = task(Subject::Macro(request));
        MacroResearched { task, result, definition: "macro: {}".into(), refused: None }
    }

    /// Handles a fact and applies its effects as the journal would.
    async fn handled(reviews: &Arc<FakeReviews>, event: MacroResearched) -> (Outcome, Option<ReviewedResult>) {
        let (tenant, id) = (event.task.tenant.clone(), event.result.id);
        let outcome = Macros { reviews: Arc::clone(reviews) }.handle(event, &attempt(0)).await.unwrap();
        for effect in &outcome.effects {
            reviews.apply(effect).unwrap();
        }
        (outcome, reviews.show(&tenant, id).await.unwrap())
    }

    #[tokio::test]
    async fn a_result_is_stored_as_pending_and_published_once() {
        let reviews = Arc::new(FakeReviews::default());
        let (outcome, stored) = handled(&reviews, researched("first")).await;
        let stored = stored.unwrap();
        assert_eq!((outcome.label, stored.state), ("pending", ResultState::Pending));
        let row = published(&outcome);
        assert_eq!((row.kind.as_str(), row.id, row.event), ("macro", stored.announcement(), stored.event_job));
        assert_eq!(row.body["macro"]["sessionVersion"], "1");
        let line = outcome.effects.iter().find_map(|effect| match effect {
            Effect::Audited(line) => Some((line.subject.as_str(), line.cost)),
            _ => None,
        });
        assert_eq!(line, Some(("ubo 2", domain::MicroUsd(70))));
        let (again, _) = handled(&reviews, researched("first")).await;
        assert_eq!((again.label, again.facts.len(), again.effects.len()), ("known", 0, 0));
    }

    #[tokio::test]
    async fn what_the_research_lacks_is_stored_published_and_audited() {
        let reviews = Arc::new(FakeReviews::default());
        let mut degraded = researched("degraded");
        degraded.result.lacks = vec![Lack::new("unread_page")];
        let (outcome, stored) = handled(&reviews, degraded).await;
        assert_eq!(stored.unwrap().result.lacks, [Lack::new("unread_page")]);
        assert_eq!(published(&outcome).body["macro"]["result"]["lacks"], json!([{"reason": "unread_page"}]));
        let audited = outcome.effects.iter().find_map(|effect| match effect {
            Effect::Audited(line) => Some(line.errors.clone()),
            _ => None,
        });
        assert_eq!(audited, Some(vec!["unread_page".to_owned()]));
    }

    #[tokio::test]
    async fn a_late_result_of_a_busy_session_and_a_refused_execution_are_rejected_with_their_reason() {
        let reviews = Arc::new(FakeReviews::default());
        handled(&reviews, researched("first")).await;
        let (late, stored) = handled(&reviews, researched("second")).await;
        let reason = stored.unwrap().review.unwrap().reason;
        assert!(late.label == "rejected" && reason.contains("waits for its review"), "{reason}");
        assert_eq!(published(&late).body["macro"]["review"]["reason"], reason);
        let refused = MacroResearched { refused: Some("parameter x is missing".into()), ..researched("third") };
        let (refused, _) = handled(&reviews, refused).await;
        assert_eq!(published(&refused).body["macro"]["review"]["reason"], "parameter x is missing");
    }

    #[tokio::test]
    async fn a_valid_result_without_review_is_approved_and_an_invalid_one_waits() {
        let reviews = Arc::new(FakeReviews::default());
        let mut free = researched("free");
        free.result.review = ReviewPolicy::None;
        assert_eq!(handled(&reviews, free.clone()).await.0.label, "approved");
        free.result.id = JobId::named(&["invalid"]);
        free.result.schema_valid = false;
        free.result.validation_errors = vec![SchemaViolation { path: "/x".into(), problem: "is missing".into() }];
        assert_eq!(handled(&reviews, free).await.0.label, "pending");
    }

    #[tokio::test]
    async fn a_task_that_is_not_a_macro_is_refused() {
        let miss = Subject::Miss { query: "q".into(), context: String::new(), max_sources: 1 };
        let other = MacroResearched { task: ResearchTask { subject: miss, ..task_of() }, ..researched("x") };
        let failure =
            Macros { reviews: Arc::new(FakeReviews::default()) }.handle(other, &attempt(0)).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Reject));
    }

    fn task_of() -> ResearchTask {
        researched("x").task
    }
}
