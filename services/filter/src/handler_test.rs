//! Tests of every branch with a scripted model.

use std::time::Duration;

use domain::research::Ending;
use domain::{Clock, Evidence, Filtering, FixedClock, MicroUsd};
use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{LlmError, ModelReply as Said};
use proto::event::{Envelope, Event, Fact};
use runtime::FailureAction;
use serde_json::json;
use worker::testing::FakeModelClient;

use super::*;
use research::evidence_filter::testing::{research, task, when};

fn filter(script: Vec<Result<Said, LlmError>>, pairs: &[(&str, &str)]) -> (Filter, Arc<FakeModelClient>) {
    let client = Arc::new(FakeModelClient::new("filter", FakeModel::scripted(script)));
    let mut env = Env::from_pairs(pairs.iter().copied());
    let (limits, config) = (SpendingLimits::read(&mut env), FilterConfig::read(&mut env));
    let prompts = Arc::new(Prompts::builtin("filter").unwrap());
    (Filter::new(client.clone(), limits, prompts, config), client)
}

fn attempt() -> Attempt {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(when()));
    Attempt { job: JobId::named(&["research", "1"]), failures: 0, published_at: None, clock }
}

fn gathered(n: usize) -> ResearchGathered {
    ResearchGathered { task: task(), research: research(n) }
}

fn emitted(outcome: &Outcome) -> Evidence {
    assert_eq!((outcome.facts.len(), outcome.effects.len()), (1, 0));
    let fact: &dyn Fact = &*outcome.facts[0].fact;
    assert!(Filter::EMITS.contains(&fact.subject().as_str()));
    EvidenceFiltered::decode(&Envelope::default(), &fact.encode()).unwrap().0
}

#[tokio::test]
async fn the_model_s_operations_are_applied_and_memoised() {
    let operations =
        json!({ "operations": [{ "op": "drop", "ids": ["f2"], "reason": "noise" }, { "op": "drop", "id": "f99" }] });
    let (filter, client) = filter(vec![Ok(tool_call("filter_operations", operations))], &[]);
    let first = emitted(&filter.handle(gathered(9), &attempt()).await.unwrap());
    let again = emitted(&filter.handle(gathered(9), &attempt()).await.unwrap());
    assert_eq!((first.research.findings.len(), client.model.calls()), (8, 1));
    assert!(
        matches!(&first.filtering, Filtering::Filtered { removed } if removed.iter().any(|gone| gone.id == "f2" && gone.reason == "noise"))
    );
    assert!(first.cost > MicroUsd::ZERO);
    assert_eq!((first.prompt_version.as_str(), first.model.is_empty()), (filter.prompts.version(), false));
    assert_eq!(first, again);
}

#[tokio::test]
async fn small_research_needs_no_model() {
    let (filter, client) = filter(vec![], &[]);
    let outcome = filter.handle(gathered(2), &attempt()).await.unwrap();
    assert_eq!((outcome.label, client.model.calls()), ("small", 0));
    assert!(matches!(emitted(&outcome).filtering, Filtering::Filtered { .. }));
}

#[tokio::test]
async fn two_unusable_answers_pass_the_research_unfiltered() {
    let raised = json!({ "operations": [{ "op": "raise", "id": "f1" }] });
    let (filter, client) = filter(vec![Ok(text_reply("no")), Ok(tool_call("filter_operations", raised))], &[]);
    let outcome = filter.handle(gathered(9), &attempt()).await.unwrap();
    assert_eq!((outcome.label, client.model.calls()), ("unfiltered", 2));
    let evidence = emitted(&outcome);
    assert!(matches!(&evidence.filtering, Filtering::Unfiltered { reason, .. } if reason.contains("unusable")));
    assert!(evidence.cost > MicroUsd::ZERO, "unusable answers are paid");
    assert_eq!(evidence.prompt_version, filter.prompts.version(), "the prompts are recorded");
}

#[tokio::test]
async fn without_budget_the_research_passes_unfiltered() {
    let (filter, client) = filter(vec![], &[("AUSPEX_BUDGET_FILTER", "0")]);
    let evidence = emitted(&filter.handle(gathered(9), &attempt()).await.unwrap());
    assert!(matches!(evidence.filtering, Filtering::Unfiltered { reason, .. } if reason.contains("budget")));
    assert_eq!(client.model.calls(), 0);
}

#[tokio::test]
async fn a_refused_account_is_waited_for_and_a_declined_answer_is_passed_on_with_its_reason() {
    let refused = || Err(LlmError::Auth { status: 401, message: "no such key".into() });
    let (waiting, client) = filter(vec![refused()], &[]);
    for failures in [0, 99] {
        let failure = waiting.handle(gathered(9), &Attempt { failures, ..attempt() }).await.err().unwrap();
        assert!(matches!(failure.action(), FailureAction::Defer(after) if after.as_secs() >= 600), "{failure:?}");
    }
    assert_eq!(client.model.calls(), 1);
    let declined = llm::ModelReply { stop: llm::StopReason::Refusal, ..text_reply("I cannot help with that.") };
    let (filter, client) = filter(vec![Ok(declined)], &[]);
    let outcome = filter.handle(gathered(9), &attempt()).await.unwrap();
    assert_eq!((outcome.label, client.model.calls()), ("unfiltered", 1));
    let evidence = emitted(&outcome);
    assert!(
        matches!(&evidence.filtering, Filtering::Unfiltered { reason, .. } if reason.contains("declined to answer"))
    );
    assert!(evidence.cost > MicroUsd::ZERO, "a declined answer is paid");
}

#[tokio::test]
async fn no_model_is_called_after_the_deadline() {
    let (filter, client) = filter(vec![], &[]);
    let mut late = gathered(9);
    late.task.deadline = Some(when());
    let evidence = emitted(&filter.handle(late, &attempt()).await.unwrap());
    assert!(matches!(evidence.filtering, Filtering::Unfiltered { reason, .. } if reason.contains("deadline")));
    assert_eq!(client.model.calls(), 0);
}

#[tokio::test]
async fn a_busy_or_lost_model_is_called_again_later() {
    let busy = Err(LlmError::Overloaded { after: Some(Duration::from_secs(2)) });
    let (busy_filter, _) = filter(vec![busy], &[]);
    let failure = busy_filter.handle(gathered(9), &attempt()).await.err().unwrap();
    assert!(matches!(failure.action(), FailureAction::Defer(_)));
    let (lost, _) = filter(vec![Err(LlmError::Lost { reason: "x".into() })], &[]);
    assert!(matches!(lost.handle(gathered(9), &attempt()).await.err().unwrap().action(), FailureAction::Retry));
}

#[tokio::test]
async fn a_dead_lettered_task_is_passed_on_as_failed() {
    let (filter, _) = filter(vec![], &[]);
    let evidence = emitted(&filter.dead_letter(gathered(9), attempt().job, "three crashes", when()));
    assert_eq!(evidence.research.ending, Ending::Failed("three crashes".into()));
    assert_eq!(evidence.task, task());
}

#[test]
fn the_prompt_matches_its_snapshot() {
    let (filter, _) = filter(vec![], &[]);
    let request = filter.request(&task(), &research::evidence_filter::prefilter(&task(), research(6))).unwrap();
    worker::prompt::testing::check_example(&filter.schema, &request.system);
    let input = request::input(&task(), &research(6));
    let members: Vec<&str> = input.as_object().unwrap().keys().map(String::as_str).collect();
    worker::prompt::testing::check_members("filter", "input.md", &members);
    insta::assert_snapshot!(request.system);
    let llm::Block::Text { text } = &request.messages[0].blocks[0] else { panic!("words") };
    insta::assert_snapshot!(text);
}

#[tokio::test]
async fn a_filter_that_is_turned_off_passes_research_on_within_its_limits() {
    let (filter, client) = filter(vec![], &[("AUSPEX_FILTER_ENABLED", "false")]);
    for (found, passed) in [(2, 2), (40, 15)] {
        let outcome = filter.handle(gathered(found), &attempt()).await.unwrap();
        let evidence = emitted(&outcome);
        assert_eq!(
            (outcome.label, evidence.research.findings.len(), evidence.cost),
            ("turned_off", passed, MicroUsd::ZERO)
        );
        assert!(matches!(&evidence.filtering, Filtering::Unfiltered { reason, .. } if reason.contains("turned off")));
    }
    assert_eq!(client.model.calls(), 0);
}

#[tokio::test]
async fn evidence_of_memory_is_not_filtered_again() {
    let (filter, client) = filter(vec![], &[]);
    let mut recalled = gathered(9);
    recalled.research.recalled = Some(domain::research::Recollection { saved: MicroUsd(5), facts: 9 });
    let outcome = filter.handle(recalled.clone(), &attempt()).await.unwrap();
    let evidence = emitted(&outcome);
    assert_eq!((&evidence.research, outcome.label), (&recalled.research, "recalled"));
    assert_eq!((evidence.cost, client.model.calls()), (MicroUsd::ZERO, 0));
}
