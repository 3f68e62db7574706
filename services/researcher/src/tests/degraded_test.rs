//! Research records the replies of the model that it was made without.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::research::Lack;
use domain::{Research, ResearchTask};
use llm::testing::{text_reply, tool_call};
use llm::{LlmError, ModelReply, Request, ToolChoice};
use serde_json::json;

use crate::tests::bundle_test::{bundle, direction};
use crate::tests::handler_test::RUG;
use crate::tests::{Bench, MINT, identifier, question, sensible};

/// Returns a model that gives `reply` for this task, and otherwise acts like `sensible`.
fn failing(
    task: &'static str,
    reply: fn() -> Result<ModelReply, LlmError>,
) -> impl Fn(&Request) -> Result<ModelReply, LlmError> + Send + Sync {
    move |request| {
        if request.tool_choice == ToolChoice::Tool(task.into()) { reply() } else { sensible(request) }
    }
}

fn unusable() -> Result<ModelReply, LlmError> {
    Ok(text_reply("no"))
}

fn rejected() -> Result<ModelReply, LlmError> {
    Err(LlmError::Invalid { status: 400, message: "a field is unknown".into() })
}

/// Returns the reasons, those of memory in parentheses.
fn lacks(research: &Research) -> Vec<String> {
    let name = |lack: &Lack| if lack.inherited { format!("({})", lack.reason) } else { lack.reason.clone() };
    research.lacks.iter().map(name).collect()
}

#[tokio::test]
async fn a_page_that_the_model_did_not_read_is_recorded_and_a_replay_records_the_same() {
    let (complete, _) = Bench::new(sensible).done(&question("What of dogwifhat?"), "job").await;
    assert_eq!(lacks(&complete), [""; 0]);
    for reply in [unusable, rejected] {
        let bench = Bench::new(failing("extract_claims", reply));
        for _ in 0..2 {
            let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
            assert_eq!(lacks(&research), ["unread_page"]);
        }
        let reading = bench
            .client
            .model
            .asked()
            .iter()
            .filter(|(_, asked)| asked.tool_choice == ToolChoice::Tool("extract_claims".into()))
            .count();
        assert!(reading <= 2, "the replay reads nothing");
    }
}

#[tokio::test]
async fn a_page_that_was_not_read_for_one_todo_is_recorded_of_the_whole_bundle() {
    let bench = Bench::new(failing("extract_claims", unusable));
    let task = bundle(vec![direction("pricing", 2), direction("identity", 1)]);
    assert_eq!(lacks(&bench.done(&task, "job").await.0), ["unread_page"]);
}

#[tokio::test]
async fn facts_that_were_not_compared_are_recorded_once_and_inherited_by_answers_from_memory() {
    let later = Arc::new(AtomicBool::new(false));
    let is_later = Arc::clone(&later);
    let bench = Bench::new(move |request: &Request| {
        if request.tool_choice == ToolChoice::Tool("judge_stances".into()) {
            return unusable();
        }
        if request.tool_choice == ToolChoice::Tool("extract_claims".into()) && is_later.load(Ordering::SeqCst) {
            let quote = "dogwifhat was listed on a large exchange in March";
            let claim =
                json!({"text": "The exchange ended trading of dogwifhat in March.", "quote": quote, "date": ""});
            return Ok(tool_call("extract_claims", json!({"claims": [claim]})));
        }
        sensible(request)
    });
    assert_eq!(lacks(&bench.done(&identifier(MINT), "one").await.0), [""; 0], "there were no facts");
    later.store(true, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(40 * 86_400));
    let (research, outcome) = bench.done(&identifier(MINT), "two").await;
    assert_eq!((outcome.label, lacks(&research)), ("researched", vec!["unjudged_sources".to_owned()]));
    let (research, outcome) = bench.done(&identifier(MINT), "three").await;
    assert_eq!((outcome.label, lacks(&research)), ("cached", vec!["(unjudged_sources)".to_owned()]));
}

#[tokio::test]
async fn an_answer_from_memory_lacks_only_what_was_not_judged_for_it() {
    let bench = Bench::new(|request: &Request| match &request.tool_choice {
        ToolChoice::Tool(task) if task == "judge_stances" => unusable(),
        _ => sensible(request),
    });
    bench.done(&identifier(MINT), "one").await;
    let alarm = ResearchTask { reason: RUG.into(), ..identifier(MINT) };
    let (research, outcome) = bench.done(&alarm, "two").await;
    assert_eq!((outcome.label, lacks(&research)), ("cached", vec!["unjudged_sources".to_owned()]));
    assert_eq!(lacks(&bench.done(&identifier(MINT), "three").await.0), [""; 0], "the research in memory is complete");
}
