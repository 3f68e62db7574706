//! The loop over fakes: oversized results, working time and waiting time, deadlines.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use domain::research::Ending;
use domain::{Clock, Effect, Finding, FixedClock, ResearchTask};
use llm::testing::tool_call;
use llm::{LlmError, Request};
use serde_json::{Value, json};
use store::testing::FakeMemory;
use web::fake::FakeWeb;

use crate::tests::{Bench, called, look_up, named, named_id, question, result, sensible};

#[test]
fn every_input_schema_is_a_json_schema() {
    let bench = Bench::new(sensible);
    let mut names = std::collections::BTreeSet::new();
    for tool in bench.handler.offered_tools() {
        let problems = llm::Shape::default().problems(&tool.input_schema, &json!(0), 9);
        // A number is not a valid input of any tool; an invalid schema would be reported instead.
        assert!(problems.iter().any(|problem| problem.contains("\"object\"")), "{}: {problems:?}", tool.name);
        names.insert(tool.name);
    }
    assert!(names.len() > 20, "{names:?}");
}

/// Fields of a task that the prompts name.
const TASK_FIELDS: [&str; 2] = ["calls_itself", "market_question"];

#[test]
fn examples_in_the_prompts_fit_the_tools_and_every_named_tool_exists() {
    let (bench, prompts) = (Bench::new(sensible), worker::Prompts::builtin("researcher").unwrap());
    let tools = bench.handler.offered_tools();
    let text = |name: &str| prompts.render(name, json!({})).unwrap();
    for (prompt, answer) in [("research_system.md", tools::STORE_RESULTS), ("todo_system.md", tools::WRITE_FILE)] {
        let tool = tools.iter().find(|tool| tool.name == answer).unwrap();
        let schema = llm::Schema::new(answer, "", tool.input_schema.clone());
        worker::prompt::testing::check_example(&schema, &text(prompt));
    }
    worker::prompt::testing::check_example(&research::judge::schema(), &text(research::judge::PROMPTS[0]));
    let support = research::support::request::PROMPTS[0];
    worker::prompt::testing::check_example(&research::support::request::schema(), &text(support));
    let loops = worker::prompt::builtin::templates("researcher").filter(|prompt| {
        prompt.name.starts_with("kinds/") || matches!(prompt.name, "research_system.md" | "todo_system.md")
    });
    for prompt in loops {
        let is_name = |word: &&str| word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        for named in prompt.text.split('`').skip(1).step_by(2).filter(is_name) {
            let exists = TASK_FIELDS.contains(&named) || tools.iter().any(|tool| tool.name == named);
            assert!(exists, "{}: {named} is not a tool", prompt.name);
        }
    }
}

/// Names of the tools that the loop of a task offers in its first call.
async fn offered_to(task: &ResearchTask) -> Vec<String> {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let first = Arc::clone(&seen);
    let bench = Bench::new(move |request: &Request| {
        let mut first = first.lock().unwrap();
        if first.is_empty() {
            *first = request.tools.iter().map(|tool| tool.name.clone()).collect();
        }
        sensible(request)
    });
    bench.handle(task, "offered").await.unwrap();
    drop(bench);
    seen.lock().unwrap().drain(..).collect()
}

#[tokio::test]
async fn a_task_offers_the_tools_of_its_kind() {
    const WEB: [&str; 5] = ["fetch_page", "map_site", "retrieve", "web_search", "wikipedia_search"];
    let has = |offered: &[String], name: &str| offered.iter().any(|tool| tool == name);
    let rate = offered_to(&question("Did the Bank of Norrland cut its policy rate?")).await;
    let token = offered_to(&named()).await;
    assert!(WEB.iter().all(|tool| has(&rate, tool) && has(&token, tool)), "{rate:?} {token:?}");
    for tool in ["check_rugcheck", "get_holder_distribution", "get_price_history", "get_token_metadata"] {
        assert!(has(&token, tool) && !has(&rate, tool), "{tool}");
    }
    assert!(!has(&rate, "lookup_lei"));
    let company = offered_to(&question("Who owns Tidewater Batteries GmbH?")).await;
    assert!(has(&company, "lookup_lei") && !has(&company, "check_rugcheck"), "{company:?}");
}

/// Returns a memory that holds research of 100 findings about the entity `wif`.
async fn long_research() -> Arc<FakeMemory> {
    let learned = Bench::new(sensible);
    let outcome = learned.handle(&named(), "before").await.unwrap();
    for mut effect in outcome.effects {
        if let Effect::ResearchStored { research, .. } = &mut effect {
            let first = research.findings[0].clone();
            let text = |n: usize| format!("Finding {n} of zebras {}.", "and more ".repeat(40).trim_end());
            let finding = |n| Finding { id: format!("f{n}"), text: text(n), ..first.clone() };
            research.findings = (0..100).map(finding).collect();
        }
        assert!(learned.memory.apply(&effect), "the fence is current");
    }
    learned.memory
}

#[tokio::test]
async fn an_oversized_result_is_stored_and_read_in_parts_by_its_own_job_only() {
    let read: Arc<Mutex<(String, String)>> = Arc::default();
    let parts = Arc::clone(&read);
    let mut bench = Bench::new(move |request: &Request| {
        let (newest, mut state) = (result(request), parts.lock().unwrap());
        let has_reader = request.tools.iter().any(|tool| tool.name == "read_result");
        assert_eq!(has_reader, !called(request).is_empty() && !newest.is_null(), "offered from the first synopsis on");
        let Some(last) = called(request).last().cloned() else {
            if state.0.is_empty() {
                return Ok(tool_call("get_cached_research", json!({"entityId": named_id()})));
            }
            return Ok(tool_call("read_result", json!({"reference": state.0})));
        };
        if last == "get_cached_research" {
            assert_eq!(
                (&newest["oversized"], &newest["readWith"]),
                (&json!(true), &json!("read_result")),
                "{newest:#}"
            );
            assert_eq!(newest["outline"]["findings"]["entries"], 100);
            newest["reference"].as_str().unwrap().clone_into(&mut state.0);
        } else if last == "read_result" {
            state.1.push_str(newest["text"].as_str().unwrap_or_default());
            if newest["next"].is_null() {
                return Ok(tool_call(
                    "store_research_results",
                    json!({"summary": "Read.", "confidence": 0.1, "findings": []}),
                ));
            }
        }
        let offset = newest["next"].as_u64().unwrap_or(0);
        Ok(tool_call("read_result", json!({"reference": state.0, "offset": offset})))
    });
    bench.memory = long_research().await;
    let bench = bench.on(FakeWeb::default());
    let (research, _) = bench.done(&look_up("What of zebras?"), "job").await;
    assert_eq!(research.ending, Ending::Complete);
    let whole: Value = serde_json::from_str(&read.lock().unwrap().1).unwrap();
    assert!(whole["findings"][99]["text"].as_str().unwrap().starts_with("Finding 99"), "nothing is lost");

    read.lock().unwrap().1.clear();
    bench.done(&look_up("What of zebras?"), "another job").await;
    assert_eq!(read.lock().unwrap().1, "", "a job cannot read another job's results");
}

#[tokio::test]
async fn waits_between_attempts_do_not_count_against_the_time_limit() {
    let storm = Arc::new(AtomicBool::new(true));
    let over = Arc::clone(&storm);
    let bench = Bench::new(move |request| {
        let stormy = storm.load(Ordering::SeqCst) && called(request).len() == 2;
        if stormy { Err(LlmError::Overloaded { after: None }) } else { sensible(request) }
    });
    assert!(bench.handle(&question("What of dogwifhat?"), "job").await.is_err());
    over.store(false, Ordering::SeqCst);
    bench.client.advance(Duration::from_secs(7_200));
    let (research, _) = bench.done(&question("What of dogwifhat?"), "job").await;
    assert_eq!((research.ending, research.findings.len()), (Ending::Complete, 1));
}

#[tokio::test]
async fn after_the_deadline_findings_are_kept_and_no_call_is_made() {
    let clock: Arc<OnceLock<Arc<FixedClock>>> = Arc::default();
    let hands = Arc::clone(&clock);
    let bench = Bench::new(move |request: &Request| {
        if called(request).last().is_some_and(|tool| tool == "web_search") {
            hands.get().unwrap().advance(Duration::from_secs(900));
        }
        sensible(request)
    });
    clock.set(bench.client.clock.clone()).unwrap();
    let deadline = Some(bench.client.clock.now() + Duration::from_secs(600));
    let task = ResearchTask { deadline, ..question("What of dogwifhat?") };
    for _ in 0..2 {
        let (research, outcome) = bench.done(&task, "job").await;
        assert!(matches!(research.ending, Ending::Partial(_)), "{:?}", research.ending);
        assert_eq!(outcome.label, "partial");
        assert_eq!(bench.client.model.calls(), 2, "no call after the deadline, none for a replay");
    }
    let late = ResearchTask { deadline, ..question("Another?") };
    assert!(matches!(bench.done(&late, "never begun").await.0.ending, Ending::Failed(_)));
}

#[tokio::test]
async fn a_name_that_no_entity_has_leads_to_those_that_memory_connects_with_it_and_decides_nothing() {
    let seen: Arc<Mutex<Value>> = Arc::default();
    let resolved = Arc::clone(&seen);
    let mut bench = Bench::new(move |request: &Request| {
        Ok(match called(request).last().map(String::as_str) {
            None => tool_call("resolve_entity", json!({"identifier": "Listed"})),
            _ => {
                *resolved.lock().unwrap() = result(request);
                tool_call("store_research_results", json!({"summary": "s", "confidence": 0.1, "findings": []}))
            }
        })
    });
    bench.memory = long_research().await;
    let bench = bench.on(FakeWeb::default());
    bench.done(&look_up("What was it?"), "job").await;
    let resolved = seen.lock().unwrap().clone();
    assert_eq!((&resolved["found"], &resolved["candidates"]), (&json!(false), &json!([])), "{resolved}");
    let similar = &resolved["similar"][0];
    assert_eq!(similar["entityId"], named_id(), "{resolved}");
    assert!(similar["confidence"].as_f64().is_some_and(|confidence| confidence <= 0.5), "{resolved}");
}
