//! Todos of a bundle that run at the same time, optional ones, and what a bundle writes at its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use domain::FixedClock;
use domain::event::Direction;
use domain::research::Ending;
use llm::testing::tool_call;
use llm::{LlmError, ModelReply, Request, ToolChoice};
use serde_json::{Value, json};

use super::bundle_test::{ONE_AT_A_TIME, bundle, direction, file, text_of};
use crate::tests::{Bench, PAGE, sensible, todo};

/// Returns the key of the direction whose loop makes the request.
fn key(request: &Request) -> Option<String> {
    let file = todo(request)?["file"].as_str()?.to_owned();
    Some(file.strip_prefix("product_dog-wif_")?.strip_suffix(".json")?.to_owned())
}

fn optional(key: &str, priority: u32) -> Direction {
    Direction { optional: true, ..direction(key, priority) }
}

fn report(request: &Request, more: &Value) -> ModelReply {
    let content = json!({"summary": "Nothing.", "confidence": 0.1, "findings": []});
    let mut input = json!({"path": todo(request).unwrap()["file"], "content": content});
    for (name, value) in more.as_object().unwrap() {
        input[name] = value.clone();
    }
    tool_call("write_file", input)
}

#[tokio::test]
async fn todos_run_together_up_to_the_limit() {
    let requests: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&requests);
    let rule = move |request: &Request| {
        seen.lock().unwrap().extend(key(request));
        sensible(request)
    };
    let bench = Bench::with(rule, &[("AUSPEX_RESEARCHER_TODOS", "2")]);
    let directions = ["a", "b", "c"].map(|key| direction(key, 1)).into();
    let (research, _) = bench.done(&bundle(directions), "job").await;
    assert_eq!(research.ending, Ending::Complete);
    let requests = requests.lock().unwrap().clone();
    let first = |key: &str| requests.iter().position(|one| one == key).unwrap();
    let last = |key: &str| requests.iter().rposition(|one| one == key).unwrap();
    assert!(first("b") < last("a"), "a and b are together: {requests:?}");
    assert!(first("c") > last("a").max(last("b")), "c waits: {requests:?}");
    let complete = file(&bench, "research_complete.json").await;
    assert_eq!((&complete["done"], &complete["checkpoints"]), (&json!(3), &json!(3)));
}

#[tokio::test]
async fn the_failure_of_one_todo_keeps_the_results_of_the_others() {
    let is_broken = Arc::new(AtomicBool::new(true));
    let broken = Arc::clone(&is_broken);
    let bench = Bench::new(move |request: &Request| {
        if broken.load(Ordering::SeqCst) && key(request).as_deref() == Some("a") {
            return Err(LlmError::Lost { reason: "timeout".into() });
        }
        sensible(request)
    });
    let task = bundle(["a", "b", "c"].map(|key| direction(key, 1)).into());
    assert!(bench.handle(&task, "job").await.is_err());
    let statuses = |list: &Value| -> Vec<String> {
        list["todos"].as_array().unwrap().iter().map(|row| row["status"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(statuses(&file(&bench, "todos.json").await), ["in_progress", "done", "done"]);
    let before = bench.client.model.calls();
    is_broken.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(3600));
    bench.done(&task, "job").await;
    assert_eq!(
        bench.client.model.calls() - before,
        3,
        "only the turns of the first todo: it shares the reading of the page"
    );
    assert_eq!(statuses(&file(&bench, "todos.json").await), ["done"; 3]);
}

#[tokio::test]
async fn an_optional_todo_is_skipped_when_time_is_short_and_never_makes_a_bundle_partial() {
    let clock: Arc<OnceLock<Arc<FixedClock>>> = Arc::default();
    let hands = Arc::clone(&clock);
    let rule = move |request: &Request| {
        if key(request).as_deref() == Some("blocked") {
            let id = todo(request).unwrap()["id"].clone();
            return Ok(tool_call("todo_update", json!({"id": id, "status": "blocked", "reason": "No such thing."})));
        }
        if let Some(clock) = hands.get() {
            clock.advance(Duration::from_secs(430));
        }
        Ok(report(request, &json!({"reason": "No page names it."})))
    };
    let bench = Bench::with(rule, &ONE_AT_A_TIME);
    clock.set(bench.client.clock.clone()).unwrap();
    let directions = vec![optional("blocked", 1), direction("slow", 2), optional("late", 3)];
    let (research, _) = bench.done(&bundle(directions), "job").await;
    assert_eq!(research.ending, Ending::Complete, "optional todos do not make it partial");
    let complete = file(&bench, "research_complete.json").await;
    let counts = ["done", "blocked", "skipped"].map(|name| complete[name].as_u64().unwrap());
    assert_eq!(counts, [1, 1, 1], "{complete:#}");
    assert_eq!(complete["todos"][2]["reason"], "optional; skipped because the bundle has taken 7 minutes");
    assert_eq!(file(&bench, "product_dog-wif_late.json").await["status"], "skipped");
}

#[tokio::test]
async fn a_todo_is_done_with_a_field_or_a_reason_and_its_criteria_are_recorded() {
    let bench = Bench::new(|request: &Request| {
        if matches!(request.tool_choice, ToolChoice::Tool(_)) {
            return sensible(request);
        }
        let judged = json!([{"criterion": "One source", "met": false, "reason": "No page has it."}]);
        Ok(match key(request).as_deref() {
            Some("explained") => report(request, &json!({"reason": "No page names it.", "acceptance": judged})),
            _ => report(request, &json!({})),
        })
    });
    bench.done(&bundle(vec![direction("explained", 1), direction("silent", 2)]), "job").await;
    let explained = file(&bench, "product_dog-wif_explained.json").await;
    assert_eq!((&explained["status"], &explained["reason"]), (&json!("done"), &json!("No page names it.")));
    let judged = json!([{"criterion": "one source", "met": false, "reason": "No page has it."}]);
    assert_eq!(explained["acceptance"], judged);
    let silent = file(&bench, "product_dog-wif_silent.json").await;
    let reason = "none of the requested fields was filled, and no reason was given";
    assert_eq!((&silent["status"], &silent["reason"]), (&json!("blocked"), &json!(reason)));
    assert_eq!(silent["acceptance"], json!([{"criterion": "one source", "met": null, "reason": ""}]));
}

#[tokio::test]
async fn a_bundle_ends_with_a_dossier_per_entity_and_a_complete_account() {
    let prompts: Arc<Mutex<Vec<Value>>> = Arc::default();
    let seen = Arc::clone(&prompts);
    let bench = Bench::new(move |request: &Request| {
        if key(request).is_some() {
            seen.lock().unwrap().push(crate::tests::task_block(request));
        }
        sensible(request)
    });
    let (_, outcome) = bench.done(&bundle(vec![direction("identity", 1)]), "job").await;
    drop(outcome);
    let prompt = prompts.lock().unwrap()[0].clone();
    assert_eq!(prompt["episode"], json!({"id": "Ep 1", "url": "https://show.example/1", "title": "Hats for dogs"}));
    assert_eq!(prompt["context"], "Episode: Hats for dogs. Guests");

    let complete = file(&bench, "research_complete.json").await;
    assert_eq!((&complete["episode"]["title"], &complete["bundle"]), (&json!("Hats for dogs"), &json!("b1")));
    assert_eq!(complete["directions"][0]["directions"][0]["key"], "identity");
    assert_eq!(complete["outputs"][0]["missingFields"], json!(["price"]));
    assert!(complete["todos"][0]["started"].is_string() && complete["todos"][0]["finished"].is_string());
    assert_eq!(complete["entities"][0]["dossier"][0], "dossier_product_dog-wif.json");
    let dossier = file(&bench, "dossier_product_dog-wif.json").await;
    assert_eq!(dossier["fields"]["identity"]["listed"], json!({"value": "March", "sources": [PAGE]}));
    assert_eq!(dossier["missingFields"], json!({"identity": ["price"]}));
    assert_eq!(dossier["narrative"][0]["sources"], json!([PAGE]));
    let best = &dossier["candidateSources"][0];
    assert_eq!((&best["url"], &best["rank"]), (&json!(PAGE), &json!(1)));
    let reason = best["reason"].as_str().unwrap();
    assert!(reason.ends_with("cited by 1 finding, given with the directions"), "{reason}");
    let text = text_of(&bench, "dossier_product_dog-wif.md").await;
    for words in ["Listed: March [1].", "\n\nNot found: Price.\n", "- **Listed**: March [1]\n", "\n1. "] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
