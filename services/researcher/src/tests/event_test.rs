//! The event that caused a task is a source: its facts are shown with the task, and a finding may rest on them.

use domain::{ClaimStatus, EventFact, ResearchTask};
use llm::testing::tool_call;
use llm::{LlmError, ModelReply, Request};
use serde_json::{Value, json};

use crate::tests::{Bench, MINT, identifier, question, task_block};

const FACT: &str = "In the transaction 5h3x, 9400000 of the token moved, worth $84,600.00.";

/// A model that answers at once with the facts of the event.
fn restates(request: &Request) -> Result<ModelReply, LlmError> {
    let claims = task_block(request)["event"].as_array().cloned().unwrap_or_default();
    let finding = |claim: &Value| json!({"text": claim["text"], "sources": [claim["source"]], "claims": [claim["id"]]});
    let findings: Vec<Value> = claims.iter().map(finding).collect();
    Ok(tool_call("store_research_results", json!({"summary": "A sale.", "confidence": 0.6, "findings": findings})))
}

fn with_facts(task: ResearchTask) -> ResearchTask {
    let fact = EventFact { text: FACT.into(), at: Some("2026-11-22T10:00:05Z".parse().unwrap()) };
    ResearchTask { event_facts: vec![fact], ..task }
}

#[tokio::test]
async fn a_finding_may_rest_on_a_fact_of_the_event() {
    let bench = Bench::new(restates);
    let (research, _) = bench.done(&with_facts(identifier(MINT)), "job").await;
    let finding = &research.findings[0];
    assert_eq!((finding.text.as_str(), finding.status), (FACT, ClaimStatus::Supported));
    let source = &research.sources[0];
    assert_eq!(source.publisher, "the event");
    assert_eq!(source.published_at, Some("2026-11-22T10:00:05Z".parse().unwrap()));
    assert_eq!(source.url.len(), "tool:event/".len() + 8, "the id of the event stays with the tenant: {}", source.url);
}

#[tokio::test]
async fn research_as_of_an_earlier_day_does_not_see_the_event() {
    let bench = Bench::new(restates);
    let task =
        ResearchTask { as_of: Some("2026-11-01T00:00:00Z".parse().unwrap()), ..with_facts(question("What of it?")) };
    let (research, _) = bench.done(&task, "job").await;
    assert!(research.findings.is_empty() && research.sources.is_empty());
}
