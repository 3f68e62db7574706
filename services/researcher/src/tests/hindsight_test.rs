//! A question as of an earlier day over fakes: material not dated before the day is not paid for, and the run withholds
//! nothing later.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use domain::hindsight::split_by_date;
use domain::research::Ending;
use domain::{ResearchTask, Time};
use llm::testing::tool_call;
use llm::{Request, ToolChoice};
use serde_json::{Value, json};
use web::fake::FakeWeb;

use crate::tests::{Bench, called, look_up, named, named_id, question, result, sensible, task_block};

const BEFORE: &str = "https://news.example.org/before";
const LATER: &str = "https://news.example.org/later";
const UNDATED: &str = "https://news.example.org/undated";

fn page(published: &str) -> String {
    let meta = format!("<meta property=\"article:published_time\" content=\"{published}\">");
    let meta = if published.is_empty() { String::new() } else { meta };
    format!(
        "<html><head>{meta}</head><body><p>The token dogwifhat was listed on a large exchange in March.</p></body></html>"
    )
}

fn press() -> FakeWeb {
    FakeWeb::default()
        .page(BEFORE, "Listed", &page("2026-01-05"))
        .page(LATER, "It rose", &page("2026-03-01"))
        .published(LATER, "2026-03-01")
        .page(UNDATED, "It rose later", &page(""))
}

fn as_of() -> ResearchTask {
    ResearchTask { as_of: Some("2026-02-19T00:00:00Z".parse::<Time>().unwrap()), ..question("What of dogwifhat?") }
}

/// Input of the model, and the number of pages read.
#[derive(Default)]
struct Seen {
    results: Vec<Value>,
    tools: BTreeSet<String>,
    today: Value,
    read: usize,
}

/// Searches, tries to read all results, answers.
fn reader(
    seen: &Arc<Mutex<Seen>>,
) -> impl Fn(&Request) -> Result<llm::ModelReply, llm::LlmError> + Send + Sync + 'static {
    let seen = Arc::clone(seen);
    move |request: &Request| {
        let mut seen = seen.lock().unwrap();
        if request.tool_choice == ToolChoice::Tool("extract_claims".into()) {
            seen.read += 1;
            return sensible(request);
        }
        if ["judge_stances", "judge_support"].iter().any(|task| request.tool_choice == ToolChoice::Tool((*task).into()))
        {
            return Ok(llm::testing::text_reply("I cannot tell."));
        }
        seen.tools = request.tools.iter().map(|tool| tool.name.clone()).collect();
        seen.today = task_block(request)["today"].clone();
        let calls = called(request);
        if calls.len() == 1 {
            seen.results = result(request)["results"].as_array().unwrap().clone();
        }
        Ok(match seen.results.get(calls.len().saturating_sub(1)) {
            _ if calls.is_empty() => tool_call("web_search", json!({"query": "dogwifhat"})),
            Some(next) => tool_call("fetch_page", json!({"url": next["source"]})),
            None if calls.last().is_some_and(|tool| tool == "store_research_results") => {
                llm::testing::text_reply("done")
            }
            None => {
                let source = seen.results[0]["source"].clone();
                let finding = json!({"text": "dogwifhat was listed in March.", "sources": [source]});
                let report = json!({"summary": "Listed.", "confidence": 0.7, "findings": [finding]});
                tool_call("store_research_results", report)
            }
        })
    }
}

#[tokio::test]
async fn material_not_dated_before_is_neither_shown_nor_paid_for_and_is_counted() {
    let seen = Arc::default();
    let bench = Bench::new(reader(&seen)).on(press());
    let (research, _) = bench.done(&as_of(), "job").await;
    let seen = seen.lock().unwrap();
    let shown: Vec<_> =
        seen.results.iter().map(|one| (one["url"].as_str().unwrap(), one["title"].as_str().unwrap())).collect();
    assert_eq!(shown, [(BEFORE, ""), (UNDATED, "")], "no title whose day nobody knows");
    assert_eq!((seen.read, &seen.today), (1, &json!("2026-02-19")));
    assert!(!seen.tools.contains("get_token_metadata") && seen.tools.contains("fetch_page"), "{:?}", seen.tools);
    assert_eq!((&research.ending, research.findings.len(), research.left_out.len()), (&Ending::Complete, 1, 2));
    let day = as_of().as_of.unwrap();
    assert_eq!(split_by_date(&research, day), (research.clone(), Vec::new()), "nothing is left to withhold");
    assert_eq!(research.summary, "Listed.", "so the summary stands");
}

#[tokio::test]
async fn without_an_as_of_day_everything_is_read() {
    let seen = Arc::default();
    let bench = Bench::new(reader(&seen)).on(press());
    let (research, _) = bench.done(&question("What of the token dogwifhat?"), "job").await;
    let seen = seen.lock().unwrap();
    assert_eq!((seen.results.len(), seen.read, research.left_out.len()), (3, 3, 0));
    assert!(seen.tools.contains("get_token_metadata"));
}

#[tokio::test]
async fn memory_returns_only_what_it_knew_on_the_day() {
    let mut bench = Bench::new(|request: &Request| {
        Ok(match called(request).last().map(String::as_str) {
            None => tool_call("get_cached_research", json!({"entityId": named_id()})),
            Some("get_cached_research") => {
                let told = result(request);
                assert!(told["leftOut"].is_string() && told["findings"].is_null(), "{told:#}");
                tool_call("store_research_results", json!({"summary": "s", "confidence": 0.1, "findings": []}))
            }
            Some(_) => llm::testing::text_reply("done"),
        })
    });
    let learned = Bench::new(sensible);
    let known = learned.done(&named(), "before").await.0;
    assert_eq!(known.entity.unwrap().as_str(), named_id());
    bench.memory = learned.memory;
    let bench = bench.on(press());
    let task = ResearchTask { as_of: Some(known.made_at), ..look_up("What of it?") };
    let (research, _) = bench.done(&task, "job").await;
    assert_eq!(research.left_out.len(), 1);
}
