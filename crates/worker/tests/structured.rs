//! Answers with a shape: repaired where possible, asked for again once, then the worker's fallback.

mod support;

use llm::testing::{FakeModel, tool_call, words};
use llm::{Block, Role, Schema, ToolChoice};
use serde::Deserialize;
use serde_json::json;
use support::{budget, call};
use worker::paid::{AskError, structured, structured_checked};
use worker::testing::FakeAsks;

#[derive(Debug, Deserialize, PartialEq)]
struct Verdict {
    interesting: bool,
}

fn schema() -> Schema {
    let shape = json!({
        "type": "object",
        "properties": { "interesting": { "type": "boolean" } },
        "required": ["interesting"],
        "additionalProperties": false,
    });
    Schema::new("judge", "Judges.", shape)
}

#[tokio::test]
async fn a_good_answer_is_taken_at_once() {
    let asks = FakeAsks::new("filter", FakeModel::scripted([Ok(tool_call("judge", json!({ "interesting": true })))]));
    let answered = structured::<Verdict>(&asks, call("one", &budget(1_000_000)), &schema()).await.unwrap();
    assert_eq!((answered.value, answered.cost.0), (Verdict { interesting: true }, 15));
    let (_, request) = &asks.model.asked()[0];
    assert_eq!(request.tool_choice, ToolChoice::Tool("judge".to_owned()));
}

#[tokio::test]
async fn words_with_broken_json_are_repaired_without_a_second_call() {
    let broken = "Sure! Here it is:\n```json\n{interesting: True,}\n```";
    let asks = FakeAsks::new("filter", FakeModel::scripted([Ok(words(broken))]));
    let answered = structured::<Verdict>(&asks, call("one", &budget(1_000_000)), &schema()).await.unwrap();
    assert!(answered.value.interesting);
    assert_eq!(asks.model.calls(), 1);
}

#[tokio::test]
async fn the_retry_shows_the_model_its_errors_and_is_remembered_too() {
    let script =
        [tool_call("judge", json!({ "interesting": "very" })), tool_call("judge", json!({ "interesting": false }))];
    let asks = FakeAsks::new("filter", FakeModel::scripted(script.map(Ok)));
    for _ in 0..2 {
        let answered = structured::<Verdict>(&asks, call("one", &budget(1_000_000)), &schema()).await.unwrap();
        assert_eq!((answered.value.interesting, answered.cost.0), (false, 30));
    }
    assert_eq!(asks.model.calls(), 2, "both steps are remembered");
    let (_, again) = &asks.model.asked()[1];
    let last = again.messages.last().unwrap();
    let Block::ToolResult { tool_use_id, content, is_error } = &last.blocks[0] else { panic!("{last:?}") };
    assert!(*is_error && last.role == Role::User && tool_use_id == "call-judge");
    assert!(content.contains("/interesting") && content.contains("boolean"), "{content}");
    let steps: Vec<String> = asks.ledger.calls().into_iter().map(|call| call.intent.step.step).collect();
    assert_eq!(steps, ["step", "step-again"]);
}

#[tokio::test]
async fn two_unusable_answers_are_the_end() {
    let asks = FakeAsks::new("filter", FakeModel::by_rule(|_| Ok(words("I would rather not."))));
    let error = structured::<Verdict>(&asks, call("one", &budget(1_000_000)), &schema()).await.unwrap_err();
    let AskError::Unusable { errors, cost } = error else { panic!("{error}") };
    assert!(!errors.is_empty() && cost.0 == 30);
    assert_eq!(asks.model.calls(), 2);
}

#[tokio::test]
async fn what_no_schema_can_say_is_checked_and_told_as_well() {
    let script = [true, false].map(|interesting| Ok(tool_call("judge", json!({ "interesting": interesting }))));
    let asks = FakeAsks::new("filter", FakeModel::scripted(script));
    let check = |verdict: Verdict| {
        if verdict.interesting { Err(vec!["there is no such id: i9".to_owned()]) } else { Ok("fine") }
    };
    let answered = structured_checked(&asks, call("one", &budget(1_000_000)), &schema(), check).await.unwrap();
    assert_eq!(answered.value, "fine");
    assert!(format!("{:?}", asks.model.asked()[1].1).contains("there is no such id: i9"));
}
