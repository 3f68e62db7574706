//! Structured replies: repaired if possible, else requested once more, else an error.

mod support;

use llm::testing::{FakeModel, text_reply, tool_call};
use llm::{Block, ModelReply, Role, Schema, StopReason, ToolChoice};
use serde::Deserialize;
use serde_json::json;
use support::{budget, call};
use worker::metering::{AskError, structured, structured_checked};
use worker::testing::FakeModelClient;

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
async fn a_matching_reply_needs_one_call() {
    let client =
        FakeModelClient::new("filter", FakeModel::scripted([Ok(tool_call("judge", json!({ "interesting": true })))]));
    let answered = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap();
    assert_eq!((answered.value, answered.cost.0), (Verdict { interesting: true }, 15));
    let (_, request) = &client.model.asked()[0];
    assert_eq!(request.tool_choice, ToolChoice::Tool("judge".to_owned()));
}

#[tokio::test]
async fn text_with_broken_json_is_repaired_without_a_second_call() {
    let broken = "Sure! Here it is:\n```json\n{interesting: True,}\n```";
    let client = FakeModelClient::new("filter", FakeModel::scripted([Ok(text_reply(broken))]));
    let answered = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap();
    assert!(answered.value.interesting);
    assert_eq!(client.model.calls(), 1);
}

#[tokio::test]
async fn the_retry_shows_the_model_its_errors_and_is_remembered_too() {
    let script =
        [tool_call("judge", json!({ "interesting": "very" })), tool_call("judge", json!({ "interesting": false }))];
    let client = FakeModelClient::new("filter", FakeModel::scripted(script.map(Ok)));
    for _ in 0..2 {
        let answered = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap();
        assert_eq!((answered.value.interesting, answered.cost.0), (false, 30));
    }
    assert_eq!(client.model.calls(), 2, "both steps are remembered");
    let (_, again) = &client.model.asked()[1];
    let last = again.messages.last().unwrap();
    let Block::ToolResult { tool_use_id, content, is_error } = &last.blocks[0] else { panic!("{last:?}") };
    assert!(*is_error && last.role == Role::User && tool_use_id == "call-judge");
    assert!(content.contains("/interesting") && content.contains("boolean"), "{content}");
    let steps: Vec<String> = client.ledger.calls().into_iter().map(|call| call.intent.step.step).collect();
    assert_eq!(steps, ["step", "step-again"]);
}

#[tokio::test]
async fn two_replies_that_do_not_match_are_an_error() {
    let client = FakeModelClient::new("filter", FakeModel::by_rule(|_| Ok(text_reply("I would rather not."))));
    let error = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap_err();
    let AskError::UnusableReply { errors, cost } = error else { panic!("{error}") };
    assert!(!errors.is_empty() && cost.0 == 30);
    assert_eq!(client.model.calls(), 2);
}

#[tokio::test]
async fn errors_of_the_check_are_shown_to_the_model_as_well() {
    let script = [true, false].map(|interesting| Ok(tool_call("judge", json!({ "interesting": interesting }))));
    let client = FakeModelClient::new("filter", FakeModel::scripted(script));
    let check = |verdict: Verdict| {
        if verdict.interesting { Err(vec!["there is no such id: i9".to_owned()]) } else { Ok("fine") }
    };
    let answered = structured_checked(&client, call("one", &budget(1_000_000)), &schema(), check).await.unwrap();
    assert_eq!(answered.value, "fine");
    assert!(format!("{:?}", client.model.asked()[1].1).contains("there is no such id: i9"));
}

#[tokio::test]
async fn a_declining_model_is_not_asked_again() {
    let declined = ModelReply { stop: StopReason::Refusal, ..text_reply("I cannot help with that.") };
    let client = FakeModelClient::new("filter", FakeModel::by_rule(move |_| Ok(declined.clone())));
    let error = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap_err();
    assert!(
        matches!(&error, AskError::Refused { explanation, cost, .. } if explanation.contains("cannot help") && cost.0 == 15)
    );
    assert_eq!(client.model.calls(), 1);
}

#[tokio::test]
async fn a_paused_reply_is_continued_once() {
    let paused = ModelReply { stop: StopReason::Paused, ..text_reply("Let me think.") };
    let script = [paused, tool_call("judge", json!({ "interesting": true }))];
    let client = FakeModelClient::new("filter", FakeModel::scripted(script.map(Ok)));
    for _ in 0..2 {
        let answered = structured::<Verdict>(&client, call("one", &budget(1_000_000)), &schema()).await.unwrap();
        assert_eq!((answered.value.interesting, answered.cost.0, answered.turns), (true, 30, 2));
    }
    assert_eq!(client.model.calls(), 2, "both steps are remembered");
    let (_, continued) = &client.model.asked()[1];
    let last = continued.messages.last().unwrap();
    assert_eq!((last.role, last.blocks.as_slice()), (Role::Assistant, &[Block::text("Let me think.")][..]));
}
